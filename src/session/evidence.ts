/** Evidence: observations with their provenance and how fresh they are when the answer is built. Pure. */
import type { Moment } from '@mobile-debug/core/clock.ts';
import { randomId } from '@mobile-debug/core/ids.ts';
import type { ActionRecord, ActionRef, Association } from './action-journal.ts';

export type EvidenceKind = 'screenshot' | 'ui_tree' | 'fingerprint' | 'activity' | 'logs';
export type Freshness = 'fresh' | 'stale' | 'unknown' | 'not_applicable';

export interface Acquisition {
  readonly kind: EvidenceKind;
  readonly status: 'captured' | 'failed' | 'omitted';
  readonly started: Moment | null;
  readonly completed: Moment | null;
  /** Inputs sent to the device before the acquisition began, and when it was complete. */
  readonly dispatchesBefore: number;
  readonly dispatchesAfter: number;
  /** An input was in flight when the acquisition began. */
  readonly duringDispatch?: boolean;
  /** The reading was taken for another purpose and is reused. */
  readonly reused?: boolean;
  readonly snapshot?: { readonly sessionId: string; readonly revision: number };
  readonly error?: string;
  /** Of log records. */
  readonly eventTimes?: EventTimes;
}

/** When logged events happened, by the device's clock. */
export interface EventTimes {
  /** UTC epoch milliseconds by the device's clock; null when no record has a time that can be read. */
  readonly earliestMs: number | null;
  readonly latestMs: number | null;
  /** Device clock minus host clock, when it was measured. */
  readonly offset: {
    readonly offsetMs: number;
    readonly errorMs: number;
    readonly measuredAtMs: number;
  } | null;
}

export interface DeviceRef {
  readonly platform: string;
  readonly id: string;
}

/** What is known when an answer is built. */
export interface Assembly {
  readonly now: Moment;
  readonly dispatchesNow: number;
  readonly device: DeviceRef;
  readonly association: Association;
}

export function judgeFreshness(
  acquisition: Acquisition,
  { now, dispatchesNow, association }: Assembly,
): { readonly freshness: Freshness; readonly reasons: readonly string[] } {
  if (acquisition.status === 'omitted') return { freshness: 'not_applicable', reasons: ['omitted'] };
  if (acquisition.status === 'failed') return { freshness: 'unknown', reasons: ['acquisition_failed'] };
  const { started, completed, dispatchesBefore, dispatchesAfter, duringDispatch, reused } = acquisition;
  if (!started || !completed) return { freshness: 'unknown', reasons: ['no_acquisition_time'] };
  if (completed.epochMs < started.epochMs || now.epochMs < completed.epochMs)
    return { freshness: 'unknown', reasons: ['clock_reversal'] };
  if (reused) return { freshness: 'unknown', reasons: ['reused'] };
  const action = 'record' in association ? association.record : null;
  if (duringDispatch || dispatchesAfter > dispatchesBefore)
    return { freshness: 'unknown', reasons: ['overlaps_dispatch'] };
  if (action && isBefore(started, action))
    return { freshness: 'stale', reasons: ['before_associated_action'] };
  if (dispatchesNow > dispatchesAfter)
    return { freshness: 'stale', reasons: ['superseded_by_later_dispatch'] };
  return { freshness: 'fresh', reasons: [] };
}

/** Host monotonic time decides order. */
function isBefore(started: Moment, { dispatchCompleted, dispatchStarted }: ActionRecord): boolean {
  const sent = dispatchCompleted ?? dispatchStarted;
  return sent !== null && started.monotonicMs < sent.monotonicMs;
}

export function observationToWire(acquisition: Acquisition, assembly: Assembly) {
  const { kind, status, started, completed, snapshot, error } = acquisition;
  const { freshness, reasons } = judgeFreshness(acquisition, assembly);
  const known = completed !== null && freshness !== 'unknown' && freshness !== 'not_applicable';
  return {
    evidence_id: randomId('ev'),
    kind,
    device: assembly.device,
    status,
    acquisition_started_at_ms: started?.epochMs ?? null,
    acquisition_completed_at_ms: completed?.epochMs ?? null,
    source_captured_at_ms: status === 'captured' ? (completed?.epochMs ?? null) : null,
    age_ms: known ? Math.round(assembly.now.monotonicMs - completed.monotonicMs) : null,
    freshness,
    reasons,
    ...(snapshot ? { snapshot_session_id: snapshot.sessionId, snapshot_revision: snapshot.revision } : {}),
    ...(error === undefined ? {} : { error }),
    ...(acquisition.eventTimes ? eventTimesToWire(acquisition.eventTimes) : {}),
  };
}

/** Never marked comparable: with a measured offset it is an estimate, without one unknown. */
function eventTimesToWire({ earliestMs, latestMs, offset }: EventTimes) {
  return {
    clock: 'device_or_unknown',
    event_time_comparable: false,
    earliest_event_at_ms: earliestMs,
    latest_event_at_ms: latestMs,
    ...(offset
      ? {
          event_time_comparison: 'estimated',
          clock_offset: {
            offset_ms: offset.offsetMs,
            error_ms: offset.errorMs,
            measured_at_ms: offset.measuredAtMs,
          },
        }
      : {}),
  };
}

export type WireEvidence = ReturnType<typeof evidenceToWire>;

/** The contract's values when no trace is linked. */
const noTrace = { supported: false, trace_id: null, markers: [] } as const;

/** The evidence of an answer that observes: which action it belongs to, and what was observed when. */
export function evidenceToWire(
  acquisitions: readonly Acquisition[],
  assembly: Assembly,
  asked: { readonly sessionId: string; readonly ref?: ActionRef | undefined },
) {
  const { association, device } = assembly;
  const action = 'record' in association ? association.record : null;
  return {
    session_id: asked.sessionId,
    correlation_id: action?.correlationId ?? null,
    action_id: action?.actionId ?? null,
    device,
    association: association.kind,
    ...(association.kind === 'unavailable' ? { association_reason: association.reason } : {}),
    ...(asked.ref ? { requested_action_ref: asked.ref } : {}),
    ...(action ? phasesToWire(action) : {}),
    observations: acquisitions.map((acquisition) => observationToWire(acquisition, assembly)),
    trace_context: noTrace,
  };
}

export function phasesToWire(record: ActionRecord) {
  return {
    operation_started_at_ms: record.started.epochMs,
    operation_completed_at_ms: record.completed.epochMs,
    dispatch_started_at_ms: record.dispatchStarted?.epochMs ?? null,
    dispatch_completed_at_ms: record.dispatchCompleted?.epochMs ?? null,
    verification_completed_at_ms: record.verificationCompleted?.epochMs ?? null,
  };
}
