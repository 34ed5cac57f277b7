/** An adapter that lies, dawdles and floods: each call ends typed and on time, and little is kept of what it sent. */
import { Operation, systemClock } from '@mobile-debug/core/operation.ts';
import { ManualClock } from '@mobile-debug/core/testing/manual-clock.ts';
import fc from '@mobile-debug/core/testing/property.ts';
import { expect, it } from 'vitest';
import type { Debuggee } from '../backend.ts';
import { encodeMessage, longestMessageBytes } from './dap-codec.ts';
import { attachLldb } from './lldb-attach.ts';
import { type Script, ScriptedAdapter } from './testing/scripted-adapter.ts';

const frame = { id: 7, name: 'main', line: 12, source: { path: '/src/shop.cpp' } };
const value = { name: 'x', type: 'Item', value: '0x5617ff3ceeb0', result: '1', variablesReference: 9 };

/** Answers all that a session asks, sensibly. */
const honest: Script = {
  initialize: () => ({}),
  attach: (_, adapter) => {
    adapter.event('initialized');
    return {};
  },
  configurationDone: (_, adapter) => {
    adapter.event('stopped', { reason: 'signal', threadId: 1 });
    return {};
  },
  evaluate: ({ expression }) =>
    String(expression).startsWith('`breakpoint set')
      ? { result: 'Breakpoint 5: 2 locations.' }
      : { ...value },
  threads: () => ({ threads: [{ id: 1, name: 'main' }] }),
  stackTrace: () => ({ stackFrames: [frame], totalFrames: 1 }),
  scopes: () => ({ scopes: [{ name: 'Locals', variablesReference: 5 }] }),
  variables: () => ({ variables: [value, { ...value, name: 'y', variablesReference: 0 }] }),
  setBreakpoints: () => ({ breakpoints: [{ id: 3, verified: true, line: 12 }] }),
  setFunctionBreakpoints: () => ({ breakpoints: [{ id: 4, verified: true, line: 12 }] }),
  exceptionInfo: () => ({ description: 'x' }),
  continue: () => ({}),
  next: () => ({}),
  stepIn: () => ({}),
  stepOut: () => ({}),
  disconnect: (_, adapter) => {
    adapter.end('');
    return {};
  },
};

async function held(op: Operation, clock = systemClock) {
  let broken: Script[string] | null = null;
  const script: Script = Object.fromEntries(
    Object.entries(honest).map(([command, answer]): [string, Script[string]] => [
      command,
      (args, adapter) => (broken && command !== 'disconnect' ? broken(args, adapter) : answer(args, adapter)),
    ]),
  );
  const adapter = new ScriptedAdapter(script);
  let stopped = (): void => {};
  const stop = new Promise<void>((resolve) => {
    stopped = resolve;
  });
  const debuggee = await attachLldb(op, {
    pid: 42,
    channel: adapter,
    clock,
    listener: ({ kind }) => void (kind === 'stopped' && stopped()),
  });
  adapter.event('stopped', { reason: 'signal', description: 'signal SIGSEGV', threadId: 1 });
  return {
    adapter,
    debuggee,
    stop,
    lie: (how: Script[string]) => {
      broken = how;
    },
  };
}

const line = { kind: 'file_line', file: 'shop.cpp', line: 12 } as const;
const request = { id: 'a', at: line, condition: null, logMessage: null };
const budget = { depth: 2, maxChars: 200 };

/** Every call of the seam, with keys that a stop gave or that nobody gave. */
const calls: Readonly<Record<string, (op: Operation, debuggee: Debuggee, key: string) => Promise<unknown>>> =
  {
    set: async (op, debuggee) => await debuggee.setBreakpoint(op, request),
    setFunction: async (op, debuggee) =>
      await debuggee.setBreakpoint(op, { ...request, at: { kind: 'function', name: 'f' } }),
    setException: async (op, debuggee) =>
      await debuggee.setBreakpoint(op, {
        ...request,
        at: { kind: 'exception', className: null, caught: true, uncaught: true },
      }),
    threads: async (op, debuggee) => await debuggee.threads(op),
    stack: async (op, debuggee) => await debuggee.stack(op, '1', { offset: 0, limit: 20 }),
    locals: async (op, debuggee, key) => await debuggee.locals(op, key, budget),
    children: async (op, debuggee, key) => await debuggee.children(op, key, { offset: 0, limit: 20 }, budget),
    evaluate: async (op, debuggee, frameKey) =>
      await debuggee.evaluate(op, { frameKey, expression: 'x.y', allowGetters: false, budget }),
    run: async (op, debuggee, frameKey) =>
      await debuggee.evaluate(op, { frameKey, expression: 'f(x)', allowGetters: true, budget }),
    step: async (op, debuggee) => await debuggee.step(op, '1', 'over'),
    resume: async (op, debuggee) => await debuggee.resume(op),
  };
const names = Object.keys(calls);

async function outcome(work: Promise<unknown>): Promise<string> {
  return await work.then(
    () => 'answered',
    (error: unknown) => (error instanceof Error && error.name === 'Fault' ? 'fault' : String(error)),
  );
}

it.each(names)('%s ends on time when nothing is ever answered', async (name) => {
  const clock = new ManualClock();
  using op = Operation.start(1_000_000, { clock });
  const { debuggee, stop, lie } = await held(op, clock);
  await stop;
  const { frames } = await debuggee.stack(op, '1', { offset: 0, limit: 1 });
  lie(() => null);
  using short = op.within(1_000);
  const ended = expect(calls[name]?.(short, debuggee, frames[0]?.key ?? '')).rejects.toMatchObject({
    code: 'TIMEOUT',
  });
  await clock.advance(1_000);
  await ended;
});

it('ends on time with half a message, a length that is too short or too long, and gigabytes announced', async () => {
  for (const bytes of [
    'Content-Length: 5000\r\n\r\n{"type":"response"',
    'Content-Length: 3\r\n\r\n{"type":"event"}',
    'Content-Length: 2147483648\r\n\r\n',
    `Content-Length: ${longestMessageBytes + 1}\r\n\r\n`,
    'Content-Length: 40\r\n\r\n{"type":"event"}Content-Length: 2\r\n\r\n{}',
  ]) {
    const clock = new ManualClock();
    using op = Operation.start(1_000_000, { clock });
    const { debuggee, stop, adapter, lie } = await held(op, clock);
    await stop;
    lie(() => null);
    using short = op.within(1_000);
    const asked = debuggee.threads(short);
    const ended = expect(asked).rejects.toMatchObject({
      code: expect.stringMatching(/^(TIMEOUT|DEBUGGER_WORKER_FAILED)$/),
    });
    adapter.raw(bytes);
    await clock.advance(1_000);
    await ended;
    using cleanup = op.within(10_000);
    const left = debuggee.detach(cleanup).catch((error: unknown) => error);
    await clock.advance(10_000);
    expect(await left).toEqual(expect.toSatisfy((what) => what instanceof Error || Array.isArray(what)));
    expect(adapter.inputEnded).toBe(true);
  }
});

/** Any body, and bodies that look right with odd parts in them. */
const bodies = fc.oneof(
  fc.jsonValue(),
  fc
    .tuple(
      fc.constantFrom(...Object.keys(honest)),
      fc.constantFrom('id', 'name', 'line', 'value', 'type'),
      fc.jsonValue(),
    )
    .map(([command, key, odd]) => {
      const body = honest[command]?.({}, new ScriptedAdapter({})) ?? {};
      return JSON.parse(JSON.stringify(body), (name, part: unknown) =>
        name === key ? odd : part,
      ) as unknown;
    }),
);

it('answers or fails typed whatever the bodies are, also with numbers of requests that nobody sent', async () => {
  using op = Operation.start(600_000);
  await fc.assert(
    fc.asyncProperty(
      fc.array(bodies, { minLength: 1, maxLength: 4 }),
      fc.constantFrom(...names),
      fc.constantFrom('1.7', '2.9', '', 'x.y', '-1.0', '99.99'),
      fc.jsonValue(),
      async (answers, name, odd, event) => {
        const { debuggee, stop, adapter, lie } = await held(op);
        await stop;
        const { frames } = await debuggee.stack(op, '1', { offset: 0, limit: 1 });
        let count = 0;
        lie(() => {
          const body = answers[count++ % answers.length];
          if (count > 200) return 'enough';
          return typeof body === 'object' && body !== null ? body : { body };
        });
        for (const key of [frames[0]?.key ?? '', odd]) {
          const work = calls[name]?.(op, debuggee, key);
          adapter.send({
            type: 'response',
            request_seq: 777_777,
            command: 'threads',
            success: true,
            body: event,
          });
          for (const told of ['stopped', 'breakpoint', 'thread', 'module']) adapter.event(told, event);
          expect(['answered', 'fault']).toContain(await outcome(work ?? Promise.resolve()));
        }
        await outcome(debuggee.detach(op));
      },
    ),
    { numRuns: 400 },
  );
});

it('keeps nothing of a flood: events and answers that nobody waits for', async () => {
  using op = Operation.start(60_000);
  const { debuggee, stop, adapter } = await held(op);
  await stop;
  const body = { output: 'x'.repeat(10_000) };
  const one = Buffer.concat([
    encodeMessage({ seq: 1, type: 'event', event: 'output', body }),
    encodeMessage({
      seq: 2,
      type: 'response',
      request_seq: 5_000_000,
      command: 'threads',
      success: true,
      body,
    }),
  ]);
  const before = process.memoryUsage().heapUsed;
  for (let count = 0; count < 5_000; count++) adapter.raw(one);
  // 100 MB have passed.
  expect(process.memoryUsage().heapUsed - before).toBeLessThan(60 << 20);
  expect(await debuggee.threads(op)).toHaveLength(1);
});
