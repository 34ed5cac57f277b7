/** Reads what the worker wrote. DEBUGGER_WORKER_FAILED, without a word of it, where it is not what was expected. */
import { Fault } from '@mobile-debug/core/fault.ts';

export class Body {
  readonly #value: unknown;

  constructor(value: unknown) {
    this.#value = value;
  }

  static parse(line: string): Body {
    try {
      return new Body(JSON.parse(line));
    } catch (cause) {
      if (cause instanceof SyntaxError) throw unexpected();
      throw cause;
    }
  }

  has(name: string): boolean {
    return isRecord(this.#value) && this.#value[name] !== undefined;
  }

  /** A member of an object, or an element of a list. */
  at(key: string | number): Body {
    if (typeof key === 'number' && Array.isArray(this.#value)) return new Body(this.#value[key]);
    if (isRecord(this.#value)) return new Body(this.#value[key]);
    throw unexpected();
  }

  list(key?: string | number): readonly Body[] {
    const value = key === undefined ? this.#value : this.at(key).#value;
    if (!Array.isArray(value)) throw unexpected();
    return value.map((each: unknown) => new Body(each));
  }

  text(key: string | number): string {
    const value = this.at(key).#value;
    if (typeof value !== 'string') throw unexpected();
    return value;
  }

  textOrNull(key: string | number): string | null {
    return this.at(key).#value === null ? null : this.text(key);
  }

  number(key: string | number): number {
    const value = this.at(key).#value;
    if (typeof value !== 'number') throw unexpected();
    return value;
  }

  whole(key: string | number): bigint {
    const value = this.number(key);
    if (!Number.isSafeInteger(value)) throw unexpected();
    return BigInt(value);
  }

  boolean(key: string | number): boolean {
    const value = this.at(key).#value;
    if (typeof value !== 'boolean') throw unexpected();
    return value;
  }

  /** Of an object: text, because JDWP's ids may have 64 bits. */
  id(key: string | number): bigint {
    return wholeNumber(this.text(key));
  }

  ids(): readonly bigint[] {
    return this.list().map((each) => {
      if (typeof each.#value !== 'string') throw unexpected();
      return wholeNumber(each.#value);
    });
  }
}

export function workerFailed(message: string): Fault {
  return new Fault('DEBUGGER_WORKER_FAILED', message);
}

export function unexpected(): Fault {
  return workerFailed('The Java worker answered with something else than it was asked for.');
}

export function wholeNumber(text: string): bigint {
  if (!/^-?\d{1,20}$/.test(text)) throw unexpected();
  return BigInt(text);
}

function isRecord(value: unknown): value is Readonly<Record<string | number, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
