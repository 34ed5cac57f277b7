/** How a wait for an element ended. */

import { handleOf } from '../../session/observation.ts';
import type { MatchQuery, MatchResult } from '../../session/wait-match.ts';
import { elementLine } from '../../ui/element-line.ts';
import type { Lines } from './screen.ts';
import {
  askedText,
  candidateLines,
  firstLine,
  loadingText,
  milliseconds,
  readsText,
  reasonLines,
} from './words.ts';

export interface WaitTold {
  readonly tool: string;
  readonly wanted: MatchQuery;
  readonly seen: MatchResult;
  readonly elapsedMs: number;
  readonly polls: number;
  /** Why it was not met in time; null when it was. */
  readonly why: string | null;
  readonly next: string | null;
  /** What comes nearest, as data answers give it. */
  readonly near: Readonly<Record<string, unknown>>;
}

const unmet = {
  exists: 'not there',
  not_exists: 'not gone',
  visible: 'not visible',
  clickable: 'not clickable',
} as const;

export function waitLines({ tool, wanted, seen, elapsedMs, polls, why, next, near }: WaitTold): Lines {
  const { observation, readiness } = seen;
  const figures = [milliseconds(elapsedMs), readsText(polls)];
  const state = readiness ? `screen ${readiness.state}` : loadingText(observation);
  if (seen.satisfied) {
    const gone = wanted.condition === 'not_exists';
    const first = firstLine(
      [gone ? 'GONE' : 'FOUND', tool, foundText(seen) ?? askedText(wanted.selector)],
      [gone || wanted.condition === 'exists' ? null : wanted.condition, countText(seen), state],
      figures,
    );
    return { lines: [first], seen: observation, screen: 'changes' };
  }
  const first = firstLine(
    ['TIMEOUT', tool, foundText(seen) ?? askedText(wanted.selector)],
    [unmet[wanted.condition], state],
    figures,
  );
  return {
    lines: [first, ...reasonLines(why, next), ...candidateLines(near)],
    seen: observation,
    screen: 'whole',
  };
}

/** The element of a wait or an expectation. */
export function foundText({ observation, element }: MatchResult): string | null {
  return observation && element ? elementLine(element, handleOf(observation, element)) : null;
}

export function countText({ matchedCount, selectedIndex }: MatchResult): string | null {
  return matchedCount > 1 ? `match ${(selectedIndex ?? 0) + 1} of ${matchedCount}` : null;
}
