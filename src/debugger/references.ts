/** Ids of one stop: threads, frames, objects. They carry the stop in their name, so that an old one is known as old. */
import { Fault } from '@mobile-debug/core/fault.ts';

export type ReferenceKind = 'thread' | 'frame' | 'object';

const letters: Readonly<Record<ReferenceKind, string>> = { thread: 't', frame: 'f', object: 'o' };

/** Which answers have such ids. */
const sources: Readonly<Record<ReferenceKind, string>> = {
  thread: 'a thread_id of the stop or of get_debugger_threads',
  frame: 'a frame_id of get_debugger_stack',
  object: 'an object_id of get_debugger_locals, evaluate_in_debugger or inspect_debugger_object',
};
const mostFrames = 1_000;

export class References {
  #stop: string | null = null;
  #count = 0;
  readonly #keys = new Map<string, string>();
  readonly #names = new Map<string, string>();

  get stopId(): string | null {
    return this.#stop;
  }

  /** Every id of the stop before is dead. */
  begin(): string {
    this.end();
    this.#stop = `s${++this.#count}`;
    return this.#stop;
  }

  end(): void {
    this.#stop = null;
    this.#keys.clear();
    this.#names.clear();
  }

  /** The id of what the backend calls `key`; always the same within a stop. */
  name(kind: ReferenceKind, key: string): string {
    const known = this.#names.get(`${kind} ${key}`);
    if (known !== undefined) return known;
    const name = `${this.#stop ?? 's0'}${letters[kind]}${this.#names.size + 1}`;
    this.#names.set(`${kind} ${key}`, name);
    this.#keys.set(name, key);
    return name;
  }

  /** How many of these frames a stop still names, from the first on: those that it has named, and new ones up to its limit. */
  roomFor(frameKeys: readonly string[]): number {
    let left = mostFrames - [...this.#names.keys()].filter((name) => name.startsWith('frame ')).length;
    const end = frameKeys.findIndex((key) => !this.#names.has(`frame ${key}`) && left-- <= 0);
    return end < 0 ? frameKeys.length : end;
  }

  /** DEBUGGER_STALE_REFERENCE for an earlier stop, DEBUGGER_NOT_FOUND for what was never given. */
  key(kind: ReferenceKind, name: string): string {
    const [, stop, letter] = /^(s\d+)([tfo])\d+$/.exec(name) ?? [];
    if (stop === undefined || letter !== letters[kind]) {
      throw new Fault('DEBUGGER_NOT_FOUND', `${JSON.stringify(name)} is no ${kind} id.`, whence(kind));
    }
    this.assertStop(stop);
    const key = this.#keys.get(name);
    if (key !== undefined) return key;
    throw new Fault('DEBUGGER_NOT_FOUND', `This stop has no ${kind} ${name}.`, whence(kind));
  }

  assertStop(stopId: string): void {
    if (stopId === this.#stop) return;
    const number = Number(/^s(\d+)$/.exec(stopId)?.[1] ?? Number.POSITIVE_INFINITY);
    if (number <= this.#count) {
      throw new Fault('DEBUGGER_STALE_REFERENCE', `${stopId} belongs to an earlier stop.`);
    }
    if (this.#stop === null) throw new Fault('DEBUGGER_NOT_PAUSED', 'The app is running.');
    throw new Fault('DEBUGGER_NOT_FOUND', `There was no stop ${JSON.stringify(stopId.slice(0, 40))}.`, {
      nextStep: `The app stands at stop ${this.#stop}; get_debugger_state has its ids.`,
    });
  }
}

function whence(kind: ReferenceKind): { readonly nextStep: string } {
  return { nextStep: `Use ${sources[kind]}.` };
}
