/** Waiting for a selector's condition in fresh readings, for waits, expectations and journeys. */
import { Fault } from '@mobile-debug/core/fault.ts';
import type { Operation } from '@mobile-debug/core/operation.ts';
import { handleForm } from '../ui/handles.ts';
import { whyUnproved } from '../ui/quality.ts';
import type { ReadinessSummary } from '../ui/readiness.ts';
import { matchElements, type Selector } from '../ui/selector.ts';
import { actionableOf, type Condition, competing, conditionHolds } from '../ui/target.ts';
import type { UiElement } from '../ui/ui-tree.ts';
import type { SessionOf } from './device-session.ts';
import type { Observation } from './observation.ts';
import { ReadinessSamples } from './readiness.ts';
import { type Fold, foldReadings, oneReadingMs, type Reading } from './readings.ts';

export interface MatchQuery {
  readonly selector: Selector;
  readonly condition: Condition;
  /** Among the matches in tree order, negative from the end; when absent, the first that meets the condition. */
  readonly index: number | undefined;
  /** Only the match with this handle counts, or whose control has it. */
  readonly handle?: string;
  readonly timeoutMs: number;
  readonly intervalMs: number;
  /** Also wait until the screen is settled, judged from the same readings. */
  readonly settled?: boolean;
}

export interface MatchResult {
  readonly satisfied: boolean;
  readonly element: UiElement | null;
  readonly matchedCount: number;
  readonly selectedIndex: number | null;
  readonly observation: Observation | null;
  readonly polls: number;
  /** From the readings of this wait, when `settled` was requested. */
  readonly readiness?: ReadinessSummary;
}

/**
 * Ends at the first reading in which the condition holds, else at the deadline with what was last seen. Throws
 * OBSERVATION_FAILED when no reading succeeded at all: that is not the same as an absent element.
 */
export async function waitForMatch(
  op: Operation,
  session: SessionOf<'screen'>,
  query: MatchQuery,
): Promise<MatchResult> {
  const { timeoutMs, intervalMs } = query;
  // Without a wait there is one whole reading, limited only by the budget of the call.
  const pace =
    timeoutMs > 0
      ? { timeoutMs, intervalMs, leastFirstMs: oneReadingMs }
      : ({ timeoutMs: 1, intervalMs, uncut: 'all' } as const);
  return await foldReadings(op, session, pace, new MatchFold(query, session.scope));
}

export class MatchFold implements Fold<MatchResult> {
  readonly #wanted: MatchQuery;
  readonly #samples: ReadinessSamples;
  #seen: MatchResult | null = null;
  #fault: Fault | null = null;
  #polls = 0;

  constructor(query: MatchQuery, scope: string) {
    this.#wanted = query;
    this.#samples = new ReadinessSamples(scope);
  }

  add(reading: Reading): boolean {
    this.#polls++;
    if (this.#wanted.settled) this.#samples.add(reading);
    if (reading.kind === 'failed') this.#fault = reading.fault;
    if (reading.kind !== 'seen') return false;
    this.#seen = this.#withReadiness(judgeMatch(reading.observation, this.#wanted));
    return this.#seen.satisfied;
  }

  result(): MatchResult {
    if (!this.#seen) throw this.#fault ?? slow(this.#wanted);
    return { ...this.#seen, polls: this.#polls };
  }

  #withReadiness(seen: MatchResult): MatchResult {
    if (!this.#wanted.settled) return seen;
    const readiness = this.#samples.summary();
    return { ...seen, readiness, satisfied: seen.satisfied && readiness.state === 'settled' };
  }
}

/** What one reading says of the wanted condition. */
export function judgeMatch(observation: Observation, query: MatchQuery): MatchResult {
  const { selector, condition, index, handle } = query;
  const { tree } = observation;
  const matches = matchElements(tree, selector);
  const found = { matchedCount: matches.length, observation, polls: 1 };
  if (condition === 'not_exists') {
    // A suspect reading (another package in front, or nearly nothing read) does not prove absence.
    const satisfied = matches.length === 0 && whyUnproved(tree) === null;
    return { ...found, satisfied, element: matches[0] ?? null, selectedIndex: null };
  }
  const selected =
    handle !== undefined
      ? matches.findIndex((element) => isNamed(observation, element, handle))
      : index === undefined
        ? firstFitting(observation, matches, query)
        : at(matches, index);
  const element = matches[selected] ?? null;
  const satisfied = element !== null && conditionHolds(tree, element, condition);
  return { ...found, satisfied, element, selectedIndex: element ? selected : null };
}

function firstFitting(
  { tree }: Observation,
  matches: readonly UiElement[],
  { condition, selector }: MatchQuery,
): number {
  const meant = competing(matches, selector);
  const fitting = meant.find((element) => conditionHolds(tree, element, condition)) ?? meant[0];
  return fitting === undefined ? -1 : matches.indexOf(fitting);
}

/** A row and its label count as one: a caller may have the handle of either. */
function isNamed({ tree, handles }: Observation, element: UiElement, handle: string): boolean {
  const form = handleForm(handle);
  return handles[element.index] === form || handles[actionableOf(tree, element).index] === form;
}

function at(matches: readonly UiElement[], index: number): number {
  return index < 0 ? matches.length + index : index;
}

function slow({ timeoutMs }: MatchQuery): Fault {
  return new Fault('OBSERVATION_FAILED', `No screen reading completed within ${timeoutMs} ms.`, {
    nextStep:
      'Allow a longer timeout: a stock dump takes two seconds or more, and 25 once on a screen that never rests. There the resident helper (mobile-debug-mcp helper install) or set_device with animations off helps.',
  });
}
