/** Settings of the device that tests vary, and putting them back. Part of the port. */

import type { Dispatch } from '@mobile-debug/core/dispatch.ts';
import type { Rotation } from '../../ui/ui-tree.ts';
import type { SettingInput } from './setting-values.ts';

export type SettingName =
  | 'rotation'
  | 'darkMode'
  | 'fontScale'
  | 'locale'
  | 'animations'
  | 'location'
  | 'network'
  | 'battery';

export type SettingValue = SettingInput | null;

/** What puts the old state back. */
export interface SettingUndo {
  /** In the platform's words: simctl arguments, or a line of the device's shell as one word. */
  readonly commands: readonly (readonly string[])[];
  /** To be rotated to where no command rotates. */
  readonly rotation?: Rotation;
}

export interface SettingChange {
  readonly name: SettingName;
  /** Null when unknown to the device. */
  readonly old: SettingValue;
  readonly new: SettingValue;
  readonly undo: SettingUndo;
}

export interface SettingsFacet {
  /** INVALID_ARGUMENT for a value that cannot be, CAPABILITY_MISSING for what this device cannot change. */
  change(
    dispatch: Dispatch,
    request: { readonly name: SettingName; readonly value: SettingInput; readonly appId?: string },
  ): Promise<SettingChange>;
  undo(dispatch: Dispatch, change: SettingChange): Promise<void>;
}
