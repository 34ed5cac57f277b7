/** Withdrawing a call at every chunk that goes over the wire: delivery is said truly, and the next call works. */

import { isFault } from '@mobile-debug/core/fault.ts';
import { systemClock } from '@mobile-debug/core/operation.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { AndroidSource } from '../../src/devices/android/android-source.ts';
import { runTool, type ServerContext } from '../../src/server/run-tool.ts';
import { everything, OfferedTools } from '../../src/server/toolsets.ts';
import { SessionPool } from '../../src/session/session-pool.ts';
import { tools } from '../../src/tools/index.ts';
import { OutlineText } from '../../src/wire/outline/outline-answer.ts';
import { oneBed } from '../contract/beds.ts';
import { quiet } from '../contract/reading.ts';
import { type Gate, openGate } from './gate.ts';
import { freshForm, latency, login } from './phone-side.ts';

const bed = oneBed({ clipboardCommand: true });
let gate: Gate;
let context: ServerContext;

beforeAll(async () => {
  gate = await openGate(bed().adbServer.port);
  const source = new AndroidSource({ address: { host: '127.0.0.1', port: gate.port }, clock: systemClock });
  context = { ...bed().context, pool: new SessionPool([source], systemClock) };
});

afterAll(async () => {
  await context.pool.close();
  await gate.close();
});

type Wire = Record<string, unknown>;

interface Ending {
  /** Null when the call was refused as withdrawn before it was an action. */
  readonly output: Wire | null;
}

async function call(name: string, args: Wire, signal?: AbortSignal): Promise<Ending> {
  const tool = tools.find((one) => one.name === name);
  if (!tool) throw new Error(name);
  try {
    const { output } = await runTool(tool, context, args, {
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

const calls: readonly (readonly [string, Wire])[] = [
  ['tap', { x: 500, y: 600, verificationMode: 'light' }],
  ['tap_element', { ...headline, verificationMode: 'full' }],
  ['long_press', { ...headline, durationMs: 300, verificationMode: 'none' }],
  ['swipe', { x1: 500, y1: 600, x2: 500, y2: 500, duration: 20, verificationMode: 'none' }],
  ['press_back', { verificationMode: 'light' }],
  ['press_key', { key: 'volume_up', verificationMode: 'none' }],
  ['type_text', { ...field, text: 'ü', clear: true, verificationMode: 'light' }],
  ['start_app', { appId: latency, verificationMode: 'light' }],
  ['restart_app', { appId: login, verificationMode: 'none' }],
  ['scroll_to_element', { selector: { text: 'Nowhere' }, maxScrolls: 2, verificationMode: 'none' }],
  ['adjust_control', { selector: { resource_id: 'remember_me' }, property: 'checked', targetValue: false }],
];

/** Nothing is under way any more; only the list of devices is watched. */
async function settled(): Promise<void> {
  await expect.poll(() => gate.open, { interval: 2 }).toBeLessThanOrEqual(2);
  await quiet(bed());
}

/** What the phone recorded since, apart from what nobody sent. */
function newRecords(from: number): number {
  return bed().phone.record.length - from;
}

describe.each(calls)('%s', (name, args) => {
  test('withdrawn at every chunk', async () => {
    await call('get_screen_fingerprint', {});
    for (let nth = 1; ; nth++) {
      freshForm(bed());
      await quiet(bed());
      const from = bed().phone.record.length;
      const client = new AbortController();
      gate.watch(nth, () => client.abort());
      const { output } = await call(name, args, client.signal);
      const reached = gate.seen >= nth;
      gate.watch(0, () => {});
      await settled();
      const status = output?.['delivery_status'] ?? 'not_delivered';
      const where = `${name}, chunk ${nth}: ${status}`;
      if (status === 'not_delivered') expect(newRecords(from), where).toBe(0);
      if (status === 'delivered') expect(newRecords(from), where).toBeGreaterThan(0);
      if (output?.['success'] === false && status === 'unknown')
        expect(output['retryable'], where).toBe(false);
      expect(bed().adbServer.runningServices, where).toBe(0);
      const next = await call('get_screen_fingerprint', {});
      expect(next.output?.['fingerprint'], where).toEqual(expect.any(String));
      if (!reached) {
        expect(nth, name).toBeGreaterThan(4);
        return;
      }
    }
  });
});

test('a journey withdrawn at every chunk sends nothing more, and the next call works', async () => {
  const steps = [
    { id: 'a', type: 'tap', ...headline },
    { id: 'b', type: 'tap', ...headline },
  ];
  const args = { steps, defaults: { verificationMode: 'light' } };
  for (let nth = 1, reached = true; reached; nth++) {
    freshForm(bed());
    await quiet(bed());
    const client = new AbortController();
    gate.watch(nth, () => client.abort());
    await call('run_journey', args, client.signal);
    reached = gate.seen >= nth;
    gate.watch(0, () => {});
    await settled();
    const taps = bed().phone.record.length;
    expect((await call('get_screen_fingerprint', {})).output?.['fingerprint']).toEqual(expect.any(String));
    expect(bed().phone.record).toHaveLength(taps);
  }
});
