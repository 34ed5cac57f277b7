/** All debugger tools on iOS, through a real client and a real LLDB that holds a C++ program. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { at, file, lldbApp } from './lldb-app.ts';
import { lineOf, nativePrograms, type Programs } from './native-program.ts';

const found = await nativePrograms();
const missing = typeof found === 'string' ? found : null;
if (missing !== null) console.warn(`LLDB suite skipped: ${missing}`);
const programs = found as Programs;

describe.skipIf(missing !== null)('the tools on LLDB', () => {
  let world: Awaited<ReturnType<typeof lldbApp>>;

  beforeAll(async () => {
    world = await lldbApp(programs);
  });
  afterAll(async () => {
    await world.bed.close();
    programs.remove();
  });
  afterEach(async () => {
    if (world.tools.debugSessionId !== '') await world.tools.detach();
    expect(world.bed.bugs).toEqual([]);
  });

  test('attach, stop at a line, look, step, stale references, detach: the app runs on', async () => {
    const { tools } = world;
    const run = await world.begin();
    expect(await tools.own('get_debugger_state')).toMatchObject({
      state: 'running',
      capabilities: { backend: 'lldb-dap' },
      target: { pid: run.pid, process_name: 'ShopApp' },
    });
    const again = await tools.refused('attach_debugger', tools.target);
    expect(again).toContain('DEBUGGER_BUSY');
    const set = await tools.breakAt(at('added'));
    expect(set).toMatchObject({ status: 'verified', resolved: [{ line: lineOf('added') }] });
    const stop = await tools.stop();
    expect(stop).toMatchObject({ reason: 'breakpoint', breakpoint_ids: [set['breakpoint_id']] });
    expect(await tools.stack(stop)).toMatch(/\* #0 Cart\.add\(.*\n\* #1 oneRound\(.*\n\* #2 main/);
    expect(await tools.locals(stop)).toMatch(/item: .* = \{name: "(tea|cake)", cents: \d+, size: \w+\}/);
    const top = await tools.top(stop);
    const { object_id: objectId } = JSON.parse(await tools.evaluate(stop, 'items_')) as { object_id: string };
    const looked = await tools.own('inspect_debugger_object', { stopId: stop.stop_id, objectId });
    expect(looked['result']).toMatchObject({ kind: 'elements', elements: [{ name: '[0]' }] });
    const threads = await tools.own('get_debugger_threads', { stopId: stop.stop_id });
    expect(threads['result']).toMatchObject({ threads: [{ thread_id: stop.thread_id }] });
    await tools.remove(set['breakpoint_id']);
    await tools.remove(set['breakpoint_id']);
    const over = await tools.step(stop, 'over');
    expect(over).toMatchObject({ reason: 'step', locations: [{ line: lineOf('added') + 1 }] });
    const stale = [
      tools.refused('get_debugger_locals', { debugSessionId: tools.debugSessionId, ...top }),
      tools.refused('inspect_debugger_object', {
        debugSessionId: tools.debugSessionId,
        stopId: stop.stop_id,
        objectId,
      }),
      tools.refused('resume_debugger', { debugSessionId: tools.debugSessionId, stopId: stop.stop_id }),
    ];
    for (const words of await Promise.all(stale)) expect(words).toContain('DEBUGGER_STALE_REFERENCE');
    expect(await tools.step(over, 'out')).toMatchObject({ locations: [{ method: 'oneRound(char const*)' }] });
    expect(await tools.detach()).toMatchObject({ state: 'detached', cleanup: { status: 'complete' } });
    expect(await tools.detach()).toMatchObject({ state: 'detached' });
    await run.rounds(3);
  });

  test('functions, conditions, log points, lines without code, files that are not loaded', async () => {
    const { tools } = world;
    await world.begin();
    const call = await tools.breakAt({ function: 'factorial', condition: 'n == 2' });
    const stop = await tools.stop();
    expect(await tools.evaluate(stop, 'n')).toContain('"value":"2"');
    await tools.remove(call['breakpoint_id']);
    const log = await tools.breakAt({ ...at('added'), logMessage: '{item.name} for {item.cents}' });
    await tools.resume(stop);
    expect(await tools.event('log_point')).toMatchObject({
      message: expect.stringMatching(/^(tea for 250|cake for 400)$/),
      breakpoint_id: log['breakpoint_id'],
    });
    await tools.remove(log['breakpoint_id']);
    const session = { debugSessionId: tools.debugSessionId };
    const rejected = await tools.refused('set_debugger_breakpoint', {
      ...session,
      file,
      line: lineOf('throw') + 3,
    });
    expect(rejected).toMatch(/"candidates":\["shop\.cpp:\d+"/);
    expect(await tools.breakAt({ file: 'other.cpp', line: 3 })).toMatchObject({ status: 'pending' });
    for (const [args, code] of [
      [{ className: 'Cart', line: 3 }, 'INVALID_ARGUMENT'],
      [{ ...at('added'), condition: 'a ==' }, 'INVALID_ARGUMENT'],
      [{ ...at('added'), condition: 'total() > 3' }, 'INVALID_ARGUMENT'],
    ] as const) {
      expect(await tools.refused('set_debugger_breakpoint', { ...session, ...args })).toContain(code);
    }
    await tools.breakAt({ ...at('lambda'), condition: 'nothing > 3' });
    expect(await tools.stop()).toMatchObject({ reason: 'condition_error' });
  });

  test('thrown exceptions by class, and one that nobody catches', async () => {
    const { tools } = world;
    const run = await world.begin('uncaught');
    const caught = await tools.breakAt({
      exception: { className: 'OutOfStock', caught: true, uncaught: true },
    });
    const stop = await tools.stop();
    expect(stop).toMatchObject({ reason: 'exception', description: expect.stringContaining('OutOfStock') });
    await tools.remove(caught['breakpoint_id']);
    await tools.breakAt({ exception: {} });
    await tools.resume(stop);
    run.process.kill('SIGUSR1');
    expect(await tools.stop()).toMatchObject({
      reason: 'exception',
      description: expect.stringContaining('uncaught'),
    });
  });

  test('code of the app runs only where the caller allows it', async () => {
    const { tools } = world;
    await world.begin();
    await tools.breakAt(at('end of round'));
    const stop = await tools.stop();
    const call = {
      debugSessionId: tools.debugSessionId,
      ...(await tools.top(stop)),
      expression: 'cart.total()',
    };
    expect(await tools.refused('evaluate_in_debugger', call)).toContain('allowGetters');
    expect(await tools.evaluate(stop, 'cart.total()', { allowGetters: true })).toContain('"value":"650"');
    expect(await tools.evaluate(stop, 'numbers.length == 5000 && rounds >= 0')).toContain('"value":"true"');
    const endless = { ...call, expression: 'cart.forever()', allowGetters: true };
    expect(await tools.refused('evaluate_in_debugger', endless)).toContain('DEBUGGER_TIMEOUT');
    expect(await tools.own('get_debugger_state')).toMatchObject({
      state: 'detached',
      reason: 'uncertain_getter',
      cleanup: { status: 'complete' },
    });
    await world.app.last.rounds(3);
  });

  test('into a constructor, recursion, a breakpoint that completes a step', async () => {
    const { tools } = world;
    await world.begin();
    const round = await tools.breakAt(at('round'));
    let stop = await tools.stop();
    await tools.remove(round['breakpoint_id']);
    stop = await tools.step(stop, 'into');
    expect(stop).toMatchObject({ reason: 'step', locations: [{ class_name: 'Cart' }] });
    await tools.breakAt({ ...at('recursion ends'), condition: 'n == 1' });
    stop = await tools.step(stop, 'out');
    const deep = await tools.step(stop, 'over');
    const hit = deep.reason === 'breakpoint' ? deep : await resumed(deep);
    expect((await tools.stack(hit)).match(/#\d+ factorial\(int\)/g)).toHaveLength(4);

    async function resumed(from: typeof stop) {
      await tools.resume(from);
      return await tools.stop();
    }
  });

  test('two threads in a deadlock', async () => {
    const { tools } = world;
    const run = await world.begin('deadlock');
    await run.rounds(15);
    await tools.breakAt(at('end of round'));
    const stop = await tools.stop();
    const { result } = await tools.own('get_debugger_threads', { stopId: stop.stop_id });
    const { deadlocks, threads } = result as { deadlocks: string[][]; threads: { state: string }[] };
    expect(threads.filter(({ state }) => state === 'monitor')).toHaveLength(2);
    expect(deadlocks).toHaveLength(1);
    expect(deadlocks[0]).toHaveLength(2);
  });

  test('the process dies in the middle of a call: typed, the end is told, the device is free again', async () => {
    const { tools } = world;
    const run = await world.begin();
    await tools.breakAt(at('end of round'));
    const stop = await tools.stop();
    const top = await tools.top(stop);
    const asked = world.bed.call('evaluate_in_debugger', {
      debugSessionId: tools.debugSessionId,
      ...top,
      expression: 'cart.total() + cart.total()',
      allowGetters: true,
    });
    run.process.kill('SIGKILL');
    const { texts } = await asked;
    expect(texts[0]).toMatch(/"success":true|DEBUGGER_|INVALID_ARGUMENT/);
    await tools.event('ended');
    expect(await tools.own('get_debugger_state')).toMatchObject({ state: 'disconnected' });
    expect(
      await tools.refused('get_debugger_stack', {
        debugSessionId: tools.debugSessionId,
        stopId: stop.stop_id,
        threadId: stop.thread_id,
      }),
    ).toMatch(/DEBUGGER_DISCONNECTED|DEBUGGER_STALE_REFERENCE/);
    await world.begin();
  });

  test('held by another debugger, gone, another process than the one named: typed', async () => {
    const { tools } = world;
    const run = await world.begin();
    await tools.detach();
    const other = await run.attach(programs.lldb);
    expect(await tools.refused('attach_debugger', tools.target)).toContain('DEBUGGER_BUSY');
    await other.detach(run.op);
    expect(await tools.refused('attach_debugger', { ...tools.target, processId: 1 })).toContain(
      'PROCESS_NOT_FOUND',
    );
    await tools.ok('terminate_app', tools.target);
    expect(await tools.refused('attach_debugger', tools.target)).toContain('PROCESS_NOT_FOUND');
  });
});
