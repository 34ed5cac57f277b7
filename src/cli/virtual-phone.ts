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
  const phone = createPhone({ serial: virtualSerial, version, timing, clock: systemClock, apps });
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
