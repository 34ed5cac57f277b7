/** The debugger's tools with the JDI backend, through adb's wire and a forward of its own to a real JVM. */
import { Operation, systemClock } from '@mobile-debug/core/operation.ts';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { jdiWorkers, jdkThere } from '../../src/cli/jdi-choice.ts';
import { JdiBackend } from '../../src/debugger/jdi/jdi-backend.ts';
import { type Answer, makeTestBed, type TestBed } from '../harness.ts';
import { jdiEnvironment, workersOf } from './jdi.ts';
import {
  type CompiledDebuggee,
  compileDebuggee,
  hasJava,
  lineOf,
  type RunningDebuggee,
  runDebuggee,
} from './jvm.ts';

const there = hasJava();
if (!there) console.warn('tools with the JDI backend: skipped, java and javac are not installed');
const app = 'com.example.shop';
const jdi = { values: { 'debugger-backend': 'jdi' }, environment: jdiEnvironment } as const;

async function ok(call: Promise<Answer>): Promise<Record<string, unknown>> {
  const { isError, data, texts } = await call;
  expect(isError, texts[0]).toBe(false);
  return data;
}

describe.skipIf(!there)('debugging with the JDI backend', () => {
  let compiled: CompiledDebuggee;
  let java: RunningDebuggee;
  let bed: TestBed;

  beforeAll(() => {
    compiled = compileDebuggee('-g');
  });
  afterAll(() => compiled.remove());
  beforeEach(async () => {
    java = await runDebuggee(compiled);
    bed = await makeTestBed({ debugger: jdi });
    bed.open(app);
    bed.adbServer.setDebugPort(bed.serials[0] ?? '', app, {
      ready: async () => {},
      spec: () => `tcp:${java.port}`,
    });
  });
  afterEach(async () => {
    expect(bed.bugs).toEqual([]);
    await bed.close();
    await java.end();
    // Whatever happened in between.
    expect(workersOf()).toEqual([]);
    expect(bed.adbServer.forwardCount).toBe(0);
  });

  async function stopped(): Promise<{ readonly debugSessionId: string; readonly stop: Stop }> {
    const { debug_session_id } = await ok(bed.call('attach_debugger', { appId: app }));
    const debugSessionId = String(debug_session_id);
    const at = { className: 'shop.Shop', line: lineOf('sum') };
    await ok(bed.call('set_debugger_breakpoint', { debugSessionId, ...at }));
    java.say('add');
    return { debugSessionId, stop: await stopOf(debugSessionId) };
  }

  async function stopOf(debugSessionId: string): Promise<Stop> {
    for (let afterSequence = 1; ; ) {
      const wait = { debugSessionId, afterSequence, timeoutMs: 10_000 };
      const { stop, next_cursor } = await ok(bed.call('wait_for_debugger_event', wait));
      if (stop !== null) return stop as Stop;
      afterSequence = Number(next_cursor);
    }
  }

  test('a breakpoint, its locals, and a detach that leaves neither worker nor forward', async () => {
    const { debugSessionId, stop } = await stopped();
    expect(bed.adbServer.forwardCount).toBe(1);
    expect(workersOf()).toHaveLength(1);
    const at = { debugSessionId, stopId: stop.stop_id };
    const stack = await ok(bed.call('get_debugger_stack', { ...at, threadId: stop.thread_id }));
    const [frame] = (stack['result'] as { frames: { frame_id: string }[] }).frames;
    const locals = await ok(bed.call('get_debugger_locals', { ...at, frameId: frame?.frame_id }));
    expect(JSON.stringify(locals)).toContain('Item(name=\\"cup\\"');
    await ok(bed.call('remove_debugger_breakpoint', { debugSessionId, breakpointId: 'b1' }));
    const detached = await ok(bed.call('detach_debugger', { debugSessionId }));
    expect(detached).toMatchObject({ state: 'detached', cleanup: { status: 'complete' } });
    expect(await java.line()).toBe('total 500');
    expect(bed.adbServer.forwardCount).toBe(0);
    expect(workersOf()).toEqual([]);
  });

  test('a worker that is killed: told as that, and the program runs on without its forward', async () => {
    const { debugSessionId } = await stopped();
    const [pid = 0] = workersOf();
    process.kill(pid, 'SIGKILL');
    expect(await java.line()).toBe('total 500');
    const wait = { debugSessionId, afterSequence: 2, timeoutMs: 10_000 };
    expect(await ok(bed.call('wait_for_debugger_event', wait))).toMatchObject({
      state: 'disconnected',
      reason: 'worker_failed',
    });
    await expect.poll(() => bed.adbServer.forwardCount).toBe(0);
  });

  test('a method that does not return: the session lets go, and the program runs on', async () => {
    const { debug_session_id } = await ok(bed.call('attach_debugger', { appId: app }));
    const debugSessionId = String(debug_session_id);
    const at = { className: 'shop.Shop$Getters', line: lineOf('getters') };
    await ok(bed.call('set_debugger_breakpoint', { debugSessionId, ...at }));
    java.say('getters');
    const { stop_id: stopId, thread_id: threadId } = await stopOf(debugSessionId);
    const stack = await ok(bed.call('get_debugger_stack', { debugSessionId, stopId, threadId }));
    const [frame] = (stack['result'] as { frames: { frame_id: string }[] }).frames;
    const call = { debugSessionId, stopId, frameId: frame?.frame_id, expression: 'this.slow()' };
    const { texts } = await bed.call('evaluate_in_debugger', { ...call, allowGetters: true });
    expect(texts[0]).toContain('DEBUGGER_TIMEOUT');
    expect(await ok(bed.call('get_debugger_state', { debugSessionId }))).toMatchObject({
      state: 'detached',
      reason: 'uncertain_getter',
      cleanup: { status: 'complete' },
    });
    expect(await java.line()).toBe('getters 0');
  });

  test('the end of the process ends worker and forward', async () => {
    const { debug_session_id: debugSessionId } = await ok(bed.call('attach_debugger', { appId: app }));
    java.say('exit');
    const wait = { debugSessionId, afterSequence: 1, timeoutMs: 10_000 };
    expect(await ok(bed.call('wait_for_debugger_event', wait))).toMatchObject({ state: 'disconnected' });
    await expect.poll(() => [bed.adbServer.forwardCount, workersOf()]).toEqual([0, []]);
  });

  test.each([
    ['accepts and drops', async () => {}],
    [
      'keeps silent',
      async (stream: { readonly hangup: AbortSignal }) =>
        await new Promise<void>((resolve) =>
          stream.hangup.addEventListener('abort', () => resolve(), { once: true }),
        ),
    ],
  ] as const)('a process that %s is busy', async (_, serve) => {
    const serial = bed.serials[0] ?? '';
    const pid = bed.phone.processes.find(({ packageName }) => packageName === app)?.pid ?? 0;
    bed.adbServer.listen(serial, `jdwp:${pid}`, serve);
    expect((await bed.call('attach_debugger', { appId: app })).texts[0]).toContain('DEBUGGER_BUSY');
  });
});

interface Stop {
  readonly stop_id: string;
  readonly thread_id: string;
}

test('without a JDK: what is missing and the way out, before anything is forwarded', async () => {
  using op = Operation.start(5_000);
  const search = { env: {}, platform: 'linux', exists: () => false, list: () => [] } as const;
  const backend = new JdiBackend({
    clock: systemClock,
    prepare: jdiWorkers({}, search),
    ready: (call) => jdkThere(call, {}, search),
    forward: async () => await Promise.reject(new Error('forwarded')),
  });
  const attaching = backend.attach(op, { appId: app, pid: 1, processName: app }, () => {});
  const missing = {
    code: 'DEBUGGER_UNSUPPORTED',
    message: expect.stringContaining('JDK 17'),
    nextStep: expect.stringContaining('--debugger-backend native'),
  };
  await expect(attaching).rejects.toMatchObject(missing);
  await expect(backend.ready(op)).rejects.toMatchObject(missing);
});
