/** Apps of all simulators: their folders, processes, launches, installs. What every tool does to apps goes through it. */
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Operation } from '@mobile-debug/core/operation.ts';
import { RESOLVER, RESOLVER_ACTIVITY } from '../phone/link-chooser.ts';
import type { InstalledPackage } from '../phone/phone-types.ts';
import {
  deviceFolder,
  displayNameOf,
  executableOf,
  holdsData,
  infoPlistOf,
  leaveTrace,
  makeDataContainer,
  removeFolder,
  urlSchemeOf,
  writeBundle,
} from './app-folders.ts';
import { type AppProgram, type AppPrograms, endTogether, startProgram } from './app-program.ts';
import { checkBundle } from './bundle-check.ts';
import { type Failure, failureOf } from './failure.ts';
import type { LaunchOptions, Outcome, SimulatorApp, SimulatorApps } from './program.ts';
import { saysAsXcode26 } from './runtimes.ts';
import { bundleIdOf, packageNameOf, type Simulator } from './simulator.ts';

interface Folders {
  readonly bundlePath: string;
  readonly dataPath: string;
  launched: boolean;
}

/** Addresses that the system itself takes. */
const systemSchemes: ReadonlySet<string> = new Set(['http', 'https', 'prefs', 'app-prefs', 'tel', 'mailto']);
const hiddenPackages: ReadonlySet<string> = new Set(['com.android.permissioncontroller']);

export class AppsOfSimulators implements SimulatorApps {
  readonly #home: string;
  readonly #programs: AppPrograms | undefined;
  readonly #folders = new Map<string, Folders>();

  constructor(home: string, programs?: AppPrograms) {
    this.#home = home;
    this.#programs = programs;
  }

  list(simulator: Simulator): readonly SimulatorApp[] {
    return [...simulator.phone.packages.values()]
      .filter(({ name }) => !hiddenPackages.has(name))
      .map((app) => this.#app(simulator, app));
  }

  find(simulator: Simulator, bundleId: string): SimulatorApp | null {
    const app = simulator.phone.packages.get(packageNameOf(bundleId));
    return app && bundleIdOf(app.name) === bundleId ? this.#app(simulator, app) : null;
  }

  pidOf(simulator: Simulator, bundleId: string): number | null {
    const packageName = packageNameOf(bundleId);
    if (bundleIdOf(packageName) !== bundleId) return null; // the phone's own name, which Apple's side does not know
    const { processes } = simulator.phone;
    return processes.find((process) => process.packageName === packageName)?.pid ?? null;
  }

  async launch(
    op: Operation,
    simulator: Simulator,
    bundleId: string,
    options: LaunchOptions = {},
  ): Promise<Outcome<number>> {
    const off = notBooted(simulator, 'lookup');
    if (off) return { ok: false, failure: off };
    const app = this.find(simulator, bundleId);
    if (!app) return { ok: false, failure: unknownApp(simulator, bundleId) };
    await op.sleep(simulator.phone.timing.amMs);
    this.#forgetClearedData(simulator, app);
    const before = options.terminateRunning ? null : this.pidOf(simulator, bundleId);
    const program = before === null ? await this.#program(op, app, options) : null;
    const outcome = simulator.phone.start(app.packageName, null, {
      stopFirst: options.terminateRunning ?? false,
      ...(program && { program }),
    });
    const pid = this.pidOf(simulator, bundleId);
    if (program) endTogether(simulator.phone, app.packageName, program);
    if (!outcome.ok || pid === null) return { ok: false, failure: deniedLaunch(simulator, bundleId) };
    leaveTrace(app.dataPath, bundleId);
    this.#foldersOf(simulator, app.packageName).launched = true;
    // A running app is only brought to the front: it never sees the new arguments.
    if (before === null) {
      const { args = [], env = {} } = options;
      simulator.memory.launches.push({ bundleId, pid, args, env });
    }
    return { ok: true, value: pid };
  }

  async #program(op: Operation, app: SimulatorApp, options: LaunchOptions): Promise<AppProgram | null> {
    if (!this.#programs) return null;
    return await startProgram(op, this.#programs, {
      bundleId: app.bundleId,
      executable: join(app.bundlePath, app.executable),
      env: options.env ?? {},
      held: options.waitForDebugger ?? false,
    });
  }

  terminate(simulator: Simulator, bundleId: string): Outcome<void> {
    const off = notBooted(simulator, 'lookup');
    if (off) return { ok: false, failure: off };
    if (this.pidOf(simulator, bundleId) === null) {
      const under = { domain: 'NSPOSIXErrorDomain', code: 3, text: 'found nothing to terminate' };
      const newer = `Simulator device failed to terminate ${bundleId}.`;
      const older = `The request to terminate "${bundleId}" failed. found nothing to terminate`;
      const text = saysAsXcode26(simulator) ? newer : older;
      return { ok: false, failure: failureOf('NSPOSIXErrorDomain', 3, text, under) };
    }
    simulator.phone.forceStop(packageNameOf(bundleId));
    return { ok: true, value: undefined };
  }

  install(simulator: Simulator, path: string): Outcome<SimulatorApp> {
    return this.#install(simulator, path, 'simulator');
  }

  /** On a real phone, which takes what a simulator refuses. */
  installAnyBuild(simulator: Simulator, path: string): Outcome<SimulatorApp> {
    return this.#install(simulator, path, 'any');
  }

  #install(simulator: Simulator, path: string, build: 'simulator' | 'any'): Outcome<SimulatorApp> {
    const off = notBooted(simulator, 'lookup');
    if (off) return { ok: false, failure: off };
    const checked = checkBundle(path, simulator, build);
    if (!checked.ok) return checked;
    const bundleId = checked.value;
    const packageName = packageNameOf(bundleId);
    simulator.phone.setInstalled(packageName, true);
    const app = this.find(simulator, bundleId);
    if (!app) {
      const under = { domain: 'MIInstallerErrorDomain', code: 4, text: `No app of the model is ${bundleId}` };
      return { ok: false, failure: failureOf('IXErrorDomain', 3, 'Failed to install the app.', under) };
    }
    return { ok: true, value: app };
  }

  uninstall(simulator: Simulator, bundleId: string): Outcome<void> {
    const off = notBooted(simulator, 'lookup');
    if (off) return { ok: false, failure: off };
    const app = this.find(simulator, bundleId);
    if (!app || app.system) return { ok: true, value: undefined };
    simulator.phone.setInstalled(app.packageName, false);
    removeFolder(join(app.bundlePath, '..'));
    removeFolder(app.dataPath);
    this.#folders.delete(`${simulator.udid} ${app.packageName}`);
    return { ok: true, value: undefined };
  }

  async openUrl(op: Operation, simulator: Simulator, url: string): Promise<Outcome<void>> {
    const off = notBooted(simulator, 'lookup');
    if (off) return { ok: false, failure: off };
    await op.sleep(simulator.phone.timing.amMs);
    const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(url)?.[1]?.toLowerCase() ?? '';
    const app = this.list(simulator).find(
      ({ bundleId, system }) => !system && urlSchemeOf(bundleId) === scheme,
    );
    if (!app && !systemSchemes.has(scheme)) {
      return { ok: false, failure: unknownLink(simulator, url) };
    }
    simulator.memory.openedUrls.push(url);
    const asks = app && simulator.phone.packages.has(RESOLVER);
    if (asks)
      simulator.phone.start(RESOLVER, RESOLVER_ACTIVITY, { extras: { uri: url, taker: app.packageName } });
    else if (app) simulator.phone.start(app.packageName, null, { extras: { url } });
    if (scheme.endsWith('prefs')) simulator.phone.start('com.android.settings', null);
    return { ok: true, value: undefined };
  }

  onExit(simulator: Simulator, pid: number, ended: () => void): () => void {
    const stop = simulator.phone.log.subscribe(({ tag, message }) => {
      if (tag !== 'am_proc_died' || !message.startsWith(`[0,${pid},`)) return;
      stop();
      ended();
    });
    return stop;
  }

  onPrinted(
    simulator: Simulator,
    pid: number,
    printed: (line: string, stream: 'stdout' | 'stderr') => void,
  ): () => void {
    return simulator.phone.log.subscribe((line) => {
      if (line.pid === pid && (line.tag === 'stdout' || line.tag === 'stderr'))
        printed(line.message, line.tag);
    });
  }

  /** Its folders are gone; the next app that is asked for gets new ones. */
  forget(simulator: Simulator): void {
    for (const key of [...this.#folders.keys()])
      if (key.startsWith(simulator.udid)) this.#folders.delete(key);
  }

  #app(simulator: Simulator, app: InstalledPackage): SimulatorApp {
    const { bundlePath, dataPath } = this.#foldersOf(simulator, app.name, app);
    return {
      bundleId: bundleIdOf(app.name),
      packageName: app.name,
      displayName: displayNameOf(app.name),
      executable: executableOf(app.name),
      version: app.versionName,
      system: app.system,
      bundlePath,
      dataPath,
    };
  }

  /** Made the first time that somebody asks: most tests never look into them. */
  #foldersOf(simulator: Simulator, packageName: string, app?: InstalledPackage): Folders {
    const key = `${simulator.udid} ${packageName}`;
    const known = this.#folders.get(key);
    if (known) return known;
    const containers = join(deviceFolder(this.#home, simulator.udid), 'data/Containers');
    const name = `${executableOf(packageName).replace(/App$/, '')}.app`;
    const parent = app?.system
      ? join(this.#home, 'Library/Developer/CoreSimulator/Runtime/Applications')
      : join(containers, 'Bundle/Application', randomUUID().toUpperCase());
    const folders: Folders = {
      bundlePath: join(parent, name),
      dataPath: join(containers, 'Data/Application', randomUUID().toUpperCase()),
      launched: false,
    };
    this.#folders.set(key, folders);
    if (app && !existsSync(folders.bundlePath)) writeBundle(folders.bundlePath, infoPlistOf(app));
    makeDataContainer(folders.dataPath, bundleIdOf(packageName));
    return folders;
  }

  /** Somebody emptied the container of an app that had run: it starts as if new. What it may do stays. */
  #forgetClearedData(simulator: Simulator, app: SimulatorApp): void {
    const folders = this.#foldersOf(simulator, app.packageName);
    const running = this.pidOf(simulator, app.bundleId) !== null;
    if (!folders.launched || running || holdsData(app.dataPath)) return;
    const before = simulator.phone.packages.get(app.packageName)?.permissions ?? {};
    simulator.phone.clearData(app.packageName);
    for (const [name, granted] of Object.entries(before))
      if (granted) simulator.phone.setPermission(app.packageName, name, true);
    makeDataContainer(app.dataPath, app.bundleId);
  }
}

/** Null when the simulator runs. */
export function notBooted(simulator: Simulator, deed: string): Failure | null {
  if (simulator.state === 'Booted') return null;
  const text = `Unable to ${deed} in current state: ${simulator.state}`;
  return failureOf('com.apple.CoreSimulator.SimError', 405, text);
}

function unknownLink(simulator: Simulator, url: string): Failure {
  const newer = saysAsXcode26(simulator);
  const domain = newer ? 'LSApplicationWorkspaceErrorDomain' : 'NSOSStatusErrorDomain';
  const code = newer ? 115 : -10_814;
  const kind = newer ? `${domain} error` : 'OSStatus error';
  const text = `The operation couldn’t be completed. (${kind} ${code}.)`;
  return failureOf(domain, code, `Simulator device failed to open ${url}.`, { domain, code, text });
}

function unknownApp(simulator: Simulator, bundleId: string): Failure {
  const said = `The request to open "${bundleId}" failed`;
  const under = {
    domain: 'FBSOpenApplicationErrorDomain',
    code: 4,
    text: `${said}: the application is unknown to FrontBoard (NotFound).`,
  };
  if (!saysAsXcode26(simulator))
    return failureOf('FBSOpenApplicationServiceErrorDomain', 4, `${said}.`, under);
  return failedLaunch(bundleId, 4);
}

function deniedLaunch(simulator: Simulator, bundleId: string): Failure {
  if (saysAsXcode26(simulator)) return failedLaunch(bundleId, 1);
  return failureOf('FBSOpenApplicationServiceErrorDomain', 1, `The request to open "${bundleId}" failed.`, {
    domain: 'FBSOpenApplicationErrorDomain',
    code: 3,
    text: 'The process failed to launch.',
  });
}

/** It says no more than that. */
function failedLaunch(bundleId: string, code: number): Failure {
  const domain = 'FBSOpenApplicationServiceErrorDomain';
  const text = `The request to open "${bundleId}" failed.`;
  return failureOf(domain, code, `Simulator device failed to launch ${bundleId}.`, { domain, code, text });
}
