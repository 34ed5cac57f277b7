/** One reading of a screen together with what the session knows about it: revision, handles, when it was taken. */
import type { Snapshot } from '../ui/snapshot-history.ts';
import type { UiElement, UiTree } from '../ui/ui-tree.ts';

export interface Observation {
  readonly tree: UiTree;
  readonly snapshot: Snapshot;
  /** Handle of each element, by element index. */
  readonly handles: readonly string[];
  /** Host monotonic milliseconds; they decide what came before what. */
  readonly startedAtMs: number;
  readonly completedAtMs: number;
  /** UTC epoch milliseconds at which the reading was complete. */
  readonly capturedAtEpochMs: number;
  /** Inputs that had been sent when the reading started; a later count means that it may be out of date. */
  readonly dispatchesBefore: number;
}

export function handleOf(observation: Observation, element: UiElement): string {
  return observation.handles[element.index] ?? '';
}
