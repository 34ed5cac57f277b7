/** Under which fault an action that came to nothing answers, and what is known of its delivery. Pure. */
import type { Dispatch } from '@mobile-debug/core/dispatch.ts';
import { asFault, Fault } from '@mobile-debug/core/fault.ts';
import type { FaultCode } from '@mobile-debug/core/fault-codes.ts';
import type { DeliveryStatus } from './action-types.ts';
import type { ConditionResult } from './condition.ts';
import type { Course } from './course.ts';

type Sending = Pick<Course, 'dispatch' | 'sent'>;

/** Faults of the way to the device: they speak of a command that the device has not answered. */
const onTheWay: ReadonlySet<FaultCode> = new Set<FaultCode>([
  'TIMEOUT',
  'CANCELLED',
  'DEVICE_UNAVAILABLE',
  'DEVICE_NOT_FOUND',
  'DEVICE_UNAUTHORIZED',
]);

/**
 * What the device has had. That a command did not arrive speaks for the whole action only when no other has: of a text
 * in pieces the first may be there although the second never left.
 */
export function deliveryOf({ dispatch, sent }: Sending, fault: Fault | null): DeliveryStatus {
  if (sent) return 'delivered';
  if (!dispatch || !hasStarted(dispatch)) return 'not_delivered';
  const known = fault?.delivery;
  if (known === 'delivered') return 'delivered';
  if (known !== 'not_delivered' || !fault || dispatch.sendings > 1) return 'unknown';
  return dispatch.answers > 0 && onTheWay.has(fault.code) ? 'unknown' : 'not_delivered';
}

/** Whether any command of the input has left. */
export function hasStarted(dispatch: Dispatch | null): boolean {
  return dispatch !== null && dispatch.started !== null;
}

/** The fault with which a failed action answers: what may have been delivered is never called retryable. */
export function failureOf(course: Course, error: unknown): Fault {
  const fault = asFault(error);
  const { dispatch, prepared, trace, request } = course;
  const started = hasStarted(dispatch);
  trace.add(started || prepared ? 'execute' : 'resolve', 'failure', { code: fault.code });
  if (fault.code === 'TIMEOUT') return timedOut(request.controls.actionTimeoutMs, started, fault);
  if (!fault.retryable || deliveryOf(course, fault) !== 'unknown') return fault;
  return fault.with({ retryable: false, nextStep: lookFirst });
}

const lookFirst = 'Look at the screen first: the input may have been delivered.';

function timedOut(actionTimeoutMs: number, started: boolean, cause: Fault): Fault {
  const when = started ? 'after sending began' : 'before anything was sent';
  return new Fault('ACTION_TIMEOUT', `The action's ${actionTimeoutMs} ms ended ${when}.`, {
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
