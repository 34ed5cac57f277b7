/** Settings of the device that tests vary, and putting them back. Part of the port. */

import type { Dispatch } from '@mobile-debug/core/dispatch.ts';

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
    op: Dispatch,
    wish: { readonly name: SettingName; readonly value: string | number | boolean; readonly appId?: string },
  ): Promise<SettingChange>;
  undo(op: Dispatch, change: SettingChange): Promise<void>;
}
