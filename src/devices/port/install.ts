/** Installing packages. Part of the port. */

import type { Dispatch } from '@mobile-debug/core/dispatch.ts';
import type { Operation } from '@mobile-debug/core/operation.ts';
import type { AppUser } from './users.ts';

/** One file of a package: an APK alone, or one of its splits. */
export interface PackageFile {
  readonly name: string;
  readonly sizeBytes: number;
  /** Reopened at each call. */
  chunks(): AsyncIterable<Uint8Array>;
}

export interface InstallRequest {
  /** On this computer; for platforms whose own tool reads it. */
  readonly path: string;
  /** Empty for a bundle folder (`.app`). */
  readonly files: readonly PackageFile[];
  /** For whom; for everybody when left out. */
  readonly user?: AppUser;
  readonly onProgress?: (sentBytes: number, totalBytes: number) => void;
}

export interface InstallFacet {
  /** Kinds of packages it takes, such as `.apk`. */
  readonly endings: readonly string[];
  /** Processors that the device runs programs of, the best first; left out where packages are not made for one. */
  abis?(op: Operation): Promise<readonly string[]>;
  /**
   * Installs or updates, keeping data; never uninstalls anything. INSTALL_FAILED with `failure_code`, `meaning` and the
   * fix as next step, DEVICE_UNAVAILABLE while the system is starting.
   */
  install(
    dispatch: Dispatch,
    request: InstallRequest,
  ): Promise<{ readonly how: string; readonly output: string }>;
}
