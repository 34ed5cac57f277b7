/** Whether the screen is settled, and what that rests on. */
import type { Observation } from '../../session/observation.ts';
import type { ReadinessSummary } from '../../ui/readiness.ts';
import { oneLine } from '../../ui/visible-text.ts';
import type { Lines } from './screen.ts';
import { firstLine, milliseconds, readsText } from './words.ts';

export interface ReadinessTold {
  readonly tool: string;
  readonly summary: ReadinessSummary;
  readonly elapsedMs: number;
  readonly last: Observation | null;
}

export function readinessLines({ tool, summary, elapsedMs, last }: ReadinessTold): Lines {
  const { state, confidence, evidence, limitations, sampled } = summary;
  const first = firstLine(
    [state.toUpperCase(), tool],
    [`confidence ${confidence}`],
    [milliseconds(elapsedMs), readsText(sampled.count)],
  );
  const lines = [
    first,
    // What is settled needs no proof in words.
    ...(state === 'settled' ? [] : evidence.slice(-2).map(({ detail }) => `seen: ${oneLine(detail, 160)}`)),
    ...(state === 'settled' ? [] : limitations.slice(0, 2).map((limit) => `limit: ${oneLine(limit, 160)}`)),
  ];
  return { lines, seen: last, screen: 'changes' };
}
