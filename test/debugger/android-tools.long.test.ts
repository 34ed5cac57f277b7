/** What the debugger's tools promise around a stop, with a real Java virtual machine behind the virtual phone's debug port. */
import { Operation } from '@mobile-debug/core/operation.ts';
import { ManualClock } from '@mobile-debug/core/testing/manual-clock.ts';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { DebugSessions } from '../../src/debugger/debug-sessions.ts';
import { attachNative } from '../../src/debugger/jdwp/native-debuggee.ts';
import type { DeviceWith } from '../../src/devices/port/device.ts';
import { makeTestBed, type TestBed } from '../harness.ts';
import {
  type CompiledDebuggee,
  compileDebuggee,
  hasJava,
  lineOf,
  type RunningDebuggee,
  runDebuggee,
} from './jvm.ts';
import { McpDebugger, type Stop } from './mcp-debugger.ts';

const there = hasJava();
const appId = 'com.example.shop';

describe.skipIf(!there)(`around a stop${there ? '' : ' (left out: no JDK here)'}`, () => {
  let compiled: CompiledDebuggee;
  let java: RunningDebuggee;
  let bed: TestBed;
  let debug: McpDebugger;

  beforeAll(() => {
    compiled = compileDebuggee('-g');
    return () => compiled.remove();
  });
  beforeEach(async () => {
    java = await runDebuggee(compiled);
    bed = await makeTestBed();
    bed.open(appId);
    const port = { ready: async () => {}, spec: () => `tcp:${java.port}` };
    bed.adbServer.setDebugPort(bed.serials[0] ?? '', appId, port);
    debug = new McpDebugger((name, args) => bed.call(name, args), { platform: 'android', appId });
    await debug.attach();
  });
  afterEach(async () => {
    expect(bed.bugs).toEqual([]);
    await bed.close();
    await java.end();
  });

  async function stopAt(name: string, command: string, className = 'shop.Shop'): Promise<Stop> {
    await debug.breakAt({ className, line: lineOf(name) });
    java.say(command);
    return await debug.stop();
  }

  const waitWithScreen = () =>
    debug.own('wait_for_debugger_event', { afterSequence: 0, timeoutMs: 5_000, include: ['ui'] });

  test('the screen comes with the stop; a screen that cannot be read is said, and costs nothing else', async () => {
    const running = await debug.own('wait_for_debugger_event', { include: ['ui'] });
    expect(running['ui']).toBeUndefined();
    await stopAt('sum', 'add');
    expect(await waitWithScreen()).toMatchObject({
      state: 'paused',
      ui: { outline: expect.stringContaining('com.example.shop') },
    });
    bed.wire.disturb('read', 'hang');
    const { ui, events } = await waitWithScreen();
    expect(ui).toMatchObject({ outline: null, reason: expect.stringMatching(/^[A-Z_]+: /) });
    expect(events).toMatchObject([{ kind: 'attached' }, { kind: 'stopped' }]);
  });

  test('threads that wait for one another are told as a circle, by their names', async () => {
    const { stop_id: stopId } = await stopAt('stuck', 'deadlock');
    const args = { debugSessionId: debug.debugSessionId, stopId };
    const { result } = (await debug.ok('get_debugger_threads', args)) as {
      result: { threads: { thread_id: string; name: string }[]; deadlocks: string[][] };
    };
    const names = new Map(result.threads.map(({ thread_id, name }) => [thread_id, name]));
    expect(result.deadlocks).toHaveLength(1);
    expect(result.deadlocks[0]?.map((id) => names.get(id)).sort()).toEqual(['one', 'two']);
    const { texts } = await bed.call('get_debugger_threads', { ...args, responseMode: 'outline' });
    expect(texts[0]).toMatch(/DEADLOCK: (?:one waits for two|two waits for one)/);
  });

  test('a method that does not return: the session lets go, and the program runs on', async () => {
    const stop = await stopAt('getters', 'getters', 'shop.Shop$Getters');
    const args = { ...(await debug.top(stop)), expression: 'this.slow()', allowGetters: true };
    const said = await debug.refused('evaluate_in_debugger', {
      debugSessionId: debug.debugSessionId,
      ...args,
    });
    expect(said).toContain('DEBUGGER_TIMEOUT');
    expect(await debug.own('get_debugger_state')).toMatchObject({
      state: 'detached',
      reason: 'uncertain_getter',
      cleanup: { status: 'complete' },
    });
    expect(await java.line()).toBe('getters 0');
    expect((await bed.call('tap', { x: 10, y: 10 })).data).toMatchObject({ success: true });
  });

  test('1,000 frames of a stop, a hundred at a time; those that are known are seen again', async () => {
    const stop = await stopAt('deep', 'deep');
    const at = { debugSessionId: debug.debugSessionId, stopId: stop.stop_id, threadId: stop.thread_id };
    const framesFrom = async (offset: number): Promise<readonly Record<string, unknown>[]> => {
      const { result } = await debug.ok('get_debugger_stack', { ...at, offset, limit: 100 });
      const { frames, total } = result as { frames: Record<string, unknown>[]; total: number };
      expect(total).toBe(1_203);
      return frames;
    };
    const ids = new Set<unknown>();
    for (let offset = 0; offset < 1_000; offset += 100) {
      for (const { frame_id, method, index } of await framesFrom(offset)) {
        expect(method).toBe('deep');
        ids.add(`${frame_id} ${index}`);
      }
    }
    expect(ids.size).toBe(1_000);
    const refused = await debug.refused('get_debugger_stack', { ...at, offset: 1_000, limit: 1 });
    expect(refused).toContain('at most 1,000 frames');
    const again = await framesFrom(900);
    expect(again.every(({ frame_id, index }) => ids.has(`${frame_id} ${index}`))).toBe(true);
    const frameId = again.at(-1)?.['frame_id'];
    const { result } = await debug.own('evaluate_in_debugger', {
      stopId: stop.stop_id,
      frameId,
      expression: 'n',
    });
    expect(result).toMatchObject({ value: '999' });
    expect(await debug.refused('get_debugger_stack', { ...at, limit: 101 })).toContain('limit');
    await debug.resume(stop);
  });

  test('tap, stop, resume and crash stand in the timeline in their order', async () => {
    expect((await bed.call('tap', { x: 10, y: 10 })).data).toMatchObject({ success: true });
    const stop = await stopAt('sum', 'add');
    await debug.resume(stop);
    await java.line();
    bed.phone.crash(appId);
    await expect
      .poll(async () => JSON.stringify((await debug.ok('get_action_timeline', {}))['entries']))
      .toContain('"crash"');
    const { entries } = (await debug.ok('get_action_timeline', {})) as {
      entries: { kind: string; line: string }[];
    };
    const told = entries.filter(({ kind }) => kind !== 'delta' && kind !== 'log_error');
    expect(told.map(({ kind, line }) => `${kind}: ${line.split(/[:(]/).slice(0, 2).join(':')}`)).toEqual([
      expect.stringMatching(/^debugger: debugger: attached/),
      expect.stringMatching(/^action: tap/),
      expect.stringMatching(/^debugger: debugger: stopped/),
      'debugger: debugger: resumed',
      expect.stringMatching(/^crash: /),
    ]);
  });

  test('a journey whose step stops the app ends there, and the phone receives no more', async () => {
    const before = bed.received().length;
    await debug.breakAt({ className: 'shop.Shop', line: lineOf('sum') });
    const journey = bed.call('run_journey', {
      steps: [
        { id: 'one', type: 'press_back' },
        { id: 'two', type: 'wait', selector: { text: 'never there' }, timeoutMs: 20_000 },
        { id: 'three', type: 'press_back' },
      ],
    });
    await expect.poll(() => bed.received().length).toBe(before + 1);
    java.say('add');
    expect((await journey).data).toMatchObject({
      success: false,
      steps: [
        { id: 'one', success: true },
        { id: 'two', success: false },
        { id: 'three', status: 'not_run' },
      ],
    });
    expect(JSON.stringify((await journey).data)).toContain('DEBUGGER_PAUSED');
    expect(bed.received().length).toBe(before + 1);
  });

  test('a client that leaves lets the program run on', async () => {
    await stopAt('sum', 'add');
    await bed.context.debug.close();
    expect(await java.line()).toBe('total 500');
  });
});

test.skipIf(!there)(
  `60 s of a pause by the clock, then the program runs on${there ? '' : ' (left out)'}`,
  async () => {
    const compiled = compileDebuggee('-g');
    const java = await runDebuggee(compiled);
    const clock = new ManualClock();
    const sessions = new DebugSessions(clock, () => ({
      name: 'native',
      attach: async (op, _target, listener) =>
        await attachNative(op, await java.channel(), { listener, clock }),
    }));
    const process = { pid: 7, processName: 'shop', start: null };
    const device: DeviceWith<'debug'> = {
      info: {
        id: 'phone-1',
        platform: 'android',
        osVersion: '14',
        model: null,
        simulator: true,
        virtual: true,
        state: 'ready',
      },
      close: async () => {},
      debug: { limitations: [], processes: async () => ({ attachable: [process], closed: [] }) },
    };
    try {
      using op = Operation.start(600_000, { clock });
      const watcher = { paused() {}, happened() {} };
      const request = { device, appId: 'shop', processId: undefined, timeoutMs: 10_000, watcher };
      const session = await sessions.attach(op, request);
      const at = { kind: 'class_line', className: 'shop.Shop', line: lineOf('sum') } as const;
      await session.breakpoints.set(op, { at, condition: null, logMessage: null });
      java.say('add');
      await expect.poll(() => session.state).toBe('paused');
      await clock.advance(59_999);
      expect(session.state).toBe('paused');
      await clock.advance(1);
      expect(await java.line()).toBe('total 500');
      await expect.poll(() => session.state).toBe('detached');
      expect(session.reason).toBe('expired_paused');
    } finally {
      await sessions.close();
      await java.end();
      compiled.remove();
    }
  },
);
