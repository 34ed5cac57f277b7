/** The clipboard of the device. Part of the port. */

import type { Operation } from '@mobile-debug/core/operation.ts';
import type { DispatchMark } from './dispatch.ts';

/** CAPABILITY_MISSING where the build of the device has no way to it. */
export interface ClipboardFacet {
  read(op: Operation): Promise<string>;
  write(op: Operation, text: string, mark: DispatchMark): Promise<void>;
}
