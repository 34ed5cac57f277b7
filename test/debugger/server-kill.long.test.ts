/** A server that is killed while it holds an app: the program runs on. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { serial, startTestPhone, type TestPhone } from '../e2e/phone.ts';
import { RawServer } from '../e2e/raw-server.ts';
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

  test('the program runs on within two seconds of a SIGKILL', async () => {
    const server = new RawServer(phone.args);
    await server.open();
    const call = async (name: string, args: Record<string, unknown>): Promise<Record<string, unknown>> => {
      const { result } = await server.request('tools/call', { name, arguments: args });
      return (result?.['structuredContent'] ?? {}) as Record<string, unknown>;
    };
    const { debug_session_id: debugSessionId } = await call('attach_debugger', {
      platform: 'android',
      appId,
    });
    await call('set_debugger_breakpoint', { debugSessionId, className: 'shop.Shop', line: lineOf('sum') });
    const answered = java.line();
    java.say('add');
    const waited = await call('wait_for_debugger_event', {
      debugSessionId,
      afterSequence: 1,
      timeoutMs: 10_000,
    });
    expect(waited).toMatchObject({ state: 'paused' });
    const from = performance.now();
    server.child.kill('SIGKILL');
    expect(await answered).toContain('total');
    expect(performance.now() - from).toBeLessThan(2_000);
  });
});
