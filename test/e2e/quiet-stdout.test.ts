/** Standard output carries the protocol only, whatever goes wrong on either side. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startTestPhone, type TestPhone } from './phone.ts';
import { RawServer, toolResult } from './raw-server.ts';

let phone: TestPhone;
let server: RawServer;

beforeEach(async () => {
  phone = await startTestPhone();
  phone.open('com.example.shop');
  server = new RawServer(phone.args);
  await server.open();
});

afterEach(async () => {
  expect(await server.close()).toBe(0); // checks every line of standard output
  await phone.close();
});

const isTree = (answer: Awaited<ReturnType<RawServer['call']>>): boolean =>
  toolResult(answer).texts.join('').includes('Sign in');

test.each([
  ['words', 'this is not JSON\n'],
  ['half a message', '{"jsonrpc":"2.0","id":77,"method":\n'],
  ['JSON of another kind', '[]\n42\nnull\n"x"\n'],
  ['empty lines', '\n\n\r\n'],
  ['bytes that are no UTF-8', Buffer.from([0xff, 0xfe, 0x0a]).toString('latin1')],
])('%s on standard input disturb nothing', async (_, garbage) => {
  server.write(garbage);
  expect(isTree(await server.call('get_ui_tree', { responseMode: 'outline' }))).toBe(true);
});

test('arguments of one megabyte are refused by name, and the next call works', async () => {
  const answer = await server.call('type_text', { text: 'x'.repeat(1 << 20) });
  const { isError, texts } = toolResult(answer);
  expect(isError).toBe(true);
  expect(texts[0]).toContain('INVALID_ARGUMENT');
  expect(texts[0]?.length).toBeLessThanOrEqual(2_000);
  expect(isTree(await server.call('get_ui_tree', { responseMode: 'outline' }))).toBe(true);
});

test('a message in many pieces and many messages in one piece', async () => {
  const message = (id: number): string => JSON.stringify({ jsonrpc: '2.0', id, method: 'ping' });
  for (const char of message(501)) server.write(char);
  server.write('\n');
  server.write(`${message(502)}\n${message(503)}\n`);
  for (const id of [501, 502, 503]) expect((await server.answerTo(id)).result).toEqual({});
});

test('a chattering device, a failing device and no device', async () => {
  phone.adbServer.faults.add({
    when: { service: 'uiautomator', times: 1 },
    do: { kind: 'garbage', before: 'WARNING: linker: something\n{"jsonrpc":"2.0","id":1,"result":{}}\n' },
  });
  expect(isTree(await server.call('get_ui_tree', { responseMode: 'outline' }))).toBe(true);
  phone.adbServer.setState('virtual-android-1', 'unauthorized');
  const refused = toolResult(await server.call('get_current_screen'));
  expect(refused.isError).toBe(true);
  expect(refused.texts[0]).toMatch(/DEVICE_UNAUTHORIZED|DEVICE_UNAVAILABLE/);
  phone.adbServer.setState('virtual-android-1', 'gone');
  // The server hears of it from adb, some milliseconds later.
  const gone = async (): Promise<string | undefined> =>
    toolResult(await server.call('get_current_screen', { deviceId: 'virtual-android-1' })).texts[0];
  await expect.poll(gone).toMatch(/DEVICE_NOT_FOUND/);
});
