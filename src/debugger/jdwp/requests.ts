/** Event requests of breakpoints, made and taken back. An event may be read before the number of its request is. */
import type { Operation } from '@mobile-debug/core/operation.ts';
import { suspendPolicies } from './events.ts';
import type { Machine } from './machine.ts';
import type { Modifier } from './thread-commands.ts';

export interface MadeRequest {
  readonly kind: number;
  readonly id: number;
}

export class Requests {
  readonly #machine: Machine;
  /** Those whose numbers are not known yet. */
  readonly #asking = new Set<Promise<void>>();

  constructor(machine: Machine) {
    this.#machine = machine;
  }

  /** Its number is in the list as soon as it is known. */
  async make(
    op: Operation,
    into: MadeRequest[],
    { kind, modifiers }: { readonly kind: number; readonly modifiers: readonly Modifier[] },
  ): Promise<void> {
    const made = this.#machine.threads
      .setRequest(op, kind, suspendPolicies.all, modifiers)
      .then((id) => void into.push({ kind, id }));
    this.#asking.add(made);
    try {
      await made;
    } finally {
      this.#asking.delete(made);
    }
  }

  /** Resolves when the numbers of all that are being made now are known, or were refused. */
  async settled(): Promise<void> {
    await Promise.allSettled(this.#asking);
  }

  async clear(op: Operation, requests: readonly MadeRequest[]): Promise<void> {
    for (const { kind, id } of requests) await this.#machine.threads.clearRequest(op, kind, id);
  }
}
