/** Verbs that set what surrounds an app: privacy, notifications, place, keychain, media. */
import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { failureOf } from '../failure.ts';
import type { Simulator } from '../simulator.ts';
import { fail, flagsOf, refuse, runningDeviceOf, type SimctlCall, say, type Verb } from './call.ts';

/** Service to the permission of the model that stands for it; empty where the model has none. */
const services: Readonly<Record<string, string>> = {
  all: '',
  calendar: 'android.permission.READ_CALENDAR',
  'contacts-limited': '',
  contacts: 'android.permission.READ_CONTACTS',
  location: 'android.permission.ACCESS_FINE_LOCATION',
  'location-always': 'android.permission.ACCESS_FINE_LOCATION',
  'photos-add': '',
  photos: 'android.permission.READ_MEDIA_IMAGES',
  'media-library': '',
  microphone: 'android.permission.RECORD_AUDIO',
  motion: 'android.permission.ACTIVITY_RECOGNITION',
  reminders: '',
  siri: '',
};

const privacy: Verb = {
  name: 'privacy',
  usage: 'privacy <device> <action> <service> [<bundle identifier>]',
  run(call) {
    const flags = flagsOf(call, {}, 3, 4);
    if (typeof flags === 'number') return flags;
    const [name, action = '', service = '', bundleId] = flags.operands;
    const device = runningDeviceOf(call, name);
    if (typeof device === 'number') return device;
    if (!['grant', 'revoke', 'reset'].includes(action)) return refuse(call, `Invalid action: ${action}`);
    if (!(service in services)) return refuse(call, `Invalid service: ${service}`);
    if (bundleId === undefined && action !== 'reset') return refuse(call, 'Missing bundle identifier.');
    setPrivacy(call, device, { action, service, bundleId });
    return 0;
  },
};

function setPrivacy(
  call: SimctlCall,
  device: Simulator,
  request: { readonly action: string; readonly service: string; readonly bundleId: string | undefined },
): void {
  const { action, service, bundleId } = request;
  const { apps } = call.mac;
  const all = Object.keys(services).filter((each) => each !== 'all');
  for (const app of apps.list(device)) {
    if (bundleId !== undefined && app.bundleId !== bundleId) continue;
    for (const each of service === 'all' ? all : [service]) {
      const key = `${each} ${app.bundleId}`;
      if (action === 'reset') device.memory.privacy.delete(key);
      else device.memory.privacy.set(key, action === 'grant' ? 'granted' : 'denied');
      const permission = services[each] ?? '';
      if (permission !== '') device.phone.setPermission(app.packageName, permission, action === 'grant');
    }
    // What an app may do is taken from it only between two of its lives.
    if (action !== 'grant' && bundleId !== undefined) apps.terminate(device, app.bundleId);
  }
}

const push: Verb = {
  name: 'push',
  usage: 'push <device> [<bundle identifier>] (<json file> | -)',
  async run(call) {
    const flags = flagsOf(call, {}, 2, 3);
    if (typeof flags === 'number') return flags;
    const device = runningDeviceOf(call, flags.operands[0]);
    if (typeof device === 'number') return device;
    const file = flags.operands.at(-1) ?? '';
    const text = file === '-' ? await stdinOf(call) : fileText(call, file);
    if (text === null)
      return fail(
        call,
        failureOf(
          'NSCocoaErrorDomain',
          260,
          `The file “${file}” couldn’t be opened because there is no such file.`,
        ),
      );
    const payload = objectOf(text);
    if (!payload?.['aps'])
      return fail(
        call,
        failureOf(
          'com.apple.CoreSimulator.SimError',
          405,
          "The provided push payload must contain the key 'aps' with valid Apple Push Notification values.",
        ),
      );
    const inside = payload['Simulator Target Bundle'];
    const bundleId =
      flags.operands.length === 3 ? flags.operands[1] : typeof inside === 'string' ? inside : '';
    if (bundleId === undefined || bundleId === '') return refuse(call, 'Missing bundle identifier.');
    device.memory.pushes.push({ bundleId, payload });
    say(call, `Notification sent to '${bundleId}'\n`);
    return 0;
  },
};

function fileText(call: SimctlCall, file: string): string | null {
  const path = resolve(call.context.cwd, file);
  return existsSync(path) ? readFileSync(path, 'utf8') : null;
}

export async function stdinOf(call: SimctlCall): Promise<string> {
  const chunks: Uint8Array[] = [];
  const read = async (): Promise<void> => {
    for await (const chunk of call.context.stdin) chunks.push(chunk);
  };
  await call.context.op.race(read());
  return Buffer.concat(chunks).toString('utf8');
}

function objectOf(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? { ...value } : null;
  } catch {
    return null;
  }
}

const location: Verb = {
  name: 'location',
  usage: 'location <device> <action> [<arguments>]',
  run(call) {
    const flags = flagsOf(call, { valued: ['--speed', '--distance', '--interval'] }, 2);
    if (typeof flags === 'number') return flags;
    const [name, action = '', ...rest] = flags.operands;
    const device = runningDeviceOf(call, name);
    if (typeof device === 'number') return device;
    switch (action) {
      case 'list':
        say(call, 'City Bicycle Ride\nCity Run\nFreeway Drive\nApple\n');
        return 0;
      case 'clear':
        device.memory.location = null;
        return 0;
      case 'run':
        return rest.length === 1 ? 0 : refuse(call, 'Missing scenario.');
      case 'set':
      case 'start': {
        const points = rest.map(pointOf);
        const last = points.at(-1);
        if (!last || points.includes(null)) return refuse(call, `Invalid location: ${rest.join(' ')}`);
        device.memory.location = last;
        return 0;
      }
      default:
        return refuse(call, `Invalid action: ${action}`);
    }
  },
};

function pointOf(text: string): { latitude: number; longitude: number } | null {
  const [, latitude, longitude] = /^(-?\d+(?:\.\d+)?),(-?\d+(?:\.\d+)?)$/.exec(text) ?? [];
  if (latitude === undefined || Math.abs(Number(latitude)) > 90 || Math.abs(Number(longitude)) > 180)
    return null;
  return { latitude: Number(latitude), longitude: Number(longitude) };
}

const keychain: Verb = {
  name: 'keychain',
  usage: 'keychain <device> <action> [arguments]',
  run(call) {
    const flags = flagsOf(call, {}, 2, 3);
    if (typeof flags === 'number') return flags;
    const [name, action = '', file] = flags.operands;
    const device = runningDeviceOf(call, name);
    if (typeof device === 'number') return device;
    if (action === 'reset' && file === undefined) {
      device.memory.keychainResets++;
      return 0;
    }
    if (!['add-root-cert', 'add-cert'].includes(action) || file === undefined)
      return refuse(call, `Invalid action: ${action}`);
    if (fileText(call, file) === null)
      return fail(call, failureOf('NSPOSIXErrorDomain', 2, 'No such file or directory'));
    device.memory.certificates.push(resolve(call.context.cwd, file));
    return 0;
  },
};

const addmedia: Verb = {
  name: 'addmedia',
  usage: 'addmedia <device> <path> [... <path>]',
  run(call) {
    const flags = flagsOf(call, {}, 2);
    if (typeof flags === 'number') return flags;
    const device = runningDeviceOf(call, flags.operands[0]);
    if (typeof device === 'number') return device;
    const paths = flags.operands.slice(1).map((path) => resolve(call.context.cwd, path));
    if (paths.some((path) => !existsSync(path)))
      return fail(call, failureOf('NSPOSIXErrorDomain', 2, 'No such file or directory'));
    device.memory.media.push(...paths);
    return 0;
  },
};

export const conditionVerbs: readonly Verb[] = [privacy, push, location, keychain, addmedia];
