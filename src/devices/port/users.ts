/** The users of one device, each with apps and data of its own. Part of the port; left out where there is only one. */
import type { Operation } from '@mobile-debug/core/operation.ts';

/** Null: the device has one user only, so that nothing need be said of it. */
export type AppUser = number | null;

export interface UsersFacet {
  /**
   * Whose app is meant. A named user is never replaced; without one the user in front, when the app runs there, or the
   * only one that has it. Faults: INVALID_ARGUMENT for a user that the device does not have, APP_NOT_INSTALLED,
   * USER_AMBIGUOUS with the users that have the app.
   */
  ofApp(op: Operation, app: { readonly appId: string; readonly user?: number | undefined }): Promise<AppUser>;
  /** For what is about no app that is there already: the named user, or the one in front. */
  inFront(op: Operation, user?: number): Promise<AppUser>;
  /**
   * The only user of the device, as it told last; null where it told of several, or nothing yet. For what does no harm
   * when another has come since.
   */
  readonly only: { readonly user: AppUser } | null;
  /** Asks who the users are, for `only`. */
  refresh(op: Operation): Promise<void>;
}
