/** Screen, screenshot and log of the virtual phone through the real adb binary, where there is one. */

import type { Dispatch } from '@mobile-debug/core/dispatch.ts';
import { systemClock } from '@mobile-debug/core/operation.ts';
import { startDispatch } from '@mobile-debug/core/testing/test-dispatch.ts';
import {
  startVirtualAdbServer,
  type VirtualAdbServer,
} from '@mobile-debug/virtual-phone/adb/virtual-adb-server.ts';
import { createPhone } from '@mobile-debug/virtual-phone/phone/phone.ts';
import type { Phone } from '@mobile-debug/virtual-phone/phone/phone-types.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { adbPath, privateAdb } from '../../../host/testing/private-adb.ts';
import type { Device } from '../../port/device.ts';
import { AdbServer } from '../adb/adb-server.ts';
import { AndroidSource } from '../android-source.ts';

describe.skipIf(!adbPath)('through the real adb (skipped where it is missing)', () => {
  let phone: Phone;
  let adbServer: VirtualAdbServer;
  let adb: Awaited<ReturnType<typeof privateAdb>>;
  let source: AndroidSource;
  let dispatch: Dispatch;
  let device: Device;

  beforeAll(async () => {
    phone = createPhone({ clock: systemClock, version: '14' });
    adbServer = await startVirtualAdbServer({ phones: [phone] });
    adb = await privateAdb(adbPath ?? '');
    const options = { address: adb.address, startServer: adb.start, clock: systemClock };
    source = new AndroidSource(options);
    dispatch = startDispatch(60_000);
    const serial = `127.0.0.1:${adbServer.adbdPort(phone.serial)}`;
    await new AdbServer(options).query(dispatch, `host:connect:${serial}`);
    device = await source.open(dispatch, serial);
    await device.apps?.start(dispatch, 'com.example.notes');
  }, 30_000);

  afterAll(async () => {
    dispatch[Symbol.dispose]();
    await device.close();
    await source.close();
    await adb.close();
    await adbServer.close();
    phone.close();
  });

  it('reads the screen', async () => {
    const tree = await device.screen?.read(dispatch);
    expect(tree).toMatchObject({
      quality: { status: 'ok' },
      foreground: { appId: 'com.example.notes' },
      source: { tier: 'uiautomator-dump', detail: [] },
    });
  });

  it('takes a whole picture', async () => {
    const shot = await device.screen?.screenshot(dispatch);
    expect(shot).toMatchObject({ warnings: [], inputSize: { width: shot?.width, height: shot?.height } });
  });

  it('reads the log up to the call', async () => {
    for (let round = 0; round < 5; round++) {
      phone.log.append({
        uid: 10_999,
        pid: 9,
        tid: 9,
        priority: 'I',
        tag: 'Proof',
        message: `${round}`,
        buffer: 'main',
      });
      const reading = await device.logs?.query(dispatch, { limit: 10, tag: 'Proof' });
      expect(reading?.records.map(({ message }) => message).join('')).toBe('01234'.slice(0, round + 1));
      expect(reading?.gaps).toEqual([]);
    }
  });
});
