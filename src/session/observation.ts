/** One reading of a screen together with what the session knows about it: revision, handles, when it was taken. */
import type { Moment } from '../core/clock.ts';
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
}

/** The reading as evidence of some kind: the tree itself, or what was computed from it. */
export function acquisitionOf(observation: Observation, kind: EvidenceKind): Acquisition {
  const { snapshot, started, completed, dispatchesBefore, dispatchesAfter } = observation;
  return {
    kind,
    status: 'captured',
    started,
    completed,
    dispatchesBefore,
    dispatchesAfter,
    snapshot: { sessionId: snapshot.sessionId, revision: snapshot.revision },
  };
}

export function handleOf(observation: Observation, element: UiElement): string {
  return observation.handles[element.index] ?? '';
}
