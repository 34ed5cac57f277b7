/** The life of apps: starting, ending, resetting. Part of the port. */

import type { Dispatch } from '@mobile-debug/core/dispatch.ts';
import type { Operation } from '@mobile-debug/core/operation.ts';
import type { Foreground } from '../../ui/ui-tree.ts';
import type { AppUser } from './users.ts';

export interface Launched {
  readonly launchTimeMs: number | null;
  readonly launchState: 'COLD' | 'WARM' | 'HOT' | 'UNKNOWN' | null;
  /** The requested component, and the other launcher entries that were not used. */
  readonly activity: string | null;
  readonly otherLaunchers: readonly string[];
  readonly pid: number | null;
  readonly foreground: Foreground | null;
  /** The device's own warning, such as that the app was only brought to the front; null when there was none. */
  readonly warning: string | null;
  /** The device's own words. */
  readonly output: string;
}

export interface StartOptions {
  /** Restarts it and holds it before its first line until a debugger attaches. */
  readonly waitForDebugger?: boolean;
  /** Whose app, as `UsersFacet` says. */
  readonly user?: AppUser;
}

/** An app of one user. Whoever deletes its data must say whose. */
export interface AppOfUser {
  readonly appId: string;
  readonly user: AppUser;
}

export interface AppsFacet {
  /**
   * Finds out what a start of the app needs, so that it runs beside other questions; `start` does without it. Left out
   * where there is nothing to find out.
   */
  lookUp?(op: Operation, appId: string): Promise<void>;
  /**
   * Faults: APP_NOT_INSTALLED, LAUNCH_FAILED (no launcher activity, crashed, other app in front), DEBUGGER_UNSUPPORTED
   * where an app cannot be held for a debugger.
   */
  start(dispatch: Dispatch, appId: string, options?: StartOptions): Promise<Launched>;
  /** Ends all processes of the app. APP_NOT_INSTALLED when there is no such app; ending an idle app succeeds. */
  terminate(dispatch: Dispatch, appId: string, user?: AppUser): Promise<void>;
  /** Ends the app and deletes its data; returns how. */
  reset(dispatch: Dispatch, app: AppOfUser): Promise<{ readonly how: string }>;
  installed(op: Operation, appId: string, user?: AppUser): Promise<boolean>;
  /** Process ids of the app and its `:name` processes, main process first; empty when it does not run. Of all users unless one is named. */
  pids(op: Operation, appId: string, user?: AppUser): Promise<readonly number[]>;
}
