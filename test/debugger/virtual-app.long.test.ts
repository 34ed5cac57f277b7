/** The walk of docs/debugging.md on iOS, on the process that the virtual iPhone gives its shop. */
import { Operation } from '@mobile-debug/core/operation.ts';
import { checkoutCppSource } from '@mobile-debug/virtual-phone/debuggee/checkout-cpp.ts';
import { afterEach, describe, expect, test } from 'vitest';
import { type VirtualAppPrograms, virtualAppPrograms } from '../../src/cli/virtual-app-programs.ts';
import { runningProcesses } from '../../src/host/process-facts.ts';
import { RawServer, toolResult } from '../e2e/raw-server.ts';
import { makeTestBed, type TestBed } from '../harness.ts';
import { McpDebugger } from './mcp-debugger.ts';
import { nativeTools } from './native-program.ts';

const found = await nativeTools();
const missing = typeof found === 'string' ? found : null;
if (missing !== null) console.warn(`LLDB suite skipped: ${missing}`);

const appId = 'com.example.shop';
const file = 'Checkout.cpp';
const line = (text: string): number =>
  checkoutCppSource.split('\n').findIndex((one) => one.includes(text)) + 1;

describe.skipIf(missing !== null)('the shop of the virtual iPhone', () => {
  let bed: TestBed;
  let programs: VirtualAppPrograms;

  afterEach(async () => {
    expect(bed.bugs).toEqual([]);
    await bed.close();
    await programs.close();
  });

  async function open(): Promise<McpDebugger> {
    programs = virtualAppPrograms({ PATH: process.env['PATH'] });
    bed = await makeTestBed({ ios: { programs } });
    return new McpDebugger((name, args) => bed.call(name, args), { platform: 'ios', appId });
  }

  test('why checkout fails', async () => {
    const app = await open();
    expect((await app.call('get_debugger_capabilities', app.target)).data).toMatchObject({
      result: { can_attach: false, problem: expect.stringContaining('PROCESS_NOT_FOUND') },
    });
    await app.ok('start_app', app.target);
    await app.attach();
    expect(await app.breakAt({ file, line: line('throw PaymentRefused') })).toMatchObject({
      status: 'verified',
    });
    const stop = await app.stop();
    expect(stop).toMatchObject({ reason: 'breakpoint' });
    expect(await app.stack(stop)).toMatch(/\* #0 Checkout\.pay\(.*Checkout\.cpp/);
    expect(await app.locals(stop)).toContain('percent: int = 150');
    expect(await app.evaluate(stop, 'coupons_')).toContain('SPRING');
    expect(await app.detach()).toMatchObject({ state: 'detached', cleanup: { status: 'complete' } });
  });

  test('start_app with waitForDebugger: a breakpoint reaches the first line', async () => {
    const app = await open();
    await app.ok('start_app', { ...app.target, waitForDebugger: true });
    await app.attach();
    const entry = await app.stop();
    expect(entry).toMatchObject({ reason: 'entry' });
    await app.breakAt({ file, line: line('Checkout checkout;') });
    await app.resume(entry);
    expect(await app.stop()).toMatchObject({ reason: 'breakpoint', locations: [{ method: 'main' }] });
    await app.detach();
  });
});

/** One that ended and that its new parent has not asked about is gone too. */
async function runs(pid: number): Promise<boolean> {
  using op = Operation.start(5_000);
  return (await runningProcesses(op, [pid])).has(pid);
}

describe.skipIf(missing !== null)('a server with --virtual', () => {
  test.each(['SIGTERM', 'SIGKILL'] as const)(
    'ends the process of its shop on %s, also at a stop',
    async (signal) => {
      const server = new RawServer(['--virtual']);
      await server.open();
      const call = async (name: string, args: Record<string, unknown>) => {
        const { isError, texts, structured } = toolResult(await server.call(name, args));
        return { isError, texts, data: (structured ?? {}) as Record<string, unknown> };
      };
      const app = new McpDebugger(call, { platform: 'ios', appId });
      await app.ok('start_app', app.target);
      const { target } = await app.attach();
      const { pid } = target as { pid: number };
      await app.breakAt({ file, line: line('throw PaymentRefused') });
      await app.stop();
      expect(await runs(pid)).toBe(true);
      server.child.kill(signal);
      await server.exited;
      await expect.poll(() => runs(pid)).toBe(false);
    },
  );
});
