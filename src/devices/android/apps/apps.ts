/**
 * Life cycle of apps by `am`, `pm` and `cmd package`. What they print decides; their exit codes differ by version.
 * Sources: [A11] and [A15].
 */

import type { Dispatch } from '@mobile-debug/core/dispatch.ts';
import { Fault } from '@mobile-debug/core/fault.ts';
import type { Operation } from '@mobile-debug/core/operation.ts';
import { firstLine } from '@mobile-debug/core/text.ts';
import type { AppsFacet, Launched, StartOptions } from '../../port/apps.ts';
import type { AdbDevice } from '../adb/adb-types.ts';
import { runBatch } from '../adb/batch.ts';
import { notReadyFault } from '../not-ready.ts';
import { checkAppId, notInstalled } from './app-id.ts';
import { type LaunchRequest, launch } from './launch.ts';
import { findLaunchers, isInstalled, type Launchers } from './launchers.ts';
import { parsePids, psCommand } from './processes.ts';

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

  async start(dispatch: Dispatch, appId: string, options: StartOptions = {}): Promise<Launched> {
    checkAppId(appId);
    const remembered = this.#launchers.get(appId);
    if (remembered) {
      const again = await launch(dispatch, this.#request(appId, remembered, options));
      if (again !== 'activity_missing') return again;
      this.#launchers.delete(appId);
    }
    const launchers = await this.#resolve(dispatch.unrecorded(), appId);
    const launched = await launch(dispatch, this.#request(appId, launchers, options));
    if (launched === 'activity_missing') {
      throw new Fault(
        'LAUNCH_FAILED',
        `${launchers.components[0]} does not exist, although the device listed it.`,
      );
    }
    this.#launchers.set(appId, launchers);
    return launched;
  }

  async terminate(dispatch: Dispatch, appId: string): Promise<void> {
    const output = await this.#onInstalled(dispatch, appId, `am force-stop ${appId}`);
    // `am force-stop` prints nothing when all is well [A11], [A15].
    if (/Exception|^Error|Unknown command/m.test(output)) throw refused(`end ${appId}`, output);
  }

  async reset(dispatch: Dispatch, appId: string): Promise<{ readonly how: string }> {
    const output = await this.#onInstalled(dispatch, appId, `pm clear ${appId}`);
    // `pm clear` ends with one of two words, whatever its exit code [A9].
    if (!/^Success\b/m.test(output)) throw refused(`clear the data of ${appId}`, output);
    return { how: 'pm clear' };
  }

  async installed(op: Operation, appId: string): Promise<boolean> {
    checkAppId(appId);
    const [path = ''] = await runBatch(op, this.#adb, [`pm path ${appId}`]);
    if (isInstalled(path)) return true;
    const fault = notReadyFault(path);
    if (fault) throw fault;
    return false;
  }

  async pids(op: Operation, appId: string): Promise<readonly number[]> {
    checkAppId(appId);
    const [list = ''] = await runBatch(op, this.#adb, [psCommand(this.#sdk)]);
    return parsePids(list, appId);
  }

  #request(appId: string, launchers: Launchers, { waitForDebugger = false }: StartOptions): LaunchRequest {
    return { adb: this.#adb, sdk: this.#sdk, appId, launchers, held: waitForDebugger };
  }

  async #resolve(op: Operation, appId: string): Promise<Launchers> {
    const launchers = await findLaunchers(op, this.#adb, appId);
    if (!launchers.installed) throw notInstalled(appId);
    if (launchers.components.length === 0) {
      throw new Fault('LAUNCH_FAILED', `${appId} is installed, but has no activity that can be launched.`, {
        nextStep: 'Use an app with a launcher entry; this one has only services, a keyboard or a widget.',
      });
    }
    return launchers;
  }

  /** Runs `command` and looks in the same round trip whether there is such an app at all. */
  async #onInstalled(dispatch: Dispatch, appId: string, command: string): Promise<string> {
    checkAppId(appId);
    const [path = '', output = ''] = await runBatch(dispatch, this.#adb, [`pm path ${appId}`, command]);
    const fault = notReadyFault(path) ?? notReadyFault(output);
    if (fault) throw fault;
    if (!isInstalled(path)) throw notInstalled(appId);
    return output;
  }
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
