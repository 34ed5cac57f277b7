/** What a step of a journey came to, and how data answers tell it. */
import type { Fault } from '@mobile-debug/core/fault.ts';
import type { FaultCode } from '@mobile-debug/core/fault-codes.ts';
import type { ActionOutcome, ResponseMode } from '../session/action/action-types.ts';

import type { Timing } from '../session/action/trace.ts';
import type { DeviceSession } from '../session/device-session.ts';
import { handleOf, type Observation } from '../session/observation.ts';
import { actionToWire, obstaclesToWire } from './action-shape.ts';

type Wire = Record<string, unknown>;

/** What a wait or an assertion saw. */
export interface CheckResult {
  readonly passed: boolean;
  readonly failureCode?: FaultCode;
  /** The result of the step: its evidence, and the last value or count. */
  readonly result: Wire;
  /** For outlines: what was looked at, what should hold of it, and why it does not. */
  readonly subject: string;
  readonly claim: string;
  readonly reason?: string;
  readonly nextStep?: string;
  readonly near?: Wire;
  readonly observation: Observation | null;
}

export type StepDone =
  | { readonly kind: 'action'; readonly outcome: ActionOutcome }
  | { readonly kind: 'check'; readonly check: CheckResult }
  | { readonly kind: 'fault'; readonly fault: Fault };

export interface StepRun {
  readonly id: string;
  readonly type: string;
  readonly status: 'passed' | 'failed' | 'not_run';
  /** Null where it was not run. */
  readonly done: StepDone | null;
  readonly timing: Timing;
}

export interface StepResult {
  readonly id: string;
  readonly type: string;
  readonly status: StepRun['status'];
  readonly success: boolean;
  readonly result: Wire | null;
  readonly reason?: 'PREVIOUS_STEP_FAILED';
  /** Of a failure: compact results have no message, and the failed step matters most. */
  readonly message?: string;
  readonly next_step?: string;
  readonly timing: Timing;
}

export function stepToWire(
  { id, type, status, done, timing }: StepRun,
  session: DeviceSession,
  mode: ResponseMode,
): StepResult {
  const head = { id, type, status, success: status === 'passed' };
  if (!done) return { ...head, reason: 'PREVIOUS_STEP_FAILED', result: null, timing };
  switch (done.kind) {
    case 'action': {
      const { fault } = done.outcome;
      const why = fault ? { message: fault.message, next_step: fault.nextStep } : {};
      const brief = status === 'passed' && mode === 'compact';
      const result = brief ? passedAction(done.outcome) : actionToWire(done.outcome, session);
      return { ...head, result, ...why, timing };
    }
    case 'check':
      return {
        ...head,
        result: checkToWire(done.check),
        ...(done.check.nextStep === undefined ? {} : { next_step: done.check.nextStep }),
        timing,
      };
    case 'fault':
      return { ...head, result: faultToWire(done.fault), timing };
  }
}

/** What a caller may need next of an action that went as asked; the rest of its envelope stands in debug answers. */
function passedAction(outcome: ActionOutcome): Wire {
  const { actionId, target, after, details, condition, verification, nextStep } = outcome;
  const { observed_app: app } = details ?? {};
  return {
    action_id: actionId,
    ...(target ? { elementId: handleOf(target.observation, target.element) } : {}),
    ...(after ? { snapshot_revision: after.snapshot.revision } : {}),
    ...(app === undefined ? {} : { observed_app: app }),
    ...obstaclesToWire(outcome),
    ...(condition ? { condition: { status: condition.status } } : {}),
    ...(verification.status === 'unavailable' || verification.status === 'failed'
      ? { verification: { mode: verification.mode, status: verification.status } }
      : {}),
    ...(nextStep === null ? {} : { next_step: nextStep }),
  };
}

function checkToWire({ failureCode, result, reason, near }: CheckResult): Wire {
  if (failureCode === undefined) return result;
  return { failure_code: failureCode, ...(reason === undefined ? {} : { reason }), ...result, ...near };
}

function faultToWire({ code, message, retryable, nextStep, details }: Fault): Wire {
  return { failure_code: code, message, retryable, next_step: nextStep, ...(details ? { details } : {}) };
}
