/** Which device a host request means, in the server's own words when it can't be told. */
import type { HostedPhone } from '../hosted-phone.ts';

export type DeviceChoice =
  | { readonly by: 'any' }
  | { readonly by: 'serial'; readonly serial: string }
  | { readonly by: 'transport-id'; readonly id: number }
  /** USB or local (emulator) devices only; the phones here count as neither. */
  | { readonly by: 'usb' | 'local' };

export type Selected =
  | { readonly ok: true; readonly device: HostedPhone }
  | { readonly ok: false; readonly message: string };

const unauthorized = [
  'device unauthorized.',
  "This adb server's $ADB_VENDOR_KEYS is not set",
  "Try 'adb kill-server' if that seems wrong.",
  'Otherwise check for a confirmation dialog on your device.',
].join('\n');

export function selectDevice(devices: readonly HostedPhone[], choice: DeviceChoice): Selected {
  const listed = devices.filter((device) => device.state !== 'gone');
  const found = candidates(listed, choice);
  const [device] = found;
  if (!device) return { ok: false, message: noneFound(choice) };
  if (found.length > 1) return { ok: false, message: 'more than one device/emulator' };
  switch (device.state) {
    case 'offline':
      return { ok: false, message: 'device offline' };
    case 'unauthorized':
      return { ok: false, message: unauthorized };
    case 'authorizing':
      return { ok: false, message: 'device still authorizing' };
    case 'connecting':
      return { ok: false, message: 'device still connecting' };
    case 'no permissions':
      return { ok: false, message: 'insufficient permissions for device' };
    default:
      return { ok: true, device };
  }
}

export function candidates(listed: readonly HostedPhone[], choice: DeviceChoice): readonly HostedPhone[] {
  switch (choice.by) {
    case 'any':
      return listed;
    case 'serial':
      return listed.filter((device) => device.serial === choice.serial);
    case 'transport-id':
      return listed.filter((device) => device.transportId === choice.id);
    case 'usb':
      return listed.filter(
        (device) => !device.serial.startsWith('emulator-') && !device.serial.includes(':'),
      );
    case 'local':
      return listed.filter((device) => device.serial.startsWith('emulator-') || device.serial.includes(':'));
  }
}

function noneFound(choice: DeviceChoice): string {
  switch (choice.by) {
    case 'serial':
      return `device '${choice.serial}' not found`;
    case 'transport-id':
      return `no device with transport id '${choice.id}'`;
    case 'usb':
      return 'no devices found';
    case 'local':
      return 'no emulators found';
    case 'any':
      return 'no devices/emulators found';
  }
}

/** Splits `SERIAL:REST` as adb does: serials may be host:port, [ipv6]:port, or begin with usb:, product:, model:, device:. */
export function splitSerial(text: string): { readonly serial: string; readonly rest: string } | null {
  const prefix = /^(?:usb|product|model|device):/.exec(text)?.[0] ?? '';
  const body = text.slice(prefix.length);
  const match = /^(\[[0-9a-fA-F:]+\](?::\d+(?=:))?|[^:]*(?::\d+(?=:))?):([\s\S]*)$/.exec(body);
  if (match?.[1] === undefined || match[2] === undefined) return null;
  return { serial: prefix + match[1], rest: match[2] };
}

/** `devices` (tab separated) or `devices -l` (padded, with the fields that are known). */
export function listDevices(devices: readonly HostedPhone[], long: boolean): string {
  return devices
    .filter((device) => device.state !== 'gone')
    .map((device) =>
      long ? longLine(device) : `${device.serial || '(no serial number)'}\t${shownState(device)}\n`,
    )
    .join('');
}

function longLine(device: HostedPhone): string {
  const known = !['offline', 'unauthorized', 'authorizing', 'connecting', 'no permissions'].includes(
    device.state,
  );
  const field = (label: string, property: string): string =>
    known ? ` ${label}:${(device.properties.get(property) ?? '').replace(/[^A-Za-z0-9]/g, '_')}` : '';
  return [
    `${(device.serial || '(no serial number)').padEnd(22)} ${shownState(device)}`,
    field('product', 'ro.product.name'),
    field('model', 'ro.product.model'),
    field('device', 'ro.product.device'),
    ` transport_id:${device.transportId}\n`,
  ].join('');
}

function shownState(device: HostedPhone): string {
  if (device.state !== 'no permissions') return device.state;
  return 'no permissions (user in plugdev group; are your udev rules wrong?); see [http://developer.android.com/tools/device.html]';
}
