/** Timers that end together: of a phone, of an activity. */

type After = (ms: number, fire: () => void) => () => void;

export class TimerSet {
  readonly #after: After;
  readonly #running = new Set<() => void>();

  /** `after` makes one timer and gives what cancels it. */
  constructor(after: After) {
    this.#after = after;
  }

  start(ms: number, fire: () => void): () => void {
    const cancelTimer = this.#after(ms, () => {
      this.#running.delete(cancel);
      fire();
    });
    const cancel = (): void => {
      cancelTimer();
      this.#running.delete(cancel);
    };
    this.#running.add(cancel);
    return cancel;
  }

  /** None of those that run fires any more. */
  stop(): void {
    for (const cancel of [...this.#running]) cancel();
  }
}
