/** Switching a device off. Part of the port. */

import type { Operation } from '@mobile-debug/core/operation.ts';
import type { DispatchMark } from './dispatch.ts';

export interface PowerFacet {
  /** Switches an emulator or simulator off; CAPABILITY_MISSING for real hardware. */
  off(op: Operation, mark: DispatchMark): Promise<void>;
}
