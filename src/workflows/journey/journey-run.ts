/** Runs the steps of a journey in order on one device, sharing readings between dispatches, and stops at a failure. */
import { type Fault, foreseen } from '@mobile-debug/core/fault.ts';
import type { Operation } from '@mobile-debug/core/operation.ts';
import type { Progress } from '@mobile-debug/core/progress.ts';
import type { ActionRequest, ControlsInput } from '../../session/action/action-types.ts';
import { runAction } from '../../session/action/run-action.ts';
import { Stopwatch, type Timing } from '../../session/action/trace.ts';
import type { DeviceSession, SessionOf } from '../../session/device-session.ts';
import { isCurrent, type Observation } from '../../session/observation.ts';
import { actionToWire } from '../../wire/action-shape.ts';
import { assertStep, type CheckResult, waitStep } from './journey-checks.ts';
import type { Step } from './journey-schema.ts';
import { type ActionStep, isActionStep } from './journey-steps.ts';

export interface Journey {
  readonly session: SessionOf<'screen'>;
  readonly progress: Progress;
  readonly correlationId: string;
  /** Of its actions, where a step says nothing. */
  readonly controls: ControlsInput;
  /** The request that carries out one acting step. */
  requestOf(step: ActionStep, setting: StepSetting): ActionRequest;
}

/** What a step's request rests on beside the step. */
export interface StepSetting extends Pick<Journey, 'session' | 'progress' | 'correlationId' | 'controls'> {
  /** A reading begun after the newest input, which may serve to find the target. */
  readonly firstLook: Observation | undefined;
}

export interface StepResult {
  readonly id: string;
  readonly type: Step['type'];
  readonly status: 'passed' | 'failed' | 'not_run';
  readonly success: boolean;
  readonly result: Record<string, unknown> | null;
  readonly reason?: 'PREVIOUS_STEP_FAILED';
  /** Of a failed action: compact results have no words, and the failed step is what the call was about. */
  readonly message?: string;
  readonly next_step?: string;
  readonly timing: Timing;
}

interface Done {
  readonly passed: boolean;
  readonly why?: Pick<StepResult, 'message' | 'next_step'>;
  readonly result: Record<string, unknown>;
}

export async function runSteps(
  op: Operation,
  journey: Journey,
  steps: readonly Step[],
): Promise<StepResult[]> {
  const results: StepResult[] = [];
  const shared = new SharedReading(journey.session, op.clock.monotonicMs());
  let stopped = false;
  for (const [index, step] of steps.entries()) {
    const { id, type } = step;
    if (stopped) {
      const timing = { total_ms: 0 };
      results.push({
        id,
        type,
        status: 'not_run',
        success: false,
        reason: 'PREVIOUS_STEP_FAILED',
        result: null,
        timing,
      });
      continue;
    }
    journey.progress(`step ${index + 1} of ${steps.length}: ${type} ${id}`);
    const watch = new Stopwatch(op.clock);
    const { passed, result, why } = await runStep(op, journey, step, shared);
    stopped = !passed;
    results.push({
      id,
      type,
      status: passed ? 'passed' : 'failed',
      success: passed,
      result,
      ...why,
      timing: watch.read(),
    });
  }
  return results;
}

/**
 * The newest reading that began after this journey and after the last input, if no other input was sent since. The
 * first step never rests on what was seen before the journey.
 */
class SharedReading {
  readonly #session: DeviceSession;
  readonly #fromMs: number;

  constructor(session: DeviceSession, fromMs: number) {
    this.#session = session;
    this.#fromMs = fromMs;
  }

  current(): Observation | null {
    const { newest, dispatches } = this.#session;
    if (!newest || newest.started.monotonicMs < this.#fromMs) return null;
    return isCurrent(newest, dispatches) ? newest : null;
  }
}

async function runStep(op: Operation, journey: Journey, step: Step, shared: SharedReading): Promise<Done> {
  try {
    if (isActionStep(step)) return await act(op, journey, step, shared);
    const checks = { session: journey.session, shared: shared.current() };
    const check =
      step.type === 'wait' ? await waitStep(op, checks, step) : await assertStep(op, checks, step);
    return checked(check);
  } catch (error) {
    const fault = foreseen(error);
    if (op.ended) throw error;
    return { passed: false, result: faultResult(fault) };
  }
}

async function act(op: Operation, journey: Journey, step: ActionStep, shared: SharedReading): Promise<Done> {
  const { session, progress, correlationId, controls } = journey;
  const request = journey.requestOf(step, {
    session,
    progress,
    controls,
    correlationId,
    firstLook: shared.current() ?? undefined,
  });
  const outcome = await runAction(op, session, request);
  const result = actionToWire(outcome, session);
  const { fault } = outcome;
  return fault
    ? { passed: false, result, why: { message: fault.message, next_step: fault.nextStep } }
    : { passed: true, result };
}

function checked({ passed, failureCode, result }: CheckResult): Done {
  return { passed, result: failureCode === undefined ? result : { failure_code: failureCode, ...result } };
}

function faultResult({ code, message, retryable, nextStep, details }: Fault): Record<string, unknown> {
  return { failure_code: code, message, retryable, next_step: nextStep, ...(details ? { details } : {}) };
}
