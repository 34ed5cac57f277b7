/** What a device answers while a debugger holds its app: nothing is sent, nothing waits in vain, others are untouched. */
import { Operation } from '@mobile-debug/core/operation.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { DeviceSession } from '../../src/session/device-session.ts';
import { tools } from '../../src/tools/index.ts';
import { makeTestBed, type TestBed } from '../harness.ts';

const pause = { debugSessionId: 'dbg_1', stopId: 's1', appId: 'com.example.shop', atMs: 1 };
let bed: TestBed;
let session: DeviceSession;
let first: string;
let second: string;

beforeAll(async () => {
  bed = await makeTestBed({ serials: ['emulator-5554', 'emulator-5556'] });
  [first = '', second = ''] = bed.serials;
});
afterAll(() => bed.close());

beforeEach(async () => {
  using op = Operation.start(10_000);
  session = await bed.pool.session(op, { platform: 'android', deviceId: first });
  session.debug.pause = null;
  bed.open('com.example.shop');
});

const refusals: readonly (readonly [string, Record<string, unknown>])[] = [
  ['tap', { x: 10, y: 10 }],
  ['press_back', {}],
  ['start_app', { appId: 'com.example.notes' }],
  ['terminate_app', { appId: 'com.example.shop' }],
  ['set_device', { darkMode: true }],
  ['wait_for_ui', { selector: { text: 'x' } }],
  ['expect_element_visible', { selector: { text: 'x' } }],
  ['wait_for_screen_change', { previousFingerprint: 'a'.repeat(64) }],
  ['run_journey', { steps: [{ id: 'a', type: 'press_back' }] }],
];

test.each(refusals)('%s is refused before anything reaches the device', async (name, args) => {
  if (!tools.some((tool) => tool.name === name)) throw new Error(`${name} is no tool`);
  session.debug.pause = pause;
  const [inputs, commands] = [bed.received().length, bed.adbServer.commands(first).length];
  const answer = await bed.call(name, { platform: 'android', deviceId: first, ...args });
  expect(answer.texts[0]).toContain('DEBUGGER_PAUSED');
  expect(bed.received().length).toBe(inputs);
  expect(bed.adbServer.commands(first).length).toBe(commands);
  expect(bed.bugs).toEqual([]);
});

test('a wait ends in the middle of its polling when the app is stopped', async () => {
  const from = bed.adbServer.commands(first).length;
  const waiting = bed.call('wait_for_ui', {
    platform: 'android',
    deviceId: first,
    selector: { text: 'never there' },
    timeout_ms: 20_000,
    poll_interval_ms: 100,
  });
  await expect.poll(() => bed.adbServer.commands(first).length).toBeGreaterThan(from + 1);
  session.debug.pause = pause;
  expect((await waiting).texts[0]).toContain('DEBUGGER_PAUSED');
});

test('readiness answers at once, and the tree stays readable with the pause noted', async () => {
  session.debug.pause = pause;
  const target = { platform: 'android', deviceId: first };
  const commands = bed.adbServer.commands(first).length;
  expect((await bed.call('wait_for_app_readiness', target)).data).toMatchObject({
    success: false,
    readiness: { state: 'debugger_paused' },
  });
  expect(bed.adbServer.commands(first).length).toBe(commands);
  const note = JSON.stringify({ debugger_paused: { debug_session_id: 'dbg_1', stop_id: 's1' } });
  for (const name of ['get_ui_tree', 'capture_screenshot', 'get_logs']) {
    const answer = await bed.call(name, target);
    expect(answer.isError, name).toBe(false);
    expect(answer.texts.at(-1), name).toBe(note);
  }
});

test('an input that was delivered keeps its delivery when the app stops right behind it', async () => {
  const look = session.with(['screen']).device.screen;
  const read = look.read.bind(look);
  let reads = 0;
  Object.assign(look, {
    read: async (op: Operation) => {
      const tree = await read(op);
      if (++reads > 1) session.debug.pause = pause;
      return tree;
    },
  });
  try {
    const { data } = await bed.call('tap', { platform: 'android', deviceId: first, x: 10, y: 10 });
    expect(data).toMatchObject({
      success: true,
      delivery_status: 'delivered',
      verification: { code: 'DEBUGGER_PAUSED' },
    });
  } finally {
    Object.assign(look, { read });
  }
});

test('another device is untouched', async () => {
  session.debug.pause = pause;
  const { data } = await bed.call('press_back', { platform: 'android', deviceId: second });
  expect(data).toMatchObject({ success: true });
});
