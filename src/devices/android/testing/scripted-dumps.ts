/** For tests only: the screen facet on a device whose dumps come from a list, read on a clock that moves by itself. */

import { Fault } from '@mobile-debug/core/fault.ts';
import { Operation } from '@mobile-debug/core/operation.ts';
import { ManualClock } from '@mobile-debug/core/testing/manual-clock.ts';
import type { UiTree } from '../../../ui/ui-tree.ts';
import { type Asked, frameText, markerIn, type Reply, scriptedAdb } from '../fixtures/scripted-adb.ts';
import { androidScreen } from '../screen/screen.ts';

/** Answers dumps from a list (its last entry again and again) and everything else by pattern. */
export function phone(dumps: readonly (string | 'hang' | Error)[], rest: (asked: Asked) => Reply = () => '') {
  let next = 0;
  const adb = scriptedAdb((asked) => {
    if (!asked.line.includes('uiautomator dump')) return rest(asked);
    const dump = dumps[Math.min(next, dumps.length - 1)] ?? '';
    next += 1;
    if (dump === 'hang' || dump instanceof Error) return dump;
    return `${dump}\n${markerIn(asked.line)}\n${frameText()}`;
  });
  return { adb, screen: androidScreen(adb, 34) };
}

/** Runs `work` on a clock that moves as long as the work goes on. */
export async function onClock<T>(budgetMs: number, work: (op: Operation) => Promise<T>): Promise<T> {
  const clock = new ManualClock();
  using op = Operation.start(budgetMs, { clock });
  let done = false;
  const result = work(op).finally(() => {
    done = true;
  });
  result.catch(() => {});
  for (let step = 0; step < 2_000 && !done; step++) await clock.advance(50);
  return await result;
}

export const read = (
  dumps: readonly (string | 'hang' | Error)[],
  rest?: (asked: Asked) => Reply,
  budgetMs = 30_000,
) => {
  const { adb, screen } = phone(dumps, rest);
  return { adb, tree: onClock(budgetMs, (op) => screen.read(op)) };
};

export const faultOf = async (tree: Promise<UiTree>): Promise<Fault> => {
  const error: unknown = await tree.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (error instanceof Fault) return error;
  throw new Error(`no fault: ${String(error)}`);
};

export const labels = (tree: UiTree): (string | null)[] => tree.elements.map((element) => element.text);
