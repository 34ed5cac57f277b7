/** Installed apps: listing and removing them, permissions, links. Part of the port. */

import type { Dispatch } from '@mobile-debug/core/dispatch.ts';
import type { Operation } from '@mobile-debug/core/operation.ts';
import type { Foreground } from '../../ui/ui-tree.ts';
import type { AppOfUser } from './apps.ts';
import type { AppUser } from './users.ts';

export interface InstalledApp {
  readonly appId: string;
  readonly versionCode: string | null;
  readonly system: boolean;
}

export type PermissionState = 'grant' | 'revoke' | 'reset';

export interface Link {
  readonly url: string;
  readonly appId?: string;
  /** Whose app, as `UsersFacet` says. */
  readonly user?: AppUser;
}

export interface OpenedLink {
  /** Names of `package/class` that took it, as far as the platform tells: first the one that it named, last the one in front. */
  readonly took: readonly string[];
  /** What is in front once that rests; null where the platform does not tell, so that the screen must be read. */
  readonly front: Foreground | null;
  /** The device's own warning. */
  readonly warning?: string;
}

export interface PackagesFacet {
  list(
    op: Operation,
    options: { readonly system: boolean; readonly user?: AppUser },
  ): Promise<readonly InstalledApp[]>;
  /** APP_NOT_INSTALLED, ACTION_REJECTED in the device's words. */
  uninstall(dispatch: Dispatch, app: AppOfUser): Promise<void>;
  /** `permission` is the platform's name or a common one (`camera`); returns the platform names it covers. */
  setPermission(
    dispatch: Dispatch,
    request: AppOfUser & { readonly permission: string; readonly state: PermissionState },
  ): Promise<readonly string[]>;
  /** Opens a link in its default handler, or in the named app. LAUNCH_FAILED when nothing does. */
  openUrl(dispatch: Dispatch, link: Link): Promise<OpenedLink>;
}
