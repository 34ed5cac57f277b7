/**
 * Life cycle of apps by `am`, `pm` and `cmd package`. What they print decides; their exit codes differ by version.
 * Sources: [A11] and [A15].
 */

import type { Dispatch } from '@mobile-debug/core/dispatch.ts';
import { Fault } from '@mobile-debug/core/fault.ts';
import type { Operation } from '@mobile-debug/core/operation.ts';
import { firstLine } from '@mobile-debug/core/text.ts';
import type { AppOfUser, AppsFacet, Launched, StartOptions } from '../../port/apps.ts';
import type { AppUser } from '../../port/users.ts';
import type { AdbDevice } from '../adb/adb-types.ts';
import { runBatch } from '../adb/batch.ts';
import { checkAppId, notInstalled } from './app-id.ts';
import { type LaunchRequest, launch } from './launch.ts';
import { findLaunchers, type Launchers, tellsInstalled } from './launchers.ts';
import { askManager, managerFault } from './package-manager.ts';
import { parsePids, pidsOfUser, psCommand, userProcesses } from './processes.ts';
import { userFlag } from './user-flag.ts';

/** `sdk` is the API level of the device. */
export function androidApps(adb: AdbDevice, sdk: number): AppsFacet {
  return new AdbApps(adb, sdk);
}

class AdbApps implements AppsFacet {
  readonly #adb: AdbDevice;
  readonly #sdk: number;
  /** What was found out on an earlier start; an answer that it is wrong drops it. */
  readonly #launchers = new Map<string, Launchers>();

  constructor(adb: AdbDevice, sdk: number) {
    this.#adb = adb;
    this.#sdk = sdk;
  }

  /** Of a device with one user: where there are several, whose app is meant has to be known first. */
  async lookUp(op: Operation, appId: string): Promise<void> {
    const key = keyOf(appId, null);
    if (this.#launchers.has(key)) return;
    const launchers = await findLaunchers(op, this.#adb, { appId, user: null });
    if (launchers.installed && launchers.components.length > 0) this.#launchers.set(key, launchers);
  }

  async start(dispatch: Dispatch, appId: string, options: StartOptions = {}): Promise<Launched> {
    checkAppId(appId);
    const { user = null } = options;
    const key = keyOf(appId, user);
    const remembered = this.#launchers.get(key);
    if (remembered) {
      const again = await launch(dispatch, this.#request(appId, remembered, options));
      if (again !== 'activity_missing') return again;
      this.#launchers.delete(key);
    }
    const launchers = await this.#resolve(dispatch.unrecorded(), { appId, user });
    const launched = await launch(dispatch, this.#request(appId, launchers, options));
    if (launched === 'activity_missing') {
      throw new Fault(
        'LAUNCH_FAILED',
        `${launchers.components[0]} does not exist, although the device listed it.`,
      );
    }
    this.#launchers.set(key, launchers);
    return launched;
  }

  async terminate(dispatch: Dispatch, appId: string, user: AppUser = null): Promise<void> {
    const command = `am force-stop${userFlag(user)} ${appId}`;
    const output = await this.#onInstalled(dispatch, { appId, user }, command);
    // `am force-stop` prints nothing when all is well [A11], [A15].
    if (/Exception|^Error|Unknown command/m.test(output)) throw refused(`end ${appId}`, output);
  }

  async reset(dispatch: Dispatch, { appId, user }: AppOfUser): Promise<{ readonly how: string }> {
    const command = `pm clear${userFlag(user ?? 0)} ${appId}`;
    const output = await this.#onInstalled(dispatch, { appId, user }, command);
    // `pm clear` ends with one of two words, whatever its exit code [A9].
    if (!/^Success\b/m.test(output)) throw refused(`clear the data of ${appId}`, output);
    return { how: 'pm clear' };
  }

  async installed(op: Operation, appId: string, user: AppUser = null): Promise<boolean> {
    checkAppId(appId);
    const [path = ''] = await askManager(op, this.#adb, [`pm path${userFlag(user)} ${appId}`]);
    return tellsInstalled(path);
  }

  async pids(op: Operation, appId: string, user: AppUser = null): Promise<readonly number[]> {
    checkAppId(appId);
    const command = user === null ? psCommand(this.#sdk) : userProcesses(this.#sdk);
    const [list = ''] = await runBatch(op, this.#adb, [command]);
    return user === null ? parsePids(list, appId) : pidsOfUser(list, { appId, user });
  }

  #request(
    appId: string,
    launchers: Launchers,
    { waitForDebugger = false, user = null }: StartOptions,
  ): LaunchRequest {
    return { adb: this.#adb, sdk: this.#sdk, appId, user, launchers, held: waitForDebugger };
  }

  async #resolve(op: Operation, { appId, user }: AppOfUser): Promise<Launchers> {
    const launchers = await findLaunchers(op, this.#adb, { appId, user });
    if (!launchers.installed) throw notInstalled(appId);
    if (launchers.components.length === 0) {
      throw new Fault('LAUNCH_FAILED', `${appId} is installed, but has no activity that can be launched.`, {
        nextStep: 'Use an app with a launcher entry; this one has only services, a keyboard or a widget.',
      });
    }
    return launchers;
  }

  /** Runs `command` and looks in the same round trip whether there is such an app at all. */
  async #onInstalled(dispatch: Dispatch, { appId, user }: AppOfUser, command: string): Promise<string> {
    checkAppId(appId);
    const path = `pm path${userFlag(user)} ${appId}`;
    const [found = '', output = ''] = await askManager(dispatch, this.#adb, [path, command]);
    const fault = managerFault(output);
    if (fault) throw fault;
    if (!tellsInstalled(found)) throw notInstalled(appId);
    return output;
  }
}

function keyOf(appId: string, user: AppUser): string {
  return `${user ?? ''}:${appId}`;
}

function refused(what: string, output: string): Fault {
  const words = firstLine(output) || '(nothing)';
  // Policies of the device and users without rights [A9], [A15].
  return new Fault('ACTION_REJECTED', `The device did not ${what}. It said: ${words}`, {
    details: { output: output.slice(0, 2_000) },
    ...(/SecurityException|permission/i.test(output) && {
      nextStep:
        'Turn on "USB debugging (Security settings)" in the developer options (Xiaomi), then try again.',
    }),
  });
}
