/** Tool sets that are turned on at run time: the client is told, and the tools work at once. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeTestBed, type TestBed } from '../harness.ts';

let bed: TestBed;
let changes = 0;

beforeAll(async () => {
  bed = await makeTestBed({ choice: { sets: ['core'] } });
  bed.client.setNotificationHandler('notifications/tools/list_changed', () => {
    changes++;
  });
});
afterAll(async () => {
  await bed.close();
});

async function offered(): Promise<readonly string[]> {
  return (await bed.client.listTools()).tools.map(({ name }) => name);
}

it('says of a tool that is off how to turn it on, and sends nothing', async () => {
  const before = bed.received().length;
  const { isError, data } = await bed.call('set_device', { darkMode: true });
  expect(isError).toBe(true);
  expect(data['error']).toMatchObject({
    code: 'INVALID_ARGUMENT',
    next_step: expect.stringContaining('enable_tools with sets ["device"]'),
  });
  expect(bed.received()).toHaveLength(before);
});

it('turns sets on for the connection, tells the client, and the tools can be called', async () => {
  expect(await offered()).not.toContain('set_device');
  const { data } = await bed.call('enable_tools', { sets: ['device', 'debug'] });
  expect(data).toMatchObject({ on: ['core', 'device', 'debug'], kept_off: [] });
  expect(data['added']).toEqual(expect.arrayContaining(['set_device', 'attach_debugger']));
  await expect.poll(() => changes).toBe(1);
  expect(await offered()).toEqual(expect.arrayContaining(['set_device', 'attach_debugger', 'enable_tools']));
  expect((await bed.call('set_device', { darkMode: true })).isError).toBe(false);
  expect((await bed.call('enable_tools', { sets: ['device'] })).data).toMatchObject({ added: [] });
  expect(changes).toBe(1);
});

it('is gone when nothing is left to turn on', async () => {
  await bed.call('enable_tools', { sets: ['build'] });
  expect(await offered()).not.toContain('enable_tools');
  const { data } = await bed.call('enable_tools', { sets: ['build'] });
  expect(data['error']).toMatchObject({ message: expect.stringContaining('every tool set is on') });
});

it('refuses a set that there is not, naming the others', async () => {
  const fresh = await makeTestBed({ choice: { sets: ['core'] } });
  const { data } = await fresh.call('enable_tools', { sets: ['debugger'] });
  expect(JSON.stringify(data)).toMatch(/sets.*debug/);
  expect((await fresh.call('enable_tools', { sets: [] })).isError).toBe(true);
  await fresh.close();
});
