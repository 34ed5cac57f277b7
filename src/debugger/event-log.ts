/** What happened in a session, numbered. Log points have a ring of their own, so that their chatter never pushes out a stop. */
import { Fault, isFault } from '@mobile-debug/core/fault.ts';
import type { Operation } from '@mobile-debug/core/operation.ts';
import { bounded } from './bounded-call.ts';
import type { StopSummary } from './stop-summary.ts';

export interface SessionEvent {
  readonly sequence: number;
  /** Host UTC epoch milliseconds. */
  readonly atMs: number;
  readonly kind:
    | 'attached'
    | 'stopped'
    | 'resumed'
    | 'stepping'
    | 'step_ended'
    | 'breakpoint_verified'
    | 'log_point'
    | 'ended';
  readonly stop?: StopSummary;
  readonly breakpointId?: string;
  readonly hitCount?: number;
  /** Words; of a log point what it says. */
  readonly message?: string;
}

export type NewEvent = Omit<SessionEvent, 'sequence' | 'atMs'>;

export interface EventPage {
  readonly events: readonly SessionEvent[];
  readonly nextCursor: number;
  /** Whether events behind the cursor had fallen out. */
  readonly overflow: boolean;
}

/** What the caller did and has the answer of: told with what follows, and no reason to end a wait. */
const ownActs: ReadonlySet<SessionEvent['kind']> = new Set(['attached', 'resumed', 'stepping']);
const ringSize = 256;
const pageSize = 100;

export class EventLog {
  readonly #told: SessionEvent[] = [];
  readonly #logged: SessionEvent[] = [];
  readonly #waiting = new Set<() => void>();
  #last = 0;
  /** Newest sequence number that fell out. */
  #lost = 0;

  add(event: NewEvent, atMs: number): SessionEvent {
    const ring = event.kind === 'log_point' ? this.#logged : this.#told;
    const entry = { ...event, sequence: ++this.#last, atMs };
    ring.push(entry);
    if (ring.length > ringSize) this.#lost = Math.max(this.#lost, ring.shift()?.sequence ?? 0);
    for (const wake of this.#waiting) wake();
    return entry;
  }

  /** INVALID_ARGUMENT for a cursor that was never given. */
  after(cursor: number): EventPage {
    if (cursor > this.#last) {
      throw new Fault(
        'INVALID_ARGUMENT',
        `afterSequence ${cursor} is ahead: the newest event is ${this.#last}.`,
      );
    }
    const events = [...this.#told, ...this.#logged]
      .filter(({ sequence }) => sequence > cursor)
      .sort((a, b) => a.sequence - b.sequence)
      .slice(0, pageSize);
    return { events, nextCursor: events.at(-1)?.sequence ?? cursor, overflow: this.#lost > cursor };
  }

  /** As `after`; waits while there is nothing but what the caller did, until the session is over. Only the wait ends with `op`. */
  async read(
    op: Operation,
    {
      after,
      timeoutMs,
      over,
    }: { readonly after: number; readonly timeoutMs: number; readonly over: boolean },
  ): Promise<EventPage & { readonly timedOut: boolean }> {
    const page = this.after(after);
    if (hasNews(page) || over) return { ...page, timedOut: false };
    let wake = (): void => {};
    const came = new Promise<void>((resolve) => {
      wake = () => {
        if (hasNews(this.after(after))) resolve();
      };
    });
    this.#waiting.add(wake);
    try {
      await bounded(op, timeoutMs, async () => await came);
      return { ...this.after(after), timedOut: false };
    } catch (error) {
      if (!isFault(error, 'DEBUGGER_TIMEOUT') || op.ended) throw error;
      return { ...this.after(after), timedOut: true };
    } finally {
      this.#waiting.delete(wake);
    }
  }

  /** Values go with the session; its last event says why it ended. */
  forget(): void {
    this.#logged.length = 0;
    this.#told.splice(0, this.#told.length - 1);
    this.#lost = Math.max(this.#lost, (this.#told[0]?.sequence ?? 1) - 1);
  }
}

/** A full page is news as well: what follows it is not known yet. */
function hasNews({ events, overflow }: EventPage): boolean {
  return overflow || events.length === pageSize || events.some(({ kind }) => !ownActs.has(kind));
}
