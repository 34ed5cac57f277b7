/** The JDI worker's forward at the real adb: made, used, and removed by the server or, when that is killed, by the worker. */
import { Operation, systemClock } from '@mobile-debug/core/operation.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { AdbServer } from '../../src/devices/android/adb/adb-server.ts';
import { adbPath, type PrivateAdb, privateAdb } from '../../src/host/testing/private-adb.ts';
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

const there = hasJava() && adbPath !== undefined;
if (!there) console.warn('JDI through the real adb: skipped, a JDK or adb is not installed');
const appId = 'com.example.shop';

describe.skipIf(!there)('JDI through the real adb', () => {
  let compiled: CompiledDebuggee;
  let java: RunningDebuggee;
  let phone: TestPhone;
  let adb: PrivateAdb;
  let server: AdbServer;

  beforeAll(async () => {
    compiled = compileDebuggee('-g');
    java = await runDebuggee(compiled);
    phone = await startTestPhone();
    phone.open(appId);
    phone.adbServer.setDebugPort(serial, appId, { ready: async () => {}, spec: () => `tcp:${java.port}` });
    adb = await privateAdb(adbPath ?? '');
    server = new AdbServer({ address: adb.address, startServer: adb.start, clock: systemClock });
    using op = Operation.start(20_000);
    await server.query(op, `host:connect:127.0.0.1:${phone.adbServer.adbdPort(serial)}`);
  }, 60_000);
  afterAll(async () => {
    await adb.close();
    await phone.close();
    await java.end();
    compiled.remove();
  });

  async function forwards(): Promise<readonly string[]> {
    using op = Operation.start(10_000);
    return (await server.query(op, 'host:list-forward')).split('\n').filter((line) => line.trim() !== '');
  }

  test.each(['detach', 'SIGKILL'] as const)('the forward is gone after %s', async (ending) => {
    const { host, port } = adb.address;
    const args = ['--adb-server', `tcp:${host}:${port}`, '--debugger-backend', 'jdi'];
    const raw = new RawServer(args, { XDG_CACHE_HOME: jdiEnvironment.XDG_CACHE_HOME });
    await raw.open();
    const call = async (name: string, input: Record<string, unknown>): Promise<Record<string, unknown>> => {
      const { result } = await raw.request('tools/call', { name, arguments: input });
      expect(result?.['isError'], JSON.stringify(result)).not.toBe(true);
      return (result?.['structuredContent'] ?? {}) as Record<string, unknown>;
    };
    const attached = await call('attach_debugger', { platform: 'android', appId, timeoutMs: 30_000 });
    expect(attached).toMatchObject({ success: true });
    const { debug_session_id: debugSessionId } = attached;
    expect(await forwards()).toEqual([expect.stringMatching(/ tcp:\d+ jdwp:\d+$/)]);
    await call('set_debugger_breakpoint', { debugSessionId, className: 'shop.Shop', line: lineOf('sum') });
    const answered = java.line();
    java.say('add');
    const wait = { debugSessionId, afterSequence: 1, timeoutMs: 10_000 };
    expect(await call('wait_for_debugger_event', wait)).toMatchObject({ state: 'paused' });
    if (ending === 'detach') {
      const detached = await call('detach_debugger', { debugSessionId });
      expect(detached).toMatchObject({ state: 'detached', cleanup: { status: 'complete', remaining: [] } });
      raw.child.stdin.end();
    } else raw.child.kill('SIGKILL');
    expect(await answered).toContain('total');
    await expect.poll(forwards).toEqual([]);
    await expect.poll(() => workersOf(raw.child.pid)).toEqual([]);
    await raw.exited;
  });
});
