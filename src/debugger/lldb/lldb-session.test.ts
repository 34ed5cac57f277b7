import { Operation, systemClock } from '@mobile-debug/core/operation.ts';
import { ManualClock } from '@mobile-debug/core/testing/manual-clock.ts';
import fc from '@mobile-debug/core/testing/property.ts';
import { describe, expect, it } from 'vitest';
import type { DebugEvent, Debuggee } from '../backend.ts';
import { attachLldb } from './lldb-attach.ts';
import { type Script, ScriptedAdapter } from './testing/scripted-adapter.ts';

const main = { id: 7, name: 'main', line: 12, source: { path: '/src/shop.cpp' } };

/** An adapter that attaches and then stands at its entry, as lldb-dap does with stopOnEntry. */
const plain: Script = {
  initialize: () => ({}),
  attach: (_, adapter) => {
    adapter.event('initialized');
    return {};
  },
  evaluate: () => ({ result: '' }),
  configurationDone: (_, adapter) => {
    adapter.event('stopped', { reason: 'entry', threadId: 1 });
    return {};
  },
  threads: () => ({ threads: [{ id: 1, name: 'main' }] }),
  stackTrace: () => ({ stackFrames: [main], totalFrames: 1 }),
  continue: () => ({}),
  setBreakpoints: () => ({ breakpoints: [{ id: 3, verified: true, line: 12 }] }),
};

async function attached(script: Script, op: Operation) {
  const adapter = new ScriptedAdapter(script);
  const events: DebugEvent[] = [];
  let wake = (): void => {};
  const listener = (event: DebugEvent): void => {
    events.push(event);
    wake();
  };
  const debuggee: Debuggee = await attachLldb(op, {
    pid: 42,
    channel: adapter,
    clock: systemClock,
    listener,
  });
  const next = async (): Promise<DebugEvent> => {
    while (events.length === 0) {
      await op.race(
        new Promise<void>((resolve) => {
          wake = resolve;
        }),
      );
    }
    return events.shift() as DebugEvent;
  };
  return { adapter, debuggee, next, events };
}

const at12 = {
  id: 'a',
  at: { kind: 'file_line', file: 'shop.cpp', line: 12 },
  condition: null,
  logMessage: null,
} as const;

async function settled(): Promise<void> {
  for (let count = 0; count < 50; count++) await Promise.resolve();
}

describe('attach', () => {
  it('lets a running program run on at once', async () => {
    using op = Operation.start(5_000);
    const { adapter, events } = await attached(plain, op);
    await settled();
    expect(adapter.received.at(-1)?.command).toBe('continue');
    expect(adapter.received.find(({ command }) => command === 'attach')?.args).toMatchObject({ pid: 42 });
    expect(events).toEqual([]);
  });

  it('leaves a program at its entry that was started to wait for its debugger', async () => {
    using op = Operation.start(5_000);
    const stackTrace = () => ({ stackFrames: [{ id: 7, name: '_dyld_start' }] });
    const { adapter, next, debuggee } = await attached({ ...plain, stackTrace }, op);
    expect(await next()).toMatchObject({ kind: 'stopped', stop: { reason: 'entry', threadId: '1' } });
    expect(adapter.received.map(({ command }) => command)).not.toContain('continue');
    await debuggee.resume(op);
    expect(adapter.received.at(-1)?.command).toBe('continue');
  });

  it.each([
    ['Operation not permitted', 'DEBUGGER_UNSUPPORTED'],
    [
      'attach failed (Not allowed to attach to process. Look in the console messages)',
      'DEBUGGER_UNSUPPORTED',
    ],
    ['no process found with process ID 42', 'PROCESS_NOT_FOUND'],
    ['tried to attach to process already being debugged', 'DEBUGGER_BUSY'],
    ['lost connection', 'DEBUGGER_ATTACH_FAILED'],
  ])('says what a refusal means: %s', async (words, code) => {
    using op = Operation.start(5_000);
    await expect(attached({ ...plain, attach: () => words }, op)).rejects.toMatchObject({ code });
  });

  it.each(['initialize', 'attach', 'configurationDone'])(
    'ends on time when %s is never answered, and lets the program go',
    async (command) => {
      const clock = new ManualClock();
      using op = Operation.start(1_000, { clock });
      const adapter = new ScriptedAdapter({ ...plain, [command]: () => null });
      const request = { pid: 42, channel: adapter, clock, listener: () => {} };
      const attempt = expect(attachLldb(op, request)).rejects.toMatchObject({ code: 'TIMEOUT' });
      await clock.advance(1_000);
      await attempt;
      expect(adapter.inputEnded).toBe(true);
    },
  );

  it('fails typed when the adapter ends during it', async () => {
    using op = Operation.start(5_000);
    const attach: Script[string] = (_, adapter) => {
      adapter.end('crashed');
      return null;
    };
    await expect(attached({ ...plain, attach }, op)).rejects.toMatchObject({
      code: 'DEBUGGER_WORKER_FAILED',
    });
  });
});

describe('stops', () => {
  it('tells those that come together as one, also in the words of lldb-vscode 14', async () => {
    using op = Operation.start(5_000);
    const { adapter, debuggee, next, events } = await attached(plain, op);
    await settled();
    await debuggee.setBreakpoint(op, at12);
    adapter.event('stopped', { reason: 'breakpoint', description: 'breakpoint 3.1', threadId: 1 });
    adapter.event('stopped', { reason: 'breakpoint', hitBreakpointIds: [3], threadId: 2 });
    expect(await next()).toMatchObject({
      stop: {
        reason: 'breakpoint',
        threadId: '1',
        breakpointIds: ['a'],
        locations: [{ line: 12 }, { line: 12 }],
      },
    });
    await settled();
    expect(events).toEqual([]);
  });

  it('stops at throws by one breakpoint on the functions that throw, set and taken back by the console', async () => {
    using op = Operation.start(5_000);
    const commands: string[] = [];
    const evaluate: Script[string] = ({ expression, context }) => {
      if (context === 'repl') commands.push(String(expression));
      return { result: /breakpoint set/.test(String(expression)) ? 'Breakpoint 9: 2 locations.' : '' };
    };
    const functions = () => ({ breakpoints: [] });
    const { adapter, debuggee, next } = await attached(
      { ...plain, evaluate, setFunctionBreakpoints: functions },
      op,
    );
    await settled();
    const at = { kind: 'exception', className: null, caught: true, uncaught: true } as const;
    for (const id of ['a', 'b']) {
      const request = { id, at, condition: null, logMessage: null };
      expect(await debuggee.setBreakpoint(op, request)).toMatchObject({ status: 'verified' });
    }
    const sets = commands.filter((command) => command.startsWith('`breakpoint set'));
    expect(sets).toHaveLength(1);
    expect(sets[0]).toMatch(/--skip-prologue false .*--name __cxa_throw .*--name objc_exception_throw/);
    adapter.event('stopped', { reason: 'breakpoint', hitBreakpointIds: [9], threadId: 1 });
    expect(await next()).toMatchObject({ stop: { reason: 'exception', breakpointIds: ['a', 'b'] } });
    await debuggee.removeBreakpoint(op, 'a');
    expect(commands.at(-1)).toBe(sets[0]);
    await debuggee.removeBreakpoint(op, 'b');
    expect(commands.at(-1)).toBe('`breakpoint delete 9');
    // LLDB's exception breakpoints lock it up where a throw meets their being set.
    expect(adapter.received.map(({ command }) => command)).not.toContain('setExceptionBreakpoints');
  });

  it('says so where the console sets no breakpoint on throws', async () => {
    using op = Operation.start(5_000);
    const { debuggee } = await attached(plain, op);
    const at = { kind: 'exception', className: null, caught: true, uncaught: false } as const;
    const request = { id: 'a', at, condition: null, logMessage: null };
    await expect(debuggee.setBreakpoint(op, request)).rejects.toMatchObject({ code: 'DEBUGGER_UNSUPPORTED' });
  });

  it('rejects a breakpoint that LLDB moved, takes it back, and names the line', async () => {
    using op = Operation.start(5_000);
    const moved = () => ({ breakpoints: [{ id: 3, verified: true, line: 14 }] });
    const { adapter, debuggee } = await attached({ ...plain, setBreakpoints: moved }, op);
    expect(await debuggee.setBreakpoint(op, at12)).toMatchObject({
      status: 'rejected',
      candidates: ['shop.cpp:14'],
    });
    expect(adapter.received.at(-1)).toMatchObject({ command: 'setBreakpoints', args: { breakpoints: [] } });
  });

  it('lets the program go when it cannot say where it stands', async () => {
    using op = Operation.start(5_000);
    const stackTrace: Script[string] = (_, adapter) =>
      adapter.received.length > 10 ? 'broken' : { stackFrames: [main] };
    const { adapter, debuggee } = await attached({ ...plain, stackTrace }, op);
    await settled();
    for (let count = 0; count < 6; count++) await debuggee.threads(op);
    adapter.event('stopped', { reason: 'breakpoint', threadId: 1 });
    await settled();
    expect(adapter.inputEnded).toBe(true);
  });

  it('tells a breakpoint that was pending and has a place now', async () => {
    using op = Operation.start(5_000);
    const pending = () => ({ breakpoints: [{ id: 3, verified: false }] });
    const { adapter, debuggee, next } = await attached({ ...plain, setBreakpoints: pending }, op);
    expect(await debuggee.setBreakpoint(op, at12)).toEqual({ status: 'pending' });
    adapter.event('breakpoint', { reason: 'changed', breakpoint: { id: 3, verified: true, line: 12 } });
    expect(await next()).toMatchObject({ kind: 'breakpoint_verified', breakpointId: 'a' });
  });
});

it('answers or fails typed whatever bodies a peer gives', async () => {
  using op = Operation.start(60_000);
  await fc.assert(
    fc.asyncProperty(fc.jsonValue(), fc.jsonValue(), async (body, event) => {
      const answer = () => (typeof body === 'object' && body !== null ? body : { odd: body });
      const odd: Script = { setBreakpoints: answer, stackTrace: answer, threads: answer, variables: answer };
      const { adapter, debuggee } = await attached({ ...plain, ...odd }, op);
      for (const name of ['stopped', 'exited', 'breakpoint', 'odd']) adapter.event(name, event);
      const calls = [debuggee.setBreakpoint(op, at12), debuggee.threads(op), debuggee.resume(op)];
      for (const call of await Promise.allSettled(calls)) {
        if (call.status === 'rejected') expect(call.reason).toMatchObject({ name: 'Fault' });
      }
    }),
    { numRuns: 300 },
  );
});
