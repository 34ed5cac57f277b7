/** The clipboard of the device. Part of the port. */

import type { Dispatch } from '@mobile-debug/core/dispatch.ts';
import type { Operation } from '@mobile-debug/core/operation.ts';

/** CAPABILITY_MISSING where the build of the device does not support it. */
export interface ClipboardFacet {
  read(op: Operation): Promise<string>;
  write(dispatch: Dispatch, text: string): Promise<void>;
}
