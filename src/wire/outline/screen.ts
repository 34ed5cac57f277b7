/** The part of an outline answer that shows the screen: what changed since the last one, or all of it. Pure. */
import type { Observation } from '../../session/observation.ts';
import { outline } from '../../ui/outline.ts';
import { outlineDiff } from '../../ui/outline-diff.ts';
import type { Snapshot } from '../../ui/snapshot-history.ts';

/** What a renderer says of a result. */
export interface Lines {
  readonly lines: readonly string[];
  /** The reading that the result rests on. */
  readonly seen: Observation | null;
  /** `changes`: what is new to the reader. `whole`: what is there instead of what was hoped for. */
  readonly screen: 'changes' | 'whole' | 'none';
}

interface ScreenSetting extends Pick<Lines, 'screen' | 'lines'> {
  /** What the reader was last shown. */
  readonly base: Snapshot | undefined;
}

const longestRepeated = 700;

/** The lines of the answer with the revision in the first one and the screen below the last. */
export function screenLines(seen: Observation, { screen, base, lines }: ScreenSetting): readonly string[] {
  const { revision } = seen.snapshot;
  const [first = '', ...more] = lines;
  if (screen === 'none') return [`${first} · revision ${revision}`, ...more];
  const alone = `${first} · revision ${revision}`;
  const whole = (): string =>
    outline(seen.tree, seen.handles, { revision, taken: [alone, ...more].join('\n').length + 1 });
  if (screen === 'whole') {
    const answer = [alone, ...more, whole()];
    // A large screen that the reader has is not told twice, not even to say what is there instead.
    if (!base || answer.join('\n').length <= longestRepeated) return answer;
  }
  const known = base !== undefined && isWhole(base) ? base : undefined;
  if (known?.revision === revision) return [`${alone}, as shown`, ...more];
  const change = known ? outlineDiff(known, seen) : null;
  const since = `${first} · revision ${known ? `${known.revision} → ` : ''}${revision}`;
  const all = whole();
  if (change && change.join('\n').length <= all.length) return [since, ...more, ...change];
  return [alone, ...more, all];
}

/** Of a large screen that was superseded only the beginning is retained. */
function isWhole({ tree, elementCount }: Snapshot): boolean {
  return tree.elements.length === elementCount;
}
