/**
 * Withdrawing a call as its nth question reaches the iPhone's tools, whether it is a remote call or a program: delivery
 * is said truly, no finger stays down, nothing comes late, and the next call works.
 */

import { isFault } from '@mobile-debug/core/fault.ts';
import { touchHeld } from '@mobile-debug/virtual-phone/apple/companion/hid-events.ts';
import { describe, expect, test } from 'vitest';
import { runTool } from '../../src/server/run-tool.ts';
import { everything, OfferedTools } from '../../src/server/toolsets.ts';
import { tools } from '../../src/tools/index.ts';
import { OutlineText } from '../../src/wire/outline/outline-answer.ts';
import { oneBed } from '../contract/beds.ts';
import { quiet } from '../contract/reading.ts';
import { freshForm, latency, login } from './phone-side.ts';

const bed = oneBed({ ios: { driver: 'idb' } });

type Wire = Record<string, unknown>;

/** Output null when the call was refused as withdrawn before it was an action. */
async function call(
  name: string,
  args: Wire,
  signal?: AbortSignal,
): Promise<{ readonly output: Wire | null }> {
  const tool = tools.find((one) => one.name === name);
  if (!tool) throw new Error(name);
  try {
    const { output } = await runTool(tool, bed().context, args, {
      sets: new OfferedTools(tools, everything),
      progress: () => {},
      ...(signal ? { signal } : {}),
    });
    if (output instanceof OutlineText) throw new Error('an outline nobody asked for');
    return { output };
  } catch (error) {
    if (!isFault(error, 'CANCELLED')) throw error;
    return { output: null };
  }
}

const field = { selector: { resource_id: 'email' } };
const headline = { selector: { resource_id: 'headline' } };

/** With the fewest questions of each, so that a call that asks nothing proves nothing. */
const calls: readonly (readonly [string, Wire, number])[] = [
  ['tap', { x: 200, y: 300, verificationMode: 'light' }, 2],
  ['tap_element', { ...headline, verificationMode: 'full' }, 3],
  ['long_press', { ...headline, durationMs: 300, verificationMode: 'none' }, 2],
  ['swipe', { x1: 200, y1: 300, x2: 200, y2: 250, duration: 20, verificationMode: 'none' }, 1],
  ['swipe', { x1: 200, y1: 300, x2: 200, y2: 250, duration: 700, verificationMode: 'none' }, 1],
  ['press_key', { key: 'tab', verificationMode: 'none' }, 1],
  ['type_text', { ...field, text: 'Ab', clear: true, verificationMode: 'light' }, 4],
  ['type_text', { ...field, text: 'ü', verificationMode: 'none' }, 3],
  ['start_app', { appId: latency, verificationMode: 'light' }, 2],
  ['restart_app', { appId: login, verificationMode: 'none' }, 2],
  ['scroll_to_element', { selector: { text: 'Nowhere' }, maxScrolls: 2, verificationMode: 'none' }, 3],
  [
    'adjust_control',
    { selector: { resource_id: 'remember_me' }, property: 'checked', targetValue: false },
    3,
  ],
  [
    'run_journey',
    {
      steps: [
        { id: 'a', type: 'tap', ...headline },
        { id: 'b', type: 'tap', ...headline },
      ],
      defaults: { verificationMode: 'light' },
    },
    5,
  ],
];

/** `act` runs as the nth question from now arrives. Answers whether it came so far. */
function onQuestion(nth: number, act: () => void): () => boolean {
  let seen = 0;
  const count = (): void => {
    if (++seen === nth) act();
  };
  const faults = bed().apple?.faults;
  // Remote calls carry no command, programs no name of a call: each is counted by one of the two.
  faults?.add({ when: { rpc: 'accessibility_info' }, do: { kind: 'call', run: count } });
  faults?.add({ when: { rpc: 'hid' }, do: { kind: 'call', run: count } });
  faults?.add({ when: { rpc: 'accessibility_action' }, do: { kind: 'call', run: count } });
  faults?.add({ when: { command: 'simctl' }, do: { kind: 'call', run: count } });
  return () => seen >= nth;
}

function fingerDown(): boolean {
  return (bed().apple?.simulators ?? []).some(touchHeld);
}

describe.each(calls)('%s %o', (name, args, fewest) => {
  test('withdrawn at every question', async () => {
    await call('get_screen_fingerprint', {});
    for (let nth = 1; ; nth++) {
      freshForm(bed());
      const from = bed().phone.record.length;
      const client = new AbortController();
      const reached = onQuestion(nth, () => client.abort());
      const { output } = await call(name, args, client.signal);
      bed().wire.clearFaults();
      const atAnswer = bed().phone.record.length;
      const status = output?.['delivery_status'] ?? 'not_delivered';
      const where = `${name}, question ${nth}: ${String(status)}`;
      await quiet(bed());
      if (name !== 'run_journey') {
        if (status === 'not_delivered') expect(atAnswer - from, where).toBe(0);
        if (status === 'delivered') expect(atAnswer - from, where).toBeGreaterThan(0);
        if (output?.['success'] === false && status === 'unknown')
          expect(output['retryable'], where).toBe(false);
      }
      expect(fingerDown(), where).toBe(false);
      const next = await call('get_screen_fingerprint', {});
      expect(next.output?.['fingerprint'], where).toEqual(expect.any(String));
      expect(bed().phone.record.length, where).toBe(atAnswer);
      expect([...bed().bugs, ...(bed().apple?.defects ?? [])], where).toEqual([]);
      if (reached()) continue;
      expect(nth - 1, name).toBeGreaterThanOrEqual(fewest);
      return;
    }
  });
});

/** Between two moments of a gesture, where no question is asked any more. */
describe('withdrawn while the finger is down', () => {
  test.each([
    ['long_press', { ...headline, durationMs: 2_000, verificationMode: 'none' }],
    ['swipe', { x1: 200, y1: 300, x2: 200, y2: 250, duration: 2_000, verificationMode: 'none' }],
  ] as const)('%s', async (name, args) => {
    freshForm(bed());
    await call('get_screen_fingerprint', {});
    const client = new AbortController();
    const pressed = call(name, args, client.signal);
    await expect.poll(fingerDown, { interval: 2 }).toBe(true);
    client.abort();
    const { output } = await pressed;
    expect(output ?? { delivery_status: 'unknown' }).toMatchObject({ delivery_status: 'unknown' });
    const atAnswer = bed().phone.record.length;
    expect(fingerDown()).toBe(false);
    await quiet(bed());
    const next = await call('tap', { x: 200, y: 300, verificationMode: 'none' });
    expect(next.output).toMatchObject({ success: true, delivery_status: 'delivered' });
    expect(
      bed()
        .phone.record.slice(atAnswer)
        .map(({ kind }) => kind),
    ).toEqual(['tap']);
  });
});
