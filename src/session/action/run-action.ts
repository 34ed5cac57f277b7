/**
 * The way of every action: prepare, check the condition, send once, look. What can be foreseen ends as an outcome
 * that says truthfully whether the input was delivered; only bugs before the sending are thrown.
 */
import { Fault, failedBecause, isFault } from '@mobile-debug/core/fault.ts';
import { randomId } from '@mobile-debug/core/ids.ts';
import { momentOf, type Operation } from '@mobile-debug/core/operation.ts';
import { inTheWayOf } from '../../ui/obstacle.ts';
import type { DeviceSession } from '../device-session.ts';
import { isCurrent, type Observation } from '../observation.ts';
import type { ActionState } from './action-state.ts';
import type {
  ActionOutcome,
  ActionRequest,
  Controls,
  ControlsInput,
  Prepared,
  ResponseMode,
} from './action-types.ts';
import { checkCondition, notChecked } from './condition.ts';
import { blocked, failureOf, outcomeOf } from './outcome.ts';
import { Stopwatch, TraceRecorder } from './trace.ts';
import { lookUntilStable, noVerificationRead, type VerificationRead, verifyOnce } from './verify.ts';

/** The longest wait for earlier inputs to the same device. Not part of the action's own budget, which begins after it. */
export const queueWaitMs = 30_000;

/** `watch` has run since the call came, so that choosing the device counts. */
export async function runAction(
  op: Operation,
  session: DeviceSession,
  request: ActionRequest,
  watch: Stopwatch = new Stopwatch(op.clock),
): Promise<ActionOutcome> {
  const state = begin({ clock: op.clock, session, request, watch });
  try {
    using waiting = op.within(queueWaitMs);
    return await session.exclusively(waiting, async () => {
      await deliver(op, state);
      return await lookAfter(op, state);
    });
  } catch (error) {
    return outcomeOf(state, noVerificationRead, { fault: failureOf(state, error) });
  }
}

function begin(given: Pick<ActionState, 'clock' | 'session' | 'request' | 'watch'>): ActionState {
  const { clock, request } = given;
  const actionId = randomId('act');
  return {
    ...given,
    actionId,
    correlationId: request.correlationId ?? randomId('cor'),
    started: momentOf(clock),
    trace: new TraceRecorder(actionId, clock),
    dispatch: null,
    prepared: null,
    before: null,
    shown: null,
    beforeReused: false,
    missedLook: null,
    baseRevision: null,
    condition: request.condition ? notChecked(request.condition) : null,
    sent: false,
    verificationCompleted: null,
    details: undefined,
  };
}

/** Prepare, condition, send. The action's budget pauses while the condition is read, which has its own. */
async function deliver(op: Operation, state: ActionState): Promise<void> {
  const { request, watch, trace, session } = state;
  session.assertRunning();
  const from = op.clock.monotonicMs();
  const budgetMs = request.controls.actionTimeoutMs;
  const prepared = await prepare(op, state, budgetMs);
  const leftMs = budgetMs - (op.clock.monotonicMs() - from);
  if (request.condition) {
    const expected = request.condition;
    const condition = await watch.measure('pre_observation_ms', () =>
      checkCondition(op, session.with(['screen']), expected),
    );
    state.condition = condition;
    if (condition.status !== 'matched') throw blocked(condition);
    state.before = condition.observed ?? state.before;
    state.beforeReused = false;
  }
  // From here to the first byte of the input nothing waits: the reading of the condition is the last word.
  state.shown = shownNow(state);
  refuseAsleep(request, prepared.target?.observation ?? state.shown);
  state.baseRevision = session.history.newest?.revision ?? null;
  using sending = op.within(Math.max(0, leftMs));
  sending.check();
  session.assertRunning();
  const dispatch = session.dispatch(sending);
  state.dispatch = dispatch;
  state.details = await watch.measure('dispatch_ms', () => prepared.send(dispatch));
  state.sent = true;
  trace.add('execute', 'success');
}

/** Nothing takes a touch where the display is off; only keys wake it. */
function refuseAsleep({ whileAsleep }: ActionRequest, seen: Observation | null): void {
  if (whileAsleep === 'allowed' || !seen) return;
  const obstacle = inTheWayOf(seen.tree);
  if (obstacle?.kind !== 'display_off') return;
  throw new Fault('ACTION_REJECTED', `Nothing was sent: ${obstacle.what}.`, {
    reason: 'asleep',
    nextStep: obstacle.nextStep,
  });
}

function shownNow({ before, session }: ActionState): Observation | null {
  if (before) return before;
  const { newest, dispatches } = session;
  return newest && isCurrent(newest, dispatches) ? newest : null;
}

async function prepare(op: Operation, state: ActionState, budgetMs: number): Promise<Prepared> {
  const { request, session, trace, watch } = state;
  using own = op.within(budgetMs);
  // While this call waited for its turn, another may have sent something.
  let shared =
    request.firstLook && isCurrent(request.firstLook, session.dispatches) ? request.firstLook : null;
  const look = async (part = own): Promise<Observation> => {
    state.beforeReused = shared !== null;
    session.assertRunning();
    state.before = shared ?? (await session.with(['screen']).observe(part));
    session.assertRunning();
    shared = null;
    return state.before;
  };
  const prepared = await watch.measure('target_resolution_ms', () =>
    request.prepare({ op: own, trace, look: () => look() }),
  );
  state.prepared = prepared;
  state.before = prepared.target?.observation ?? state.before;
  // A condition's own reading serves as the "before"; without one, full verification needs a look of its own.
  if (request.controls.verificationMode === 'full' && !state.before && !request.condition) {
    const leftMs = own.remainingMs - budgetMs * sendingShare - (prepared.takesMs ?? 0);
    using part = own.within(Math.max(0, Math.min(budgetMs * lookShare, leftMs)));
    await watch.measure('pre_observation_ms', () => lookBefore(own, state, () => look(part)));
  }
  if (prepared.target) trace.add('resolve', 'success', { matched_count: prepared.target.matchedCount });
  return prepared;
}

/** How much of its budget an action that needs no target spends at most on the look beforehand. */
const lookShare = 0.5;
/** How much is left for sending, beside the time that the gesture itself takes. */
const sendingShare = 0.2;

/**
 * Not being able to look beforehand is no reason not to act; it only leaves the comparison out. Whether the device is
 * there at all, sending shows.
 */
async function lookBefore(op: Operation, state: ActionState, look: () => Promise<unknown>): Promise<void> {
  const from = op.clock.monotonicMs();
  try {
    await look();
  } catch (error) {
    if (op.ended || !isFault(error) || error.code === 'DEBUGGER_PAUSED') throw error;
    if (failedBecause(error, 'asleep') && state.request.whileAsleep === 'refused') throw error;
    state.missedLook = { fault: error, elapsedMs: Math.round(op.clock.monotonicMs() - from) };
  }
}

async function lookAfter(op: Operation, state: ActionState): Promise<ActionOutcome> {
  const { request, session, trace, watch, prepared, before } = state;
  const { verificationMode, verificationTimeoutMs } = request.controls;
  let look: VerificationRead = noVerificationRead;
  if (verificationMode !== 'none') {
    using looking = op.within(verificationTimeoutMs);
    const options = {
      trace,
      before,
      ...(state.dispatch?.completed ? { sentMs: state.dispatch.completed.monotonicMs } : {}),
      observer: {
        observe: (reading: Operation) =>
          watch.measure('post_observation_ms', () => session.with(['screen']).observe(reading)),
        assertRunning: () => session.assertRunning(),
      },
      ...(prepared?.reached ? { reached: (seen: Observation) => prepared.reached?.(seen) ?? false } : {}),
    };
    const lookHow = verificationMode === 'light' ? verifyOnce : lookUntilStable;
    look = await watch.measure('verification_ms', () => lookHow(looking, options));
    state.verificationCompleted = momentOf(op.clock);
  }
  const { details, missed, unproved } = prepared?.conclude?.(look.after, before) ?? {};
  if (unproved && look.status !== 'not_requested') look = { ...look, status: 'unavailable' };
  if (details) state.details = { ...state.details, ...details };
  return outcomeOf(state, look, { fault: null, ...(missed ? { missed } : {}) });
}

export interface ControlDefaults {
  readonly actionTimeoutMs: number;
  readonly responseMode: ResponseMode;
}

/** Full verification reads at least twice, and a stock dump takes two seconds or more. */
const verificationDefaultMs = { none: 0, light: 3_000, full: 10_000 } as const;

/** What the caller asked for, clamped, with the tool's defaults. */
export function effectiveControls(input: ControlsInput, defaults: ControlDefaults): Controls {
  const verificationMode = input.verificationMode ?? 'full';
  return {
    verificationMode,
    responseMode: input.responseMode ?? defaults.responseMode,
    actionTimeoutMs: clamp(input.actionTimeoutMs ?? defaults.actionTimeoutMs, 100, 30_000),
    verificationTimeoutMs:
      verificationMode === 'none'
        ? 0
        : clamp(input.verificationTimeoutMs ?? verificationDefaultMs[verificationMode], 100, 60_000),
  };
}

function clamp(value: number, low: number, high: number): number {
  return Math.min(high, Math.max(low, value));
}
