/** Life cycle of a simulator's apps by `simctl`. */

import { allDone } from '@mobile-debug/core/all-done.ts';
import type { Dispatch } from '@mobile-debug/core/dispatch.ts';
import type { Environment } from '@mobile-debug/core/environment.ts';
import { Fault, failedBecause } from '@mobile-debug/core/fault.ts';
import type { Operation } from '@mobile-debug/core/operation.ts';
import type { AppOfUser, AppsFacet, Launched, StartOptions } from '../../port/apps.ts';
import type { Simctl } from '../ios-types.ts';
import type { AccessibilitySwitch } from '../screen/accessibility.ts';
import type { Xcrun } from '../simctl/run-xcrun.ts';
import type { AppCatalog } from './app-catalog.ts';
import { checkAppId, notInstalled } from './app-id.ts';
import { launchProblem } from './launch-problem.ts';
import { resetApp } from './reset-app.ts';

export interface IosAppsDeps {
  readonly simctl: Simctl;
  readonly xcrun: Xcrun;
  readonly catalog: AppCatalog;
  readonly accessibility: AccessibilitySwitch;
  readonly environment: Environment;
  readonly onLaunch: (appId: string, pid: number | null) => void;
}

/** Directly after an install FrontBoard often does not know the app yet [S2]; the pause is chosen [O1]. */
const launchRetries = 2;
const retryWaitMs = 700;

export function iosApps(parts: IosAppsDeps): AppsFacet {
  return new SimulatorApps(parts);
}

class SimulatorApps implements AppsFacet {
  readonly #parts: IosAppsDeps;
  /** Process of each app as it was launched last, to tell a start from a return to the front. */
  readonly #launched = new Map<string, number>();

  constructor(parts: IosAppsDeps) {
    this.#parts = parts;
  }

  async start(dispatch: Dispatch, appId: string, options: StartOptions = {}): Promise<Launched> {
    checkAppId(appId);
    const op = dispatch.unrecorded();
    const { catalog, accessibility } = this.#parts;
    const [there, off] = await allDone([catalog.wasInstalled(op, appId), accessibility.isOff(op)]);
    // A launch that cannot be would count as an attempt.
    if (!there) throw notInstalled(appId);
    const switchedOn = off && (await accessibility.turnOn(op));
    const startedMs = op.clock.monotonicMs();
    const output = await this.#launch(dispatch, appId, { ...options, anew: switchedOn });
    const launchTimeMs = Math.round(op.clock.monotonicMs() - startedMs);
    const pid = /:\s*(\d+)\s*$/m.exec(output)?.[1];
    const launched = pid === undefined ? null : Number(pid);
    const launchState = this.#stateOf(appId, launched);
    this.#parts.onLaunch(appId, launched);
    return {
      launchTimeMs,
      launchState,
      activity: null,
      otherLaunchers: [],
      pid: launched,
      foreground: null,
      warning: null,
      output: switchedOn ? `${output} (accessibility was off and is on now; the app was restarted)` : output,
    };
  }

  async terminate(dispatch: Dispatch, appId: string): Promise<void> {
    checkAppId(appId);
    try {
      await this.#parts.simctl.run(dispatch, ['terminate', appId]);
    } catch (error) {
      if (!failedBecause(error, 'not_running')) throw error;
      // It says the same of an app that is not there.
      if (!(await this.installed(dispatch.unrecorded(), appId)))
        throw notInstalled(appId).with({ delivery: 'not_delivered' });
    }
    this.#launched.delete(appId);
  }

  async reset(dispatch: Dispatch, { appId }: AppOfUser): Promise<{ readonly how: string }> {
    await this.terminate(dispatch, appId);
    return await resetApp(dispatch, this.#parts, appId);
  }

  async installed(op: Operation, appId: string): Promise<boolean> {
    checkAppId(appId);
    return (await this.#parts.catalog.bundlePath(op, appId)) !== null;
  }

  async pids(op: Operation, appId: string): Promise<readonly number[]> {
    checkAppId(appId);
    return (await this.#parts.catalog.running(op)).get(appId) ?? [];
  }

  async #launch(
    dispatch: Dispatch,
    appId: string,
    { anew, waitForDebugger = false }: StartOptions & { readonly anew: boolean },
  ): Promise<string> {
    const flags = {
      flags: [
        // A running app would only be brought to the front, past the code that is to be debugged.
        ...(anew || waitForDebugger ? ['--terminate-running-process'] : []),
        ...(waitForDebugger ? ['--wait-for-debugger'] : []),
      ],
    };
    for (let attempt = 0; ; attempt++) {
      try {
        const { stdout } = await this.#parts.simctl.run(dispatch, ['launch', appId], flags);
        return stdout.toString('utf8').trim();
      } catch (error) {
        if (!failedBecause(error, 'not_known_to_system', 'open_refused')) throw error;
        const problem = await launchProblem(dispatch.unrecorded(), this.#parts, appId);
        if (problem) throw problem;
        if (attempt >= launchRetries) throw refused(appId, error);
        await dispatch.sleep(retryWaitMs);
      }
    }
  }

  /** A running app is only brought to the front and keeps its process. */
  #stateOf(appId: string, pid: number | null): Launched['launchState'] {
    const before = this.#launched.get(appId);
    if (pid === null) return 'UNKNOWN';
    this.#launched.set(appId, pid);
    if (before === undefined) return 'UNKNOWN';
    return before === pid ? 'HOT' : 'COLD';
  }
}

function refused(appId: string, error: Fault): Fault {
  return new Fault(
    'LAUNCH_FAILED',
    `${appId} is installed, but the system did not open it. ${error.message}`,
    {
      cause: error,
      ...(error.reason && { reason: error.reason }),
      ...(error.details && { details: error.details }),
      nextStep: 'Check get_logs for a crash at start; build and install it again if this persists.',
    },
  );
}
