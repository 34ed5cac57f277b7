/** Runs the steps of a journey in order on one device, sharing readings between dispatches, and stops at a failure. */
import { foreseen } from '@mobile-debug/core/fault.ts';
import type { Operation } from '@mobile-debug/core/operation.ts';
import type { Progress } from '@mobile-debug/core/progress.ts';
import type { ActionOutcome, ActionRequest, ControlsInput } from '../../session/action/action-types.ts';
import { runAction } from '../../session/action/run-action.ts';
import { Stopwatch } from '../../session/action/trace.ts';
import type { DeviceSession, SessionOf } from '../../session/device-session.ts';
import type { Observation } from '../../session/observation.ts';
import type { StepDone, StepRun } from '../../wire/journey-step.ts';
import { assertStep, waitStep } from './journey-checks.ts';
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

/** What a step's request depends on besides the step. */
export interface StepSetting extends Pick<Journey, 'session' | 'progress' | 'correlationId' | 'controls'> {
  /** A reading begun after the newest input, which can be used to find the target. */
  readonly firstLook: Observation | undefined;
}

export async function runSteps(op: Operation, journey: Journey, steps: readonly Step[]): Promise<StepRun[]> {
  const results: StepRun[] = [];
  const shared = new SharedReading(journey.session, op.clock.monotonicMs());
  let stopped = false;
  for (const [index, step] of steps.entries()) {
    const { id, type } = step;
    if (stopped) {
      results.push({ id, type, status: 'not_run', done: null, timing: { total_ms: 0 } });
      continue;
    }
    journey.progress(`step ${index + 1} of ${steps.length}: ${type} ${id}`);
    const watch = new Stopwatch(op.clock);
    const done = await runStep(op, journey, step, shared);
    stopped = !hasPassed(done);
    results.push({ id, type, status: stopped ? 'failed' : 'passed', done, timing: watch.read() });
  }
  return results;
}

/**
 * The newest reading that began after this journey and after the last input, if no other input was sent since. The
 * first step never uses a reading from before the journey.
 */
class SharedReading {
  readonly #session: DeviceSession;
  readonly #fromMs: number;

  constructor(session: DeviceSession, fromMs: number) {
    this.#session = session;
    this.#fromMs = fromMs;
  }

  current(): Observation | null {
    const { current } = this.#session;
    return current && current.started.monotonicMs >= this.#fromMs ? current : null;
  }
}

function hasPassed(done: StepDone): boolean {
  if (done.kind === 'fault') return false;
  return done.kind === 'check' ? done.check.passed : done.outcome.success;
}

async function runStep(
  op: Operation,
  journey: Journey,
  step: Step,
  shared: SharedReading,
): Promise<StepDone> {
  try {
    if (isActionStep(step)) return { kind: 'action', outcome: await act(op, journey, step, shared) };
    const checks = { session: journey.session, shared: shared.current() };
    const check =
      step.type === 'wait' ? await waitStep(op, checks, step) : await assertStep(op, checks, step);
    return { kind: 'check', check };
  } catch (error) {
    const fault = foreseen(error);
    if (op.ended) throw error;
    return { kind: 'fault', fault };
  }
}

async function act(
  op: Operation,
  journey: Journey,
  step: ActionStep,
  shared: SharedReading,
): Promise<ActionOutcome> {
  const { session, progress, correlationId, controls } = journey;
  const firstLook = shared.current() ?? undefined;
  const request = journey.requestOf(step, { session, progress, controls, correlationId, firstLook });
  return await runAction(op, session, request);
}
