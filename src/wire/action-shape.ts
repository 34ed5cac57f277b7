/** Fills the envelope of every action, and its compact form, from an ActionOutcome; decides nothing. */
import type { ActionOutcome, TouchedSpot } from '../session/action/action-types.ts';
import type { ConditionResult } from '../session/action/condition.ts';
import { noTouchScreen } from '../session/action/explain.ts';
import { recoveryOf } from '../session/action/recovery.ts';
import type { DeviceSession } from '../session/device-session.ts';
import { handleOf, type Observation } from '../session/observation.ts';
import { type StateDelta, stateDelta } from '../ui/delta.ts';
import { fingerprint } from '../ui/fingerprint.ts';
import { visibleText } from '../ui/visible-text.ts';
import { resolvedToWire } from '../ui/wire.ts';
import { actionEvidence } from './action-evidence.ts';
import { deviceToWire, treeToWire } from './answers.ts';
import { inTheWayToWire } from './in-the-way.ts';
import { untrusted } from './shapes.ts';
import { shorterTree } from './shorter-tree.ts';

type Wire = Record<string, unknown>;

export function actionToWire(outcome: ActionOutcome, session: DeviceSession): Wire {
  const { watch, request } = outcome;
  if (request.controls.responseMode === 'compact') {
    return { ...compact(outcome, session), timing: { total_ms: watch.read().total_ms } };
  }
  const body = watch.measureNow('serialization_ms', () => debug(outcome, session));
  return { ...body, timing: watch.read() };
}

function common({
  actionId,
  request,
  success,
  lifecycleState,
  fault,
  delivery,
  dispatchStarted,
}: ActionOutcome): Wire {
  return {
    action_id: actionId,
    action_type: request.type,
    success,
    lifecycle_state: lifecycleState,
    ...(fault ? { failure_code: fault.code, retryable: fault.retryable } : {}),
    delivery_status: delivery,
    dispatch_started: dispatchStarted,
  };
}

/** Nothing beyond what the contract lists for compact results: a model pays for every character. */
function compact(outcome: ActionOutcome, session: DeviceSession): Wire {
  const { verification, actionId, correlationId } = outcome;
  const delta = deltaOf(outcome, session);
  return {
    ...common(outcome),
    verification: { mode: verification.mode, status: verification.status },
    ...(delta ? { state_delta: delta } : {}),
    ...obstaclesToWire(outcome),
    ...(outcome.condition ? { condition: conditionToWire(outcome.condition, 'compact') } : {}),
    evidence: { session_id: session.sessionId, correlation_id: correlationId, action_id: actionId },
  };
}

/** What compact answers tell of a touch that went elsewhere than was asked, and of what stands before the app. */
export function obstaclesToWire({ touched, inTheWay }: ActionOutcome): Wire {
  return {
    ...(isElsewhere(touched) ? { touched: touchedToWire(touched) } : {}),
    ...(inTheWay ? inTheWayToWire(inTheWay) : {}),
  };
}

function debug(outcome: ActionOutcome, session: DeviceSession): Wire {
  const { fault, request, target, before, after, nextStep } = outcome;
  const delta = deltaOf(outcome, session);
  const recovery = fault ? recoveryOf(fault.code, fault.retryable) : null;
  return {
    ...common(outcome),
    timestamp: new Date(outcome.record.started.epochMs).toISOString(),
    source_module: request.sourceModule,
    source: untrusted,
    device: deviceToWire(session.device.info),
    ...(fault ? { message: fault.message } : {}),
    ...(nextStep === null ? {} : { next_step: nextStep }),
    target: {
      selector: request.selector ?? null,
      resolved: target
        ? resolvedToWire(
            target.observation.tree,
            target.element,
            handleOf(target.observation, target.element),
          )
        : null,
    },
    ...(outcome.touched ? { touched: touchedToWire(outcome.touched) } : {}),
    ...(outcome.inTheWay ? inTheWayToWire(outcome.inTheWay) : {}),
    ui_fingerprint_before: printOf(before),
    ui_fingerprint_after: printOf(after),
    verification: { ...outcome.verification },
    ...(delta ? { state_delta: delta } : {}),
    ...(!delta && outcome.verification.mode === 'light' ? { state_delta_available: false } : {}),
    ...(outcome.condition ? { condition: conditionToWire(outcome.condition, 'debug') } : {}),
    controls: { ...request.controls },
    ...(outcome.details || fault?.details ? { details: { ...fault?.details, ...outcome.details } } : {}),
    ...(recovery ? { recovery } : {}),
    trace: outcome.trace,
    evidence: actionEvidence(outcome, session),
  };
}

/** Whether the touch went past the centre of its target, to another app, or to a device that takes none. */
export function isElsewhere(touched: TouchedSpot | null): touched is TouchedSpot {
  return touched !== null && Boolean(touched.over || touched.foreignPackage || touched.touchless);
}

/** Whether the touch met something else than the middle of what it was meant for. */
export function isNotable(touched: TouchedSpot | null): touched is TouchedSpot {
  return touched !== null && (touched.takes === false || isElsewhere(touched));
}

export function touchedToWire({ point: [x, y], over, foreignPackage, takes, touchless }: TouchedSpot) {
  return {
    x,
    y,
    ...(over ? { over: visibleText(over) } : {}),
    ...(foreignPackage === null ? {} : { foreign_package: visibleText(foreignPackage) }),
    ...(takes === false ? { takes_touch: false } : {}),
    ...(touchless ? { no_touch_screen: noTouchScreen } : {}),
  };
}

/** Light looks answer with what changed since the newest revision known before the input; null without one. */
function deltaOf(
  { verification, after, baseRevision }: ActionOutcome,
  session: DeviceSession,
): StateDelta | null {
  const base = baseRevision === null ? undefined : session.history.find(baseRevision);
  if (verification.mode !== 'light' || !base || !after) return null;
  return stateDelta(base, after.snapshot);
}

/** In compact answers a tree is given only where it is the evidence for not sending, and then what is of use in it. */
function conditionToWire(condition: ConditionResult, mode: 'compact' | 'debug'): Wire {
  const { status, expected, observed, elapsedMs, reason, message } = condition;
  const whole = mode === 'debug' || status !== 'matched';
  return {
    status,
    expected: {
      snapshot_session_id: expected.snapshotSessionId,
      snapshot_revision: expected.snapshotRevision,
    },
    observed: observed ? (whole ? blockingTree(observed, mode) : identity(observed)) : null,
    elapsed_ms: elapsedMs,
    ...(reason === undefined ? {} : { reason }),
    ...(message === undefined || mode === 'compact' ? {} : { message }),
  };
}

/** In compact answers the part that decides the next step: get_ui_tree has the rest. */
const longestBlockingTree = 6_000;

function blockingTree(observed: Observation, mode: 'compact' | 'debug'): Wire {
  const tree = treeToWire(observed);
  return mode === 'debug' ? tree : shorterTree(tree, longestBlockingTree);
}

function identity({ snapshot }: Observation): Wire {
  return {
    snapshot_session_id: snapshot.sessionId,
    snapshot_revision: snapshot.revision,
    captured_at_ms: snapshot.capturedAtMs,
  };
}

function printOf(observation: Observation | null): string | null {
  return observation ? fingerprint(observation.tree) : null;
}
