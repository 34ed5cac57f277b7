/** What `uiautomator events` prints, line by line. */
import { expect, it } from 'vitest';
import { valueIn } from './value-events.ts';

const line = (type: string, item: string): string =>
  `07-20 15:36:36.472 EventType: ${type}; EventTime: 1000; PackageName: com.example; MovementGranularity: 0; Action: 0 [ ClassName: android.widget.SeekBar; Text: [a; b]; ContentDescription: null; ${item}; Enabled: true ]; recordCount: 0`;

it('reads the value and the range of what was moved', () => {
  expect(valueIn(line('TYPE_VIEW_SELECTED', 'ItemCount: 255; CurrentItemIndex: 128'))).toEqual({
    className: 'android.widget.SeekBar',
    value: 128,
    range: 255,
  });
});

it.each([
  ['another event', line('TYPE_VIEW_CLICKED', 'ItemCount: 255; CurrentItemIndex: 128')],
  ['one without a count', line('TYPE_VIEW_SELECTED', 'ItemCount: -1; CurrentItemIndex: -1')],
  ['a sentence', 'java.lang.IllegalStateException: already registered!'],
  ['nothing', ''],
])('takes nothing from %s', (_what, text) => {
  expect(valueIn(text)).toBeNull();
});
