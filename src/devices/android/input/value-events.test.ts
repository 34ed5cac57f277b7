/** What `uiautomator events` prints, line by line. */
import { expect, it } from 'vitest';
import { valueIn } from './value-events.ts';

const seekBar = 'android.widget.SeekBar';
const line = (type: string, item: string, change: string = ''): string =>
  `07-20 15:36:36.472 EventType: ${type}; EventTime: 1000; PackageName: com.example; MovementGranularity: 0; Action: 0; ContentChangeTypes: [${change}]; WindowChangeTypes: [] [ ClassName: ${seekBar}; Text: [a; b]; ContentDescription: null; ${item}; Enabled: true ]; recordCount: 0`;
const moved = 'ItemCount: 255; CurrentItemIndex: 128';
const described = 'CONTENT_CHANGE_TYPE_STATE_DESCRIPTION';

it.each([
  ['up to Android 10', line('TYPE_VIEW_SELECTED', moved)],
  ['since Android 11', line('TYPE_WINDOW_CONTENT_CHANGED', moved, described)],
  [
    'since Android 11, of several changes',
    line('TYPE_WINDOW_CONTENT_CHANGED', moved, `CONTENT_CHANGE_TYPE_SUBTREE, ${described}`),
  ],
  [
    'before there were types of changes',
    line('TYPE_VIEW_SELECTED', moved).replace(/; ContentChangeTypes.*?\[\]; WindowChangeTypes: \[\]/, ''),
  ],
])('reads the value and the range of what was moved, %s', (_when, text) => {
  expect(valueIn(text, seekBar)).toEqual({ value: 128, range: 255 });
});

it.each([
  ['another event', line('TYPE_VIEW_CLICKED', moved)],
  ['another change', line('TYPE_WINDOW_CONTENT_CHANGED', moved, 'CONTENT_CHANGE_TYPE_SUBTREE')],
  ['one without a count', line('TYPE_VIEW_SELECTED', 'ItemCount: -1; CurrentItemIndex: -1')],
  ['another class', line('TYPE_VIEW_SELECTED', moved).replace(seekBar, 'android.widget.ProgressBar')],
  ['a sentence', 'java.lang.IllegalStateException: already registered!'],
  ['nothing', ''],
])('takes nothing from %s', (_what, text) => {
  expect(valueIn(text, seekBar)).toBeNull();
});
