/**
 * Apps and processes of a real device by `devicectl`. Processes are told apart by the path of their app's bundle.
 * Source: [S6].
 */
import { Fault, failedBecause } from '@mobile-debug/core/fault.ts';
import type { Operation } from '@mobile-debug/core/operation.ts';
import type { AppsFacet } from '../../port/apps.ts';
import { checkAppId, notInstalled } from '../apps/app-id.ts';
import type { AppNames } from '../ios-types.ts';
import { asList, asObject, textOf } from '../simctl/tool-json.ts';
import type { Devicectl } from './devicectl.ts';

export interface RealApp {
  readonly appId: string;
  readonly name: string | null;
  readonly version: string | null;
  readonly removable: boolean;
  /** Path of the bundle on the device. */
  readonly path: string | null;
}

interface RealProcess {
  readonly pid: number;
  readonly path: string;
}

export class RealApps implements AppNames {
  readonly #devicectl: Devicectl;
  #known: readonly RealApp[] = [];

  constructor(devicectl: Devicectl) {
    this.#devicectl = devicectl;
  }

  /** Those of the user; with `all` the system's too. */
  async list(op: Operation, all: boolean): Promise<readonly RealApp[]> {
    const flags = all ? ['--include-all-apps'] : [];
    const result = await this.#devicectl.run(op, ['device', 'info', 'apps', ...flags]);
    const apps = asList(result['apps']).flatMap((app): RealApp[] => {
      const appId = textOf(app['bundleIdentifier']);
      if (appId === null) return [];
      return [
        {
          appId,
          name: textOf(app['name']),
          version: textOf(app['bundleVersion']) ?? textOf(app['version']),
          removable: app['removable'] !== false,
          path: pathOf(textOf(app['url'])),
        },
      ];
    });
    this.#known = apps;
    return apps;
  }

  async find(op: Operation, appId: string): Promise<RealApp | null> {
    return (await this.list(op, true)).find((app) => app.appId === appId) ?? null;
  }

  async processes(op: Operation): Promise<readonly RealProcess[]> {
    const result = await this.#devicectl.run(op, ['device', 'info', 'processes']);
    return asList(result['runningProcesses']).flatMap((process): RealProcess[] => {
      const path = pathOf(textOf(process['executable']));
      const pid = process['processIdentifier'];
      return path !== null && typeof pid === 'number' ? [{ pid, path }] : [];
    });
  }

  /** Its own process, not those of its extensions, which lie in folders below. */
  async pidsOf(op: Operation, { path }: RealApp): Promise<readonly number[]> {
    if (path === null) return [];
    const processes = await this.processes(op);
    return processes.filter((each) => isMain(each.path, path)).map(({ pid }) => pid);
  }

  async byPid(op: Operation, pid: number): Promise<string | null> {
    const process = (await this.processes(op)).find((each) => each.pid === pid);
    if (!process) return null;
    const owner = (): RealApp | undefined =>
      this.#known.find(({ path }) => path !== null && isMain(process.path, path));
    if (!owner()) await this.list(op, true);
    return owner()?.appId ?? null;
  }

  async byName(op: Operation, name: string): Promise<string | null> {
    const [only, another] = (await this.list(op, true)).filter((app) => app.name === name.trim());
    return only && !another ? only.appId : null;
  }
}

export function realAppsOf(devicectl: Devicectl): RealApps {
  return new RealApps(devicectl);
}

export function realApps(
  devicectl: Devicectl,
  apps: RealApps,
  onLaunch: (appId: string, pid: number | null) => void,
): AppsFacet {
  const need = async (op: Operation, appId: string): Promise<RealApp> => {
    checkAppId(appId);
    const app = await apps.find(op, appId);
    if (!app) throw notInstalled(appId);
    return app;
  };
  return {
    async start(dispatch, appId, options = {}) {
      checkAppId(appId);
      if (options.waitForDebugger) throw noDebugger();
      const startedMs = dispatch.clock.monotonicMs();
      const result = await devicectl.run(dispatch, ['device', 'process', 'launch', appId]);
      const pid = asObject(result['process'])?.['processIdentifier'];
      const launched = typeof pid === 'number' ? pid : null;
      onLaunch(appId, launched);
      return {
        launchTimeMs: Math.round(dispatch.clock.monotonicMs() - startedMs),
        launchState: 'UNKNOWN',
        activity: null,
        otherLaunchers: [],
        pid: launched,
        foreground: null,
        warning: null,
        output: '',
      };
    },
    async terminate(dispatch, appId) {
      const app = await need(dispatch.unrecorded(), appId);
      for (const pid of await apps.pidsOf(dispatch.unrecorded(), app)) {
        try {
          const args = ['device', 'process', 'terminate', '--pid', String(pid)];
          await devicectl.run(dispatch, args);
        } catch (error) {
          if (!failedBecause(error, 'no_process')) throw error;
        }
      }
    },
    async reset() {
      throw noReset();
    },
    async installed(op, appId) {
      checkAppId(appId);
      return (await apps.find(op, appId)) !== null;
    },
    async pids(op, appId) {
      checkAppId(appId);
      const app = await apps.find(op, appId);
      return app ? await apps.pidsOf(op, app) : [];
    },
  };
}

/** `file:///private/var/containers/Bundle/Application/UUID/Shop.app/` without the link that `/private` is [S6]. */
function pathOf(url: string | null): string | null {
  if (url === null) return null;
  try {
    const path = url.startsWith('/') ? url : decodeURIComponent(new URL(url).pathname);
    return path.replace(/^\/private(?=\/var\/)/, '').replace(/\/+$/, '');
  } catch {
    return null; // no address
  }
}

function isMain(executable: string, bundle: string): boolean {
  return executable.startsWith(`${bundle}/`) && !executable.slice(bundle.length + 1).includes('/');
}

function noReset(): Fault {
  return new Fault(
    'CAPABILITY_MISSING',
    'The data of an app on a real device cannot be cleared with a command.',
    {
      nextStep: 'Uninstall the app and install it again with install_app.',
    },
  );
}

function noDebugger(): Fault {
  return new Fault('DEBUGGER_UNSUPPORTED', 'This server does not debug apps on real iPhones.', {
    nextStep:
      'Debug it in Xcode, or in a simulator. Real devices need a tunnel to their debugserver and a development-signed build.',
  });
}
