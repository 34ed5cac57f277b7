/** What one action has come to so far, as its steps write it down. */

import type { Clock, Moment } from '@mobile-debug/core/clock.ts';
import type { Dispatch } from '@mobile-debug/core/dispatch.ts';
import type { Fault } from '@mobile-debug/core/fault.ts';
import type { DeviceSession } from '../device-session.ts';
import type { Observation } from '../observation.ts';
import type { ActionRequest, Details, Prepared } from './action-types.ts';
import type { ConditionResult } from './condition.ts';
import type { Stopwatch, TraceRecorder } from './trace.ts';

/** Everything that happened so far; kept outside the steps so that a failure half-way loses nothing. */
export interface ActionState {
  /** A launch works on devices whose screen nothing can read: then every look fails with CAPABILITY_MISSING. */
  readonly session: DeviceSession;
  readonly request: ActionRequest;
  readonly actionId: string;
  readonly correlationId: string;
  readonly clock: Clock;
  readonly started: Moment;
  readonly trace: TraceRecorder;
  readonly watch: Stopwatch;
  /** Null until everything is prepared. */
  dispatch: Dispatch | null;
  prepared: Prepared | null;
  before: Observation | null;
  /** The screen right before the input, whatever it was read for; null when no reading is that new. */
  shown: Observation | null;
  /** `before` was read for something else. */
  beforeReused: boolean;
  /** Why there is no `before`, and how long it was tried. */
  missedLook: { readonly fault: Fault; readonly elapsedMs: number } | null;
  baseRevision: number | null;
  condition: ConditionResult | null;
  sent: boolean;
  verificationCompleted: Moment | null;
  details: Details | undefined;
}
