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
  await reading(
    (reads) => {
      if (reads > 1) session.debug.pause = pause;
    },
    async () => {
      const { data } = await bed.call('tap', { platform: 'android', deviceId: first, x: 10, y: 10 });
      expect(data).toMatchObject({
        success: true,
        delivery_status: 'delivered',
        verification: { code: 'DEBUGGER_PAUSED' },
      });
    },
  );
});

test('another device is untouched', async () => {
  session.debug.pause = pause;
  const { data } = await bed.call('press_back', { platform: 'android', deviceId: second });
  expect(data).toMatchObject({ success: true });
});

/** Looks stay allowed; these act or wait, and each must say so itself or by its effect. */
const looks = new Set([
  'capture_debug_snapshot',
  'capture_screenshot',
  'classify_action_outcome',
  'get_action_timeline',
  'get_app_readiness',
  'get_clipboard',
  'get_current_screen',
  'get_debugger_capabilities',
  'attach_debugger',
  'get_logs',
  'get_network_activity',
  'get_screen_fingerprint',
  'get_system_status',
  'get_ui_tree',
  'list_apps',
  'pull_file',
  'read_log_stream',
  'start_log_stream',
  'stop_log_stream',
  'wait_for_app_readiness',
]);

/** Of tools without an example. */
const needed: Readonly<Record<string, Record<string, unknown>>> = {
  set_clipboard: { text: 'x' },
  pinch: { scale: 2, selector: { text: 'Ready' } },
};

test('every other tool of a device is refused before anything reaches the device', async () => {
  session.debug.pause = pause;
  const from = bed.adbServer.commands(first).length;
  const allowed: string[] = [];
  for (const tool of tools) {
    if (tool.scope === 'host' || looks.has(tool.name)) continue;
    const input = { ...needed[tool.name], ...tool.examples[0]?.input, platform: 'android', deviceId: first };
    const { texts } = await bed.call(tool.name, input);
    if (!texts[0]?.includes('DEBUGGER_PAUSED')) allowed.push(`${tool.name}: ${texts[0]?.slice(0, 200)}`);
  }
  expect(allowed).toEqual([]);
  expect(bed.adbServer.commands(first).length).toBe(from);
});

/** The device's readings with `then` behind each, counted from 1. */
async function reading(then: (reads: number) => void, work: () => Promise<void>): Promise<void> {
  const look = session.with(['screen']).device.screen;
  const read = look.read.bind(look);
  let reads = 0;
  Object.assign(look, {
    read: async (op: Operation) => {
      const tree = await read(op);
      then(++reads);
      return tree;
    },
  });
  try {
    await work();
  } finally {
    Object.assign(look, { read });
  }
}

const polls: readonly (readonly [string, Record<string, unknown>])[] = [
  ['expect_element_visible', { selector: { text: 'never there' }, timeout_ms: 20_000 }],
  ['wait_for_ui_change', { expected_change: 'text_change', timeout_ms: 20_000 }],
  ['wait_for_app_readiness', { timeoutMs: 20_000 }],
  ['scroll_to_element', { selector: { text: 'never there' } }],
];

test.each(polls)('%s ends at the pause that comes between two of its readings', async (name, args) => {
  bed.open('com.example.gallery');
  await reading(
    (reads) => {
      if (reads === 2) session.debug.pause = pause;
    },
    async () => {
      const inputs = bed.received().length;
      const answer = await bed.call(name, { platform: 'android', deviceId: first, ...args });
      expect(JSON.stringify(answer.data)).toMatch(/DEBUGGER_PAUSED|debugger_paused/);
      expect(bed.received().length - inputs).toBeLessThanOrEqual(1);
    },
  );
});

test('a journey stops where the app does: what was done stays told, what was not is not sent', async () => {
  await reading(
    (reads) => {
      if (reads === 3) session.debug.pause = pause;
    },
    async () => {
      const inputs = bed.received().length;
      const { data } = await bed.call('run_journey', {
        platform: 'android',
        deviceId: first,
        defaults: { verificationMode: 'light' },
        steps: [
          { id: 'one', type: 'press_back' },
          { id: 'two', type: 'wait', selector: { text: 'never there' }, timeoutMs: 20_000 },
          { id: 'three', type: 'press_back' },
        ],
      });
      expect(data).toMatchObject({
        success: false,
        steps: [
          { id: 'one', success: true },
          { id: 'two', success: false },
          { id: 'three', status: 'not_run' },
        ],
      });
      expect(JSON.stringify(data)).toContain('DEBUGGER_PAUSED');
      expect(bed.received().slice(inputs)).toEqual(['key']);
    },
  );
});

test('an input that waits for its turn is refused, not kept', async () => {
  await reading(
    () => {
      session.debug.pause = pause;
    },
    async () => {
      const inputs = bed.received().length;
      const target = { platform: 'android', deviceId: first, x: 10, y: 10 };
      const light = { ...target, verificationMode: 'light' };
      const [one, two] = await Promise.all([bed.call('tap', light), bed.call('tap', light)]);
      expect(one.data).toMatchObject({ success: true, delivery_status: 'delivered' });
      expect(two.data).toMatchObject({
        success: false,
        failure_code: 'DEBUGGER_PAUSED',
        dispatch_started: false,
      });
      session.debug.pause = null;
      expect((await bed.call('get_current_screen', { platform: 'android', deviceId: first })).isError).toBe(
        false,
      );
      expect(bed.received().length - inputs).toBe(1);
    },
  );
});
