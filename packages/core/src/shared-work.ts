/** Work that several callers want at the same time: it is done once, and ends when the last of them has left. */
import { Operation } from './operation.ts';

interface Running<T> {
  readonly result: Promise<T>;
  readonly end: AbortController;
  callers: number;
}

/** Only an outer bound: each caller waits within its own budget, and the last one to leave ends the work. */
const limitMs = 600_000;

export class SharedWork<T> {
  readonly #running = new Map<string, Running<T>>();

  /** The result of `work`, which is not begun again while others wait for it under the same key. */
  async join(op: Operation, key: string, work: (op: Operation) => Promise<T>): Promise<T> {
    op.check();
    const running = this.#running.get(key) ?? this.#begin(op, key, work);
    running.callers++;
    try {
      return await op.race(running.result);
    } finally {
      running.callers--;
      // At once, so that whoever comes next begins anew instead of joining what was ended.
      if (running.callers === 0) this.#leave(key, running);
    }
  }

  #begin(op: Operation, key: string, work: (op: Operation) => Promise<T>): Running<T> {
    const end = new AbortController();
    const own = Operation.start(limitMs, { clock: op.clock, signal: end.signal });
    const result = work(own).finally(() => {
      own[Symbol.dispose]();
      this.#forget(key, running);
    });
    result.catch(() => {}); // the callers hear it; a failure after the last one left has nobody to tell
    const running: Running<T> = { result, end, callers: 0 };
    this.#running.set(key, running);
    return running;
  }

  #leave(key: string, running: Running<T>): void {
    this.#forget(key, running);
    running.end.abort();
  }

  #forget(key: string, running: Running<T>): void {
    if (this.#running.get(key) === running) this.#running.delete(key);
  }
}
