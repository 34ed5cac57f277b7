/**
 * The last readings of one device as numbered revisions. Only good readings are recorded: a failed read has no tree.
 * What changed between two of them is delta.ts's.
 */
import type { Clock } from '@mobile-debug/core/clock.ts';
import { type SnapshotDelta, snapshotDelta } from './delta.ts';
import { signature } from './fingerprint.ts';
import type { UiTree } from './ui-tree.ts';

export interface Snapshot {
  readonly sessionId: string;
  /** Starts at 1 and grows when the tree changes, also over `clear`: no number ever means two trees. */
  readonly revision: number;
  /** UTC epoch milliseconds at which the read completed. */
  readonly capturedAtMs: number;
  /** Of a superseded revision at most the first 500 elements; `quality` and `nodeCount` are of the whole. */
  readonly tree: UiTree;
  /** Handle of each element of `tree`, by element index; empty where none were given. */
  readonly handles: readonly string[];
  /** Elements of the whole tree. More than `tree.elements` holds when the rest was let go. */
  readonly elementCount: number;
  /** What this revision changed; null for the first, and when the one before was lost. */
  readonly delta: SnapshotDelta | null;
}

interface Kept {
  readonly snapshot: Snapshot;
  readonly signature: string;
  readonly seenAtMs: number;
}

const maxRevisions = 8;
const maxAgeMs = 600_000;
const maxElements = 500;

export interface HistoryOptions {
  /** Random for each process, so that a revision of another one is never taken for ours. */
  readonly sessionId: string;
  readonly clock: Clock;
  /** Where several histories share one row of numbers; each must be larger than the one before. */
  readonly nextRevision?: () => number;
}

export class SnapshotHistory {
  readonly sessionId: string;
  readonly #clock: Clock;
  /** Oldest first. */
  #kept: Kept[] = [];
  readonly #nextRevision: () => number;

  constructor({ sessionId, clock, nextRevision }: HistoryOptions) {
    this.sessionId = sessionId;
    this.#clock = clock;
    let last = 0;
    this.#nextRevision = nextRevision ?? (() => ++last);
  }

  /** An equal tree keeps its revision and refreshes its time; any other begins the next one. */
  record(tree: UiTree, capturedAtMs: number, handles: readonly string[] = []): Snapshot {
    this.#expire();
    const last = this.#kept.at(-1);
    const signed = signature(tree);
    const same = last?.signature === signed;
    if (same) this.#kept.pop();
    const snapshot: Snapshot = {
      sessionId: this.sessionId,
      revision: same ? last.snapshot.revision : this.#nextRevision(),
      capturedAtMs,
      tree,
      handles,
      elementCount: tree.elements.length,
      delta:
        last === undefined
          ? null
          : same
            ? unchanged(last.snapshot, tree)
            : snapshotDelta(last.snapshot, tree),
    };
    const above = this.#kept.pop();
    if (above !== undefined) this.#kept.push({ ...above, snapshot: reduced(above.snapshot) });
    this.#kept.push({ snapshot, signature: signed, seenAtMs: this.#clock.monotonicMs() });
    if (this.#kept.length > maxRevisions) this.#kept.shift();
    return snapshot;
  }

  /** A revision that is still retained. */
  find(revision: number): Snapshot | undefined {
    this.#expire();
    return this.#kept.find(({ snapshot }) => snapshot.revision === revision)?.snapshot;
  }

  get newest(): Snapshot | undefined {
    this.#expire();
    return this.#kept.at(-1)?.snapshot;
  }

  /** Forgets the trees, as on a disconnect. Numbers go on. */
  clear(): void {
    this.#kept = [];
  }

  #expire(): void {
    const oldest = this.#clock.monotonicMs() - maxAgeMs;
    if (this.#kept.some(({ seenAtMs }) => seenAtMs < oldest))
      this.#kept = this.#kept.filter(({ seenAtMs }) => seenAtMs >= oldest);
  }
}

/** An equal tree has changed nothing. */
function unchanged({ revision }: Snapshot, { elements }: UiTree): SnapshotDelta {
  return {
    previous_snapshot_revision: revision,
    added_elements: 0,
    removed_elements: 0,
    mutated_elements: 0,
    total_elements: elements.length,
  };
}

function reduced(snapshot: Snapshot): Snapshot {
  const { tree } = snapshot;
  if (tree.elements.length <= maxElements) return snapshot;
  return { ...snapshot, tree: { ...tree, elements: tree.elements.slice(0, maxElements) } };
}
