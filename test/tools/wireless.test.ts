/** Phones of the network: what announces itself, pairing, connecting, and a phone that comes back on another port. */
import { afterEach, describe, expect, test } from 'vitest';
import { toolsets } from '../../src/tools/define-tool.ts';
import { makeTestBed, type TestBed } from '../harness.ts';

/** These tools are there when their set is named. */
const whole = { choice: { sets: toolsets } };

const name = 'adb-3A091FDJH-xQ2k1c';
const at = (port: number): string => `10.0.0.7:${port}`;
let bed: TestBed;

afterEach(async () => {
  expect(bed.bugs).toEqual([]);
  await bed.close();
});

interface Listed {
  readonly devices: readonly { readonly id: string; readonly state: string }[];
  readonly wireless?: readonly Record<string, unknown>[];
}

const listed = async (): Promise<Listed> => (await bed.call('list_devices')).data as unknown as Listed;
const fault = (answer: { data: Record<string, unknown> }) => answer.data['error'];

function announce(
  port: number,
  type: '_adb-tls-connect._tcp' | '_adb-tls-pairing._tcp' = '_adb-tls-connect._tcp',
) {
  bed.adbServer.wireless.services = [{ name, type, address: at(port) }];
}

describe('services', () => {
  test('are listed with their state', async () => {
    bed = await makeTestBed({ ...whole, serials: [at(40001), '10.0.0.8:5555'] });
    bed.adbServer.wireless.services = [
      { name, type: '_adb-tls-connect._tcp', address: at(40001) },
      { name: 'adb-other', type: '_adb-tls-connect._tcp', address: '10.0.0.9:33333' },
      { name: 'adb-other', type: '_adb-tls-pairing._tcp', address: '10.0.0.9:44444' },
      { name: 'old', type: '_adb._tcp', address: '10.0.0.8:5555' },
    ];
    bed.adbServer.setState('10.0.0.8:5555', 'offline');
    expect((await listed()).wireless).toEqual([
      { name, kind: 'connect', host: '10.0.0.7', port: 40001, state: 'connected', deviceId: at(40001) },
      { name: 'adb-other', kind: 'connect', host: '10.0.0.9', port: 33333, state: 'available' },
      { name: 'adb-other', kind: 'pairing', host: '10.0.0.9', port: 44444, state: 'available' },
      {
        name: 'old',
        kind: 'plain',
        host: '10.0.0.8',
        port: 5555,
        state: 'unusable',
        deviceId: '10.0.0.8:5555',
      },
    ]);
  });

  test('are left out where there are none, and where the server knows no such question', async () => {
    bed = await makeTestBed(whole);
    expect(await listed()).not.toHaveProperty('wireless');
    announce(40001);
    bed.adbServer.wireless.supported = false;
    expect(await listed()).not.toHaveProperty('wireless');
    expect(fault(await bed.call('pair_device', { host: '10.0.0.7', port: 1, code: '123456' }))).toMatchObject(
      {
        code: 'CAPABILITY_MISSING',
      },
    );
  });
});

describe('pair_device', () => {
  test('pairs by the code of the dialog, and says what to do next', async () => {
    bed = await makeTestBed(whole);
    bed.adbServer.wireless.showDialog(at(37000), { code: '482915', guid: name });
    announce(40001);
    const { data } = await bed.call('pair_device', { host: '10.0.0.7', port: 37000, code: '482915' });
    expect(data).toMatchObject({ paired: true, name, next: expect.stringContaining('connect_device') });
    expect([...bed.adbServer.wireless.paired]).toEqual([name]);
  });

  test('a wrong code, and a dialog that is not open, each have their own fault', async () => {
    bed = await makeTestBed(whole);
    bed.adbServer.wireless.showDialog(at(37000), { code: '482915', guid: name });
    const wrong = await bed.call('pair_device', { host: '10.0.0.7', port: 37000, code: '111111' });
    expect(fault(wrong)).toMatchObject({
      code: 'ACTION_REJECTED',
      message: expect.stringContaining('Wrong password'),
    });
    expect(JSON.stringify(wrong.data)).not.toContain('111111');
    const closed = await bed.call('pair_device', { host: '10.0.0.7', port: 37000, code: '482915' });
    expect(fault(closed)).toMatchObject({ code: 'DEVICE_UNAVAILABLE', retryable: true });
    expect([...bed.adbServer.wireless.paired]).toEqual([]);
  });

  test.each([
    { host: 'a b', port: 1, code: '1' },
    { host: '10.0.0.7:1', port: 1, code: '1' },
    { host: '10.0.0.7', port: 0, code: '1' },
    { host: '10.0.0.7', port: 70_000, code: '1' },
    { host: '10.0.0.7', port: 1, code: '12:34' },
    { host: '10.0.0.7', port: 1, code: '' },
  ])('refuses %j before anything is sent', async (input) => {
    bed = await makeTestBed(whole);
    expect(fault(await bed.call('pair_device', input))).toMatchObject({ code: 'INVALID_ARGUMENT' });
  });
});

describe('connect_device and disconnect_device', () => {
  test('connect by address, by host alone and by name; the device is ready', async () => {
    bed = await makeTestBed({ ...whole, serials: [at(40001)] });
    for (const input of [
      { host: '10.0.0.7', port: 40001 },
      { host: '10.0.0.7' },
      { name },
      { name: `${name}._adb-tls-connect._tcp` },
    ]) {
      announce(40001);
      expect((await bed.call('disconnect_device', { deviceId: at(40001) })).data).toMatchObject({
        disconnected: true,
      });
      expect((await listed()).devices).toEqual([]);
      const { data, texts } = await bed.call('connect_device', input);
      expect(data, texts[0]).toMatchObject({ connected: true, deviceId: at(40001) });
      expect((await listed()).devices).toMatchObject([{ id: at(40001), state: 'ready' }]);
    }
    // Twice is what was wanted, too.
    expect((await bed.call('connect_device', { host: '10.0.0.7', port: 40001 })).data).toMatchObject({
      connected: true,
    });
  });

  test('nobody there, an unknown name, nothing named', async () => {
    bed = await makeTestBed(whole);
    expect(fault(await bed.call('connect_device', { host: '10.0.0.7', port: 9 }))).toMatchObject({
      code: 'DEVICE_UNAVAILABLE',
      retryable: true,
      message: expect.stringContaining('Connection refused'),
    });
    expect(fault(await bed.call('connect_device', { name: 'nobody' }))).toMatchObject({
      code: 'DEVICE_NOT_FOUND',
    });
    for (const input of [{}, { host: 'a', name: 'b' }]) {
      expect(fault(await bed.call('connect_device', input))).toMatchObject({ code: 'INVALID_ARGUMENT' });
    }
  });

  test('a disconnection names one device, never all', async () => {
    bed = await makeTestBed({ ...whole, serials: [at(40001), at(40002)] });
    expect(fault(await bed.call('disconnect_device', {}))).toMatchObject({ code: 'INVALID_ARGUMENT' });
    expect(fault(await bed.call('disconnect_device', { host: '10.0.0.9' }))).toMatchObject({
      code: 'DEVICE_NOT_FOUND',
    });
    expect((await listed()).devices).toHaveLength(2);
    expect((await bed.call('disconnect_device', { host: '10.0.0.7', port: 40002 })).data).toMatchObject({
      disconnected: true,
      deviceId: at(40002),
    });
    expect((await listed()).devices.map(({ id }) => id)).toEqual([at(40001)]);
  });
});

describe('a phone that comes back on another port', () => {
  test('is found again, and calls by its old id are told the new one', async () => {
    bed = await makeTestBed({ ...whole, serials: [at(40001), at(40002)] });
    bed.adbServer.setState(at(40002), 'gone');
    announce(40001);
    expect((await listed()).devices).toMatchObject([{ id: at(40001), state: 'ready' }]);
    bed.adbServer.setState(at(40001), 'gone');
    announce(40002);
    const now = await listed();
    expect(now.devices).toMatchObject([{ id: at(40002), state: 'ready' }]);
    expect(now.wireless).toMatchObject([{ name, port: 40002, state: 'connected', deviceId: at(40002) }]);
    const old = await bed.call('get_current_screen', { deviceId: at(40001) });
    expect(fault(old)).toMatchObject({
      code: 'DEVICE_NOT_FOUND',
      next_step: expect.stringContaining(at(40002)),
    });
  });

  test('but not when it was disconnected on purpose', async () => {
    bed = await makeTestBed({ ...whole, serials: [at(40001), at(40002)] });
    bed.adbServer.setState(at(40002), 'gone');
    announce(40001);
    await listed();
    await bed.call('disconnect_device', { deviceId: at(40001) });
    announce(40002);
    expect(await listed()).toMatchObject({ devices: [], wireless: [{ state: 'available' }] });
  });
});

test('a phone of the network that is gone is not ready, though adb still lists it', async () => {
  bed = await makeTestBed({ ...whole, serials: [at(40001)] });
  expect((await listed()).devices).toMatchObject([{ state: 'ready' }]);
  const silent = bed.adbServer.faults.add({ do: { kind: 'hang' } });
  expect((await listed()).devices).toMatchObject([
    { id: at(40001), state: 'offline', fix: expect.stringContaining('connect_device') },
  ]);
  silent.remove();
  expect((await listed()).devices).toMatchObject([{ state: 'ready' }]);
});

test('connect_device renews a connection that adb still holds though nobody is at its other end', async () => {
  bed = await makeTestBed({ ...whole, serials: [at(40001)] });
  expect((await listed()).devices).toMatchObject([{ state: 'ready' }]);
  bed.adbServer.faults.add({ when: { times: 1 }, do: { kind: 'hang' } });
  expect((await bed.call('connect_device', { host: '10.0.0.7', port: 40001 })).data).toMatchObject({
    connected: true,
    output: expect.stringMatching(/^connected to/),
  });
});

test('after a call that got no answer the list does not say ready, whatever the way to the device', async () => {
  bed = await makeTestBed(whole);
  await bed.call('start_app', { appId: 'com.example.shop' });
  const silent = bed.adbServer.faults.add({ do: { kind: 'cut', afterBytes: 0 } });
  const failed = await bed.call('list_apps', {});
  expect(failed.isError).toBe(true);
  expect((await listed()).devices).toMatchObject([{ state: 'offline' }]);
  silent.remove();
  expect((await listed()).devices).toMatchObject([{ state: 'ready' }]);
  expect((await bed.call('list_apps', {})).isError).toBe(false);
});

test('where only ios devices are served, the tools say so', async () => {
  bed = await makeTestBed({ ...whole, ios: {} });
  for (const [name, input] of [
    ['pair_device', { host: '10.0.0.7', port: 1, code: '123456' }],
    ['connect_device', { host: '10.0.0.7' }],
    ['disconnect_device', { deviceId: 'virtual-ios-1' }],
  ] as const) {
    expect([name, fault(await bed.call(name, input))]).toMatchObject([
      name,
      { code: 'PLATFORM_NOT_SUPPORTED' },
    ]);
  }
});
