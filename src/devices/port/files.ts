/** Files on the device. Part of the port. */

import type { Operation } from '@mobile-debug/core/operation.ts';
import type { DispatchMark } from './dispatch.ts';

export interface FilesFacet {
  /** ACTION_REJECTED in the device's words (no space, no such folder). */
  push(
    op: Operation,
    file: { readonly path: string; readonly content: AsyncIterable<Uint8Array> },
    mark: DispatchMark,
  ): Promise<void>;
  pull(op: Operation, path: string): Promise<Uint8Array>;
}
