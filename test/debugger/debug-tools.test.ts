/** The debugger's tools through a real client, adb's wire and a real JVM behind the virtual phone's debug port. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Answer, makeTestBed, type TestBed } from '../harness.ts';
import {
  type CompiledDebuggee,
  compileDebuggee,
  hasJava,
  lineOf,
  type RunningDebuggee,
  runDebuggee,
} from './jvm.ts';

const there = hasJava();
const app = 'com.example.shop';

describe.skipIf(!there)(`debugging through the tools${there ? '' : ' (left out: no JDK here)'}`, () => {
  let compiled: CompiledDebuggee;
  let java: RunningDebuggee;
  let bed: TestBed;

  beforeAll(async () => {
    compiled = compileDebuggee('-g');
    java = await runDebuggee(compiled);
    bed = await makeTestBed();
    bed.open(app);
    bed.adbServer.setDebugPort(bed.serials[0] ?? '', app, {
      ready: async () => {},
      spec: () => `tcp:${java.port}`,
    });
  }, 60_000);
  afterAll(async () => {
    await bed.close();
    await java.end();
    compiled.remove();
  });

  async function attach(): Promise<string> {
    const attached = await ok(
      bed.call('attach_debugger', { platform: 'android', appId: app, processId: undefined }),
    );
    return String(attached['debug_session_id']);
  }

  async function ok(call: Promise<Answer>): Promise<Record<string, unknown>> {
    const { isError, data, texts } = await call;
    expect(isError, texts[0]).toBe(false);
    return data;
  }

  test('a breakpoint, its stop, stack, locals, the guards, and the app runs on', async () => {
    const debugSessionId = await attach();
    const set = await ok(
      bed.call('set_debugger_breakpoint', { debugSessionId, className: 'shop.Shop', line: lineOf('sum') }),
    );
    expect(set['result']).toMatchObject({ status: 'verified', breakpoint_id: 'b1' });
    java.say('add');
    const { events } = (await ok(
      bed.call('wait_for_debugger_event', {
        debugSessionId,
        afterSequence: 1,
        timeoutMs: 10_000,
        include: ['ui'],
      }),
    )) as { events: { kind: string; stop: { stop_id: string; thread_id: string } }[] };
    const stop = events.find(({ kind }) => kind === 'stopped')?.stop;
    expect(stop).toMatchObject({ stop_id: 's1', reason: 'breakpoint', breakpoint_ids: ['b1'] });
    const { stop_id: stopId, thread_id: threadId } = stop ?? { stop_id: '', thread_id: '' };
    const stack = await bed.call('get_debugger_stack', {
      debugSessionId,
      stopId,
      threadId,
      responseMode: 'outline',
    });
    expect(stack.texts[0]).toContain('* #0 shop.Shop.');
    const [, frameId = ''] = /\[(s1f\d+)\]/.exec(stack.texts[0] ?? '') ?? [];
    const locals = await ok(bed.call('get_debugger_locals', { debugSessionId, stopId, frameId }));
    expect(locals['result']).toMatchObject({ availability: 'available' });

    const before = bed.received().length;
    const tap = await bed.call('tap', { x: 10, y: 10 });
    expect(tap.data).toMatchObject({
      success: false,
      failure_code: 'DEBUGGER_PAUSED',
      dispatch_started: false,
    });
    const wait = await bed.call('wait_for_ui', { selector: { text: 'x' } });
    expect(wait.texts[0]).toContain('DEBUGGER_PAUSED');
    const home = await bed.call('start_app', { appId: app });
    expect(home.texts[0]).toContain('DEBUGGER_PAUSED');
    expect(bed.received().length).toBe(before);
    expect((await ok(bed.call('get_app_readiness', {})))['state']).toBe('debugger_paused');
    const tree = await bed.call('get_ui_tree', { responseMode: 'outline' });
    expect(tree.texts.at(-1)).toBe(
      JSON.stringify({ debugger_paused: { debug_session_id: debugSessionId, stop_id: 's1' } }),
    );

    await ok(bed.call('remove_debugger_breakpoint', { debugSessionId, breakpointId: 'b1' }));
    await ok(bed.call('resume_debugger', { debugSessionId, stopId }));
    const stale = await bed.call('get_debugger_locals', { debugSessionId, stopId, frameId });
    expect(stale.texts[0]).toContain('DEBUGGER_STALE_REFERENCE');
    const lines = (await ok(bed.call('get_action_timeline', {})))['entries'] as {
      kind: string;
      line: string;
    }[];
    expect(lines.filter(({ kind }) => kind === 'debugger').map(({ line }) => line)).toEqual([
      expect.stringContaining('attached to'),
      expect.stringContaining('stopped (breakpoint) at shop.Shop.'),
      'debugger: resumed',
    ]);
    const ended = await ok(bed.call('detach_debugger', { debugSessionId }));
    expect(ended).toMatchObject({
      state: 'detached',
      cleanup: { status: 'complete' },
      reason: 'client_detached',
    });
    expect(await ok(bed.call('detach_debugger', { debugSessionId }))).toMatchObject({ state: 'detached' });
    expect(bed.bugs).toEqual([]);
  });

  test('a device has one session, and what does not fit is refused with the way out', async () => {
    const debugSessionId = await attach();
    expect((await bed.call('attach_debugger', { appId: app })).texts[0]).toContain('DEBUGGER_BUSY');
    const twice = { debugSessionId, className: 'shop.Shop', line: 1, function: 'shop.Shop.main' };
    expect((await bed.call('set_debugger_breakpoint', twice)).texts[0]).toContain('INVALID_ARGUMENT');
    expect((await bed.call('resume_debugger', { debugSessionId, stopId: 's9' })).texts[0]).toContain(
      'DEBUGGER_NOT_PAUSED',
    );
    const unknown = { debugSessionId, className: 'Shop', line: lineOf('sum') };
    expect(await ok(bed.call('set_debugger_breakpoint', unknown))).toMatchObject({
      result: { status: 'pending', message: expect.stringContaining('similar'), candidates: ['shop.Shop'] },
    });
    const elsewhere = await bed.call('get_debugger_state', { debugSessionId });
    expect(elsewhere.data).toMatchObject({ result: { breakpoints: [{ status: 'pending' }] } });
    const ahead = { debugSessionId, afterSequence: 99 };
    expect((await bed.call('wait_for_debugger_event', ahead)).texts[0]).toContain('INVALID_ARGUMENT');
    await ok(bed.call('detach_debugger', { debugSessionId }));
    expect((await bed.call('get_debugger_state', { debugSessionId: 'dbg_none' })).texts[0]).toContain(
      'DEBUGGER_NOT_FOUND',
    );
  });
});
