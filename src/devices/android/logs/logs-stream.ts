/**
 * One running logcat, read in the background for as long as it lives. It says of every line whether it has come, which
 * is how a query knows that it has seen what the device already had.
 */
import { isFault } from '@mobile-debug/core/fault.ts';
import type { Operation } from '@mobile-debug/core/operation.ts';
import { Lines } from '../../../host/lines.ts';
import type { KnownLines } from '../../../logs/log-memory.ts';
import type { AdbStream } from '../adb/adb-types.ts';
import { isFarewell } from './logs-command.ts';

/** logd cuts messages at about 4 KiB (LOGGER_ENTRY_MAX_PAYLOAD) [A5]; longer lines are junk and are cut. */
const longestLine = 16_384;

export interface StreamEvents {
  readonly onLine: (line: string) => void;
  readonly known: KnownLines;
}

export class LogStream {
  readonly #stream: AdbStream;
  readonly #events: StreamEvents;
  readonly #waiting = new Set<() => void>();
  #ended: string | null = null;
  /** May be logcat's own last words, which only the end of the stream tells. */
  #held: string[] = [];

  constructor(stream: AdbStream, events: StreamEvents) {
    this.#stream = stream;
    this.#events = events;
    void this.#read();
  }

  /** Why it ended; null while it lives. */
  get ended(): string | null {
    return this.#ended;
  }

  /** True when so many copies of what is known as `line` have come, now or within `waitMs`; false when not or at the end. */
  async has(
    op: Operation,
    { line, copies }: { readonly line: string; readonly copies: number },
    waitMs: number,
  ): Promise<boolean> {
    const { known } = this.#events;
    if (known.count(line) >= copies) return true;
    if (this.#ended !== null) return false;
    using part = op.within(Math.min(waitMs, op.remainingMs));
    let look: () => void = () => {};
    const came = new Promise<void>((resolve) => {
      look = () => {
        if (known.count(line) >= copies || this.#ended !== null) resolve();
      };
    });
    this.#waiting.add(look);
    try {
      await part.race(came);
      return known.count(line) >= copies;
    } catch (error) {
      if (isFault(error, 'TIMEOUT') && !op.ended) return false;
      throw error;
    } finally {
      this.#waiting.delete(look);
    }
  }

  async close(): Promise<void> {
    this.#ended ??= 'closed';
    await this.#stream.close();
  }

  /** Never rejects: the reason for the end is kept as state and reported by the next query. */
  async #read(): Promise<void> {
    const lines = new Lines((line) => this.#take(line), longestLine);
    try {
      for await (const chunk of this.#stream.chunks) lines.push(chunk);
      this.#end('logcat ended');
    } catch (error) {
      this.#end(error instanceof Error ? error.message : String(error));
    }
  }

  #take(line: string): void {
    if (line === '') return;
    if (isFarewell(line)) {
      this.#held.push(line);
      return;
    }
    for (const each of [...this.#held.splice(0), line]) this.#events.onLine(each);
    for (const look of this.#waiting) look();
  }

  #end(reason: string): void {
    this.#ended ??= reason;
    for (const look of this.#waiting) look();
  }
}
