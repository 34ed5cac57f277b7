/** The process that the virtual phone gives its shop begins and ends as that of an app on a phone does. */
import { readdirSync, readFileSync } from 'node:fs';
import { checkoutLine } from '@mobile-debug/virtual-phone/debuggee/checkout-source.ts';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type VirtualDebuggee, virtualDebuggee } from '../../src/cli/virtual-debuggee.ts';
import { makeTestBed, type TestBed } from '../harness.ts';
import { hasJava } from './jvm.ts';

const there = hasJava();
const appId = 'com.example.shop';

describe.skipIf(!there || process.platform !== 'linux')('the process of the shop', () => {
  let debuggee: VirtualDebuggee;
  let bed: TestBed;

  beforeEach(async () => {
    debuggee = virtualDebuggee({ PATH: process.env['PATH'] });
    bed = await makeTestBed();
    bed.open(appId);
    bed.adbServer.setDebugPort(bed.serials[0] ?? '', appId, debuggee);
  });
  afterEach(async () => {
    expect(bed.bugs).toEqual([]);
    await bed.close();
    await debuggee.close();
    expect(javaProcesses()).toEqual([]);
  });

  async function attach(): Promise<{ readonly debugSessionId: string; readonly pid: number }> {
    const { data, texts } = await bed.call('attach_debugger', { appId, timeoutMs: 30_000 });
    expect(data, texts[0]).toMatchObject({ state: 'running' });
    const { pid } = data['target'] as { pid: number };
    return { debugSessionId: String(data['debug_session_id']), pid };
  }

  async function untilEnded(debugSessionId: string): Promise<void> {
    const wait = { debugSessionId, afterSequence: 1, timeoutMs: 30_000 };
    const { data } = await bed.call('wait_for_debugger_event', wait);
    expect(data).toMatchObject({
      state: 'disconnected',
      reason: 'connection_lost',
      events: [{ kind: 'ended' }],
      stop: null,
    });
    const refused = await bed.call('get_debugger_threads', { debugSessionId });
    expect(refused.texts[0]).toContain('DEBUGGER_DISCONNECTED');
  }

  const endings: readonly (readonly [string, () => Promise<unknown>])[] = [
    ['terminate_app', () => bed.call('terminate_app', { appId })],
    ['a force-stop from elsewhere', async () => bed.phone.forceStop(appId)],
    ['a crash', async () => bed.phone.crash(appId)],
    ['a native crash', async () => bed.phone.crash(appId, { native: true })],
    ['reset_app_data', () => bed.call('reset_app_data', { appId })],
    ['want of memory', async () => bed.phone.killProcess(appId)],
  ];

  test.each(endings)('ends by %s, and the session with it; started anew it is another', async (_, end) => {
    const first = await attach();
    const [java] = javaProcesses();
    await end();
    await untilEnded(first.debugSessionId);
    await expect.poll(() => javaProcesses()).toEqual([]);
    expect((await bed.call('attach_debugger', { appId })).texts[0]).toContain('PROCESS_NOT_FOUND');
    bed.open(appId);
    const second = await attach();
    expect(second.pid).not.toBe(first.pid);
    expect(javaProcesses()).not.toEqual([java]);
  });

  test('is another after restart_app', async () => {
    const first = await attach();
    await bed.call('restart_app', { appId });
    await untilEnded(first.debugSessionId);
    expect((await attach()).pid).not.toBe(first.pid);
    expect(javaProcesses()).toHaveLength(1);
  });

  test('ends also while it stands at a breakpoint', async () => {
    const { debugSessionId } = await attach();
    const line = checkoutLine('int toPay');
    await bed.call('set_debugger_breakpoint', { debugSessionId, file: 'Checkout.java', line });
    const wait = { debugSessionId, afterSequence: 1, timeoutMs: 30_000 };
    const { next_cursor } = (await bed.call('wait_for_debugger_event', wait)).data;
    bed.phone.forceStop(appId);
    const { data } = await bed.call('wait_for_debugger_event', { ...wait, afterSequence: next_cursor });
    expect(data).toMatchObject({ state: 'disconnected', events: [{ kind: 'ended' }], stop: null });
    await expect.poll(() => javaProcesses()).toEqual([]);
    // The pause ended with the process.
    expect((await bed.call('press_back', {})).data).toMatchObject({ success: true });
  });

  test('whose end is that of the app', async () => {
    const { debugSessionId } = await attach();
    process.kill(javaProcesses()[0] ?? 0, 'SIGKILL');
    await untilEnded(debugSessionId);
    await expect.poll(() => bed.phone.processes.some(({ name }) => name === appId)).toBe(false);
    bed.open(appId);
    await attach();
  });
});

/** Java processes that were started for this test process, whose number is their argument. */
function javaProcesses(): readonly number[] {
  const ending = `\0${process.pid}\0`;
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && argumentsOf(name).endsWith(ending))
    .map(Number);
}

/** None of a process that ended meanwhile. */
function argumentsOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'latin1');
  } catch {
    return '';
  }
}
