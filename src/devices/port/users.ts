/** The users of one device, each with apps and data of its own. Part of the port; left out where there is only one. */
import type { Operation } from '@mobile-debug/core/operation.ts';

/** Null: the device has one user only, so that nothing need be said of it. */
export type AppUser = number | null;

export interface AskedApp {
  readonly appId: string;
  /** As the caller named it. */
  readonly user?: number | undefined;
  /**
   * That the device had only one user a moment ago will do: for what harms nobody's data when another has come since.
   */
  readonly harmless?: boolean;
}

export interface UsersFacet {
  /**
   * Whose app is meant. A named user is never replaced; without one the user in front, when the app runs there, or the
   * only one that has it. Faults: INVALID_ARGUMENT for a user that the device does not have, APP_NOT_INSTALLED,
   * USER_AMBIGUOUS with the users that have the app.
   */
  ofApp(op: Operation, app: AskedApp): Promise<AppUser>;
  /** For what is about no app that is there already: the named user, or the one in front. */
  inFront(op: Operation, user?: number): Promise<AppUser>;
}
