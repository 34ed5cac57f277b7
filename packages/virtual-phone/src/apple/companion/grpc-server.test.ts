import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:http2';
import { connect as dial } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemClock } from '@mobile-debug/core/operation.ts';
import fc from '@mobile-debug/core/testing/property.ts';
import { expect, onTestFinished, test } from 'vitest';
import { frame } from './grpc-frames.ts';
import { GrpcError, type GrpcHandler, GrpcServer, status } from './grpc-server.ts';
import { percentEncoded } from './grpc-stream.ts';
import { ProtoMessage, ProtoWriter } from './protobuf.ts';
import { RawGrpcClient } from './testing/raw-grpc-client.ts';
import type { WireFault } from './wire-faults.ts';

const text = (value: string): ProtoWriter => new ProtoWriter().text(1, value);
const received: string[] = [];

const handlers: Record<string, GrpcHandler> = {
  /** Answers each message, as a stream of both directions does. */
  echo: async (call) => {
    for await (const bytes of call.requests) {
      received.push(ProtoMessage.parse(bytes).text(1));
      await call.send(text(`got ${ProtoMessage.parse(bytes).text(1)}`));
    }
  },
  /** One answer after the half-close. */
  count: async (call) => {
    let count = 0;
    for await (const _ of call.requests) count++;
    await call.send(new ProtoWriter().int(1, count));
  },
  big: async (call) => {
    for (let part = 0; part < 8; part++) await call.send(text('x'.repeat(1_000_000)));
  },
  fail: async () => {
    throw new GrpcError(status.INTERNAL, 'Größe 100% unbekannt\nInfo: {\n}');
  },
};

async function start(fault: WireFault | null = null) {
  const folder = mkdtempSync(join(tmpdir(), 'grpc-'));
  const path = join(folder, 's');
  received.length = 0;
  let deaths = 0;
  const server = new GrpcServer({
    clock: systemClock,
    service: '/idb.CompanionService/',
    handlers,
    faultOf: () => fault,
    die: () => {
      deaths++;
      void server.close({ leaveSocket: true });
    },
  });
  await server.listenOnFile(path);
  const client = new RawGrpcClient({ path });
  onTestFinished(async () => {
    client.close();
    await server.close();
    rmSync(folder, { recursive: true });
  });
  return { server, client, path, deaths: () => deaths };
}

test('every shape of call', async () => {
  const { client } = await start();
  const one = await client.call('echo', text('a'));
  expect([one.status, one.messages[0]?.text(1)]).toEqual([0, 'got a']);
  const counted = await client.call('count', text('a'), text('b'), text('c'));
  expect([counted.status, counted.messages[0]?.int(1)]).toEqual([0, 3]);
  const open = client.open('echo').send(text('first'));
  await expect.poll(() => open.messages[0]?.text(1)).toBe('got first');
  open.send(text('second'));
  await expect.poll(() => open.messages[1]?.text(1)).toBe('got second');
  expect((await open.end()).status).toBe(0);
});

test('messages larger than a window, several in one write, one in several', async () => {
  const { client } = await start();
  const big = await client.call('big');
  expect(big.messages.map((message) => message.text(1).length)).toEqual(Array(8).fill(1_000_000));
  const call = client.open('echo');
  const bytes = Buffer.concat([frame(text('one').finish()), frame(text('two').finish())]);
  call.stream.write(bytes.subarray(0, 3));
  call.stream.write(bytes.subarray(3, 12));
  call.stream.write(bytes.subarray(12));
  await call.end();
  expect(received).toEqual(['one', 'two']);
});

test('failures carry their text, unknown methods are unimplemented', async () => {
  const { client } = await start();
  const failed = await client.call('fail', text('x'));
  expect([failed.status, failed.message]).toEqual([13, 'Größe 100% unbekannt\nInfo: {\n}']);
  expect((await client.call('frobnicate', text('x'))).status).toBe(status.UNIMPLEMENTED);
  expect((await client.call('toString', text('x'))).status).toBe(status.UNIMPLEMENTED);
});

test('a request that is no message, or stops inside one, fails as internal', async () => {
  const { client } = await start();
  const call = client.open('count');
  call.stream.write(Buffer.from([0, 0, 0, 0, 9, 1]));
  expect((await call.end()).status).toBe(status.INTERNAL);
});

test('what is no gRPC is refused before it is a call', async () => {
  const { path } = await start();
  const session = connect('http://localhost', { createConnection: () => dial(path) });
  onTestFinished(() => session.destroy());
  const stream = session.request({ ':method': 'POST', ':path': '/idb.CompanionService/echo' });
  const answered = new Promise((resolve) =>
    stream.once('response', (headers) => resolve(headers[':status'])),
  );
  stream.end();
  expect(await answered).toBe(415);
});

test('any text survives the way through a header', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      const encoded = percentEncoded(text);
      expect(encoded).toMatch(/^[ -~]*$/);
      expect(decodeURIComponent(encoded)).toBe(text);
    }),
  );
});

test('a client that leaves ends the call', async () => {
  const { client, server } = await start();
  const open = client.open('echo').send(text('a'));
  await expect.poll(() => server.activeCalls).toBe(1);
  open.stream.close();
  await expect.poll(() => server.activeCalls).toBe(0);
});

test('UNAVAILABLE acts on nothing', async () => {
  const { client } = await start({ kind: 'unavailable' });
  expect((await client.call('echo', text('a'))).status).toBe(status.UNAVAILABLE);
  expect(received).toEqual([]);
});

test.each([
  ['before', []],
  ['after', ['a']],
] as const)('a reset %s the call took effect', async (moment, acted) => {
  const { client } = await start({ kind: 'reset', moment });
  const answer = await client.call('echo', text('a'));
  expect([answer.status, answer.messages]).toEqual([null, []]);
  expect(received).toEqual(acted);
});

test.each([
  ['before', []],
  ['after', ['a']],
] as const)(
  'a death %s the call took effect leaves a socket that nobody listens on',
  async (moment, acted) => {
    const { client, path, deaths } = await start({ kind: 'die', moment });
    const answer = await client.call('echo', text('a'));
    expect([answer.status, received, deaths()]).toEqual([null, acted, 1]);
    await expect.poll(() => existsSync(path)).toBe(true);
    const again = new RawGrpcClient({ path });
    onTestFinished(() => again.close());
    expect((await again.call('echo', text('b'))).status).toBeNull();
  },
);

test('a call that hangs does nothing until the client leaves', async () => {
  const { client, server } = await start({ kind: 'hang_rpc' });
  const open = client.open('echo').send(text('a'));
  await expect.poll(() => server.activeCalls).toBe(1);
  open.stream.close();
  await expect.poll(() => server.activeCalls).toBe(0);
  expect(received).toEqual([]);
});

test('a slow call answers as ever', async () => {
  const { client } = await start({ kind: 'slow_rpc', ms: 20 });
  expect((await client.call('echo', text('a'))).messages[0]?.text(1)).toBe('got a');
});

test('garbage in place of a frame, and half a message', async () => {
  const garbage = await (await start({ kind: 'garbage_frame' })).client.call('echo', text('a'));
  expect([garbage.messages, garbage.error?.message]).toEqual([[], 'unexpected compression flag 72']);
  const half = await (await start({ kind: 'truncated_message' })).client.call('echo', text('a'));
  expect([half.messages, half.torn, half.status]).toEqual([[], true, 0]);
});

test('the socket file must be new, goes with the server, and stays behind a killed one', async () => {
  const { server, path } = await start();
  const second = new GrpcServer({
    clock: systemClock,
    service: '/',
    handlers,
    faultOf: () => null,
    die: () => {},
  });
  await expect(second.listenOnFile(path)).rejects.toThrow('EADDRINUSE');
  await server.close();
  expect(existsSync(path)).toBe(false);
});

test('over TCP', async () => {
  const server = new GrpcServer({
    clock: systemClock,
    service: '/idb.CompanionService/',
    handlers,
    faultOf: () => null,
    die: () => {},
  });
  const client = new RawGrpcClient({ port: await server.listenOnPort(0) });
  onTestFinished(async () => {
    client.close();
    await server.close();
  });
  expect((await client.call('echo', text('a'))).status).toBe(0);
});
