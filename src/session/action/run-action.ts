/**
 * The way of every action: prepare, check the condition, send once, look. What can be foreseen ends as an outcome
 * that says truthfully whether the input was delivered; only bugs before the sending are thrown.
 */
import { type Clock, type Moment, momentOf } from '../../core/clock.ts';
import { asFault, Fault, isFault } from '../../core/fault.ts';
import { randomId } from '../../core/ids.ts';
import type { Operation } from '../../core/operation.ts';
import type { DeviceWith } from '../../devices/device.ts';
import type { ActionRecord } from '../action-journal.ts';
import type { DeviceSession, TimedMark } from '../device-session.ts';
import type { Observation } from '../observation.ts';
import type {
  ActionOutcome,
  ActionRequest,
  DeliveryStatus,
  Details,
  Prepared,
  Verification,
} from './action-types.ts';
import { type ConditionResult, checkCondition, notChecked } from './condition.ts';
import { explainNoChange } from './explain.ts';
import { Stopwatch } from './timing.ts';
import { TraceRecorder } from './trace.ts';
import { type Look, lookOnce, lookUntilStable, noLook } from './verify.ts';

/** Everything that happened so far; kept outside the steps so that a failure half-way loses nothing. */
interface Course {
  readonly session: DeviceSession;
  readonly device: DeviceWith<'screen'>;
  readonly request: ActionRequest;
  readonly actionId: string;
  readonly correlationId: string;
  readonly clock: Clock;
  readonly started: Moment;
  readonly trace: TraceRecorder;
  readonly watch: Stopwatch;
  readonly mark: TimedMark;
  prepared: Prepared | null;
  before: Observation | null;
  baseRevision: number | null;
  condition: ConditionResult | null;
  sent: boolean;
  verificationCompleted: Moment | null;
  details: Details | undefined;
}

export interface ActionPlace {
  readonly session: DeviceSession;
  readonly device: DeviceWith<'screen'>;
}

export async function runAction(
  op: Operation,
  { session, device }: ActionPlace,
  request: ActionRequest,
): Promise<ActionOutcome> {
  const actionId = randomId('act');
  const course: Course = {
    session,
    device,
    request,
    actionId,
    correlationId: request.correlationId ?? randomId('cor'),
    clock: op.clock,
    started: momentOf(op.clock),
    trace: new TraceRecorder(actionId, op.clock),
    watch: new Stopwatch(op.clock),
    mark: session.markDispatch(),
    prepared: null,
    before: null,
    baseRevision: null,
    condition: request.condition ? notChecked(request.condition) : null,
    sent: false,
    verificationCompleted: null,
    details: undefined,
  };
  try {
    using waiting = op.within(request.controls.actionTimeoutMs);
    return await session.exclusively(waiting, async () => {
      await deliver(op, course);
      return await lookAfter(op, course);
    });
  } catch (error) {
    return outcome(course, noLook, failure(course, error));
  }
}

/** Prepare, condition, send. The action's budget pauses while the condition is read, which has its own. */
async function deliver(op: Operation, course: Course): Promise<void> {
  const { request, watch, trace } = course;
  const budgetMs = request.controls.actionTimeoutMs - watch.elapsedMs;
  const from = op.clock.monotonicMs();
  using preparing = op.within(Math.max(0, budgetMs));
  course.prepared = await watch.measure('target_resolution_ms', () => prepare(preparing, course));
  const leftMs = budgetMs - (op.clock.monotonicMs() - from);
  const { prepared } = course;
  if (request.condition) {
    const expected = request.condition;
    course.condition = await watch.measure('pre_observation_ms', () =>
      checkCondition(op, course.session, course.device, expected),
    );
    if (course.condition.status !== 'matched') throw blocked(course.condition);
    course.before = course.condition.observed ?? course.before;
  }
  course.baseRevision = course.session.history.newest?.revision ?? null;
  using sending = op.within(Math.max(0, leftMs));
  sending.check();
  course.details = await watch.measure('dispatch_ms', () => prepared.send(sending, course.mark));
  course.sent = true;
  trace.add('execute', 'success');
}

async function prepare(op: Operation, course: Course): Promise<Prepared> {
  const { request, session, device, trace } = course;
  let shared = request.firstLook;
  const look = async (): Promise<Observation> => {
    course.before = shared ?? (await session.observe(op, device));
    shared = undefined;
    return course.before;
  };
  const prepared = await request.prepare({ op, trace, look });
  course.before = prepared.target?.observation ?? course.before;
  // A condition's own reading serves as the "before"; without one, full verification needs a look of its own.
  if (request.controls.verificationMode === 'full' && !course.before && !request.condition) {
    await lookBefore(look);
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
  const { request, session, device, trace, watch, prepared } = course;
  const { verificationMode, verificationTimeoutMs } = request.controls;
  let look: Look = noLook;
  if (verificationMode !== 'none') {
    using looking = op.within(verificationTimeoutMs);
    const options = {
      trace,
      read: (o: Operation) => session.observe(o, device),
      ...(prepared?.reached ? { reached: (seen: Observation) => prepared.reached?.(seen) ?? false } : {}),
    };
    const lookHow = verificationMode === 'light' ? lookOnce : lookUntilStable;
    look = await watch.measure('verification_ms', () => lookHow(looking, options));
    course.verificationCompleted = momentOf(op.clock);
  }
  const conclusion = prepared?.conclude?.(look.after) ?? {};
  course.details = merge(course.details, conclusion.details);
  if (conclusion.missed === undefined) return outcome(course, look, null);
  return { ...outcome(course, { ...look, status: 'failed' }, null), nextStep: conclusion.missed };
}

function merge(a: Details | undefined, b: Details | undefined): Details | undefined {
  return a || b ? { ...a, ...b } : undefined;
}

/** The fault under which a failed action answers, with what is known about delivery in its retryability. */
function failure(course: Course, error: unknown): Fault {
  const fault = asFault(error);
  const started = course.mark.started !== null;
  course.trace.add(started || course.prepared ? 'execute' : 'resolve', 'failure', { code: fault.code });
  if (fault.code !== 'TIMEOUT') return fault;
  const when = started ? 'after sending began' : 'before anything was sent';
  const message = `The action's ${course.request.controls.actionTimeoutMs} ms ended ${when}.`;
  return new Fault('ACTION_TIMEOUT', message, {
    retryable: !started,
    cause: fault,
    nextStep: started
      ? 'Look at the screen first: the input may have been delivered.'
      : 'Call again, with a larger actionTimeoutMs if the device is slow.',
  });
}

function blocked(condition: ConditionResult): Fault {
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

function delivery({ mark, sent }: Course, fault: Fault | null): DeliveryStatus {
  if (sent) return 'delivered';
  if (mark.started === null) return 'not_delivered';
  const known = fault?.details?.['delivery'];
  return known === 'not_delivered' || known === 'delivered' ? known : 'unknown';
}

/** Into the journal, so that later observations can refer to the action. */
function recorded(course: Course, fault: Fault | null): ActionRecord {
  const { session, request, mark } = course;
  const record: ActionRecord = {
    actionId: course.actionId,
    sessionId: session.sessionId,
    correlationId: course.correlationId,
    deviceKey: session.key,
    actionType: request.type,
    success: fault === null,
    started: course.started,
    completed: momentOf(course.clock),
    dispatchStarted: mark.started,
    dispatchCompleted: mark.completed,
    verificationCompleted: course.verificationCompleted,
  };
  session.journal.add(record);
  return record;
}

function outcome(course: Course, look: Look, fault: Fault | null): ActionOutcome {
  const { request, mark, prepared, before, trace, watch } = course;
  const changed = look.after && before ? look.after.snapshot.revision !== before.snapshot.revision : null;
  const verification: Verification = {
    mode: request.controls.verificationMode,
    status: look.status,
    reads: look.reads,
    changed,
    stable: look.stable,
    ...(look.fault ? { reason: `${look.fault.code}: ${look.fault.message}`, retryable: true } : {}),
  };
  const unexplained = !fault && request.explainsNoChange && changed === false && look.after;
  return {
    actionId: course.actionId,
    correlationId: course.correlationId,
    record: recorded(course, fault),
    request,
    success: fault === null,
    lifecycleState: fault ? 'failed' : look.status === 'verified' ? 'verified' : 'pending_verification',
    fault,
    nextStep: fault
      ? fault.nextStep
      : unexplained
        ? explainNoChange(unexplained.tree, prepared?.target?.element)
        : null,
    dispatchStarted: mark.started !== null,
    delivery: delivery(course, fault),
    target: prepared?.target ?? null,
    before,
    after: look.after,
    baseRevision: course.baseRevision,
    verification,
    condition: course.condition,
    details: course.details,
    trace: trace.finish(fault === null),
    timing: watch.read(),
  };
}
