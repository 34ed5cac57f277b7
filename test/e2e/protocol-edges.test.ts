/** What is no proper message, by the tables of JSON-RPC 2.0 and of the revisions of MCP: nobody waits for an answer in vain. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { RawServer } from './raw-server.ts';

const start = (): RawServer => new RawServer(['--adb-server', 'tcp:127.0.0.1:1']);

/** That of the running test. */
let server: RawServer;

async function end(): Promise<void> {
  expect(await server.close()).toBe(0);
  expect(server.stderr()).not.toContain('[bug]');
}

const ping = { jsonrpc: '2.0', method: 'ping' };

/** All that came for a line until the answer to a ping after it, without that answer. */
async function answersTo(line: string): Promise<unknown[]> {
  const before = server.lines.length;
  server.write(`${line}\n`);
  await server.request('ping');
  return server.lines.slice(before, -1).map((each) => JSON.parse(each) as unknown);
}

const error = (id: unknown, code: number) => ({
  jsonrpc: '2.0',
  id,
  error: { code, message: expect.any(String) },
});

const refusals: readonly [string, string, unknown, number][] = [
  ['no JSON', '{bad', null, -32_700],
  ['cut off', '{"jsonrpc":"2.0","id":700,"method":"pi', null, -32_700],
  ['a number', '5', null, -32_600],
  ['null', 'null', null, -32_600],
  ['a text', '"ping"', null, -32_600],
  ['an empty object', '{}', null, -32_600],
  ['version 1.0', '{"jsonrpc":"1.0","id":700,"method":"ping"}', 700, -32_600],
  ['no version', '{"id":700,"method":"ping"}', 700, -32_600],
  ['no method', '{"jsonrpc":"2.0","id":"a"}', 'a', -32_600],
  ['a method that is no text', '{"jsonrpc":"2.0","id":700,"method":5}', 700, -32_600],
  ['id null', '{"jsonrpc":"2.0","id":null,"method":"ping"}', null, -32_600],
  ['id that is an object', '{"jsonrpc":"2.0","id":{},"method":"ping"}', null, -32_600],
  ['id with a fraction', '{"jsonrpc":"2.0","id":1.5,"method":"ping"}', 1.5, -32_600],
  ['params that are a list', '{"jsonrpc":"2.0","id":700,"method":"ping","params":[]}', 700, -32_600],
  ['params that are a text', '{"jsonrpc":"2.0","id":700,"method":"ping","params":"x"}', 700, -32_600],
  [
    'a progress token that is an object',
    '{"jsonrpc":"2.0","id":700,"method":"tools/call","params":{"name":"list_devices","_meta":{"progressToken":{}}}}',
    700,
    -32_600,
  ],
  ['_meta that is a text', '{"jsonrpc":"2.0","id":700,"method":"ping","params":{"_meta":"x"}}', 700, -32_600],
  ['an unknown method', '{"jsonrpc":"2.0","id":700,"method":"no/such"}', 700, -32_601],
  ['a capability that is not offered', '{"jsonrpc":"2.0","id":700,"method":"resources/list"}', 700, -32_601],
  ['a call without a name', '{"jsonrpc":"2.0","id":700,"method":"tools/call","params":{}}', 700, -32_602],
  ['a call without params', '{"jsonrpc":"2.0","id":700,"method":"tools/call"}', 700, -32_602],
  [
    'arguments that are a list',
    '{"jsonrpc":"2.0","id":700,"method":"tools/call","params":{"name":"list_devices","arguments":[]}}',
    700,
    -32_602,
  ],
  [
    'an unknown tool',
    '{"jsonrpc":"2.0","id":700,"method":"tools/call","params":{"name":"fly"}}',
    700,
    -32_602,
  ],
  [
    'a cursor of nobody',
    '{"jsonrpc":"2.0","id":700,"method":"tools/list","params":{"cursor":"zz"}}',
    700,
    -32_602,
  ],
  ['initialize without params', '{"jsonrpc":"2.0","id":700,"method":"initialize"}', 700, -32_602],
  [
    'initialize without a version',
    '{"jsonrpc":"2.0","id":700,"method":"initialize","params":{}}',
    700,
    -32_602,
  ],
];

describe.each(['before initialize', 'after initialize'])('%s', (when) => {
  beforeAll(async () => {
    server = start();
    if (when === 'after initialize') await server.open();
  });

  afterAll(end);

  test.each(refusals)('%s is answered with its error', async (_, line, id, code) => {
    expect(await answersTo(line)).toEqual([error(id, code)]);
  });

  test.each([
    ['a notification that nobody knows', '{"jsonrpc":"2.0","method":"no/such"}'],
    ['a malformed notification', '{"jsonrpc":"2.0","method":"notifications/cancelled","params":[]}'],
    [
      'a withdrawal of nothing',
      '{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":99}}',
    ],
    ['an answer to no question', '{"jsonrpc":"2.0","id":18,"result":{}}'],
    ['a malformed answer', '{"jsonrpc":"2.0","id":18,"error":{"code":"x"}}'],
    ['a blank line', '   '],
  ])('%s gets no answer', async (_, line) => {
    expect(await answersTo(line)).toEqual([]);
  });

  test.each([
    ['a byte order mark', '\uFEFF{"jsonrpc":"2.0","id":"x","method":"ping"}'],
    ['a carriage return', '{"jsonrpc":"2.0","id":"x","method":"ping"}\r'],
    ['params null', '{"jsonrpc":"2.0","id":"x","method":"ping","params":null}'],
    ['a field that the protocol does not know', '{"jsonrpc":"2.0","id":"x","method":"ping","trace":1}'],
  ])('%s is no fault', async (_, line) => {
    expect(await answersTo(line)).toEqual([{ jsonrpc: '2.0', id: 'x', result: {} }]);
  });
});

describe('a server of its own', () => {
  beforeEach(() => {
    server = start();
  });

  afterEach(end);

  test('a mark before initialize, and a message in single bytes', async () => {
    server.write('\uFEFF');
    expect((await server.open()).result).toMatchObject({ protocolVersion: '2025-11-25' });
    for (const byte of Buffer.from('{"jsonrpc":"2.0","id":"ü","method":"ping"}\n')) {
      server.child.stdin.write(Buffer.from([byte]));
    }
    expect((await server.waitFor(({ id }) => id === 'ü')).result).toEqual({});
  });

  test('after a refused initialize the next one is served', async () => {
    server.send({ jsonrpc: '2.0', id: 'first', method: 'initialize', params: {} });
    expect((await server.waitFor(({ id }) => id === 'first')).error?.code).toBe(-32_602);
    expect((await server.open()).result).toMatchObject({ protocolVersion: '2025-11-25' });
    expect((await server.request('tools/list', {})).result).toBeDefined();
  });

  describe('batches', () => {
    const batch = JSON.stringify([
      { ...ping, id: 'a' },
      { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 'nobody' } },
      { jsonrpc: '2.0', id: 'b', method: 'no/such' },
      { id: 'c', method: 'ping' },
      5,
    ]);

    test('revision 2025-03-26 answers all of one in one', async () => {
      await server.open('initialize', '2025-03-26');
      const [answers, ...more] = await answersTo(batch);
      expect(more).toEqual([]);
      expect(answers).toHaveLength(4);
      expect(answers).toEqual(
        expect.arrayContaining([
          { jsonrpc: '2.0', id: 'a', result: {} },
          expect.objectContaining({ id: 'b', error: expect.objectContaining({ code: -32_601 }) }),
          error('c', -32_600),
          error(null, -32_600),
        ]),
      );
    });

    test('a withdrawn request does not keep the answers of the others', async () => {
      await server.open('initialize', '2025-03-26');
      const wait = { name: 'wait_for_build', arguments: {} };
      const withdrawn = { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 'slow' } };
      const [answers] = await answersTo(
        JSON.stringify([
          { jsonrpc: '2.0', id: 'slow', method: 'tools/call', params: wait },
          withdrawn,
          { ...ping, id: 'a' },
        ]),
      );
      expect(answers).toEqual(expect.arrayContaining([{ jsonrpc: '2.0', id: 'a', result: {} }]));
    });

    test('notifications alone are not answered, an empty batch is an error', async () => {
      await server.open('initialize', '2025-03-26');
      expect(await answersTo('[{"jsonrpc":"2.0","method":"no/such"}]')).toEqual([]);
      expect(await answersTo('[]')).toEqual([error(null, -32_600)]);
    });

    test.each(['2024-11-05', '2025-06-18', '2025-11-25'])(
      '%s has none: each request is refused',
      async (version) => {
        await server.open('initialize', version);
        const [first, second, third, ...more] = await answersTo(batch);
        expect([first, second, third]).toEqual([
          error('a', -32_600),
          error('b', -32_600),
          error('c', -32_600),
        ]);
        expect(more).toEqual([]);
        expect(await answersTo('[{"jsonrpc":"2.0","method":"no/such"}]')).toEqual([error(null, -32_600)]);
      },
    );
  });

  test('requests are served in the order in which they come', async () => {
    await server.open();
    const before = server.lines.length;
    const ids = ['1', '2', '3', '4', '5'];
    server.write(ids.map((id) => `${JSON.stringify({ ...ping, id })}\n`).join(''));
    await server.request('ping');
    const answered = server.lines.slice(before, -1).map((line) => (JSON.parse(line) as { id: string }).id);
    expect(answered).toEqual(ids);
  });

  test('a newer revision that the server does not know is refused with those it knows', async () => {
    server.send({
      jsonrpc: '2.0',
      id: 1,
      method: 'server/discover',
      params: {
        _meta: {
          'io.modelcontextprotocol/protocolVersion': '2099-01-01',
          'io.modelcontextprotocol/clientInfo': { name: 'raw', version: '0' },
          'io.modelcontextprotocol/clientCapabilities': {},
        },
      },
    });
    const { error: refusal } = await server.waitFor(({ id }) => id === 1);
    expect(JSON.stringify(refusal)).toContain('2026-07-28');
  });
});
