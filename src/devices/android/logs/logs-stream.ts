/**
 * One running logcat, read in the background for as long as it lives. It says of every line whether it has come, which
 * is how a query knows that it has seen what the device already had.
 */
import { isFault } from '@mobile-debug/core/fault.ts';
import type { Operation } from '@mobile-debug/core/operation.ts';
import { LineSplitter } from '../../../logs/line-splitter.ts';
import type { SeenKeys } from '../../../logs/log-memory.ts';
import type { AdbStream } from '../adb/adb-types.ts';

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
    const splitter = new LineSplitter();
    try {
      for await (const chunk of this.#stream.chunks)
        for (const line of splitter.push(chunk)) this.#take(line);
      this.#end('logcat ended');
    } catch (error) {
      this.#end(error instanceof Error ? error.message : String(error));
    }
  }

  #take(printed: string): void {
    const line = printed.endsWith('\r') ? printed.slice(0, -1) : printed;
    if (line === '') return;
    this.#events.onLine(line);
    this.#waiting.get(line)?.();
  }

  #end(reason: string): void {
    this.#ended ??= reason;
    for (const wake of this.#waiting.values()) wake();
  }
}
