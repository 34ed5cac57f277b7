/** Rules of scripted failures: when each may strike, and how often it did. Each simulated server defines what its rules match and do. */
import type { Clock } from '@mobile-debug/core/clock.ts';

export interface FaultLimits {
  /** From the nth match on (1 = the first, the default). */
  readonly nth?: number;
  /** How often; without it, always. */
  readonly times?: number;
  /** Not before so long after the rule was added. */
  readonly afterMs?: number;
  /** Not later than so long after the rule was added. */
  readonly forMs?: number;
}

export interface FaultHandle {
  readonly uses: number;
  remove(): void;
}

interface Entry<Rule> {
  readonly rule: Rule;
  readonly addedAtMs: number;
  matches: number;
  uses: number;
}

export class FaultBook<Rule extends { readonly when?: FaultLimits }> {
  readonly #entries = new Set<Entry<Rule>>();
  readonly #clock: Clock;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  add(rule: Rule): FaultHandle {
    const entry: Entry<Rule> = { rule, addedAtMs: this.#clock.monotonicMs(), matches: 0, uses: 0 };
    this.#entries.add(entry);
    const entries = this.#entries;
    return {
      get uses() {
        return entry.uses;
      },
      remove() {
        entries.delete(entry);
      },
    };
  }

  clear(): void {
    this.#entries.clear();
  }

  /** The rules that fit and may strike now, oldest first; each one taken counts as used. */
  *strike(fits: (rule: Rule) => boolean): Iterable<Rule> {
    for (const entry of [...this.#entries]) if (fits(entry.rule) && this.#may(entry)) yield entry.rule;
  }

  #may(entry: Entry<Rule>): boolean {
    const { nth = 1, times = Number.POSITIVE_INFINITY, afterMs = 0, forMs } = entry.rule.when ?? {};
    const ageMs = this.#clock.monotonicMs() - entry.addedAtMs;
    if (ageMs < afterMs || ageMs > (forMs ?? Number.POSITIVE_INFINITY)) return false;
    entry.matches++;
    if (entry.matches < nth || entry.uses >= times) return false;
    entry.uses++;
    return true;
  }
}

/** Whether a text contains a part or matches an expression; anything does when neither is given. */
export function matchesText(pattern: RegExp | string | undefined, text: string): boolean {
  if (pattern === undefined) return true;
  return typeof pattern === 'string' ? text.includes(pattern) : text.search(pattern) >= 0;
}
