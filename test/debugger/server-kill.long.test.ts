/** A server that is killed while it holds an app: the program runs on. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { serial, startTestPhone, type TestPhone } from '../e2e/phone.ts';
import { RawServer } from '../e2e/raw-server.ts';
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
const appId = 'com.example.shop';

describe.skipIf(!there)(`a killed server${there ? '' : ' (left out: no JDK here)'}`, () => {
  let compiled: CompiledDebuggee;
  let java: RunningDebuggee;
  let phone: TestPhone;

  beforeAll(async () => {
    compiled = compileDebuggee('-g');
    java = await runDebuggee(compiled);
    phone = await startTestPhone();
    phone.open(appId);
    phone.adbServer.setDebugPort(serial, appId, { ready: async () => {}, spec: () => `tcp:${java.port}` });
  }, 60_000);
  afterAll(async () => {
    await phone.close();
    await java.end();
    compiled.remove();
  });

  /** Attached, with the program at a breakpoint and its next line of output expected. */
  async function holding(backend: string) {
    const server = new RawServer([...phone.args, '--debugger-backend', backend], {
      XDG_CACHE_HOME: jdiEnvironment.XDG_CACHE_HOME,
    });
    await server.open();
    const call = async (name: string, args: Record<string, unknown>): Promise<Record<string, unknown>> => {
      const { result } = await server.request('tools/call', { name, arguments: args });
      return (result?.['structuredContent'] ?? {}) as Record<string, unknown>;
    };
    // On a busy computer the compiler of the JDI worker takes longer than an attach usually may.
    const attach = { platform: 'android', appId, timeoutMs: 30_000 };
    const { debug_session_id: debugSessionId } = await call('attach_debugger', attach);
    await call('set_debugger_breakpoint', { debugSessionId, className: 'shop.Shop', line: lineOf('sum') });
    const answered = java.line();
    java.say('add');
    const wait = { debugSessionId, afterSequence: 1, timeoutMs: 10_000 };
    expect(await call('wait_for_debugger_event', wait)).toMatchObject({ state: 'paused' });
    return { server, answered };
  }

  test.each(['native', 'jdi'])('%s: the program runs on within two seconds of a SIGKILL', async (backend) => {
    const { server, answered } = await holding(backend);
    expect(phone.adbServer.forwardCount).toBe(backend === 'jdi' ? 1 : 0);
    const from = performance.now();
    server.child.kill('SIGKILL');
    expect(await answered).toContain('total');
    expect(performance.now() - from).toBeLessThan(2_000);
    const left = (): unknown => [workersOf(server.child.pid), phone.adbServer.forwardCount];
    await expect.poll(left).toEqual([[], 0]);
  });

  test('jdi: what remains when the worker is killed too is removed by the next server', async () => {
    const { server, answered } = await holding('jdi');
    const [worker = 0] = workersOf(server.child.pid);
    // Stopped first, so that it cannot clean up between the two.
    process.kill(worker, 'SIGSTOP');
    server.child.kill('SIGKILL');
    await server.exited;
    process.kill(worker, 'SIGKILL');
    expect(await answered).toContain('total');
    expect(phone.adbServer.forwardCount).toBe(1);
    const next = new RawServer([...phone.args, '--debugger-backend', 'jdi']);
    await next.open();
    await expect.poll(() => phone.adbServer.forwardCount).toBe(0);
    next.child.stdin.end();
    await next.exited;
  });
});
