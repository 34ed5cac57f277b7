/** Waiting until the screen, or the part below one element, has changed and is stable again. */
import type { Operation } from '@mobile-debug/core/operation.ts';
import { type ChangeKind, type ChangeSummary, kindsOf, summarizeChange } from '../ui/change-kind.ts';
import { handleForm } from '../ui/handles.ts';
import type { ReadinessSummary } from '../ui/readiness.ts';
import type { UiTree } from '../ui/ui-tree.ts';
import type { DeviceSession, SessionOf } from './device-session.ts';
import type { Observation } from './observation.ts';
import { ReadinessSamples } from './readiness.ts';
import { type Fold, foldReadings, oneReadingMs, type Reading } from './readings.ts';

export interface UiChangeQuery {
  readonly expected: ChangeKind | undefined;
  /** Handle of the element below which changes count; the whole screen when left out. */
  readonly root: string | undefined;
  readonly timeoutMs: number;
  readonly stabilityWindowMs: number;
  /** Also wait until the screen is settled, judged from the same readings. */
  readonly settled?: boolean;
}

export interface UiChangeResult {
  /** The kinds of change between the base and the newest valid reading. */
  readonly kinds: readonly ChangeKind[];
  readonly summary: ChangeSummary;
  readonly matched: boolean;
  readonly stable: boolean;
  /** The newest valid reading; null when there was none. */
  readonly last: Observation | null;
  /** Why the newest reading failed or is not valid, if it came after `last`. */
  readonly lastError: string | null;
  readonly readiness: ReadinessSummary;
}

const betweenReadsMs = 100;
const nothing: ChangeSummary = { added: 0, removed: 0, text: 0, state: 0, moved: 0 };

/**
 * The base is the last reading from before the newest input, if there is one, so that a change faster than
 * this call is still seen; otherwise the first reading of the call. A new change restarts the stability window. A failed or
 * suspect reading proves neither change nor stability.
 */
export async function waitForChange(
  op: Operation,
  session: SessionOf<'screen'>,
  query: UiChangeQuery,
): Promise<UiChangeResult> {
  const pace = { timeoutMs: query.timeoutMs, leastFirstMs: oneReadingMs, pauseMs: () => betweenReadsMs };
  return await foldReadings(op, session, pace, new Change(baseOf(session), query, session.scope));
}

export class Change implements Fold<UiChangeResult> {
  readonly #wanted: UiChangeQuery;
  readonly #samples: ReadinessSamples;
  #base: Observation | null;
  #quietSince: Observation | null = null;
  #seen: Omit<UiChangeResult, 'readiness'> = {
    kinds: [],
    summary: nothing,
    matched: false,
    stable: false,
    last: null,
    lastError: null,
  };

  constructor(base: Observation | null, query: UiChangeQuery, scope: string) {
    this.#base = base;
    this.#wanted = query;
    this.#samples = new ReadinessSamples(scope, Math.max(100, query.stabilityWindowMs));
  }

  add(reading: Reading): boolean {
    this.#samples.add(reading);
    if (reading.kind === 'seen') this.#see(reading.observation);
    if (reading.kind === 'failed') this.#miss(reading.fault.message);
    return this.#isDone && (!this.#wanted.settled || this.#samples.summary().state === 'settled');
  }

  result(): UiChangeResult {
    return { ...this.#seen, readiness: this.#samples.summary() };
  }

  get #isDone(): boolean {
    return this.#seen.matched && this.#seen.stable && this.#seen.lastError === null;
  }

  #miss(lastError: string): void {
    this.#seen = { ...this.#seen, lastError };
    this.#quietSince = null;
  }

  #see(next: Observation): void {
    const { expected, root, stabilityWindowMs } = this.#wanted;
    // A good reading after a suspect base replaces the base; a suspect one after a good base shows no change.
    if (this.#base === null || (isSuspect(this.#base.tree) && !isSuspect(next.tree))) this.#base = next;
    if (isSuspect(next.tree) && !isSuspect(this.#base.tree)) {
      this.#miss(`The newest reading is suspect: ${next.tree.quality.reasons.join('; ')}.`);
      return;
    }
    const summary = summarizeChange(this.#base, next, root === undefined ? undefined : handleForm(root));
    const kinds = kindsOf(summary);
    if (this.#quietSince?.snapshot.revision !== next.snapshot.revision) this.#quietSince = next;
    const quietMs = next.completed.monotonicMs - this.#quietSince.completed.monotonicMs;
    const stable = this.#quietSince !== next && quietMs >= stabilityWindowMs;
    const matched = isMatch(summary, kinds, expected);
    this.#seen = { kinds, summary, matched, stable, last: next, lastError: null };
  }
}

/** Nearly nothing was read, or another package's windows are in front. */
function isSuspect({ quality }: UiTree): boolean {
  return quality.status === 'suspect';
}

function baseOf({ newest, dispatches }: DeviceSession): Observation | null {
  return newest && newest.dispatchesBefore < dispatches ? newest : null;
}

function isMatch(
  summary: ChangeSummary,
  kinds: readonly ChangeKind[],
  expected: ChangeKind | undefined,
): boolean {
  return expected === undefined ? kinds.length > 0 || summary.moved > 0 : kinds.includes(expected);
}
