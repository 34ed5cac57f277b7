/** 20,000 damaged MCP messages over real pipes: every id that can be read is answered, nothing is a bug, the server lives on. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { tools } from '../../src/tools/index.ts';
import { RawServer } from '../e2e/raw-server.ts';
import { mutated, numbersOf, twisted } from './mutate.ts';

const messages = 20_000;
const atOnce = 400;
let server: RawServer;

beforeAll(async () => {
  // No device: what is tried here is the way from the line to the tool and back.
  server = new RawServer(['--adb-server', 'tcp:127.0.0.1:1'], { XCRUN_PATH: '/nowhere/xcrun' });
  await server.open();
});

afterAll(async () => {
  expect(await server.close()).toBe(0);
});

/** Those that could begin programs of this computer or wait for minutes have suites of their own. */
const left = /build|emulator|simulator|install|wait_for|job/;
const calls = tools
  .filter(({ name }) => !left.test(name))
  .flatMap(({ name, examples }) => examples.map(({ input }) => ({ name, arguments: input })));

const requests: readonly object[] = [
  ...calls.map((params) => ({ method: 'tools/call', params })),
  ...calls.map((params) => ({ method: 'tools/call', params: { ...params, _meta: { progressToken: 'p' } } })),
  { method: 'tools/list', params: {} },
  { method: 'ping' },
  {
    method: 'initialize',
    params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'x', version: '1' } },
  },
  { method: 'resources/list' },
];

/** Ids that the tables of JSON-RPC grant an answer. */
function idsOf(line: string): readonly unknown[] {
  let value: unknown;
  try {
    value = JSON.parse(line.replace(/^\uFEFF/, ''));
  } catch {
    return [];
  }
  return [value].flat().flatMap((part: unknown) => {
    if (typeof part !== 'object' || part === null || Array.isArray(part)) return [];
    const { id } = part as { id?: unknown };
    const isAnswer = !('method' in part) && ('result' in part || 'error' in part);
    return isAnswer || (typeof id !== 'string' && typeof id !== 'number') ? [] : [id];
  });
}

test('every one that can be answered is', async () => {
  const below = numbersOf(20_261_202);
  const answered = (): Set<unknown> =>
    new Set(server.lines.flatMap((line) => [JSON.parse(line)].flat().map(({ id }: { id: unknown }) => id)));
  let expected = 0;
  for (let sent = 0; sent < messages; sent += atOnce) {
    const wanted = new Set<unknown>();
    for (let at = 0; at < atOnce; at++) {
      const whole = { jsonrpc: '2.0', id: `m${sent + at}`, ...requests[below(requests.length)] };
      // Half of them damaged as text, which mostly is no JSON any more, half as JSON.
      const line =
        at % 2 === 0
          ? mutated(Buffer.from(JSON.stringify(whole)), below)
              .toString('utf8')
              .replaceAll('\n', ' ')
          : JSON.stringify(twisted(whole, below));
      for (const id of idsOf(line)) wanted.add(id);
      server.write(`${line}\n`);
    }
    expected += wanted.size;
    await server.request('ping');
    await expect.poll(() => [...wanted].filter((id) => !answered().has(id))).toEqual([]);
    server.lines.length = 0;
    server.messages.length = 0;
  }
  process.stdout.write(`${messages} messages, ${expected} with an id that could be read, all answered\n`);
  expect(expected).toBeGreaterThan(messages / 10);
  expect(server.stderr()).not.toContain('[bug]');
  expect((await server.request('tools/list', {})).result).toBeDefined();
});
