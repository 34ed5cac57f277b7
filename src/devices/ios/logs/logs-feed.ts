/**
 * Keeps the log of one app (or of the whole simulator) in memory: what the system still held when it was first asked for,
 * then a stream. Reading history at every question would take seconds; the stream costs nothing until it is asked.
 * Source: [S7].
 */
import { Fault, foreseen } from '@mobile-debug/core/fault.ts';
import type { Operation } from '@mobile-debug/core/operation.ts';
import type { LineProcess } from '../../../host/line-process.ts';
import { LogMemory } from '../../../logs/log-memory.ts';
import type { LogRecord } from '../../../logs/log-record.ts';
import { parseUnified, type UnifiedEvent } from '../../../logs/parse-unified.ts';
import type { LogStart } from './logs-command.ts';

export interface FeedSource {
  /** Lines of `log show`. */
  history(op: Operation, start: LogStart): Promise<readonly string[]>;
  /** A running `log stream`. */
  stream(op: Operation, onLine: (line: string) => void): Promise<LineProcess>;
}

/** `log stream` prints its predicate once it is attached [S7]; one that prints nothing is trusted after this time [O1]. */
const attachMs = 1_500;
/** The stream delivers in batches: it is current after `quietMs` of silence, at the latest after `settleMs` [O1]. */
const quietMs = 80;
const settleMs = 320;
const rememberedLines = 20_000;
/** Info and Debug lines that begin this much later than others were discarded by the system [S7], [O1]. */
const thinnedMs = 10_000;

export class LogFeed {
  readonly #source: FeedSource;
  readonly memory: LogMemory;
  /** Events of the stream that wait until history is in its place before them; null when they need not. */
  #waiting: UnifiedEvent[] | null = null;
  #stream: LineProcess | null = null;
  /** From this moment on the ring holds what the system held. */
  #coveredFromMs: number | null = null;
  #newest: { readonly timestamp: string; readonly epochMs: number } | null = null;
  #lastLineMs = 0;

  constructor(source: FeedSource, capacity = 30_000) {
    this.#source = source;
    this.memory = new LogMemory({ capacity, rememberedLines });
  }

  /** Up to date with what was logged before the call. `dump` when history had to be read. Faults: LOGS_UNAVAILABLE. */
  async freshen(op: Operation, wantedSeconds: number): Promise<'stream' | 'dump'> {
    if (this.#stream && this.#stream.end === null) {
      await this.#settle(op);
      if (this.#stream?.end === null) return 'stream';
    }
    await this.#begin(op, wantedSeconds);
    return 'dump';
  }

  /** Whether the ring goes as far back as `epochMs`, or as far as the system does. */
  covers(epochMs: number): boolean {
    return this.#coveredFromMs !== null && this.#coveredFromMs <= epochMs;
  }

  /** Ends the stream; what is in memory stays, and the next question goes on from it. */
  async close(): Promise<void> {
    const stream = this.#stream;
    this.#stream = null;
    await stream?.stop();
  }

  /** Starts the stream before reading history, so that no event between the two is lost. */
  async #begin(op: Operation, wantedSeconds: number): Promise<void> {
    const ended = this.#stream?.end ?? null;
    const before = this.#newest;
    if (before || this.#coveredFromMs !== null) this.#noteGap(before, ended?.errorLines.at(-1) ?? null);
    this.#waiting = [];
    let events: readonly UnifiedEvent[] = [];
    try {
      const problem = await this.#attach(op);
      const start: LogStart = before ? { epochMs: before.epochMs } : { lastSeconds: wantedSeconds };
      events = await this.#history(op, start, problem);
      if (!before) this.#coveredFromMs = op.clock.epochMs() - wantedSeconds * 1_000;
      this.#noteThinned(events);
    } finally {
      const waiting = this.#waiting ?? [];
      this.#waiting = null;
      this.#join(events, waiting);
    }
  }

  /** Null when it runs, else the reason; history may still cover the gap. */
  async #attach(op: Operation): Promise<Fault | null> {
    let attached: () => void = () => {};
    const first = new Promise<void>((resolve) => {
      attached = resolve;
    });
    try {
      const stream = await this.#source.stream(op, (line) => {
        attached();
        this.#onLine(line, op);
      });
      this.#stream = stream;
      using short = op.within(attachMs);
      await short.race(Promise.race([first, stream.ended])).catch((error: unknown) => {
        if (op.ended) throw error;
      });
      if (stream.end === null) return null;
      return new Fault(
        'LOGS_UNAVAILABLE',
        `log stream ended at once: ${stream.end.errorLines.at(-1) ?? 'no error output'}.`,
      );
    } catch (error) {
      if (op.ended) throw error;
      this.#stream = null;
      return foreseen(error);
    }
  }

  async #history(op: Operation, start: LogStart, problem: Fault | null): Promise<readonly UnifiedEvent[]> {
    try {
      return eventsIn(await this.#source.history(op, start));
    } catch (error) {
      // The stream is enough; only what was logged before it is missing.
      if (op.ended || problem !== null) throw problem ?? error;
      this.memory.noteGap(
        `What was logged before this call could not be read: ${foreseen(error).message}`,
        null,
      );
      return [];
    }
  }

  #onLine(line: string, { clock }: Operation): void {
    this.#lastLineMs = clock.monotonicMs();
    const event = parseUnified(line);
    if (!event) return;
    if (this.#waiting) this.#waiting.push(event);
    else this.#take(event);
  }

  /** Puts what is told elsewhere (crash reports) behind what is here, each once: readers go on by number. */
  add(records: readonly LogRecord[]): void {
    for (const record of records) {
      const key = `${record.tag} ${record.pid} ${record.timestamp}`;
      if (this.memory.known.count(key) > 0) continue;
      this.memory.known.add(key);
      this.memory.push(record);
    }
  }

  /** History overlaps with what is known, and with what came through the stream while it was read; each event once. */
  #join(history: readonly UnifiedEvent[], streamed: readonly UnifiedEvent[]): void {
    const overlap = this.memory.known.overlap();
    const fresh = history.filter((event) => !overlap.takesKnown(event.key));
    for (const event of inOrder(withoutLast(fresh, streamed), streamed)) this.#take(event);
  }

  #take({ record, key }: UnifiedEvent): void {
    this.memory.known.add(key);
    this.memory.push(record);
    if (record.epochMs !== null) this.#newest = { timestamp: record.timestamp, epochMs: record.epochMs };
  }

  async #settle(op: Operation): Promise<void> {
    const until = op.clock.monotonicMs() + Math.min(settleMs, op.remainingMs / 2);
    let quietSince = op.clock.monotonicMs();
    for (;;) {
      const now = op.clock.monotonicMs();
      quietSince = Math.max(quietSince, this.#lastLineMs);
      if (now - quietSince >= quietMs || now >= until) return;
      await op.sleep(Math.min(quietMs - (now - quietSince), until - now));
    }
  }

  /** `before` is null where nothing was known of the log when the stream ended. */
  #noteGap(before: { timestamp: string; epochMs: number } | null, why: string | null): void {
    const words = why === null ? '' : ` (${why})`;
    const where = before === null ? 'before its first line' : `after ${before.timestamp}`;
    this.memory.noteGap(
      `The stream was interrupted ${where}${words}; persisted lines were read since, Info and Debug lines may be missing, how many is not known.`,
      before?.epochMs ?? null,
    );
  }

  /** The system keeps Info and Debug only briefly [S7]. */
  #noteThinned(events: readonly UnifiedEvent[]): void {
    const first = (brief: boolean): LogRecord | undefined =>
      events.find(({ messageType }) => /^(?:info|debug)$/i.test(messageType) === brief)?.record;
    const [kept, thinned] = [first(false), first(true)];
    if (!kept || !thinned || kept.epochMs === null || thinned.epochMs === null) return;
    if (thinned.epochMs - kept.epochMs < thinnedMs) return;
    this.memory.noteGap(
      `The system no longer has Info and Debug lines from before ${thinned.timestamp}.`,
      kept.epochMs,
    );
  }
}

export function eventsIn(lines: readonly string[]): readonly UnifiedEvent[] {
  return lines.map((line) => parseUnified(line)).filter((event) => event !== null);
}

/** `events` without as many of each as `others` have, the last ones. */
function withoutLast(
  events: readonly UnifiedEvent[],
  others: readonly UnifiedEvent[],
): readonly UnifiedEvent[] {
  const counts = new Map<string, number>();
  for (const { key } of others) counts.set(key, (counts.get(key) ?? 0) + 1);
  const kept = events.toReversed().filter(({ key }) => {
    const left = counts.get(key) ?? 0;
    counts.set(key, left - 1);
    return left <= 0;
  });
  return kept.reverse();
}

/** By time, what history alone holds before the rest: the stream has Info and Debug lines that the system does not keep. */
function inOrder(
  history: readonly UnifiedEvent[],
  streamed: readonly UnifiedEvent[],
): readonly UnifiedEvent[] {
  const all: UnifiedEvent[] = [];
  let at = 0;
  for (const event of streamed) {
    const until = event.record.epochMs ?? Number.POSITIVE_INFINITY;
    for (let next = history[at]; next && (next.record.epochMs ?? 0) <= until; next = history[++at])
      all.push(next);
    all.push(event);
  }
  return [...all, ...history.slice(at)];
}
