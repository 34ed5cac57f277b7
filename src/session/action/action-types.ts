/** What an action tool hands to the runner, and what the runner hands back. */
import type { Dispatch } from '@mobile-debug/core/dispatch.ts';
import type { Delivery, Fault } from '@mobile-debug/core/fault.ts';
import type { FaultCode } from '@mobile-debug/core/fault-codes.ts';
import type { Operation } from '@mobile-debug/core/operation.ts';
import type { Obstacle } from '../../ui/obstacle.ts';
import type { Point, UiElement } from '../../ui/ui-tree.ts';
import type { ActionRecord } from '../action-journal.ts';
import type { Observation } from '../observation.ts';
import type { ConditionResult, ExpectedState } from './condition.ts';
import type { Stopwatch, Trace, TraceRecorder } from './trace.ts';

export type VerificationMode = 'none' | 'light' | 'full';
export type ResponseMode = 'compact' | 'debug' | 'outline';

/** How an action is checked and how long it may take, as the caller asks for it. */
export interface ControlsInput {
  readonly verificationMode?: VerificationMode | undefined;
  readonly responseMode?: ResponseMode | undefined;
  readonly actionTimeoutMs?: number | undefined;
  readonly verificationTimeoutMs?: number | undefined;
}

/** Effective values, as debug results report them. */
export interface Controls {
  readonly verificationMode: VerificationMode;
  readonly responseMode: ResponseMode;
  readonly actionTimeoutMs: number;
  readonly verificationTimeoutMs: number;
}

export interface ResolvedTarget {
  readonly observation: Observation;
  readonly element: UiElement;
  /** Position among the matches, and how many there were; null for handles. */
  readonly selectedIndex: number | null;
  readonly matchedCount: number | null;
}

/** Where a touch goes, and what the point had to avoid. */
export interface Aim {
  readonly point: Point;
  readonly over?: string | null;
  /** No tap: told only where it begins on the window of another app. */
  readonly gesture?: true;
}

/** What a touch met, as the newest reading before it shows, else the one after it. */
export interface TouchedSpot extends Aim {
  /** What the reading shows there; null where it shows nothing. */
  readonly target: ResolvedTarget | null;
  /** Whether anything there takes a tap; null when it cannot be told. */
  readonly takes: boolean | null;
  /** The app of what was touched, when it is not the one in front. */
  readonly foreignPackage: string | null;
  /** The device has no touch screen. */
  readonly touchless: boolean;
}

export interface Preparation {
  /** The action's budget; ends with ACTION_TIMEOUT. */
  readonly op: Operation;
  readonly trace: TraceRecorder;
  /** A fresh reading that serves to find the target. The last one is also the "before" of full verification. */
  look(): Promise<Observation>;
}

export type Details = Readonly<Record<string, unknown>>;

/** A prepared input: everything is decided, only the sending is left, so that a condition can stand in between. */
export interface Prepared {
  readonly target?: ResolvedTarget;
  /** How long the gesture itself takes, where it takes time: the look before it must leave that much. */
  readonly takesMs?: number;
  /** Of an input that is one touch, or a gesture that begins with one. */
  readonly aim?: Aim;
  /**
   * Sends the input; nothing is read or probed before its first byte leaves. Returns facts for `details`.
   */
  send(dispatch: Dispatch): Promise<Details | undefined>;
  /** What stands before what this action opened, by the reading after it, else by what the platform said. */
  inTheWay?(after: Observation | null): Obstacle | null;
  /** True when a reading already shows the outcome; ends the wait of full verification at once. */
  reached?(observation: Observation): boolean;
  /** What the newest readings after and before the input say of this action's own aim (null: there was none). */
  conclude?(after: Observation | null, before: Observation | null): Conclusion;
}

export interface Conclusion {
  readonly details?: Details;
  /** Set when the reading shows that the aim was missed though the input was delivered. */
  readonly missed?: Missed;
  /** Nothing that can be read tells whether the aim was reached. */
  readonly unproved?: boolean;
}

export interface Missed {
  readonly code: FaultCode;
  /** What to do about it; an explanation of what is in the way when left out. */
  readonly nextStep?: string;
}

export interface ActionRequest {
  /** The tool's wire name. */
  readonly type: string;
  readonly sourceModule: 'interact' | 'manage';
  readonly controls: Controls;
  /** Shared by the steps of a journey; an action of its own gets a new one. */
  readonly correlationId?: string | undefined;
  /** Serves as the first look of the preparation; must have begun after the newest input. */
  readonly firstLook?: Observation | undefined;
  /** How the caller named the target, echoed in the result. */
  readonly selector: unknown;
  readonly condition?: ExpectedState | undefined;
  /** Whether a screen that stays the same calls for an explanation (touches, keys; not launches). */
  readonly explainsNoChange: boolean;
  /** Whether it is sent where the display is known to be off. */
  readonly whileAsleep: 'allowed' | 'refused';
  prepare(preparation: Preparation): Promise<Prepared>;
}

export type VerificationStatus = 'not_requested' | 'observed' | 'verified' | 'unavailable' | 'failed';

export interface Verification {
  readonly mode: VerificationMode;
  readonly status: VerificationStatus;
  /** Readings made after the input. */
  readonly reads: number;
  /** Whether the tree after differs from the tree before; null when one of them is missing. */
  readonly changed: boolean | null;
  readonly stable: boolean | null;
  /** How long after the input the newest reading still showed the screen of before; absent when something changed. */
  readonly unchanged_for_ms?: number;
  /** Of a look that failed or showed that the aim was missed. */
  readonly code?: FaultCode;
  readonly reason?: string;
  readonly retryable?: boolean;
  /** Why the look before the input failed, where it did: the input was sent without it. */
  readonly look_before?: { readonly code: FaultCode; readonly reason: string; readonly elapsed_ms: number };
}

export interface ActionOutcome {
  readonly actionId: string;
  readonly correlationId: string;
  readonly record: ActionRecord;
  readonly request: ActionRequest;
  readonly success: boolean;
  readonly lifecycleState: 'pending_verification' | 'verified' | 'failed';
  readonly fault: Fault | null;
  readonly nextStep: string | null;
  readonly dispatchStarted: boolean;
  readonly delivery: Delivery;
  readonly target: ResolvedTarget | null;
  /** Null for what is no touch, or was not sent. */
  readonly touched: TouchedSpot | null;
  /** What keeps input from the app in front, as the newest reading shows it; null where nothing is known to. */
  readonly inTheWay: Obstacle | null;
  readonly before: Observation | null;
  /** `before` was read for an earlier step. */
  readonly beforeReused: boolean;
  readonly after: Observation | null;
  /** Of a failure: the screen as it is now, from a reading that no input has made old; null where there is none. */
  readonly instead: Observation | null;
  /** Why the look afterwards failed, if it did. */
  readonly lookFault: Fault | null;
  /** Newest retained revision before the input: the base of a light delta. */
  readonly baseRevision: number | null;
  readonly verification: Verification;
  readonly condition: ConditionResult | null;
  readonly details: Details | undefined;
  readonly trace: Trace;
  /** Still running: putting the answer together counts too. */
  readonly watch: Stopwatch;
}
