/** Revisions: when they grow, how long they are kept, what is kept of them. */

import { ManualClock } from '@mobile-debug/core/testing/manual-clock.ts';
import { describe, expect, it } from 'vitest';
import { button, text, treeOf } from '../../test/fixtures/raw-screens.ts';
import { SnapshotHistory } from './snapshot-history.ts';
import type { Bounds } from './ui-tree.ts';

const at: Bounds = [0, 0, 500, 100];
const said = (words: string) => treeOf(text(words, at));

function history() {
  const clock = new ManualClock();
  return { clock, history: new SnapshotHistory({ sessionId: 's_1', clock }) };
}

describe('SnapshotHistory', () => {
  it('begins at 1, stays for equal trees and grows for others, also for one seen before', () => {
    const { history: own } = history();
    const revisions = ['a', 'a', 'b', 'a'].map((words, i) => own.record(said(words), i).revision);
    expect(revisions).toEqual([1, 1, 2, 3]);
  });

  it('says what each reading changed, and null for the first', () => {
    const { history: own } = history();
    expect(own.record(treeOf(button('a', at)), 5)).toMatchObject({
      sessionId: 's_1',
      revision: 1,
      capturedAtMs: 5,
      delta: null,
    });
    expect(own.record(treeOf(button('a', at), button('b', [0, 100, 500, 200])), 6).delta).toEqual({
      previous_snapshot_revision: 1,
      added_elements: 1,
      removed_elements: 0,
      mutated_elements: 0,
      total_elements: 3,
    });
    expect(own.record(treeOf(button('a', at), button('b', [0, 100, 500, 200])), 7)).toMatchObject({
      revision: 2,
      capturedAtMs: 7,
      delta: { previous_snapshot_revision: 2, added_elements: 0, removed_elements: 0, mutated_elements: 0 },
    });
  });

  it('keeps eight revisions', () => {
    const { history: own } = history();
    for (let i = 0; i < 10; i++) own.record(said(`t${i}`), i);
    expect([own.find(2), own.find(3)?.revision, own.newest?.revision]).toEqual([undefined, 3, 10]);
  });

  it('forgets after ten minutes, counted from the last time it was seen', async () => {
    const { clock, history: own } = history();
    own.record(said('a'), 1);
    await clock.advance(500_000);
    own.record(said('a'), 2);
    await clock.advance(500_000);
    expect(own.find(1)?.capturedAtMs).toBe(2);
    await clock.advance(100_001);
    expect([own.find(1), own.newest]).toEqual([undefined, undefined]);
    expect(own.record(said('a'), 3)).toMatchObject({ revision: 2, delta: null });
  });

  it('never uses a number twice, not even after a disconnect', () => {
    const { history: own } = history();
    own.record(said('a'), 1);
    own.clear();
    expect(own.newest).toBeUndefined();
    expect(own.record(said('a'), 2)).toMatchObject({ revision: 2, delta: null });
  });

  it('keeps the newest whole and 500 elements of older ones', () => {
    const { history: own } = history();
    const many = treeOf(...Array.from({ length: 700 }, (_, i) => text(`t${i}`, at)));
    own.record(many, 1);
    expect(own.newest?.tree).toBe(many);
    own.record(said('a'), 2);
    expect(own.find(1)).toMatchObject({ elementCount: 701 });
    expect(own.find(1)?.tree.elements).toHaveLength(500);
  });
});
