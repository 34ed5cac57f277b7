/** What an expectation proved, or what was seen instead. */
import type { Observation } from '../../session/observation.ts';
import type { Lines } from './screen.ts';
import { candidateLines, firstLine, loadingText, readsText, reasonLines } from './words.ts';

export interface ExpectationTold {
  readonly tool: string;
  readonly success: boolean;
  /** The element, screen or selector that was looked at, in words of an outline. */
  readonly subject: string;
  /** What holds, such as `visible` or `checked = true`. */
  readonly claim: string;
  /** After a failure. */
  readonly failure?: {
    readonly code: string;
    readonly reason: string;
    readonly next: string;
    readonly retryable: boolean;
  };
  readonly near?: Readonly<Record<string, unknown>>;
  readonly reads: number;
  /** Whether a reading from before counts too. */
  readonly shared?: boolean;
  readonly observation: Observation | null;
}

export function expectationLines(told: ExpectationTold): Lines {
  const { tool, success, subject, claim, failure, near, reads, shared, observation } = told;
  const first = firstLine(
    [success ? 'PROVED' : 'NOT PROVED', tool, subject],
    success ? [claim] : [failure?.code ?? null, `not ${claim}`, loadingText(observation)],
    [
      `${readsText(reads)}${shared ? ' and one from before' : ''}`,
      failure && !failure.retryable ? 'asking again cannot help' : null,
    ],
  );
  const lines = [first, ...reasonLines(failure?.reason, failure?.next), ...candidateLines(near)];
  return { lines, seen: observation, screen: success ? 'changes' : 'whole' };
}
