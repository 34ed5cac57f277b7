/** What decides whether and how long the resident helper is used, and what is known of it. */
import type { Clock } from '@mobile-debug/core/clock.ts';
import type { Operation } from '@mobile-debug/core/operation.ts';
import type { HandOver } from '../../../host/hand-over.ts';
import type { AdbDevice } from '../adb/adb-types.ts';

export interface HelperOptions {
  /** `off`: never used. `install`: put on the device in the background where it is missing. */
  readonly mode: 'auto' | 'install' | 'off';
  readonly clock: Clock;
  /** Unused for so long it ends, so that other UiAutomation clients can work. */
  readonly idleReleaseMs: number;
  /** Other copies of this server on this computer, and how the devices of this adb server are called among them. */
  readonly turns?: { readonly handOver: HandOver; readonly server: string };
  /** Needed for `install`. */
  readonly install?: (op: Operation, adb: AdbDevice) => Promise<void>;
}

export interface HelperState {
  readonly state: 'off' | 'not_looked_for' | 'missing' | 'idle' | 'running' | 'given_up' | 'waiting';
  /** Why it is not used, in one sentence. */
  readonly why: string | null;
}

export const missingWords =
  'The helper is not installed; `mobile-debug-mcp helper install` installs it, which makes reading the screen about a hundred times faster.';
