/** Puts the outcome of an action together from its course, and enters it in the journal. */
import { momentOf } from '@mobile-debug/core/clock.ts';
import type { Fault } from '@mobile-debug/core/fault.ts';
import type { ActionRecord } from '../action-journal.ts';
import type { ActionOutcome, Missed, Verification } from './action-types.ts';
import type { Course } from './course.ts';
import { explainNoChange } from './explain.ts';
import { deliveryOf, hasStarted } from './failure.ts';
import type { Look } from './verify.ts';

interface Ending {
  readonly fault: Fault | null;
  /** The look showed that the aim was missed. */
  readonly missed?: Missed;
}

export function outcomeOf(course: Course, look: Look, { fault, missed }: Ending): ActionOutcome {
  const { request, dispatch, prepared, before, trace, watch } = course;
  const changed = look.after && before ? look.after.snapshot.revision !== before.snapshot.revision : null;
  const verification = verificationOf(course, look, { changed, missed });
  const success = fault === null;
  return {
    actionId: course.actionId,
    correlationId: course.correlationId,
    record: recorded(course, success),
    request,
    success,
    lifecycleState:
      !success || missed ? 'failed' : look.status === 'verified' ? 'verified' : 'pending_verification',
    fault,
    nextStep: fault?.nextStep ?? missed?.nextStep ?? explanation(course, look, changed),
    dispatchStarted: hasStarted(dispatch),
    delivery: deliveryOf(course, fault),
    target: prepared?.target ?? null,
    before,
    beforeReused: course.beforeReused,
    after: look.after,
    lookFault: look.fault,
    baseRevision: course.baseRevision,
    verification,
    condition: course.condition,
    details: course.details,
    trace: trace.finish(success),
    watch,
  };
}

function verificationOf(
  { request }: Course,
  { status, reads, stable, fault }: Look,
  { changed, missed }: { changed: boolean | null; missed: Missed | undefined },
): Verification {
  return {
    mode: request.controls.verificationMode,
    status: missed ? 'failed' : status,
    reads,
    changed,
    stable,
    ...(fault ? { code: blockedBy(fault), reason: `${fault.code}: ${fault.message}`, retryable: true } : {}),
    ...(missed ? { code: missed.code, retryable: false } : {}),
  };
}

/** An app that a debugger holds shows nothing of what the input did; that is no failure of the reading. */
function blockedBy({ code }: Fault): 'DEBUGGER_PAUSED' | 'VERIFICATION_UNAVAILABLE' {
  return code === 'DEBUGGER_PAUSED' ? code : 'VERIFICATION_UNAVAILABLE';
}

/** Why a touch may have done nothing; null when it did something or nobody can tell. */
function explanation({ request, prepared }: Course, { after }: Look, changed: boolean | null): string | null {
  if (!request.explainsNoChange || changed !== false || !after) return null;
  return explainNoChange(after.tree, prepared?.target?.element, request.selector);
}

/** Into the journal, so that later observations can refer to the action. */
function recorded(course: Course, success: boolean): ActionRecord {
  const { session, request, dispatch } = course;
  const record: ActionRecord = {
    actionId: course.actionId,
    sessionId: session.sessionId,
    correlationId: course.correlationId,
    deviceKey: session.key,
    actionType: request.type,
    success,
    started: course.started,
    completed: momentOf(course.clock),
    dispatchStarted: dispatch?.started ?? null,
    dispatchCompleted: dispatch?.completed ?? null,
    verificationCompleted: course.verificationCompleted,
  };
  session.journal.add(record);
  return record;
}
