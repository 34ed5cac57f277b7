/** One reading of a screen together with what the session knows about it: revision, handles, when it was taken. */
import type { Moment } from '@mobile-debug/core/clock.ts';
import type { Operation } from '@mobile-debug/core/operation.ts';
import type { Snapshot } from '../ui/snapshot-history.ts';
import type { UiElement, UiTree } from '../ui/ui-tree.ts';
import type { Acquisition, EvidenceKind } from './evidence.ts';

export interface Observation {
  readonly tree: UiTree;
  readonly snapshot: Snapshot;
  /** Handle of each element, by element index. */
  readonly handles: readonly string[];
  readonly started: Moment;
  readonly completed: Moment;
  /** Inputs sent before the reading began and when it was complete; a later count means that it may be out of date. */
  readonly dispatchesBefore: number;
  readonly dispatchesAfter: number;
  /** An input was in flight when the reading began. */
  readonly duringDispatch: boolean;
}

/** The reading as evidence of some kind: the tree itself, or what was computed from it. */
export function acquisitionOf(observation: Observation, kind: EvidenceKind): Acquisition {
  const { snapshot, started, completed, dispatchesBefore, dispatchesAfter, duringDispatch } = observation;
  return {
    kind,
    status: 'captured',
    started,
    completed,
    dispatchesBefore,
    dispatchesAfter,
    duringDispatch,
    snapshot: { sessionId: snapshot.sessionId, revision: snapshot.revision },
  };
}

/** Whether a reading shows the screen as it is after the newest input: begun when that input was over, none sent since. */
export function isCurrent(
  { dispatchesBefore, dispatchesAfter, duringDispatch }: Observation,
  dispatches: number,
): boolean {
  return dispatchesBefore === dispatches && dispatchesAfter === dispatches && !duringDispatch;
}

export interface Shareable {
  readonly shared: Observation | null;
  /** What is left of the pause that must lie between it and the next reading. */
  readonly firstAfterMs: number;
}

/** A current reading as the first of two that lie apart, unless there is no time left for the second. */
export function shareable(op: Operation, current: Observation | null, apartMs: number): Shareable {
  if (!current) return { shared: null, firstAfterMs: 0 };
  const firstAfterMs = Math.max(0, current.completed.monotonicMs + apartMs - op.clock.monotonicMs());
  return firstAfterMs < op.remainingMs
    ? { shared: current, firstAfterMs }
    : { shared: null, firstAfterMs: 0 };
}

export function handleOf(observation: Observation, element: UiElement): string {
  return observation.handles[element.index] ?? '';
}
