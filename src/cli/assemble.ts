/** The parts of a server from its configuration: device sources, session pool, computer. Touches no device yet. */
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Fault } from '@mobile-debug/core/fault.ts';
import { randomId } from '@mobile-debug/core/ids.ts';
import { Operation, systemClock } from '@mobile-debug/core/operation.ts';
import type { Config } from '../config.ts';
import { listOf, portOf } from '../config.ts';
import { DebugSessions } from '../debugger/debug-sessions.ts';
import { defaultServerAddress, type ServerAddress } from '../devices/android/adb/server-address.ts';
import { AndroidSource } from '../devices/android/android-source.ts';
import type { HelperOptions } from '../devices/android/uia2/helper-options.ts';
import { IosSource } from '../devices/ios/ios-source.ts';
import type { DeviceSource } from '../devices/port/device.ts';
import { startAdbServer } from '../host/adb-start.ts';
import { HandOver } from '../host/hand-over.ts';
import { projectFolder } from '../host/readable-files.ts';
import type { ServerContext } from '../server/run-tool.ts';
import { assertAny, assertExcludable, setsOf, type ToolChoice } from '../server/toolsets.ts';
import { SessionPool } from '../session/session-pool.ts';
import type { Toolset } from '../tools/define-tool.ts';
import { tools } from '../tools/index.ts';
import { restoreSettings } from '../workflows/device-settings.ts';
import { makeComputer } from './computer.ts';
import { debugBackends } from './debug-backends.ts';
import { helperChoice } from './helper-choice.ts';
import { iosChoice } from './ios-choice.ts';
import { notedBuilds, ownFolder } from './leftovers.ts';

export interface Assembled {
  readonly context: ServerContext;
  readonly choice: ToolChoice;
  close(): Promise<void>;
}

export async function assemble(config: Config): Promise<Assembled> {
  const choice = toolChoice(config);
  const address = adbServerAddress(config);
  const sources: DeviceSource[] = [
    new AndroidSource({
      address,
      // An address that was given by hand is somebody's own server; starting another one in its place would hide that.
      ...(config.values['adb-server'] === undefined
        ? { startServer: async (op) => void (await startAdbServer(op, { address, env: config.environment })) }
        : {}),
      clock: systemClock,
      helper: { ...helperChoice(config), turns: turnsAt(address) },
      avds: { environment: config.environment, platform: process.platform },
    }),
    new IosSource({ environment: config.environment, clock: systemClock, ...iosChoice(config) }),
  ];
  const embedded = config.flags.has('virtual') ? await embeddedPhones(config) : null;
  if (embedded) sources.push(...embedded.sources);
  const pool = new SessionPool(sources, systemClock);
  const debug = new DebugSessions(systemClock, debugBackends(systemClock, config));
  const context: ServerContext = {
    pool,
    debug,
    clock: systemClock,
    lean: config.flags.has('lean'),
    computer: makeComputer({
      // Not a fixed name: another user's folder, or a link of that name, must not receive what this server saw.
      folder: config.values.artifacts ?? join(tmpdir(), randomId(artifactStem)),
      ...rootsOf(config),
      readOnly: config.flags.has('read-only'),
      environment: config.environment,
      programs: { stream: notedBuilds(config.environment) },
    }),
  };
  return {
    context,
    choice,
    async close() {
      // First of all: an app that a debugger holds must not be left standing.
      await debug.close();
      if (config.flags.has('restore-on-exit')) await restoreDevices(pool);
      await pool.close();
      await embedded?.close();
    },
  };
}

/** Servers of this user that talk to one adb server see the same devices. */
function turnsAt(address: ServerAddress): NonNullable<HelperOptions['turns']> {
  return { handOver: new HandOver(ownFolder()), server: JSON.stringify(address) };
}

/** INVALID_ARGUMENT for settings with which no server would start; starts nothing itself. */
export function assertServable(config: Config): void {
  assertExcludable(listOf(config.values.exclude) ?? [], tools);
  toolChoice(config);
  adbServerAddress(config);
  helperChoice(config);
  iosChoice(config);
  debugBackends(systemClock, config);
}

/** Less than what the process has left once its client is gone. */
const restoreMs = 500;

/** How artifact folders are called in the temporary folder. */
export const artifactStem = 'mobile-debug-mcp';

/** Started by a desktop client in `/` or a home folder, the working folder is no project and allows nothing. */
function rootsOf({ values, environment }: Config): { readonly allowedRoots: readonly string[] } {
  const home = environment['HOME'] ?? environment['USERPROFILE'] ?? '';
  const project = projectFolder({ workFolder: process.cwd(), home });
  return { allowedRoots: [project, values.root].filter((root) => root != null) };
}

async function restoreDevices(pool: SessionPool): Promise<void> {
  using op = Operation.start(restoreMs);
  const work = pool.open().map(async (session) => {
    if (session.settingChanges.all().length === 0) return;
    await restoreSettings(op, session.with(['settings']));
  });
  await Promise.allSettled(work);
}

async function embeddedPhones(config: Config) {
  // Loaded only when asked for: a server for real devices starts without it.
  const { startVirtualPhone, startVirtualIphone } = await import('./virtual-phone.ts');
  const { adbServer, close } = await startVirtualPhone(config);
  const iphone = await startVirtualIphone(config);
  const sources: DeviceSource[] = [
    new AndroidSource({
      address: { host: adbServer.host, port: adbServer.port },
      clock: systemClock,
      helper: helperChoice(config),
    }),
  ];
  if (iphone) {
    sources.push(
      new IosSource({
        environment: iphone.appleTools.environment(),
        clock: systemClock,
        driver: 'auto',
        virtual: true,
      }),
    );
  }
  return {
    sources,
    async close() {
      await Promise.allSettled([close(), iphone?.close()]);
    },
  };
}

function toolChoice({ values, flags }: Config): ToolChoice {
  const sets = listOf(values.tools);
  const offered = setsOf(tools);
  const unknown = sets?.find((set) => !(offered as readonly string[]).includes(set));
  if (unknown !== undefined) {
    throw new Fault('INVALID_ARGUMENT', `--tools: there is no set ${JSON.stringify(unknown)}.`, {
      nextStep: `Sets: ${offered.join(', ')}.`,
    });
  }
  if (sets?.length === 0) throw new Fault('INVALID_ARGUMENT', '--tools names no set.');
  const choice = {
    ...(sets ? { sets: sets as readonly Toolset[] } : {}),
    exclude: listOf(values.exclude) ?? [],
    readOnly: flags.has('read-only'),
  };
  assertAny(tools, choice);
  return choice;
}

/** As adb itself looks for its server: the socket setting first, then address and port, then the usual place. */
export function adbServerAddress({ values, environment }: Config): ServerAddress {
  const socket = values['adb-server'];
  if (socket !== undefined) return socketAddress(socket);
  const port = environment['ANDROID_ADB_SERVER_PORT'];
  return {
    host: environment['ANDROID_ADB_SERVER_ADDRESS'] || defaultServerAddress.host,
    port: port ? portOf(port, 'ANDROID_ADB_SERVER_PORT') : defaultServerAddress.port,
  };
}

function socketAddress(socket: string): ServerAddress {
  const path = /^(?:localfilesystem|unix):(.+)$/.exec(socket)?.[1];
  if (path !== undefined) return { path };
  const [, host, port] = /^(?:tcp:)?(?:(.*):)?(\d+)$/.exec(socket) ?? [];
  if (port === undefined) {
    throw new Fault(
      'INVALID_ARGUMENT',
      `${JSON.stringify(socket)} is not a valid address of an adb server.`,
      {
        nextStep: 'Give tcp:HOST:PORT or localfilesystem:PATH in --adb-server or ADB_SERVER_SOCKET.',
      },
    );
  }
  return {
    host: host?.replace(/^\[|\]$/g, '') || defaultServerAddress.host,
    port: portOf(port, 'the adb server'),
  };
}
