/** Both eras of the protocol in raw JSON lines, and what a server says of itself. */
import { createServer, type Server } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startTestPhone, type TestPhone } from './phone.ts';
import { type Era, RawServer, toolResult } from './raw-server.ts';

const known = ['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25'];

describe('without a device', () => {
  let server: RawServer;
  let adb: Server;
  let connections = 0;

  beforeEach(async () => {
    connections = 0;
    adb = createServer((socket) => {
      connections++;
      socket.destroy();
    });
    const port = await new Promise<number>((resolve) => {
      adb.listen(0, '127.0.0.1', () => {
        const address = adb.address();
        resolve(typeof address === 'object' && address ? address.port : 0);
      });
    });
    server = new RawServer(['--adb-server', `tcp:127.0.0.1:${port}`]);
  });

  afterEach(async () => {
    expect(await server.close()).toBe(0);
    adb.close();
  });

  test.each(known)('initialize is answered with %s, which was asked for', async (version) => {
    const { result } = await server.open('initialize', version);
    expect(result).toMatchObject({
      protocolVersion: version,
      serverInfo: { name: 'mobile-debug-mcp' },
      capabilities: { tools: {} },
    });
    expect(String(result?.['instructions']).slice(0, 200)).toMatch(/Android.*iOS/);
  });

  test.each(['2026-07-28', '1999-01-01'])(
    'initialize with %s is answered with the newest of its era',
    async (version) => {
      expect((await server.open('initialize', version)).result).toMatchObject({
        protocolVersion: '2025-11-25',
      });
    },
  );

  test('server/discover names the newest revision', async () => {
    const { result } = await server.open('discover');
    expect(result?.['supportedVersions']).toContain('2026-07-28');
  });

  test.each<Era>(['initialize', 'discover'])('%s and the list of tools touch no device', async (era) => {
    await server.open(era);
    const { result } = await server.request('tools/list', {});
    expect(result?.['tools']).toSatisfy((tools: unknown[]) => tools.length > 20);
    expect(connections).toBe(0);
    // The same server does go there when a tool needs it: the count above would have seen it.
    await server.call('list_devices');
    expect(connections).toBeGreaterThan(0);
  });

  test('ping, an unknown method and an unknown notification', async () => {
    await server.open();
    expect((await server.request('ping')).result).toEqual({});
    expect((await server.request('no/such/method', {})).error?.code).toBe(-32_601);
    server.send({ jsonrpc: '2.0', method: 'notifications/nonsense' });
    expect((await server.request('ping')).result).toEqual({});
  });

  test('a second initialize and two lists at once are answered', async () => {
    await server.open();
    const [first, second] = [server.ask('tools/list', {}), server.ask('tools/list', {})];
    expect((await server.answerTo(second)).result).toEqual((await server.answerTo(first)).result);
  });
});

describe.each<Era>(['initialize', 'discover'])('a phone, %s era', (era) => {
  let phone: TestPhone;
  let server: RawServer;

  beforeAll(async () => {
    phone = await startTestPhone();
    server = new RawServer(phone.args);
    await server.open(era);
  });

  beforeEach(() => phone.open('com.example.shop'));

  afterAll(async () => {
    expect(await server.close()).toBe(0);
    await phone.close();
  });

  test('data: the text and the structured part are the same', async () => {
    const { texts, structured, isError } = toolResult(await server.call('get_current_screen'));
    expect(isError).toBe(false);
    expect(texts).toEqual([JSON.stringify(structured)]);
    expect(structured).toMatchObject({ package: 'com.example.shop' });
  });

  test('an action: the text and the structured part are the same', async () => {
    const answer = await server.call('tap_element', { selector: { text: 'Remember me' } });
    const { texts, structured } = toolResult(answer);
    expect(texts).toEqual([JSON.stringify(structured)]);
    expect(structured).toMatchObject({ success: true, delivery_status: 'delivered' });
  });

  test('pictures and outlines: blocks only', async () => {
    const shot = toolResult(await server.call('capture_screenshot', {}));
    expect(shot.structured).toBeUndefined();
    expect(shot.content.map(({ type }) => type)).toEqual(['text', 'image']);
    expect(shot.content[1]).toMatchObject({ mimeType: 'image/jpeg', data: expect.stringMatching(/^\/9j\//) });
    const outline = toolResult(await server.call('get_ui_tree', { responseMode: 'outline' }));
    expect(outline.structured).toBeUndefined();
    expect(outline.texts.join('')).toContain('Sign in');
  });

  test('a failure: isError and one text, no structured part', async () => {
    const answer = await server.call('tap_element', { selector: { text: 'No such thing' } });
    const { content, texts, structured, isError } = toolResult(answer);
    expect(isError).toBe(true);
    expect(structured).toBeUndefined();
    expect(content).toHaveLength(1);
    expect(JSON.parse(texts[0] ?? '')).toMatchObject({ success: false, failure_code: 'ELEMENT_NOT_FOUND' });
  });

  test('a fault: code, message, retryable, next step, at most 2,000 characters', async () => {
    const answer = await server.call('get_ui_tree', { nonsense: true, [`x${'y'.repeat(5_000)}`]: 1 });
    const { texts, structured, isError } = toolResult(answer);
    expect(isError).toBe(true);
    expect(structured).toBeUndefined();
    expect(texts[0]?.length).toBeLessThanOrEqual(2_000);
    const { success, error } = JSON.parse(texts[0] ?? '');
    expect(success).toBe(false);
    expect(error).toMatchObject({
      code: 'INVALID_ARGUMENT',
      retryable: false,
      next_step: expect.any(String),
    });
    expect(error.message).toContain('nonsense');
  });

  test.each([
    ['missing', undefined],
    ['null', null],
    ['{}', {}],
  ])('arguments %s are the same for a tool that needs none', async (_, args) => {
    const { isError, structured } = toolResult(await server.call('list_devices', args));
    expect(isError).toBe(false);
    expect(structured).toMatchObject({ devices: [{ id: 'virtual-android-1', state: 'ready' }] });
  });

  test('every read-only tool that needs no argument answers something of its kind', async () => {
    const { result } = await server.request('tools/list', {});
    const tools = (result?.['tools'] ?? []) as {
      name: string;
      inputSchema: { required?: string[] };
      outputSchema?: object;
      annotations: { readOnlyHint: boolean };
    }[];
    for (const { name, inputSchema, outputSchema } of tools.filter((tool) => tool.annotations.readOnlyHint)) {
      if ((inputSchema.required ?? []).length > 0) continue;
      if (/^(wait|expect|classify|find)_/.test(name)) continue;
      const { content, structured, isError } = toolResult(await server.call(name, {}));
      expect(content.length, name).toBeGreaterThan(0);
      if (!isError && outputSchema) expect(structured, name).toBeDefined();
    }
  });
});
