/** Two servers on one device: who of them has the helper is told to the other, and an idle one lets go when asked. */

import type { Operation } from '@mobile-debug/core/operation.ts';
import type { Holder } from '../../../host/hand-over.ts';
import { isTransportProblem, TransportProblem } from '../../port/transport-problem.ts';
import type { HelperOptions } from './helper-options.ts';

/** Chosen [O1]: asked for, the helper is let go after so long without use instead of the usual time. */
const askedReleaseMs = 1_000;
const waitMs = 2_500;
const lookMs = 100;

export class HelperTurn {
  readonly #options: HelperOptions;
  readonly #name: string;
  readonly #onWanted: () => void;
  #wanted: boolean = false;
  #free = async (): Promise<void> => {};

  /** `onWanted`: another copy asked, so that `unusedMs` is less now. */
  constructor(options: HelperOptions, serial: string, onWanted: () => void) {
    this.#options = options;
    this.#name = `helper ${options.turns?.server} ${serial}`;
    this.#onWanted = onWanted;
  }

  /** After so long without use the helper is let go. */
  get unusedMs(): number {
    const { idleReleaseMs } = this.#options;
    return this.#wanted ? Math.min(askedReleaseMs, idleReleaseMs) : idleReleaseMs;
  }

  /**
   * Begins a run; where another copy of this server holds the device, asks it to let go and tries again for a moment. The
   * problem then names the holder and when it disconnects.
   */
  async take<T>(op: Operation, start: () => Promise<T>): Promise<T> {
    const untilMs = op.clock.monotonicMs() + Math.min(waitMs, op.remainingMs / 2);
    const handOver = this.#options.turns?.handOver;
    for (let asked = false; ; asked = true) {
      try {
        const run = await start();
        await this.#hold();
        return run;
      } catch (error) {
        const holder = isTransportProblem(error, 'foreign') ? await handOver?.holder(this.#name) : null;
        if (!holder) throw error;
        if (!asked) await handOver?.ask(this.#name);
        if (op.clock.monotonicMs() >= untilMs) throw heldBy(error, holder);
      }
      await op.sleep(lookMs);
    }
  }

  async end(): Promise<void> {
    const free = this.#free;
    this.#free = async () => {};
    await free();
  }

  async #hold(): Promise<void> {
    const { turns, idleReleaseMs } = this.#options;
    this.#wanted = false;
    if (!turns) return;
    this.#free = await turns.handOver.hold(this.#name, untilWords(idleReleaseMs), () => {
      if (this.#wanted) return;
      this.#wanted = true;
      this.#onWanted();
    });
  }
}

function heldBy(cause: unknown, { pid, until }: Holder): TransportProblem {
  const words = `Another copy of this server (process ${pid} on this computer) reads the screen through the helper, which was left alone: ${until}`;
  return new TransportProblem('foreign', 'not_delivered', words, { cause });
}

/** What the other copy is told. */
function untilWords(idleReleaseMs: number): string {
  return `it disconnects after ${idleReleaseMs / 1_000} s without use, or after ${askedReleaseMs / 1_000} s once it was asked to, which it was.`;
}
