/** Whether an app is installed on each of several devices. */
import { isFault } from '@mobile-debug/core/fault.ts';
import type { Operation } from '@mobile-debug/core/operation.ts';
import type { DeviceInfo } from '../devices/port/device.ts';
import type { SessionPool } from '../session/session-pool.ts';

const oneDeviceMs = 3_000;

/** A device that cannot tell in time leaves the field out instead of spoiling the list. */
export async function appInstalledOn(
  op: Operation,
  pool: SessionPool,
  info: DeviceInfo,
  app: string | undefined,
) {
  if (app === undefined || info.state !== 'ready') return {};
  try {
    using own = op.within(oneDeviceMs);
    const { device } = await pool.session(own, { platform: info.platform, deviceId: info.id });
    return device.apps ? { appInstalled: await device.apps.installed(own, app) } : {};
  } catch (error) {
    if (op.ended || !isFault(error)) throw error;
    return { problem: `Could not tell whether ${app} is installed: ${error.message}` };
  }
}
