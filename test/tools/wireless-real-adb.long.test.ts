/** Connecting and disconnecting by the real adb server, which is one of its own on a free port. */
import { afterEach, describe, expect, test } from 'vitest';
import { adbPath } from '../../src/host/testing/private-adb.ts';
import { toolsets } from '../../src/tools/define-tool.ts';
import { makeTestBed, type TestBed } from '../harness.ts';

let bed: TestBed;
afterEach(async () => await bed.close());

describe.skipIf(!adbPath)('the real adb server', () => {
  test('disconnects, refuses what is not there, and connects again', async () => {
    bed = await makeTestBed({ through: 'adb', choice: { sets: toolsets } });
    const [serial = ''] = bed.serials;
    const [host = '', port = ''] = serial.split(':');
    const listed = async () => (await bed.call('list_devices')).data['devices'];
    expect(await listed()).toMatchObject([{ id: serial, state: 'ready' }]);
    const gone = await bed.call('disconnect_device', { deviceId: serial });
    expect(gone.data, gone.texts[0]).toMatchObject({ disconnected: true, deviceId: serial });
    expect(await listed()).toEqual([]);
    expect((await bed.call('disconnect_device', { deviceId: serial })).data['error']).toMatchObject({
      code: 'DEVICE_NOT_FOUND',
    });
    expect((await bed.call('connect_device', { host, port: 1 })).data['error']).toMatchObject({
      code: 'DEVICE_UNAVAILABLE',
    });
    const back = await bed.call('connect_device', { host, port: Number(port) });
    expect(back.data, back.texts[0]).toMatchObject({ connected: true, deviceId: serial });
    expect(await listed()).toMatchObject([{ id: serial, state: 'ready' }]);
    const again = await bed.call('connect_device', { host, port: Number(port) });
    expect(again.data, again.texts[0]).toMatchObject({ connected: true, deviceId: serial });
  }, 60_000);
});
