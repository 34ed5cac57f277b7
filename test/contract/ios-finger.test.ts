/** A gesture that is withdrawn while the finger is down: it must not stay there, or the next tap would be a stroke. */

import { touchHeld } from '@mobile-debug/virtual-phone/apple/companion/hid-events.ts';
import { expect, test } from 'vitest';
import { oneBed } from './beds.ts';
import { good } from './reading.ts';

const bed = oneBed({ ios: {} });
const quick = { verificationMode: 'none' } as const;

function touched(): boolean {
  const [simulator] = bed().apple?.simulators ?? [];
  return simulator !== undefined && touchHeld(simulator);
}

test('a long press that is withdrawn ends, and the next tap is a tap', async () => {
  bed().open('com.example.shop');
  good(await bed().call('get_ui_tree'));
  const before = bed().phone.record.length;
  const controller = new AbortController();
  const first = bed().traits.at(0.5, 0.79);
  const pressing = bed().call(
    'long_press',
    { ...first, durationMs: 4_000, ...quick },
    { signal: controller.signal },
  );
  pressing.catch(() => {}); // the client of a withdrawn call hears of nothing
  await expect.poll(touched, { interval: 1 }).toBe(true);
  controller.abort();
  await expect(pressing).rejects.toThrow();
  const second = bed().traits.at(0.5, 0.62);
  good(await bed().call('tap', { ...second, ...quick }));
  expect(touched()).toBe(false);
  const received = bed().phone.record.slice(before);
  expect(received.map(({ kind }) => kind)).toEqual(['tap', 'tap']);
});
