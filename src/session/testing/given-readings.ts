/** For tests only: readings made up without a device and without a clock, as folds take them. */
import type { Moment } from '@mobile-debug/core/clock.ts';
import { Fault } from '@mobile-debug/core/fault.ts';
import { ManualClock } from '@mobile-debug/core/testing/manual-clock.ts';
import { SnapshotHistory } from '../../ui/snapshot-history.ts';
import type { UiTree } from '../../ui/ui-tree.ts';
import type { Fold, Reading } from '../readings.ts';
import { page } from './timed-wait.ts';

/** Equal trees get equal revisions, as in one session. */
const revisions = new Map<string, number>();

function moment(atMs: number): Moment {
  return { monotonicMs: atMs, epochMs: 1_700_000_000_000 + atMs };
}

export function seen(atMs: number, ...words: readonly string[]): Reading {
  return seenTree(atMs, page(...words));
}

export function seenTree(atMs: number, tree: UiTree, tookMs = 0): Reading {
  const key = JSON.stringify(tree);
  const revision = revisions.get(key) ?? revisions.size + 1;
  revisions.set(key, revision);
  const history = new SnapshotHistory({
    sessionId: 'ses_1',
    clock: new ManualClock(),
    nextRevision: () => revision,
  });
  return {
    kind: 'seen',
    begunMs: atMs - tookMs,
    ended: moment(atMs),
    observation: {
      tree,
      snapshot: history.record(tree, moment(atMs).epochMs),
      handles: tree.elements.map(({ index }) => `e${index + 1}`),
      started: moment(atMs - tookMs),
      completed: moment(atMs),
      dispatchesBefore: 0,
      dispatchesAfter: 0,
      duringDispatch: false,
    },
  };
}

export function failed(atMs: number, why = 'no dump'): Reading {
  return {
    kind: 'failed',
    begunMs: atMs,
    ended: moment(atMs),
    fault: new Fault('OBSERVATION_FAILED', why),
  };
}

export function cutOff(atMs: number, tookMs = 0): Reading {
  const fault = new Fault('TIMEOUT', 'Not done in time.');
  return { kind: 'cut_off', begunMs: atMs - tookMs, ended: moment(atMs), fault };
}

/** The readings that the fold took, and what it made of them. */
export function fold<R>(
  into: Fold<R>,
  given: readonly Reading[],
): { readonly taken: number; readonly seen: R } {
  const enough = given.findIndex((reading) => into.add(reading));
  return { taken: enough < 0 ? given.length : enough + 1, seen: into.result() };
}
