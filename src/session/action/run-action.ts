/**
 * The way of every action: prepare, check the condition, send once, look. What can be foreseen ends as an outcome
 * that says truthfully whether the input was delivered; only bugs before the sending are thrown.
 */
import { momentOf } from '@mobile-debug/core/clock.ts';
import { isFault } from '@mobile-debug/core/fault.ts';
import { randomId } from '@mobile-debug/core/ids.ts';
import type { Operation } from '@mobile-debug/core/operation.ts';
import type { SessionOf } from '../device-session.ts';
import { isCurrent, type Observation } from '../observation.ts';
import type { ActionOutcome, ActionRequest, Prepared } from './action-types.ts';
import { checkCondition, notChecked } from './condition.ts';
import type { Course } from './course.ts';
import { blocked, failureOf, outcomeOf } from './outcome.ts';
import { Stopwatch } from './timing.ts';
import { TraceRecorder } from './trace.ts';
import { type Look, lookOnce, lookUntilStable, noLook } from './verify.ts';

/** The longest wait for earlier inputs to the same device. Not part of the action's own budget, which begins after it. */
export const turnWaitMs = 30_000;

/** `watch` has run since the call came, so that choosing the device counts. */
export async function runAction(
  op: Operation,
  session: SessionOf<'screen'>,
  request: ActionRequest,
  watch: Stopwatch = new Stopwatch(op.clock),
): Promise<ActionOutcome> {
  const course = begin({ clock: op.clock, session, request, watch });
  try {
    using waiting = op.within(turnWaitMs);
    return await session.exclusively(waiting, async () => {
      await deliver(op, course);
      return await lookAfter(op, course);
    });
  } catch (error) {
    return outcomeOf(course, noLook, { fault: failureOf(course, error) });
  }
}

function begin(given: Pick<Course, 'clock' | 'session' | 'request' | 'watch'>): Course {
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
    beforeReused: false,
    baseRevision: null,
    condition: request.condition ? notChecked(request.condition) : null,
    sent: false,
    verificationCompleted: null,
    details: undefined,
  };
}

/** Prepare, condition, send. The action's budget pauses while the condition is read, which has its own. */
async function deliver(op: Operation, course: Course): Promise<void> {
  const { request, watch, trace, session } = course;
  session.assertRunning();
  const from = op.clock.monotonicMs();
  const budgetMs = request.controls.actionTimeoutMs;
  const prepared = await prepare(op, course, budgetMs);
  const leftMs = budgetMs - (op.clock.monotonicMs() - from);
  if (request.condition) {
    const expected = request.condition;
    const condition = await watch.measure('pre_observation_ms', () => checkCondition(op, session, expected));
    course.condition = condition;
    if (condition.status !== 'matched') throw blocked(condition);
    course.before = condition.observed ?? course.before;
    course.beforeReused = false;
  }
  // From here to the first byte of the input nothing waits: the reading of the condition is the last word.
  course.baseRevision = session.history.newest?.revision ?? null;
  using sending = op.within(Math.max(0, leftMs));
  sending.check();
  session.assertRunning();
  const dispatch = session.dispatch(sending);
  course.dispatch = dispatch;
  course.details = await watch.measure('dispatch_ms', () => prepared.send(dispatch));
  course.sent = true;
  trace.add('execute', 'success');
}

async function prepare(op: Operation, course: Course, budgetMs: number): Promise<Prepared> {
  const { request, session, trace, watch } = course;
  using own = op.within(budgetMs);
  // While this call waited for its turn, another may have sent something.
  let shared =
    request.firstLook && isCurrent(request.firstLook, session.dispatches) ? request.firstLook : null;
  const look = async (): Promise<Observation> => {
    course.beforeReused = shared !== null;
    session.assertRunning();
    course.before = shared ?? (await session.observe(own));
    session.assertRunning();
    shared = null;
    return course.before;
  };
  const prepared = await watch.measure('target_resolution_ms', () =>
    request.prepare({ op: own, trace, look }),
  );
  course.prepared = prepared;
  course.before = prepared.target?.observation ?? course.before;
  // A condition's own reading serves as the "before"; without one, full verification needs a look of its own.
  if (request.controls.verificationMode === 'full' && !course.before && !request.condition) {
    await watch.measure('pre_observation_ms', () => lookBefore(look));
  }
  if (prepared.target) trace.add('resolve', 'success', { matched_count: prepared.target.matchedCount });
  return prepared;
}

/** Not being able to look beforehand is no reason not to act; it only leaves the comparison out. */
async function lookBefore(look: () => Promise<Observation>): Promise<void> {
  try {
    await look();
  } catch (error) {
    if (!isFault(error, 'OBSERVATION_FAILED')) throw error;
  }
}

async function lookAfter(op: Operation, course: Course): Promise<ActionOutcome> {
  const { request, session, trace, watch, prepared, before } = course;
  const { verificationMode, verificationTimeoutMs } = request.controls;
  let look: Look = noLook;
  if (verificationMode !== 'none') {
    using looking = op.within(verificationTimeoutMs);
    const options = {
      trace,
      observer: {
        observe: (reading: Operation) => watch.measure('post_observation_ms', () => session.observe(reading)),
        assertRunning: () => session.assertRunning(),
      },
      ...(prepared?.reached ? { reached: (seen: Observation) => prepared.reached?.(seen) ?? false } : {}),
    };
    const lookHow = verificationMode === 'light' ? lookOnce : lookUntilStable;
    look = await watch.measure('verification_ms', () => lookHow(looking, options));
    course.verificationCompleted = momentOf(op.clock);
  }
  const { details, missed } = prepared?.conclude?.(look.after, before) ?? {};
  if (details) course.details = { ...course.details, ...details };
  return outcomeOf(course, look, { fault: null, ...(missed ? { missed } : {}) });
}
