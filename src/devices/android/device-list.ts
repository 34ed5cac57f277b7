/** What adb's states mean for a user: the state of the port, the problem, and the fix. */
import type { DeviceState } from '../port/device.ts';
import type { DeviceLine } from './adb/device-lines.ts';

export interface Usability {
  /** `ready` as far as adb knows; whether the system has started is another question. */
  readonly state: DeviceState;
  readonly problem?: string;
  readonly fix?: string;
}

const reconnect =
  'Unplug and plug in the cable, or run `adb reconnect offline`; an emulator may still be starting or closing.';

const byState: Readonly<Record<string, Usability>> = {
  device: { state: 'ready' },
  offline: { state: 'offline', problem: 'adb sees the device, but it does not answer.', fix: reconnect },
  connecting: {
    state: 'offline',
    problem: 'adb is still connecting.',
    fix: 'Wait a moment, then list again.',
  },
  detached: { state: 'offline', problem: 'adb has released the device.', fix: 'Run `adb attach` for it.' },
  unauthorized: {
    state: 'unauthorized',
    problem: 'The device has not accepted the debugging key of this computer.',
    fix: 'Unlock the device and accept "Allow USB debugging?". If no prompt appears, revoke the authorisations in the developer options and plug it in again.',
  },
  authorizing: {
    state: 'unauthorized',
    problem: 'The device is checking the debugging key of this computer.',
    fix: 'Unlock the device and accept "Allow USB debugging?".',
  },
  bootloader: notAndroid('its bootloader', 'Run `fastboot reboot`.'),
  recovery: notAndroid('recovery', 'Choose "Reboot system now" on the device, or run `adb reboot`.'),
  rescue: notAndroid('rescue mode', 'Restart the device.'),
  sideload: notAndroid('sideload mode', 'Finish or cancel the update on the device, then restart it.'),
  host: notAndroid('host mode', 'Connect the device itself, not another adb server.'),
};

function notAndroid(where: string, fix: string): Usability {
  return { state: 'unknown', problem: `The device is in ${where}, not in Android.`, fix };
}

export function usabilityOf({ state, remark }: Pick<DeviceLine, 'state' | 'remark'>): Usability {
  if (state === 'no permissions') {
    return {
      state: 'no_permissions',
      problem: `adb is not allowed to open the USB device${remark ? `: ${remark}` : '.'}`,
      fix: 'On Linux install the udev rules for Android devices (package android-sdk-platform-tools-common or your own rule) and join the plugdev group; then plug the device in again.',
    };
  }
  return (
    byState[state] ?? {
      state: 'unknown',
      problem: `adb reports the state "${state}".`,
      fix: reconnect,
    }
  );
}
