/** Which tools a server offers by its flags, and what it says to a call of one that it does not. */
import { afterEach, describe, expect, test } from 'vitest';
import { RawServer, toolResult } from './raw-server.ts';

let server: RawServer | undefined;

afterEach(async () => {
  expect(await server?.close()).toBe(0);
  server = undefined;
});

async function offered(args: readonly string[], env: Record<string, string> = {}): Promise<string[]> {
  server = new RawServer(['--adb-server', 'tcp:127.0.0.1:1', ...args], env);
  await server.open();
  const { result } = await server.request('tools/list', {});
  return ((result?.['tools'] ?? []) as { name: string }[]).map(({ name }) => name);
}

async function refusal(name: string): Promise<string> {
  if (!server) throw new Error('No server.');
  const { isError, texts, structured } = toolResult(await server.call(name, {}));
  expect(isError).toBe(true);
  expect(structured).toBeUndefined();
  return texts.join('');
}

describe('flags and the environment choose', () => {
  test('all tools are on by default', async () => {
    const names = await offered([]);
    expect(names).toContain('tap_element');
    expect(names).toContain('list_devices');
    expect(new Set(names).size).toBe(names.length);
  });

  test.each([
    ['--exclude', ['--exclude', 'tap,swipe'], {}],
    ['MOBILE_DEBUG_EXCLUDE', [], { MOBILE_DEBUG_EXCLUDE: 'tap, swipe' }],
  ])('%s leaves tools out, and a call of one says so', async (_, args, env) => {
    const names = await offered(args, env);
    expect(names).not.toContain('tap');
    expect(names).toContain('tap_element');
    expect(await refusal('swipe')).toMatch(/swipe is off.*--exclude/);
  });

  test('--read-only offers only what looks', async () => {
    const names = await offered(['--read-only']);
    expect(names).toContain('get_ui_tree');
    expect(names).not.toContain('tap');
    expect(await refusal('start_app')).toMatch(/start_app is off.*--read-only/);
  });

  test('--tools names sets; a tool of another set says how to turn it on', async () => {
    const names = await offered(['--tools', 'build']);
    expect(names).not.toContain('tap');
    expect(await refusal('tap')).toMatch(/tap is off.*--tools build,core/);
  });

  test('an unknown tool names its neighbours', async () => {
    await offered([]);
    const answer = await server?.call('take_screenshot', {});
    expect(answer?.error).toMatchObject({
      code: -32_602,
      message: expect.stringMatching(/no tool.*capture_screenshot/),
    });
  });

  test('--lean makes the short answer the default', async () => {
    await offered(['--lean', '--virtual']);
    if (!server) throw new Error('No server.');
    const answer = await server.call('start_app', { appId: 'com.example.shop', platform: 'android' });
    const { structured, texts } = toolResult(answer);
    expect(structured).toBeUndefined();
    expect(texts.join('')).toMatch(/^OK start_app: delivered, verified/);
    const outline = toolResult(await server.call('get_ui_tree', { platform: 'android' }));
    expect(outline.texts.join('')).toMatch(/button "Sign in"/);
  });
});
