/** Ways to name an element again, best first, each with how far it can be relied on here. */
import type { SelectorHint, UiElement, UiTree } from './ui-tree.ts';

type Reason = 'resource_id' | 'content_description' | 'text_match' | 'class_match';

const scores: Readonly<Record<Reason, number>> = {
  resource_id: 1,
  content_description: 0.9,
  text_match: 0.6,
  class_match: 0.35,
};

/** The value of an element that a reason speaks of; null when it has none, or when it must not be repeated. */
const values: Readonly<Record<Reason, (element: UiElement) => string | null>> = {
  resource_id: (element) => element.resourceId,
  content_description: (element) => element.contentDescription,
  text_match: (element) => (element.secure ? null : element.text),
  // A window is named by its title; its class is the same for all of them.
  class_match: (element) => (element.parentId === null ? null : element.type || null),
};
const reasons = Object.keys(scores) as readonly Reason[];

/** Worked out once for a tree, when the first of its elements is shown: most readings are not. */
const known = new WeakMap<readonly UiElement[], HintMaker>();

/** The hints for an element of `tree`. */
export function hintsFor(tree: Pick<UiTree, 'elements'>, element: UiElement): readonly SelectorHint[] {
  const found = known.get(tree.elements);
  if (found !== undefined) return found(element);
  const made = hintMaker(tree.elements);
  known.set(tree.elements, made);
  return made(element);
}

type HintMaker = (element: UiElement) => readonly SelectorHint[];

/** A value that n elements of the screen share is worth 1/n of its score. */
function hintMaker(elements: readonly UiElement[]): HintMaker {
  const sources = reasons.map((reason) => ({
    valueFor: values[reason],
    counts: countsOf(elements, values[reason]),
    /** By count: many elements share one object. */
    confidences: new Map<number, SelectorHint['confidence']>(),
    reason,
  }));
  return (element) => {
    const hints: SelectorHint[] = [];
    let falling = true;
    for (const { valueFor, counts, confidences, reason } of sources) {
      const value = valueFor(element);
      if (value === null) continue;
      const count = counts.get(value) ?? 1;
      const confidence = confidenceOf(confidences, reason, count);
      falling &&= (hints.at(-1)?.confidence.score ?? 1) >= confidence.score;
      hints.push({ value, confidence, unique: count === 1 });
    }
    if (!falling) hints.sort((a, b) => b.confidence.score - a.confidence.score);
    return hints;
  };
}

function countsOf(
  elements: readonly UiElement[],
  valueFor: (element: UiElement) => string | null,
): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const element of elements) {
    const value = valueFor(element);
    if (value !== null) counts.set(value, (counts.get(value) ?? 0) + 1);
  }
  return counts;
}

function confidenceOf(
  made: Map<number, SelectorHint['confidence']>,
  reason: Reason,
  count: number,
): SelectorHint['confidence'] {
  const found = made.get(count);
  if (found !== undefined) return found;
  const score = Math.max(0.01, Math.round((scores[reason] / count) * 100) / 100);
  const confidence = { score, reason: count === 1 ? reason : `${reason} (1 of ${count})` };
  made.set(count, confidence);
  return confidence;
}
