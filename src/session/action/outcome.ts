/**
 * How an action ended: the fault under which it answers when it came to nothing, what is known of its delivery, and the
 * outcome as a whole, which is entered in the journal.
 */

import type { Dispatch } from '@mobile-debug/core/dispatch.ts';
import { asFault, type Delivery, Fault, failedBecause } from '@mobile-debug/core/fault.ts';
import { momentOf } from '@mobile-debug/core/operation.ts';
import { hitTestOf } from '../../ui/hit-test.ts';
import { loadingState } from '../../ui/loading.ts';
import { asleep, inTheWayOf, type Obstacle } from '../../ui/obstacle.ts';
import type { WindowKind } from '../../ui/ui-tree.ts';
import type { ActionRecord } from '../action-journal.ts';
import { isCurrent, type Observation } from '../observation.ts';
import type { ActionState } from './action-state.ts';
import type { ActionOutcome, Missed, TouchedSpot, Verification } from './action-types.ts';
import type { ConditionResult } from './condition.ts';
import { explainNoChange } from './explain.ts';
import type { VerificationRead } from './verify.ts';

interface Ending {
  readonly fault: Fault | null;
  /** The look showed that the aim was missed. */
  readonly missed?: Missed;
}

export function outcomeOf(
  state: ActionState,
  look: VerificationRead,
  { fault, missed }: Ending,
): ActionOutcome {
  const { request, dispatch, prepared, before, trace, watch } = state;
  const changed = look.after && before ? look.after.snapshot.revision !== before.snapshot.revision : null;
  const verification = verificationOf(state, look, { changed, missed });
  const success = fault === null;
  const inTheWay = whatIsInTheWay(state, { after: look.after, fault: fault ?? look.fault });
  const touched = hasStarted(dispatch) ? touchedSpot(state, look.after) : null;
  return {
    actionId: state.actionId,
    correlationId: state.correlationId,
    record: recorded(state, success),
    request,
    success,
    lifecycleState:
      !success || missed ? 'failed' : look.status === 'verified' ? 'verified' : 'pending_verification',
    fault,
    nextStep:
      notThereYet(state, fault) ??
      fault?.nextStep ??
      missed?.nextStep ??
      explanation(state, look, { changed, touched }) ??
      inTheWay?.nextStep ??
      null,
    dispatchStarted: hasStarted(dispatch),
    delivery: deliveryOf(state, fault),
    target: prepared?.target ?? touched?.target ?? null,
    touched,
    inTheWay,
    before,
    beforeReused: state.beforeReused,
    after: look.after,
    instead: fault ? shownInstead(state) : null,
    lookFault: look.fault,
    baseRevision: state.baseRevision,
    verification,
    condition: state.condition,
    details: state.details,
    trace: trace.finish(success),
    watch,
  };
}

/** What is missed on a screen that is loading may still come. */
function notThereYet({ shown, before }: ActionState, fault: Fault | null): string | null {
  const seen = shown ?? before;
  if (fault?.code !== 'ELEMENT_NOT_FOUND' || !seen || !loadingState(seen.tree)) return null;
  return 'The screen is still loading: wait for the element with wait_for_ui, then try again.';
}

/** What the reader of a failure is shown. Once a part of the input has left, the reading from before it is no longer true. */
function shownInstead({ dispatch, condition, before, session }: ActionState): Observation | null {
  if (!hasStarted(dispatch)) return condition?.observed ?? before;
  const { newest, dispatches } = session;
  return newest && isCurrent(newest, dispatches) ? newest : null;
}

/** By the newest reading; where there is none since the input, by what the platform said of it. */
function whatIsInTheWay(
  { prepared, shown, before, sent }: ActionState,
  { after, fault }: { readonly after: Observation | null; readonly fault: Fault | null },
): Obstacle | null {
  if (fault && failedBecause(fault, 'asleep')) return asleep;
  if (sent && prepared?.inTheWay) return prepared.inTheWay(after);
  const seen = after ?? prepared?.target?.observation ?? shown ?? before;
  return seen ? inTheWayOf(seen.tree) : null;
}

const systemKinds: ReadonlySet<WindowKind | undefined> = new Set(['permission', 'anr', 'system']);

/** What the touch met. A reading from afterwards may show another page, so it only serves where there is no other. */
function touchedSpot(
  { prepared, shown, session }: ActionState,
  after: Observation | null,
): TouchedSpot | null {
  const aim = prepared?.aim;
  if (!aim) return null;
  const observation = prepared.target?.observation ?? shown ?? after;
  const touchless = session.device.input?.touchless ?? false;
  if (!observation && aim.gesture && !touchless) return null;
  if (!observation) return { ...aim, target: null, takes: null, foreignPackage: null, touchless };
  const { tree } = observation;
  const { element, window, takes } = hitTestOf(tree).at(aim.point);
  const target = element ? { observation, element, selectedIndex: null, matchedCount: null } : null;
  const owner = element?.package ?? (window === null ? null : (tree.windows[window]?.package ?? null));
  const inFront = tree.foreground?.appId ?? null;
  // A dialog of the system may be what is in front; it still is of another app than the one that is worked on.
  const ofSystem = window !== null && systemKinds.has(tree.windows[window]?.kind);
  const foreign = owner !== null && inFront !== null && (owner !== inFront || ofSystem);
  if (aim.gesture && !foreign && !touchless) return null;
  return {
    ...aim,
    target,
    // What was named is touched whatever it is; and a suspect reading may have missed what is there.
    takes: aim.gesture
      ? null
      : takes || !(prepared.target || tree.quality.status === 'suspect')
        ? takes
        : null,
    foreignPackage: foreign ? owner : null,
    touchless,
  };
}

function verificationOf(
  state: ActionState,
  { status, after, reads, stable, fault }: VerificationRead,
  { changed, missed }: { changed: boolean | null; missed: Missed | undefined },
): Verification {
  const { request, missedLook } = state;
  return {
    mode: request.controls.verificationMode,
    status: missed ? 'failed' : status,
    reads,
    changed,
    stable,
    ...(changed === false && after ? { unchanged_for_ms: lookedMs(state, after) } : {}),
    ...(fault ? { code: blockedBy(fault), reason: `${fault.code}: ${fault.message}`, retryable: true } : {}),
    ...(missed ? { code: missed.code, retryable: false } : {}),
    ...(missedLook ? { look_before: missedLookToTell(missedLook) } : {}),
  };
}

function missedLookToTell({ fault, elapsedMs }: NonNullable<ActionState['missedLook']>) {
  const reason = fault.code === 'TIMEOUT' ? 'no reading within half of the budget' : fault.message;
  return { code: fault.code, reason, elapsed_ms: elapsedMs };
}

/** An app that a debugger holds shows nothing of what the input did; that is no failure of the reading. */
function blockedBy({ code }: Fault): 'DEBUGGER_PAUSED' | 'VERIFICATION_UNAVAILABLE' {
  return code === 'DEBUGGER_PAUSED' ? code : 'VERIFICATION_UNAVAILABLE';
}

const unseenBefore =
  'The screen could not be read before the input (verification.look_before), so whether it changed is unknown. Look at it, with capture_screenshot if it still cannot be read.';

/** Why a touch may have done nothing; null when it did something or nobody can tell. */
function explanation(
  state: ActionState,
  { after }: VerificationRead,
  { changed, touched }: Pick<Verification, 'changed'> & Pick<ActionOutcome, 'touched'>,
): string | null {
  const { request, prepared, missedLook } = state;
  if (missedLook && changed === null) return unseenBefore;
  if (!request.explainsNoChange || changed !== false || !after) return null;
  return explainNoChange(after.tree, {
    target: prepared?.target?.element,
    named: request.selector,
    lookedMs: lookedMs(state, after),
    touchless: prepared?.aim !== undefined && (state.session.device.input?.touchless ?? false),
    onNothing: touched?.takes === false,
  });
}

/** From the input to the end of the newest reading. */
function lookedMs({ dispatch }: ActionState, after: Observation): number {
  return Math.round(after.completed.monotonicMs - (dispatch?.completed ?? after.completed).monotonicMs);
}

/** Into the journal, so that later observations can refer to the action. */
function recorded(state: ActionState, success: boolean): ActionRecord {
  const { session, request, dispatch } = state;
  const record: ActionRecord = {
    actionId: state.actionId,
    sessionId: session.sessionId,
    correlationId: state.correlationId,
    deviceKey: session.key,
    actionType: request.type,
    success,
    started: state.started,
    completed: momentOf(state.clock),
    dispatchStarted: dispatch?.started ?? null,
    dispatchCompleted: dispatch?.completed ?? null,
    verificationCompleted: state.verificationCompleted,
  };
  session.journal.add(record);
  return record;
}

type Sending = Pick<ActionState, 'dispatch' | 'sent'>;

/** What the device has had of the input. */
function deliveryOf({ dispatch, sent }: Sending, fault: Fault | null): Delivery {
  if (sent) return 'delivered';
  if (!dispatch) return 'not_delivered';
  return fault ? dispatch.deliveryAfter(fault) : 'unknown';
}

/** Whether any command of the input has left. */
function hasStarted(dispatch: Dispatch | null): boolean {
  return dispatch !== null && dispatch.started !== null;
}

/** The fault with which a failed action answers: what may have been delivered is never called retryable. */
export function failureOf(state: ActionState, error: unknown): Fault {
  const fault = asFault(error);
  const { dispatch, prepared, trace, request } = state;
  const started = hasStarted(dispatch);
  trace.add(started || prepared ? 'execute' : 'resolve', 'failure', { code: fault.code });
  if (fault.code === 'TIMEOUT') return timedOut(request.controls.actionTimeoutMs, started, fault);
  if (!fault.retryable || deliveryOf(state, fault) !== 'unknown') return fault;
  return fault.with({ retryable: false, nextStep: lookFirst });
}

const lookFirst = 'Read the screen first: the input may have been delivered.';

function timedOut(actionTimeoutMs: number, started: boolean, cause: Fault): Fault {
  const when = started ? 'after sending began' : 'before anything was sent';
  return new Fault('ACTION_TIMEOUT', `The action's budget of ${actionTimeoutMs} ms ran out ${when}.`, {
    retryable: !started,
    cause,
    nextStep: started ? lookFirst : 'Call again, with a larger actionTimeoutMs if the device is slow.',
  });
}

/** Why the condition kept the input back. */
export function blocked(condition: ConditionResult): Fault {
  if (condition.status === 'mismatch') {
    const { expected, observed } = condition;
    return new Fault(
      'PRECONDITION_FAILED',
      `The screen is at revision ${observed?.snapshot.revision}, not ${expected.snapshotRevision}. Nothing was sent.`,
    );
  }
  const why = condition.message === undefined ? '' : ` ${condition.message}`;
  return new Fault(
    'PRECONDITION_UNAVAILABLE',
    `The condition could not be checked: ${condition.reason}.${why} Nothing was sent.`,
  );
}
