/** The `host:` requests that answer and end: versions, lists, states, forwards. Texts are the real server's. */
import type { HostedPhone } from '../hosted-phone.ts';
import { type DeviceChoice, listDevices, selectDevice } from './device-selection.ts';
import type { Forwards } from './forwards.ts';
import type { WirelessNetwork } from './wireless.ts';

/** 41, as every server since 2019. */
const serverVersion = '0029';
const hostFeatures =
  'shell_v2,cmd,stat_v2,ls_v2,fixed_push_mkdir,apex,abb,fixed_push_symlink_timestamp,abb_exec,remount_shell,track_app,sendrecv_v2,push_sync';

export interface HostSide {
  readonly devices: readonly HostedPhone[];
  readonly forwards: Forwards;
  readonly wireless: WirelessNetwork;
  /** Phones that were disconnected and can be connected again, by serial. */
  connect(address: string): 'connected' | 'already' | 'refused';
  disconnect(address: string): boolean;
  kill(): void;
}

/** Bytes to send before closing; null when this request is not known here. */
export async function answerHostRequest(
  host: HostSide,
  choice: DeviceChoice,
  request: string,
): Promise<string | null> {
  switch (request) {
    case 'version':
      return okay(serverVersion);
    case 'devices':
    case 'devices-l':
      return okay(listDevices(host.devices, request === 'devices-l'));
    case 'host-features':
      return okay(hostFeatures);
    case 'kill':
      host.kill();
      return 'OKAY';
    case 'list-forward':
      return okay(host.forwards.list());
    case 'killforward-all':
      await host.forwards.removeAll();
      return 'OKAYOKAY';
    case 'reconnect-offline':
      return okay(reconnectOffline(host.devices));
    case 'features':
      return ofDevice(host, choice, (device) => device.features.join(','));
    case 'get-state':
      return ofDevice(host, choice, (device) => device.state);
    case 'get-serialno':
      return ofDevice(host, choice, (device) => device.serial || 'unknown');
    case 'get-devpath':
      return ofDevice(host, choice, () => 'unknown');
  }
  return await answerWithArguments(host, choice, request);
}

async function answerWithArguments(
  host: HostSide,
  choice: DeviceChoice,
  request: string,
): Promise<string | null> {
  const connection = /^(connect|disconnect):(.*)$/s.exec(request);
  if (connection) return answerConnection(host, connection[1] === 'connect', connection[2] ?? '');
  const wireless = answerWireless(host.wireless, request);
  if (wireless !== null) return wireless;
  const kill = /^killforward:(.+)$/s.exec(request);
  if (kill?.[1] !== undefined) {
    const selected = selectDevice(host.devices, choice);
    if (!selected.ok) return fail(selected.message);
    return (await host.forwards.remove(kill[1])) ? 'OKAYOKAY' : fail(`listener '${kill[1]}' not found`);
  }
  const forward = /^forward:(norebind:)?([^;]+);(.+)$/s.exec(request);
  if (forward?.[2] === undefined || forward[3] === undefined) return null;
  const selected = selectDevice(host.devices, choice);
  if (!selected.ok) return fail(selected.message);
  const added = await host.forwards.add(selected.device, forward[2], forward[3], forward[1] !== undefined);
  if ('failure' in added) return fail(added.failure);
  return `OKAYOKAY${forward[2] === 'tcp:0' ? hex4(String(added.port)) : ''}`;
}

function answerConnection(host: HostSide, connect: boolean, address: string): string {
  const full = /:\d+$/.test(address) ? address : `${address}:5555`;
  if (!connect) {
    return host.disconnect(full) ? okay(`disconnected ${full}`) : fail(`no such device '${full}'`);
  }
  const texts = {
    connected: `connected to ${full}`,
    already: `already connected to ${full}`,
    refused: `failed to connect to '${full}': Connection refused`,
  };
  return okay(texts[host.connect(full)]);
}

function answerWireless(wireless: WirelessNetwork, request: string): string | null {
  if (!wireless.supported) return null;
  if (request === 'mdns:check') return okay('mdns daemon version [Openscreen discovery 0.0.0]\n');
  if (request === 'mdns:services') return okay(wireless.list());
  // The code ends at the first colon; the address may hold more of them.
  const pair = /^pair:([^:]*):(.*)$/s.exec(request);
  return pair ? okay(wireless.pair(pair[1] ?? '', pair[2] ?? '')) : null;
}

function reconnectOffline(devices: readonly HostedPhone[]): string {
  return devices
    .filter((device) => device.state === 'offline')
    .map((device) => `reconnecting ${device.serial}\n`)
    .join('');
}

function ofDevice(host: HostSide, choice: DeviceChoice, read: (device: HostedPhone) => string): string {
  const selected = selectDevice(host.devices, choice);
  return selected.ok ? okay(read(selected.device)) : fail(selected.message);
}

export function okay(text: string): string {
  return `OKAY${hex4(text)}`;
}

export function fail(message: string): string {
  return `FAIL${hex4(message)}`;
}

export function hex4(text: string): string {
  return Buffer.byteLength(text).toString(16).padStart(4, '0') + text;
}
