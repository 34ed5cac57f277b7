/** Waiting until the screen, or the part below one element, has changed and then stands still. */
import { isFault } from '../core/fault.ts';
import type { Operation } from '../core/operation.ts';
import { type ChangeKind, type ChangeSummary, kindsOf, summarizeChange } from '../ui/change-kind.ts';
import type { Place } from './look.ts';
import type { Observation } from './observation.ts';

export interface ChangeWanted {
  readonly expected: ChangeKind | undefined;
  /** Handle of the element below which changes count; the whole screen when left out. */
  readonly root: string | undefined;
  readonly timeoutMs: number;
  readonly stabilityWindowMs: number;
}

export interface ChangeSeen {
  /** The kinds of change between the base and the newest reading. */
  readonly kinds: readonly ChangeKind[];
  readonly summary: ChangeSummary;
  readonly matched: boolean;
  readonly stable: boolean;
  readonly readings: readonly Observation[];
}

const betweenReadsMs = 100;
const nothing: ChangeSummary = { added: 0, removed: 0, text: 0, state: 0, moved: 0 };

/**
 * The base is the last reading from before the newest input when there is one, so that a change which was faster than
 * this call is still seen; else the first reading of the call. A new change restarts the stability window.
 */
export async function waitForChange(op: Operation, place: Place, wanted: ChangeWanted): Promise<ChangeSeen> {
  const readings: Observation[] = [];
  using own = op.within(wanted.timeoutMs);
  let base = baseOf(place);
  let seen: ChangeSeen = { kinds: [], summary: nothing, matched: false, stable: false, readings };
  let quietSince: Observation | null = null;
  while (!own.ended) {
    const next = await read(op, own, place);
    if (next) {
      readings.push(next);
      base ??= next;
      const summary = summarizeChange(base, next, wanted.root);
      const kinds = kindsOf(summary);
      const matched = isMatch(summary, kinds, wanted.expected);
      if (quietSince?.snapshot.revision !== next.snapshot.revision) quietSince = next;
      const quietMs = next.completed.monotonicMs - quietSince.completed.monotonicMs;
      const stable = quietSince !== next && quietMs >= wanted.stabilityWindowMs;
      seen = { kinds, summary, matched, stable, readings };
      if (matched && stable) return seen;
    } else quietSince = null;
    if (own.remainingMs <= betweenReadsMs) break;
    await own.sleep(betweenReadsMs);
  }
  return seen;
}

function baseOf({ session }: Place): Observation | null {
  const { newest } = session;
  return newest && newest.dispatchesBefore < session.dispatches ? newest : null;
}

function isMatch(
  summary: ChangeSummary,
  kinds: readonly ChangeKind[],
  expected: ChangeKind | undefined,
): boolean {
  return expected === undefined ? kinds.length > 0 || summary.moved > 0 : kinds.includes(expected);
}

/** null for a failed reading: it proves neither change nor quiet. */
async function read(op: Operation, own: Operation, { session, device }: Place): Promise<Observation | null> {
  try {
    return await session.observe(own, device);
  } catch (error) {
    if (op.ended || !isFault(error, 'OBSERVATION_FAILED', 'TIMEOUT')) throw error;
    return null;
  }
}
