/** Names for things we hand out. Random ones cannot be guessed across processes; counted ones are cheap in tokens. */
import { randomInt, randomUUID } from 'node:crypto';

/** An unguessable id such as `act_9f2c41d07b3e`. */
export function randomId(prefix: string): string {
  return `${prefix}_${randomUUID().replaceAll('-', '').slice(0, 12)}`;
}

/** Short ids in order: `e1`, `e2`, ... */
export class Counter {
  #last = 0;
  readonly #prefix: string;

  constructor(prefix: string) {
    this.#prefix = prefix;
  }

  next(): string {
    return `${this.#prefix}${++this.#last}`;
  }
}

/** `count` random lower-case letters: a short mark to tell things of two processes apart. */
export function randomLetters(count: number): string {
  return Array.from({ length: count }, () => String.fromCharCode(97 + randomInt(26))).join('');
}
