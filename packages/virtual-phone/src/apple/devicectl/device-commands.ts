/** What devicectl does on one real phone. */
import { cpSync, existsSync, mkdirSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import type { SimulatedMac } from '../simulated-mac.ts';
import { type Answer, coreDevice, type Device, type DeviceCall, done, failed } from './answer.ts';

export function install({ context, mac, device, flags }: DeviceCall): Answer {
  const path = resolve(context.cwd, flags.operands[0] ?? '');
  if (!existsSync(path))
    return failed(
      'NSCocoaErrorDomain',
      260,
      `The file “${basename(path)}” couldn’t be opened because there is no such file.`,
    );
  const outcome = mac.apps.installAnyBuild(device.simulator, path);
  if (!outcome.ok)
    return failed(
      'IXRemoteErrorDomain',
      6,
      `Unable to Install “${basename(path, '.app')}”: ${outcome.failure.at(-1)?.text ?? ''}`,
    );
  const { bundleId, bundlePath } = outcome.value;
  return done(`App installed:\n• bundleID: ${bundleId}\n• installationURL: file://${bundlePath}/\n`, {
    deviceIdentifier: device.identifier,
    installedApplications: [{ bundleID: bundleId, installationURL: `file://${bundlePath}/` }],
  });
}

export function uninstall({ mac, device, flags }: DeviceCall): Answer {
  const bundleId = flags.operands[0] ?? '';
  mac.apps.uninstall(device.simulator, bundleId);
  return done('App uninstalled.\n', {
    deviceIdentifier: device.identifier,
    uninstalledApplications: [{ bundleID: bundleId }],
  });
}

export async function launch({ context, mac, device, flags }: DeviceCall): Promise<Answer> {
  const [bundleId = '', ...args] = flags.operands.filter((operand) => operand !== '--');
  const options = { args, terminateRunning: flags.plain.has('--terminate-existing') };
  const outcome = await mac.apps.launch(context.op, device.simulator, bundleId, options);
  if (!outcome.ok)
    return failed(
      'FBSOpenApplicationErrorDomain',
      4,
      `The requested application ${bundleId} is not installed.`,
    );
  return done(`Launched application with ${bundleId} bundle identifier.\n`, {
    deviceIdentifier: device.identifier,
    process: { executable: executableOf(mac, device, bundleId), processIdentifier: outcome.value },
  });
}

export function terminate({ device, flags }: DeviceCall): Answer {
  const pid = Number(flags.values.get('--pid') ?? Number.NaN);
  const found = device.simulator.phone.processes.find((process) => process.pid === pid);
  if (!found) return failed('NSPOSIXErrorDomain', 3, `No such process: ${flags.values.get('--pid') ?? ''}`);
  device.simulator.phone.forceStop(found.packageName);
  return done('', {
    deviceIdentifier: device.identifier,
    process: { processIdentifier: pid },
    signal: { name: 'SIGTERM', value: 15 },
  });
}

export function infoApps({ mac, device, flags }: DeviceCall): Answer {
  const wanted = flags.values.get('--bundle-id');
  const apps = mac.apps
    .list(device.simulator)
    .filter(
      ({ system, bundleId }) =>
        (flags.plain.has('--include-all-apps') || !system) && (wanted ?? bundleId) === bundleId,
    )
    .map((app) => ({
      appClip: false,
      builtByDeveloper: !app.system,
      bundleIdentifier: app.bundleId,
      bundleVersion: app.version,
      defaultApp: false,
      hidden: false,
      internalApp: false,
      name: app.displayName,
      removable: !app.system,
      url: `file://${app.bundlePath}/`,
      version: app.version,
    }));
  return done(
    `Apps installed:\n${apps.map(({ name, bundleIdentifier }) => `${name}   ${bundleIdentifier}\n`).join('')}`,
    { apps },
  );
}

export function infoProcesses({ mac, device }: DeviceCall): Answer {
  const runningProcesses = mac.apps.list(device.simulator).flatMap(({ bundleId }) => {
    const pid = mac.apps.pidOf(device.simulator, bundleId);
    return pid === null ? [] : [{ executable: executableOf(mac, device, bundleId), processIdentifier: pid }];
  });
  return done('', { runningProcesses });
}

export function copyFlags(): readonly string[] {
  return ['--domain-type', '--domain-identifier', '--source', '--destination', '--user'];
}

export function copy({ context, mac, device, flags }: DeviceCall, direction: 'from' | 'to'): Answer {
  const app = mac.apps.find(device.simulator, flags.values.get('--domain-identifier') ?? '');
  if (flags.values.get('--domain-type') !== 'appDataContainer' || !app)
    return failed(coreDevice, 7000, 'The file service client could not open the domain.');
  const source = flags.values.get('--source') ?? '';
  const destination = flags.values.get('--destination') ?? '';
  const from = direction === 'from' ? join(app.dataPath, source) : resolve(context.cwd, source);
  const to = direction === 'from' ? resolve(context.cwd, destination) : join(app.dataPath, destination);
  if (!existsSync(from)) return failed(coreDevice, 7005, `The file ${source} was not found.`);
  mkdirSync(dirname(to), { recursive: true });
  cpSync(from, to, { recursive: true });
  return done(`Copied ${source}\n`, { deviceIdentifier: device.identifier });
}

function executableOf(mac: SimulatedMac, device: Device, bundleId: string): string {
  const app = mac.apps.find(device.simulator, bundleId);
  return `file://${app?.bundlePath}/${app?.executable}`;
}
