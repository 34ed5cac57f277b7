import { Operation } from '@mobile-debug/core/operation.ts';
import fc from '@mobile-debug/core/testing/property.ts';
import { expect, it } from 'vitest';
import type { DapEvent } from './dap-client.ts';
import { clientTo, ScriptedAdapter } from './testing/scripted-adapter.ts';

it('matches answers by number in any order and gives events meanwhile', async () => {
  using op = Operation.start(5_000);
  const events: DapEvent[] = [];
  const adapter = new ScriptedAdapter({});
  const client = clientTo(adapter, (event) => events.push(event));
  const first = client.ask(op, 'threads');
  const second = client.ask(op, 'scopes', { frameId: 4 });
  adapter.event('output', { output: 'x' });
  adapter.answer(2, 'scopes', { of: 2 });
  adapter.answer(1, 'threads', { of: 1 });
  expect(await Promise.all([first, second])).toEqual([
    { ok: true, body: { of: 1 } },
    { ok: true, body: { of: 2 } },
  ]);
  expect(events).toEqual([{ name: 'output', body: { output: 'x' } }]);
  expect(adapter.received.map(({ command }) => command)).toEqual(['threads', 'scopes']);
});

it('gives refusals in the words of the adapter, from either place', async () => {
  using op = Operation.start(5_000);
  const adapter = new ScriptedAdapter({});
  const client = clientTo(adapter);
  const answers = [client.ask(op, 'a'), client.ask(op, 'b'), client.ask(op, 'c')];
  adapter.send({ type: 'response', request_seq: 1, command: 'a', success: false, message: 'error: no' });
  adapter.send({
    type: 'response',
    request_seq: 2,
    command: 'b',
    success: false,
    body: { error: { format: 'never' } },
  });
  adapter.send({ type: 'response', request_seq: 3, command: 'c', success: false });
  expect(await Promise.all(answers)).toEqual(
    ['no', 'never', 'no reason given'].map((message) => ({ ok: false, message })),
  );
});

it('refuses what the adapter asks for', () => {
  const adapter = new ScriptedAdapter({});
  clientTo(adapter);
  adapter.send({ type: 'request', seq: 77, command: 'runInTerminal', arguments: {} });
  expect(adapter.sent).toMatchObject([{ type: 'response', request_seq: 77, success: false }]);
});

it('ends on time when no answer comes, and is not confused by the late one', async () => {
  using op = Operation.start(5_000);
  using short = op.within(20);
  const adapter = new ScriptedAdapter({});
  const client = clientTo(adapter);
  await expect(client.ask(short, 'threads')).rejects.toMatchObject({ code: 'TIMEOUT' });
  const next = client.ask(op, 'threads');
  adapter.answer(1, 'threads', { late: true });
  adapter.answer(2, 'threads', { late: false });
  expect(await next).toEqual({ ok: true, body: { late: false } });
});

it('fails all that wait when the adapter ends, with its last words, and all later calls', async () => {
  using op = Operation.start(5_000);
  const adapter = new ScriptedAdapter({});
  const client = clientTo(adapter);
  const waiting = client.ask(op, 'threads');
  adapter.end('lldb: cannot load');
  await expect(waiting).rejects.toMatchObject({
    code: 'DEBUGGER_WORKER_FAILED',
    message: expect.stringContaining('cannot load'),
  });
  await expect(client.ask(op, 'threads')).rejects.toMatchObject({ code: 'DEBUGGER_WORKER_FAILED' });
  expect((await client.ended).code).toBe('DEBUGGER_WORKER_FAILED');
});

it('closes the input of an adapter that it cannot understand, so that the program is let go', async () => {
  using op = Operation.start(5_000);
  const adapter = new ScriptedAdapter({});
  const client = clientTo(adapter);
  const waiting = client.ask(op, 'threads');
  adapter.raw('Content-Length: 2147483647\r\n\r\n');
  await expect(waiting).rejects.toMatchObject({ code: 'DEBUGGER_WORKER_FAILED' });
  expect(adapter.inputEnded).toBe(true);
});

it('survives whatever a peer sends: a typed end or an answer, never anything else', async () => {
  using op = Operation.start(60_000);
  const pieces = fc.oneof(
    fc.uint8Array({ maxLength: 60 }),
    fc.json().map((text) => Buffer.from(`Content-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`)),
    fc
      .record({
        type: fc.constantFrom('response', 'event', 'request', 'x'),
        request_seq: fc.oneof(fc.nat(3), fc.jsonValue()),
        command: fc.oneof(fc.constant('threads'), fc.jsonValue()),
        event: fc.jsonValue(),
        success: fc.oneof(fc.boolean(), fc.jsonValue()),
        body: fc.jsonValue(),
        message: fc.jsonValue(),
      })
      .map((message) => {
        const text = JSON.stringify(message);
        return Buffer.from(`Content-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`);
      }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(pieces, { maxLength: 6 }), async (all) => {
      const adapter = new ScriptedAdapter({});
      const client = clientTo(adapter);
      const waiting = client.ask(op, 'threads').then(
        (answer) => typeof answer.ok,
        (error: unknown) => (error as { code?: string }).code,
      );
      for (const piece of all) adapter.raw(piece);
      adapter.end('');
      expect(['boolean', 'DEBUGGER_WORKER_FAILED']).toContain(await waiting);
    }),
    { numRuns: 500 },
  );
});
