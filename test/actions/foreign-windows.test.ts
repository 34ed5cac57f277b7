/** A touch on another package's window: every form of the answer names the package. */
import { expect, test } from 'vitest';
import { oneBed } from '../contract/beds.ts';
import { good, sentDuring } from '../contract/reading.ts';

const made = oneBed({ android: '14', helper: true });

test.each(['compact', 'debug', 'outline'] as const)(
  'the status bar, answered in %s',
  async (responseMode) => {
    const bed = made();
    bed.open('com.example.shop');
    good(await bed.call('get_ui_tree', { responseMode: 'compact' }));
    const sent = await sentDuring(bed, async () => {
      const answer = await bed.call('tap', { x: 540, y: 20, responseMode, verificationMode: 'none' });
      expect(answer.isError).toBe(false);
      const said = responseMode === 'outline' ? answer.texts[0] : JSON.stringify(answer.data['touched']);
      expect(said).toContain('com.android.systemui');
    });
    expect(sent).toMatchObject([{ kind: 'tap', detail: { x: 540, y: 20 } }]);
  },
);
