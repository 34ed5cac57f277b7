/**
 * Virtual phones: an Android phone with an adb server of its own and an iPhone behind executables of Apple's tools. Alone
 * in a process, or inside a server started with --virtual.
 */

import { Fault } from '@mobile-debug/core/fault.ts';
import { systemClock } from '@mobile-debug/core/operation.ts';
import {
  startVirtualAdbServer,
  type VirtualAdbServer,
} from '@mobile-debug/virtual-phone/adb/virtual-adb-server.ts';
import { createIphone } from '@mobile-debug/virtual-phone/apple/simulator.ts';
import {
  startVirtualAppleTools,
  type VirtualAppleTools,
} from '@mobile-debug/virtual-phone/apple/virtual-apple-tools.ts';
import { virtualApps } from '@mobile-debug/virtual-phone/apps/index.ts';
import { helperApps } from '@mobile-debug/virtual-phone/helper/helper-apps.ts';
import { addHelper } from '@mobile-debug/virtual-phone/helper/helper-endpoint.ts';
import { createPhone } from '@mobile-debug/virtual-phone/phone/phone.ts';
import type { PhoneUser } from '@mobile-debug/virtual-phone/phone/phone-users.ts';
import { timingProfiles } from '@mobile-debug/virtual-phone/phone/timing.ts';
import { androidVersions } from '@mobile-debug/virtual-phone/phone/versions.ts';
import { type Config, portOf } from '../config.ts';
import { virtualAppPrograms } from './virtual-app-programs.ts';
import { virtualDebuggee } from './virtual-debuggee.ts';

export const virtualSerial = 'virtual-android-1';
export const virtualUdid = 'virtual-ios-1';

export interface RunningPhone {
  readonly adbServer: VirtualAdbServer;
  close(): Promise<void>;
}

export async function startVirtualPhone(config: Config): Promise<RunningPhone> {
  const version = chosen(androidVersions, config.values['virtual-android'] ?? '14', '--virtual-android');
  const timing = chosen(timingProfiles, config.values['virtual-timing'] ?? 'instant', '--virtual-timing');
  const withHelper = config.flags.has('virtual-helper');
  const apps = withHelper ? [...virtualApps, ...helperApps] : virtualApps;
  const users = usersOf(config.values['virtual-users']);
  const phone = createPhone({ serial: virtualSerial, version, timing, clock: systemClock, apps, users });
  const adbServer = await startVirtualAdbServer({
    phones: [phone],
    port: portOf(config.values.port ?? '0', '--port'),
  });
  if (withHelper) addHelper(adbServer, phone);
  const debuggee = virtualDebuggee(config.environment);
  adbServer.setDebugPort(virtualSerial, 'com.example.shop', debuggee);
  return {
    adbServer,
    async close() {
      await Promise.allSettled([adbServer.close(), debuggee.close()]);
      phone.close();
    },
  };
}

const knownUsers: Readonly<Record<string, string>> = { 10: 'Work profile', 999: 'Clone' };

/** `10,999`: every user has the demo apps, as a profile has copies of what its owner uses. */
function usersOf(list: string | undefined): readonly PhoneUser[] {
  const ids = (list ?? '').split(',').filter((id) => id.trim() !== '');
  return ids.map((text) => {
    const id = text.trim();
    if (!/^[1-9]\d{0,3}$/.test(id)) {
      throw new Fault('INVALID_ARGUMENT', `--virtual-users: ${JSON.stringify(id)} is no number of a user.`, {
        nextStep: 'Numbers from 1 on, with commas between them: 10,999.',
      });
    }
    const apps = virtualApps.filter(({ home }) => !home).map(({ packageName }) => packageName);
    return { id: Number(id), name: knownUsers[id] ?? `User ${id}`, flags: '1030', apps };
  });
}

export interface RunningIphone {
  readonly appleTools: VirtualAppleTools;
  close(): Promise<void>;
}

/** Null on Windows, where a program cannot be played by a script. */
export async function startVirtualIphone(
  config: Config,
  platform: NodeJS.Platform = process.platform,
): Promise<RunningIphone | null> {
  if (platform === 'win32') return null;
  const timing = chosen(timingProfiles, config.values['virtual-timing'] ?? 'instant', '--virtual-timing');
  const phone = createIphone({ serial: virtualUdid, timing, clock: systemClock });
  const programs = virtualAppPrograms(config.environment);
  const appleTools = await startVirtualAppleTools({
    clock: systemClock,
    simulators: [{ udid: virtualUdid, name: 'Virtual iPhone', phone }],
    programs,
  });
  return {
    appleTools,
    async close() {
      await Promise.allSettled([appleTools.close(), programs.close()]);
      phone.close();
    },
  };
}

/** Runs until standard input ends, so that it never outlives whoever started it. */
export async function virtualPhone(config: Config): Promise<number> {
  const { adbServer, close } = await startVirtualPhone(config);
  const iphone = await startVirtualIphone(config);
  const where = {
    serial: virtualSerial,
    adbServer: `tcp:${adbServer.host}:${adbServer.port}`,
    // What points another server, or a terminal, at the tools of the virtual iPhone.
    ...(iphone ? { udid: virtualUdid, environment: iphone.appleTools.environment() } : {}),
  };
  process.stdout.write(`${JSON.stringify(where)}\n`);
  await new Promise<void>((resolve) => {
    process.stdin.once('end', resolve).once('close', resolve).resume();
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => resolve());
  });
  // After a signal standard input is still open and would keep the process.
  process.stdin.destroy();
  await Promise.allSettled([close(), iphone?.close()]);
  return 0;
}

function chosen<T>(table: Readonly<Record<string, T>>, name: string, flag: string): T {
  const found = table[name];
  if (found !== undefined) return found;
  throw new Fault('INVALID_ARGUMENT', `${flag}: there is no ${JSON.stringify(name)}.`, {
    nextStep: `One of ${Object.keys(table).join(', ')}.`,
  });
}
