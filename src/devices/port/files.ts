/** Files on the device. Part of the port. */

import type { Dispatch } from '@mobile-debug/core/dispatch.ts';
import type { Operation } from '@mobile-debug/core/operation.ts';

export interface FilesFacet {
  /** ACTION_REJECTED in the device's words (no space, no such folder). */
  push(
    dispatch: Dispatch,
    file: { readonly path: string; readonly content: AsyncIterable<Uint8Array> },
  ): Promise<void>;
  pull(op: Operation, path: string): Promise<Uint8Array>;
}
