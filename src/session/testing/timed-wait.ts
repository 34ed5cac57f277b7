/** For tests only: a wait run to its end on a clock that stands still, with the readings it began, and screens for it. */

import { Fault } from '@mobile-debug/core/fault.ts';
import { Operation } from '@mobile-debug/core/operation.ts';
import { expect } from 'vitest';
import { node, screen, text, window } from '../../../test/fixtures/raw-screens.ts';
import { buildTree } from '../../ui/build-tree.ts';
import type { UiTree } from '../../ui/ui-tree.ts';
import type { SessionOf } from '../device-session.ts';
import { type Script, scriptedScreen } from './scripted-screen.ts';

export type Read = UiTree | Fault;

export const idle = new Fault('OBSERVATION_FAILED', 'could not get idle state');
export const page = (...words: readonly string[]): UiTree =>
  buildTree(screen([window({}, node({}, ...words.map((word, at) => line(word, at))))]));
export const line = (word: string, at: number) =>
  text(word, [0, at * 100, 900, at * 100 + 100], { identifier: `com.example.app:id/line_${at}` });
export const busy = (...words: readonly string[]): UiTree =>
  buildTree(
    screen([
      window(
        {},
        node(
          {},
          node({ type: 'android.widget.ProgressBar', bounds: [0, 900, 90, 990] }),
          ...words.map((word, at) => line(word, at)),
        ),
      ),
    ]),
  );
export const empty = buildTree(screen([]));
export const foreign = buildTree(
  screen([
    window(
      {},
      node({ packageName: 'com.other.app' }, { ...line('Elsewhere', 0), packageName: 'com.other.app' }),
    ),
  ]),
);

export interface Ran<T> {
  readonly seen: T;
  readonly tookMs: number;
  /** Times at which readings began. */
  readonly begun: readonly number[];
}

export async function run<T>(
  { readMs = 0, at }: { readMs?: Script['readMs']; at: (reading: number, atMs: number) => Read },
  work: (op: Operation, session: SessionOf<'screen'>) => Promise<T>,
): Promise<Ran<T>> {
  const { clock, session, begun } = scriptedScreen({ readMs, at });
  using op = Operation.start(600_000, { clock });
  let tookMs = 0;
  const seen = work(op, session).finally(() => {
    tookMs = clock.monotonicMs();
  });
  seen.catch(() => {}); // awaited below
  await clock.advance(120_000);
  const result = await seen;
  expect(clock.pending).toBe(1); // the call's own deadline and nothing else
  return { seen: result, tookMs, begun };
}
