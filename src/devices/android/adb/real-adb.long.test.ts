/** The client against the real adb server, started by us on a port of its own. Skipped where there is no adb. */

import { Operation, systemClock } from '@mobile-debug/core/operation.ts';
import { describe, expect, it } from 'vitest';
import { adbPath, privateAdb } from '../../../host/testing/private-adb.ts';
import { openAdbDevice } from './adb-device.ts';
import { AdbServer } from './adb-server.ts';
import { DeviceTracker } from './device-tracker.ts';

describe.skipIf(!adbPath)('the real adb server', () => {
  it('is started when nobody listens, followed, and started again after it was ended', async () => {
    const adb = await privateAdb(adbPath ?? '');
    using op = Operation.start(30_000);
    let starts = 0;
    const server = new AdbServer({
      address: adb.address,
      clock: systemClock,
      startServer: async (each) => {
        starts++;
        await adb.start(each);
      },
    });
    const tracker = new DeviceTracker(server);
    try {
      const versions = await Promise.all([1, 2, 3].map(() => server.query(op, 'host:version')));
      expect([versions, starts]).toEqual([['0029', '0029', '0029'], 1]);
      expect(await tracker.list(op)).toEqual([]);
      const refused = { serial: 'no such (2)', transportId: 1 };
      await expect(openAdbDevice(op, server, refused)).rejects.toMatchObject({ code: 'DEVICE_UNAVAILABLE' });
      await adb.kill();
      const ended = { timeout: 10_000, interval: 10 };
      await expect.poll(() => tracker.lastError?.code, ended).toBe('DEVICE_UNAVAILABLE');
      expect(await tracker.list(op)).toEqual([]);
      expect(starts).toBe(2);
    } finally {
      await tracker.close();
      await adb.close();
    }
  }, 40_000);
});
