/** Real clients of both SDK generations over real pipes. */
import { Client as NewClient } from '@modelcontextprotocol/client';
import { StdioClientTransport as NewTransport } from '@modelcontextprotocol/client/stdio';
import { Client as OldClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport as OldTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { startTestPhone, type TestPhone } from './phone.ts';
import { cleanEnvironment, isAlive, program } from './program.ts';

interface Result {
  readonly content?: unknown;
  readonly structuredContent?: unknown;
  readonly isError?: unknown;
}

interface AnyClient {
  readonly version: string | undefined;
  tools(): Promise<readonly { name: string; outputSchema?: unknown; annotations?: unknown }[]>;
  call(name: string, args?: Record<string, unknown>): Promise<Result>;
  readonly pid: number | null;
  close(): Promise<void>;
}

const identity = { name: 'e2e', version: '0' };

function command(args: readonly string[]) {
  return {
    command: process.execPath,
    args: [program, ...args],
    env: cleanEnvironment(),
    stderr: 'inherit' as const,
  };
}

async function newClient(
  args: readonly string[],
  mode: 'legacy' | 'auto' | { pin: string },
): Promise<AnyClient> {
  const transport = new NewTransport(command(args));
  const client = new NewClient(identity, { versionNegotiation: { mode } });
  await client.connect(transport);
  return {
    version: client.getNegotiatedProtocolVersion(),
    tools: async () => (await client.listTools()).tools,
    call: (name, input) => client.callTool({ name, ...(input ? { arguments: input } : {}) }),
    pid: transport.pid,
    close: () => client.close(),
  };
}

async function oldClient(args: readonly string[]): Promise<AnyClient> {
  const transport = new OldTransport(command(args));
  const client = new OldClient(identity);
  // The SDK's own classes do not fit each other under exactOptionalPropertyTypes.
  await client.connect(transport as Parameters<typeof client.connect>[0]);
  return {
    version: undefined,
    tools: async () => (await client.listTools()).tools,
    call: async (name, input) =>
      (await client.callTool({ name, ...(input ? { arguments: input } : {}) })) as Result,
    pid: transport.pid,
    close: () => client.close(),
  };
}

const clients: readonly [string, string | undefined, (args: readonly string[]) => Promise<AnyClient>][] = [
  ['v2 client, legacy', '2025-11-25', (args) => newClient(args, 'legacy')],
  ['v2 client, auto', '2026-07-28', (args) => newClient(args, 'auto')],
  ['v2 client, pinned', '2026-07-28', (args) => newClient(args, { pin: '2026-07-28' })],
  ['v1 SDK client', undefined, oldClient],
];

describe.each(clients)('%s', (_, version, connect) => {
  let phone: TestPhone;
  let client: AnyClient | undefined;

  beforeAll(async () => {
    phone = await startTestPhone();
  });
  afterEach(async () => {
    await client?.close();
    client = undefined;
  });
  afterAll(async () => {
    await phone.close();
  });

  test('lists, looks, acts, proves, sees and is refused', async () => {
    client = await connect(phone.args);
    expect(client.version).toBe(version);
    // Listing first lets the client check every structured part against its schema.
    const tools = await client.tools();
    expect(tools.length).toBeGreaterThan(20);

    const started = await client.call('start_app', { appId: 'com.example.shop' });
    expect(started.structuredContent).toMatchObject({ success: true });
    expect(started.content).toEqual([{ type: 'text', text: JSON.stringify(started.structuredContent) }]);

    const typed = await client.call('type_text', {
      selector: { resource_id: 'email' },
      text: 'a"b\'c%s&$(x)',
      clear: true,
    });
    expect(typed.structuredContent).toMatchObject({ success: true, details: { matches: true } });

    const proof = await client.call('expect_element_visible', { selector: { text: 'Sign in' } });
    expect(proof.structuredContent).toMatchObject({ success: true });

    const shot = await client.call('capture_screenshot', {});
    expect(shot.structuredContent).toBeUndefined();
    expect(shot.content).toMatchObject([{ type: 'text' }, { type: 'image', mimeType: 'image/jpeg' }]);

    const refused = await client.call('tap_element', { selector: { text: 'No such thing' } });
    expect(refused.isError).toBe(true);
    expect(refused.structuredContent).toBeUndefined();

    const devices = await client.call('list_devices');
    expect(devices.structuredContent).toMatchObject({ devices: [{ state: 'ready' }] });
  });

  test('its server is gone when the client has closed', async () => {
    client = await connect(phone.args);
    const { pid } = client;
    await client.close();
    await expect.poll(() => pid !== null && isAlive(pid)).toBe(false);
  });
});
