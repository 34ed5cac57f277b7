/** Reading a screen again and again: one reading at a time, on schedule, the last of them just before the deadline. */
import type { Moment } from '@mobile-debug/core/clock.ts';
import { type Fault, isFault } from '@mobile-debug/core/fault.ts';
import { momentOf, type Operation } from '@mobile-debug/core/operation.ts';
import type { Observation } from './observation.ts';

interface Span {
  readonly begunMs: number;
  readonly ended: Moment;
}

export type Reading =
  | (Span & { readonly kind: 'seen'; readonly observation: Observation })
  /** The screen could not be read. */
  | (Span & { readonly kind: 'failed'; readonly fault: Fault })
  /** The deadline came first, which says nothing about the screen or its reader. Always the last one. */
  | (Span & { readonly kind: 'cut_off'; readonly fault: Fault });

export interface Pace {
  /**
   * How long readings may begin and go on. Left out where the operation was made for them alone: its deadline then ends
   * them as any other would, while the end of a call is a fault.
   */
  readonly timeoutMs?: number;
  /**
   * From the beginning of a reading to that of the next, which follows at once after a slower one. Where the next would
   * come after the deadline, it comes just before it.
   */
  readonly intervalMs?: number;
  /** Instead of `intervalMs`: from the end of a reading to the beginning of the next, asked anew after each. */
  readonly pauseMs?: () => number;
  /** Before the first reading. */
  readonly firstAfterMs?: number;
  /** What the first reading has at least, where `timeoutMs` holds none: a wait that never looked tells nothing. */
  readonly leastFirstMs?: number;
  /** Readings that `timeoutMs` does not cut off once they have begun: only the operation bounds them. */
  readonly uncut?: 'first' | 'all';
}

/** A stock dump takes two seconds on most devices, three on slow ones. */
export const oneReadingMs = 4_000;

/** What reads: a session with a screen, or the preparation of an action. */
export interface Observer {
  observe(op: Operation): Promise<Observation>;
  /** DEBUGGER_PAUSED where waiting is vain. Asked before each reading and after it. */
  assertRunning?(): void;
}

/**
 * A failed reading does not end the readings; a device that is gone, a withdrawal and the end of the call do, as faults.
 * At least one reading is begun, however short the time.
 */
export async function* readings(
  op: Operation,
  observer: Observer,
  pace: Pace,
): AsyncGenerator<Reading, void, void> {
  const { timeoutMs = Number.POSITIVE_INFINITY, intervalMs = 0, pauseMs, firstAfterMs = 0, uncut } = pace;
  using own = op.within(timeoutMs);
  using first = op.within(Math.max(timeoutMs, pace.leastFirstMs ?? 0));
  const callIsOver = (): boolean =>
    op.ended && (pace.timeoutMs !== undefined || op.fault().code !== 'TIMEOUT');
  const read = async (until: Operation): Promise<Reading> => {
    const begunMs = op.clock.monotonicMs();
    observer.assertRunning?.();
    try {
      const observation = await observer.observe(until);
      observer.assertRunning?.();
      return { kind: 'seen', begunMs, ended: momentOf(op.clock), observation };
    } catch (error) {
      // Why a reading failed is plain while the app stands.
      observer.assertRunning?.();
      if (callIsOver() || !isFault(error, 'OBSERVATION_FAILED', 'TIMEOUT')) throw error;
      // A reader may have a limit of its own: running into that one is a failure.
      const kind = error.code === 'TIMEOUT' && (until === first ? first : own).ended ? 'cut_off' : 'failed';
      return { kind, begunMs, ended: momentOf(op.clock), fault: error };
    }
  };
  /** False when the time is over first, as on a busy computer. */
  const pause = async (ms: number): Promise<boolean> => {
    if (callIsOver()) throw op.fault();
    if (own.remainingMs <= ms) return false;
    try {
      if (ms > 0) await own.sleep(ms);
      return true;
    } catch (error) {
      if (callIsOver() || !isFault(error, 'TIMEOUT')) throw error;
      return false;
    }
  };
  if (firstAfterMs > 0 && !(await pause(firstAfterMs))) return;
  let nextAtMs = op.clock.monotonicMs();
  let until = uncut === undefined ? first : op;
  let longestMs = 0;
  for (;;) {
    const reading = await read(until);
    yield reading;
    until = uncut === 'all' ? op : own;
    longestMs = Math.max(longestMs, reading.ended.monotonicMs - reading.begunMs);
    const nowMs = op.clock.monotonicMs();
    nextAtMs = Math.max(nextAtMs + intervalMs, nowMs);
    const nextMs = pauseMs?.() ?? nextAtMs - nowMs;
    const isLast = pauseMs === undefined && nextMs > 0 && nextMs >= own.remainingMs;
    const untilLastMs = own.remainingMs - longestMs * lastReadingShare - leastLastMs;
    if (isLast && (untilLastMs <= 0 || reading.kind === 'cut_off')) return;
    if (!(await pause(isLast ? untilLastMs : nextMs))) return;
  }
}

/** The last reading has that many times as long as the slowest before it, and a little more: one that is cut off tells nothing. */
const lastReadingShare = 1.5;
const leastLastMs = 20;

/** What a wait makes of its readings, one after another. Pure: it knows the time from the readings alone. */
export interface Fold<R> {
  /** True when no further reading is needed. */
  add(reading: Reading): boolean;
  /** Throws where the readings prove nothing. */
  result(): R;
}

export async function foldReadings<R>(
  op: Operation,
  observer: Observer,
  pace: Pace,
  fold: Fold<R>,
): Promise<R> {
  for await (const reading of readings(op, observer, pace)) if (fold.add(reading)) break;
  return fold.result();
}

export interface Found<T> {
  readonly value: T | null;
  /** The newest successful reading. */
  readonly last: Observation | null;
  /** The newest failed reading's fault, if it came after the newest successful one. */
  readonly fault: Fault | null;
}

/** Ends with the first value that a reading gives. */
export class FirstValue<T> implements Fold<Found<T>> {
  readonly #judge: (observation: Observation) => T | null;
  #found: Found<T> = { value: null, last: null, fault: null };

  constructor(judge: (observation: Observation) => T | null) {
    this.#judge = judge;
  }

  add(reading: Reading): boolean {
    if (reading.kind === 'failed') this.#found = { ...this.#found, fault: reading.fault };
    if (reading.kind !== 'seen') return false;
    const { observation } = reading;
    this.#found = { value: this.#judge(observation), last: observation, fault: null };
    return this.#found.value !== null;
  }

  result(): Found<T> {
    return this.#found;
  }
}

/** The driver that gave the newest readings, and how long they took. */
export interface ReadTier {
  /** As `source.tier` of the newest tree; null before the first. */
  readonly tier: string | null;
  /** Median of the newest readings of that tier. */
  readonly readMs: number | null;
}

const keptTimes = 15;

/** Remembers the newest readings of one tier: another tier begins anew, since its times say nothing of this one. */
export class ReadTimes {
  #tier: string | null = null;
  #tookMs: number[] = [];

  add({ tree, started, completed }: Pick<Observation, 'tree' | 'started' | 'completed'>): void {
    const { tier } = tree.source;
    if (tier !== this.#tier) this.#tookMs = [];
    this.#tier = tier;
    this.#tookMs.push(completed.monotonicMs - started.monotonicMs);
    if (this.#tookMs.length > keptTimes) this.#tookMs.shift();
  }

  now(): ReadTier {
    const sorted = [...this.#tookMs].sort((a, b) => a - b);
    return { tier: this.#tier, readMs: sorted[(sorted.length - 1) >> 1] ?? null };
  }
}
