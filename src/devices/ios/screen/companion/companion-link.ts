/**
 * Calls to the companion of one simulator, whoever runs it: opened at the first call and once for all who wait, opened
 * anew when the connection broke. What may have been carried out is never sent again.
 */

import { isFault } from '@mobile-debug/core/fault.ts';
import { Operation } from '@mobile-debug/core/operation.ts';
import { isTransportProblem, TransportProblem } from '../../../port/transport-problem.ts';
import { type CompanionOptions, type OpenCompanion, openCompanion } from './companion-process.ts';
import type { Call } from './wire/grpc-channel.ts';
import { callFailures } from './wire/grpc-status.ts';

export interface LinkCall extends Call {
  /** A question, which may be asked twice. */
  readonly harmless: boolean;
}

/** Starting a companion takes seconds when Xcode is not cached; each caller also has its own budget [O1]. */
const openMs = 40_000;

export class CompanionLink {
  readonly #options: CompanionOptions;
  readonly #open: typeof openCompanion;
  readonly #over = new AbortController();
  #companion: OpenCompanion | null = null;
  #opening: Promise<OpenCompanion> | null = null;
  /** Increases with each companion, so that findings about one are not applied to the next. */
  #generation = 0;

  constructor(options: CompanionOptions, open: typeof openCompanion = openCompanion) {
    this.#options = options;
    this.#open = open;
  }

  get generation(): number {
    return this.#generation;
  }

  get open(): boolean {
    return this.#companion?.channel.usable === true;
  }

  /**
   * TransportProblem `broken` or `missing` when there is none to ask, with its `delivery`; and
   * `refused` with the companion's words. Faults of `op`.
   */
  async call(op: Operation, call: LinkCall): Promise<Buffer> {
    for (let attempt = 0; ; attempt++) {
      const companion = await this.#ready(op);
      try {
        return await companion.channel.call(op, call);
      } catch (error) {
        if (!isTransportProblem(error, 'gone', 'wrong')) throw error;
        await this.#drop(companion);
        const again = attempt === 0 && error.kind === 'gone' && (call.harmless || !error.mayHaveArrived);
        if (!again)
          throw new TransportProblem(
            'broken',
            !call.harmless && error.mayHaveArrived ? 'unknown' : 'not_delivered',
            error.message,
            { cause: error },
          );
      }
    }
  }

  /** Begins to open it without waiting. Whoever calls next waits for that, or meets what became of it. */
  prepare(): void {
    if (this.#companion || this.#opening || this.#over.signal.aborted) return;
    this.#opening = this.#begin();
    this.#opening.catch(() => {}); // heard by those who wait; without any, the next call begins anew
  }

  /** Ends the connection, and the companion when it is ours. Safe to call twice. */
  async close(): Promise<void> {
    this.#over.abort();
    const opening = await this.#opening?.catch(() => null);
    await opening?.close();
    await this.#companion?.close();
    this.#companion = null;
  }

  async #ready(op: Operation): Promise<OpenCompanion> {
    const known = this.#companion;
    if (known?.channel.usable) return known;
    if (known) await this.#drop(known);
    this.#opening ??= this.#begin();
    return await op.race(this.#opening);
  }

  /** Has its own budget: it continues when the caller that started it gives up. */
  async #begin(): Promise<OpenCompanion> {
    using op = Operation.start(openMs, { clock: this.#options.clock, signal: this.#over.signal });
    try {
      const companion = await this.#open(op, this.#options);
      this.#companion = companion;
      this.#generation += 1;
      return companion;
    } catch (error) {
      if (isFault(error, 'TIMEOUT'))
        throw new TransportProblem(
          'broken',
          'not_delivered',
          `No companion answered within ${openMs / 1_000} s.`,
          { cause: error },
        );
      if (isTransportProblem(error, ...callFailures))
        throw new TransportProblem('broken', 'not_delivered', error.message, { cause: error });
      throw error;
    } finally {
      this.#opening = null;
    }
  }

  async #drop(companion: OpenCompanion): Promise<void> {
    if (this.#companion === companion) this.#companion = null;
    await companion.close();
  }
}
