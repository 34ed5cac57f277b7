/** A claim of a journey that must hold in two readings in a row. */
import type { Observation } from '../../session/observation.ts';
import type { Fold, Reading } from '../../session/readings.ts';
import { restsOn } from '../../wire/rests-on.ts';

export interface Verdict {
  readonly holds: boolean;
  readonly facts: Record<string, unknown>;
}

interface ConfirmedAbsence {
  readonly passed: boolean;
  readonly facts: Record<string, unknown>;
}

export class TwiceHeld implements Fold<ConfirmedAbsence> {
  readonly #judge: (observation: Observation) => Verdict;
  readonly #shared: Observation | null;
  /** Whether it held in the newest reading. */
  held: boolean;
  /** The newest reading. */
  last: Observation | null;
  #reads = 0;
  #seen: ConfirmedAbsence;

  constructor(shared: Observation | null, judgeOne: (observation: Observation) => Verdict) {
    this.#judge = judgeOne;
    const first = shared && judgeOne(shared);
    this.#shared = first?.holds ? shared : null;
    this.held = this.#shared !== null;
    this.last = shared;
    this.#seen = { passed: false, facts: first?.facts ?? {} };
  }

  add(reading: Reading): boolean {
    this.#reads++;
    const before = this.held;
    this.held = false; // a failed reading breaks the row
    if (reading.kind !== 'seen') return false;
    const { holds, facts } = this.#judge(reading.observation);
    this.last = reading.observation;
    this.held = holds;
    const passed = before && holds;
    const { observation } = reading;
    const shared = passed && this.#reads === 1 ? this.#shared : null;
    const rests = restsOn({ observation, reads: this.#reads, shared });
    this.#seen = { passed, facts: { ...facts, observation: rests } };
    return passed;
  }

  result(): ConfirmedAbsence {
    return this.#seen;
  }
}
