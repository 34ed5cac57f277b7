/** Calls that last: a heartbeat while they do, and an end of them and of their device command when withdrawn. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { startTestPhone, type TestPhone } from './phone.ts';
import { type Era, RawServer, toolResult } from './raw-server.ts';

describe.each<Era>(['initialize', 'discover'])('%s era', (era) => {
  let phone: TestPhone;
  let server: RawServer;

  beforeEach(async () => {
    phone = await startTestPhone();
    phone.open('com.example.shop');
    server = new RawServer(phone.args);
    await server.open(era);
  });

  afterEach(async () => {
    expect(await server.close()).toBe(0);
    await phone.close();
  });

  test('progress comes before the answer, with growing numbers', async () => {
    const id = server.ask('tools/call', {
      name: 'wait_for_ui',
      arguments: { selector: { text: 'never there' }, timeout_ms: 2_600 },
      _meta: { progressToken: 'slow' },
    });
    const { structured } = toolResult(await server.answerTo(id));
    expect(structured).toMatchObject({ status: 'timeout', matched: 0 });
    const beats = server.messages.filter(({ method }) => method === 'notifications/progress');
    expect(beats.length).toBeGreaterThan(0);
    const steps = beats.map(({ params }) => Number(params?.['progress']));
    expect(steps).toEqual([...steps].sort((a, b) => a - b));
    expect(beats.every(({ params }) => params?.['progressToken'] === 'slow')).toBe(true);
  });

  test('no progress without a token', async () => {
    await server.call('wait_for_ui', { selector: { text: 'never there' }, timeout_ms: 2_300 });
    expect(server.messages.filter(({ method }) => method === 'notifications/progress')).toEqual([]);
  });

  test('a withdrawn call stops its device command, and the server stays usable', async () => {
    const hang = phone.adbServer.faults.add({ when: { service: 'uiautomator dump' }, do: { kind: 'hang' } });
    const id = server.ask('tools/call', { name: 'get_ui_tree', arguments: {} });
    await expect.poll(() => phone.running('uiautomator dump').length, { timeout: 10_000 }).toBe(1);
    server.send({
      jsonrpc: '2.0',
      method: 'notifications/cancelled',
      params: { requestId: id, reason: 'enough' },
    });
    await expect.poll(() => phone.running('uiautomator dump').length, { timeout: 2_000 }).toBe(0);
    hang.remove();
    const { isError, texts } = toolResult(await server.call('get_ui_tree', { responseMode: 'outline' }));
    expect(isError, texts[0]).toBe(false);
    expect(server.messages.some((message) => message.id === id && message.method === undefined)).toBe(false);
  });

  test('a withdrawn wait and a withdrawn unknown id are no trouble', async () => {
    const id = server.ask('tools/call', {
      name: 'wait_for_ui',
      arguments: { selector: { text: 'never there' } },
    });
    await expect.poll(() => phone.adbServer.commands().length, { timeout: 10_000 }).toBeGreaterThan(1);
    server.send({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: id } });
    server.send({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 9_999 } });
    expect(toolResult(await server.call('list_devices')).isError).toBe(false);
  });
});
