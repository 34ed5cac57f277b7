/** The element that fits a query best. */
import { handleOf, type Observation } from '../../session/observation.ts';
import { elementLine } from '../../ui/element-line.ts';
import type { FindResult } from '../../ui/find-element.ts';
import { oneLine, quoted } from '../../ui/visible-text.ts';
import type { Lines } from './screen.ts';
import { firstLine, reasonLines } from './words.ts';

export interface FoundTold {
  readonly query: string;
  readonly observation: Observation;
  readonly found: FindResult;
  /** When nothing fits. */
  readonly missed?: { readonly reason: string; readonly next_step: string };
}

export function foundLines({ query, observation, found, missed }: FoundTold): Lines {
  const { best, score, confidence, reason, alternates } = found;
  const name = (element: NonNullable<typeof best>): string =>
    elementLine(element, handleOf(observation, element));
  if (!best) {
    const first = firstLine(['NOT FOUND', 'find_element', quoted(query, 60)], [oneLine(reason, 120)], []);
    const why = missed && missed.reason !== reason ? missed.reason : null;
    return { lines: [first, ...reasonLines(why, missed?.next_step)], seen: observation, screen: 'whole' };
  }
  const first = firstLine(
    ['FOUND', 'find_element', name(best)],
    [oneLine(reason, 120)],
    [`score ${score}`, `confidence ${confidence}`],
  );
  const others = alternates.map((other) => `or: ${name(other.element)} · score ${other.score}`);
  return { lines: [first, ...others], seen: observation, screen: 'none' };
}
