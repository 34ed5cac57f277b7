/** Waiting for another screen, by fingerprint: two readings must agree, so a transient frame does not count. */
import type { Operation } from '@mobile-debug/core/operation.ts';
import { fingerprint } from '../ui/fingerprint.ts';
import type { SessionOf } from './device-session.ts';
import type { Observation } from './observation.ts';
import { type Fold, foldReadings, oneReadingMs, type Reading } from './readings.ts';

export interface ScreenChangeQuery {
  readonly previousFingerprint: string;
  readonly timeoutMs: number;
  readonly pollIntervalMs: number;
}

export interface ScreenChangeResult {
  /** Of the newest reading that has one. */
  readonly print: string | null;
  readonly last: Observation | null;
  readonly confirmed: boolean;
  /** Why the newest reading has no fingerprint. */
  readonly lastError: string | null;
}

const confirmMs = 100;

export async function waitForScreen(
  op: Operation,
  session: SessionOf<'screen'>,
  { previousFingerprint, timeoutMs, pollIntervalMs }: ScreenChangeQuery,
): Promise<ScreenChangeResult> {
  const change = new ScreenChange(previousFingerprint);
  const pauseMs = (): number => (change.isAwaitingProof ? confirmMs : pollIntervalMs);
  const pace = { timeoutMs: Math.max(1, timeoutMs), leastFirstMs: oneReadingMs, pauseMs };
  return await foldReadings(op, session, pace, change);
}

/** A failed or suspect reading has no fingerprint, which is not a change. */
export class ScreenChange implements Fold<ScreenChangeResult> {
  readonly #previous: string;
  #seen: ScreenChangeResult = { print: null, last: null, confirmed: false, lastError: null };
  /** Of the newest reading, which may have none. */
  #newest: string | null = null;

  constructor(previousFingerprint: string) {
    this.#previous = previousFingerprint;
  }

  /** The newest reading shows another screen and is not confirmed yet. */
  get isAwaitingProof(): boolean {
    return this.#newest !== null && this.#newest !== this.#previous;
  }

  add(reading: Reading): boolean {
    if (reading.kind === 'failed') this.#take(null, { lastError: reading.fault.message });
    if (reading.kind === 'seen') {
      const { observation } = reading;
      const { tree } = observation;
      const { status, reasons } = tree.quality;
      if (status === 'ok') this.#take(fingerprint(tree), { last: observation, lastError: null });
      else
        this.#take(null, {
          last: observation,
          lastError: `The newest reading is suspect: ${reasons.join('; ')}.`,
        });
    }
    return this.#seen.confirmed;
  }

  result(): ScreenChangeResult {
    return this.#seen;
  }

  #take(
    print: string | null,
    more: Pick<ScreenChangeResult, 'lastError'> & Partial<Pick<ScreenChangeResult, 'last'>>,
  ): void {
    const before = this.#newest;
    this.#newest = print;
    const confirmed = this.isAwaitingProof && print === before;
    this.#seen = { ...this.#seen, ...more, print: print ?? this.#seen.print, confirmed };
  }
}
