/** Answers of the requests that came in one batch leave as one batch. Only revision 2025-03-26 has batches. */

import type { ErrorAnswer, Message } from './json-rpc-lines.ts';

type Id = string | number;
export type Answer = Message | ErrorAnswer;

interface OpenBatch {
  readonly waiting: Set<Id>;
  readonly answers: Answer[];
}

export class Batches {
  readonly #open = new Set<OpenBatch>();
  readonly #send: (answers: readonly Answer[]) => void;

  constructor(send: (answers: readonly Answer[]) => void) {
    this.#send = send;
  }

  /** `answers` are known already; the requests with these ids will be answered. */
  open(ids: readonly Id[], answers: readonly Answer[]): void {
    const batch = { waiting: new Set(ids), answers: [...answers] };
    this.#open.add(batch);
    this.#endIfComplete(batch);
  }

  /** False for an answer that belongs to no batch. */
  take(message: Message): boolean {
    if ('method' in message || message.id === undefined) return false;
    const { id } = message;
    const batch = this.#waitingFor(id);
    if (!batch) return false;
    batch.waiting.delete(id);
    batch.answers.push(message);
    this.#endIfComplete(batch);
    return true;
  }

  /** A withdrawn request gets no answer, so its batch must not wait for one. */
  withdraw(id: Id): void {
    const batch = this.#waitingFor(id);
    if (!batch) return;
    batch.waiting.delete(id);
    this.#endIfComplete(batch);
  }

  #waitingFor(id: Id): OpenBatch | undefined {
    return [...this.#open].find(({ waiting }) => waiting.has(id));
  }

  #endIfComplete(batch: OpenBatch): void {
    if (batch.waiting.size > 0) return;
    this.#open.delete(batch);
    if (batch.answers.length > 0) this.#send(batch.answers);
  }
}
