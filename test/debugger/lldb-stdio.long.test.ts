/** The built server over stdio with a real LLDB: what it leaves behind when it leaves, and that no value gets out of it. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemClock } from '@mobile-debug/core/operation.ts';
import { limitMs } from '@mobile-debug/core/testing/contention.ts';
import { createIphone } from '@mobile-debug/virtual-phone/apple/simulator.ts';
import {
  startVirtualAppleTools,
  type VirtualAppleTools,
} from '@mobile-debug/virtual-phone/apple/virtual-apple-tools.ts';
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import { RawServer, toolResult } from '../e2e/raw-server.ts';
import { appId, at, FixtureApp } from './lldb-app.ts';
import { McpDebugger, type Stop } from './mcp-debugger.ts';
import { nativePrograms, type Programs } from './native-program.ts';

const found = await nativePrograms();
const missing = typeof found === 'string' ? found : null;
if (missing !== null) console.warn(`LLDB suite skipped: ${missing}`);
const programs = found as Programs;
const udid = '978BAD6B-EEB8-4A54-9D5F-D17280D12AA5';

describe.skipIf(missing !== null)('the built server and LLDB', () => {
  let app: FixtureApp;
  let phone: ReturnType<typeof createIphone>;
  let appleTools: VirtualAppleTools;
  /** Home and temporary folder of the server. */
  let scratch: string;

  beforeEach(async () => {
    scratch = mkdtempSync(join(tmpdir(), 'd-'));
    app = new FixtureApp(programs);
    phone = createIphone({ clock: systemClock, timing: 'instant' });
    appleTools = await startVirtualAppleTools({
      clock: systemClock,
      simulators: [{ udid, name: 'iPhone 17', phone, state: 'Booted' }],
      programs: app,
    });
  });
  afterEach(async () => {
    await app.last.end();
    await appleTools.close();
    phone.close();
    rmSync(scratch, { recursive: true, force: true });
  });
  afterAll(() => programs.remove());

  async function start(more: Record<string, string> = {}) {
    const server = new RawServer([], {
      ...appleTools.environment(),
      TMPDIR: scratch,
      HOME: scratch,
      ...more,
    });
    await server.open();
    const call = async (name: string, args: Record<string, unknown>) => {
      const { isError, texts, structured } = toolResult(await server.call(name, args));
      const [text = ''] = texts;
      const data: unknown = structured ?? (text.startsWith('{') ? JSON.parse(text) : {});
      return { isError, texts, data: data as Record<string, unknown> };
    };
    const tools = new McpDebugger(call, { platform: 'ios', deviceId: udid, appId });
    await tools.ok('start_app', tools.target);
    await app.last.rounds(1);
    return { server, tools };
  }

  async function paused(): Promise<{ server: RawServer; tools: McpDebugger; stop: Stop }> {
    const { server, tools } = await start();
    await tools.attach();
    await tools.breakAt(at('added'));
    return { server, tools, stop: await tools.stop() };
  }

  test('all fourteen tools answer over stdio', async () => {
    const { server, tools } = await start();
    const called = new Set<string>();
    const own = async (
      name: string,
      args: Record<string, unknown> = {},
    ): Promise<Record<string, unknown>> => {
      called.add(name);
      return await tools.own(name, args);
    };
    const { result: can } = await tools.ok('get_debugger_capabilities', tools.target);
    expect(can).toMatchObject({ can_attach: true, backend: 'lldb-dap' });
    await tools.attach();
    const { result: set } = await own('set_debugger_breakpoint', at('added'));
    const { breakpoint_id: breakpointId } = set as { breakpoint_id: string };
    await own('wait_for_debugger_event');
    const stop = await tools.stop();
    const at1 = { stopId: stop.stop_id, threadId: stop.thread_id };
    const { result: stack } = await own('get_debugger_stack', at1);
    const frameId = (stack as { frames: { frame_id: string }[] }).frames[0]?.frame_id;
    const inFrame = { stopId: stop.stop_id, frameId };
    await own('get_debugger_locals', inFrame);
    const { result: items } = await own('evaluate_in_debugger', { ...inFrame, expression: 'items_' });
    const { object_id: objectId } = items as { object_id: string };
    await own('inspect_debugger_object', { stopId: stop.stop_id, objectId });
    await own('get_debugger_threads', { stopId: stop.stop_id });
    await own('remove_debugger_breakpoint', { breakpointId });
    await own('step_debugger', { ...at1, kind: 'over' });
    const next = await tools.stop();
    await own('resume_debugger', { stopId: next.stop_id });
    expect(await own('get_debugger_state')).toMatchObject({ state: 'running' });
    await app.last.rounds(2);
    expect(await own('detach_debugger')).toMatchObject({ state: 'detached' });
    expect(called.size + ['get_debugger_capabilities', 'attach_debugger'].length).toBe(14);
    expect(await server.close()).toBe(0);
    await app.last.rounds(2);
  });

  test('no value is in a log, a file or an error text', async () => {
    const { server, tools, stop } = await paused();
    const secret = /Ada|cake|out of stock/;
    expect(await tools.locals(stop)).toContain('Cart');
    expect(await tools.evaluate(stop, 'owner_')).toContain('Ada');
    const top = await tools.top(stop);
    const own = { debugSessionId: tools.debugSessionId };
    const refusals = await Promise.all([
      tools.refused('evaluate_in_debugger', { ...own, ...top, expression: 'owner_ + items_' }),
      tools.refused('evaluate_in_debugger', { ...own, ...top, expression: 'owner_.nothing' }),
      tools.refused('evaluate_in_debugger', { ...own, ...top, expression: 'owner_ * 3', allowGetters: true }),
      tools.refused('tap', { platform: 'ios', deviceId: udid, x: 10, y: 10 }),
      tools.refused('inspect_debugger_object', { ...own, stopId: stop.stop_id, objectId: 'none' }),
    ]);
    for (const words of refusals) expect(words).not.toMatch(secret);
    await tools.breakAt({ ...at('lambda'), condition: 'owner_ > 3' });
    await tools.detach();
    const written = [server.stderr()];
    expect(await server.close()).toBe(0);
    for (const entry of readdirSync(scratch, { recursive: true, withFileTypes: true })) {
      if (entry.isFile()) written.push(readFileSync(join(entry.parentPath, entry.name), 'utf8'));
    }
    for (const text of written) expect(text).not.toMatch(secret);
  });

  const ways: readonly (readonly [string, (server: RawServer) => void])[] = [
    ['the client leaves', ({ child }) => void child.stdin.end()],
    ['SIGTERM', ({ child }) => void child.kill('SIGTERM')],
    ['SIGKILL', ({ child }) => void child.kill('SIGKILL')],
  ];
  test.each(ways)('%s: the program runs on within two seconds', async (_, leave) => {
    const { server } = await paused();
    const from = performance.now();
    leave(server);
    await app.last.rounds(5);
    const tookMs = performance.now() - from;
    expect(tookMs).toBeLessThan(limitMs(2_000, tookMs));
    expect(app.last.process.exitCode ?? app.last.process.signalCode).toBeNull();
    await server.exited;
  });

  test('without LLDB everything else works, and the way out is said', async () => {
    const { server, tools } = await start({ LLDB_DAP_PATH: '/nowhere/lldb-dap' });
    const words = await tools.refused('attach_debugger', tools.target);
    expect(words).toContain('DEBUGGER_UNSUPPORTED');
    expect(words).toContain('LLDB_DAP_PATH');
    expect((await tools.ok('get_debugger_capabilities', tools.target))['result']).toMatchObject({
      can_attach: false,
      problem: expect.stringMatching(/^DEBUGGER_UNSUPPORTED: .*LLDB_DAP_PATH/),
    });
    await tools.ok('get_ui_tree', { platform: 'ios', deviceId: udid });
    await server.close();
  });
});
