/** Switching a device off. Part of the port. */

import type { Dispatch } from '@mobile-debug/core/dispatch.ts';

export interface PowerFacet {
  /** Switches an emulator or simulator off; CAPABILITY_MISSING for real hardware. */
  off(dispatch: Dispatch): Promise<void>;
}
