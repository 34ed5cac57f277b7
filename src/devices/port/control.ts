/** The part of the port that changes a device beside its screen: packages, files, settings, clipboard, power. */
import type { Operation } from '@mobile-debug/core/operation.ts';

/**
 * Told by an input or life-cycle method as it sends, so that a result can say the truth about delivery when a
 * budget ends half-way. `sending` comes right before the first byte of a command that can act leaves, `sent` when
 * the device has answered; both may come several times in one call (chunks of text).
 */
export interface DispatchMark {
  sending(): void;
  sent(): void;
}

/** One file of a package: an APK alone, or one of its splits. */
export interface PackageFile {
  readonly name: string;
  readonly sizeBytes: number;
  /** Opened anew at each call. */
  chunks(): AsyncIterable<Uint8Array>;
}

export interface InstallRequest {
  /** On this computer; for platforms whose own tool reads it. */
  readonly path: string;
  /** Empty for a bundle folder (`.app`). */
  readonly files: readonly PackageFile[];
  readonly onProgress?: (sentBytes: number, totalBytes: number) => void;
}

export interface InstallFacet {
  /** Kinds of packages it takes, such as `.apk`. */
  readonly endings: readonly string[];
  /**
   * Installs or updates, keeping data; never uninstalls anything. INSTALL_FAILED with `failure_code`, `meaning` and the
   * fix as next step, DEVICE_UNAVAILABLE while the system is starting.
   */
  install(
    op: Operation,
    request: InstallRequest,
    mark: DispatchMark,
  ): Promise<{ readonly how: string; readonly output: string }>;
}

export interface InstalledApp {
  readonly appId: string;
  readonly versionCode: string | null;
  readonly system: boolean;
}

export type PermissionState = 'grant' | 'revoke' | 'reset';

export interface PackagesFacet {
  list(op: Operation, options: { readonly system: boolean }): Promise<readonly InstalledApp[]>;
  /** APP_NOT_INSTALLED, ACTION_REJECTED in the device's words. */
  uninstall(op: Operation, appId: string, mark: DispatchMark): Promise<void>;
  /** `permission` is the platform's own name or a plain word (`camera`); answers the names that it stands for. */
  setPermission(
    op: Operation,
    wish: { readonly appId: string; readonly permission: string; readonly state: PermissionState },
    mark: DispatchMark,
  ): Promise<readonly string[]>;
  /** Opens a link in whatever handles it, or in the named app. LAUNCH_FAILED when nothing does. */
  openUrl(
    op: Operation,
    link: { readonly url: string; readonly appId?: string },
    mark: DispatchMark,
  ): Promise<{ readonly activity: string | null }>;
}

export interface FilesFacet {
  /** ACTION_REJECTED in the device's words (no space, no such folder). */
  push(
    op: Operation,
    file: { readonly path: string; readonly content: AsyncIterable<Uint8Array> },
    mark: DispatchMark,
  ): Promise<void>;
  pull(op: Operation, path: string): Promise<Uint8Array>;
}

/** CAPABILITY_MISSING where the build of the device has no way to it. */
export interface ClipboardFacet {
  read(op: Operation): Promise<string>;
  write(op: Operation, text: string, mark: DispatchMark): Promise<void>;
}

export type SettingName =
  | 'rotation'
  | 'darkMode'
  | 'fontScale'
  | 'locale'
  | 'animations'
  | 'location'
  | 'network'
  | 'battery';

export type SettingValue = string | number | boolean | null;

export interface SettingChange {
  readonly name: SettingName;
  /** Null when the device cannot tell. */
  readonly old: SettingValue;
  readonly new: SettingValue;
  /** What `undo` takes to put the old state back; its meaning is the platform's. */
  readonly undo: string;
}

export interface SettingsFacet {
  /** INVALID_ARGUMENT for a value that cannot be, CAPABILITY_MISSING for what this device cannot change. */
  change(
    op: Operation,
    wish: { readonly name: SettingName; readonly value: string | number | boolean; readonly appId?: string },
    mark: DispatchMark,
  ): Promise<SettingChange>;
  undo(op: Operation, change: SettingChange, mark: DispatchMark): Promise<void>;
}

export interface PowerFacet {
  /** Switches an emulator or simulator off; CAPABILITY_MISSING for real hardware. */
  off(op: Operation, mark: DispatchMark): Promise<void>;
}
