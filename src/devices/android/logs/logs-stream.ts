/**
 * One running logcat, read in the background for as long as it lives. It says of every line whether it has come, which
 * is how a query knows that it has seen what the device already had.
 */
import { isFault } from '@mobile-debug/core/fault.ts';
import type { Operation } from '@mobile-debug/core/operation.ts';
import { Lines } from '../../../host/lines.ts';
import type { SeenKeys } from '../../../logs/log-memory.ts';
import type { AdbStream } from '../adb/adb-types.ts';

/** logd cuts messages at about 4 KiB (LOGGER_ENTRY_MAX_PAYLOAD) [A5]; longer lines are junk and are cut. */
const longestLine = 16_384;

export interface StreamEvents {
  readonly onLine: (line: string) => void;
  readonly seen: SeenKeys;
}

export class LogStream {
  readonly #stream: AdbStream;
  readonly #events: StreamEvents;
  readonly #waiting = new Map<string, () => void>();
  #ended: string | null = null;

  constructor(stream: AdbStream, events: StreamEvents) {
    this.#stream = stream;
    this.#events = events;
    void this.#read();
  }

  /** Why it ended; null while it lives. */
  get ended(): string | null {
    return this.#ended;
  }

  /** True when `line` has come, now or within `waitMs`; false when it has not or the stream ends. */
  async has(op: Operation, line: string, waitMs: number): Promise<boolean> {
    if (this.#events.seen.has(line)) return true;
    if (this.#ended !== null) return false;
    using part = op.within(Math.min(waitMs, op.remainingMs));
    const came = new Promise<void>((resolve) => this.#waiting.set(line, resolve));
    try {
      await part.race(came);
      return this.#events.seen.has(line);
    } catch (error) {
      if (isFault(error, 'TIMEOUT') && !op.ended) return false;
      throw error;
    } finally {
      this.#waiting.delete(line);
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
    this.#events.onLine(line);
    this.#waiting.get(line)?.();
  }

  #end(reason: string): void {
    this.#ended ??= reason;
    for (const wake of this.#waiting.values()) wake();
  }
}
