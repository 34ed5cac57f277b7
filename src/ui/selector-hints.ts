/** Ways to name an element again, best first, each with how far it can be relied on here. */
import type { Draft } from './build-tree.ts';
import type { SelectorHint, UiElement } from './ui-tree.ts';

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

/** A value that n elements of the screen share is worth 1/n of its score. */
export function addHints(elements: readonly Draft[]): void {
  const ways = reasons.map((reason) => ({
    valueFor: values[reason],
    counts: countsOf(elements, values[reason]),
    /** By count: many elements share one object. */
    confidences: new Map<number, SelectorHint['confidence']>(),
    reason,
  }));
  for (const element of elements) {
    const hints: SelectorHint[] = [];
    let falling = true;
    for (const { valueFor, counts, confidences, reason } of ways) {
      const value = valueFor(element);
      if (value === null) continue;
      const count = counts.get(value) ?? 1;
      const confidence = confidenceOf(confidences, reason, count);
      falling &&= (hints.at(-1)?.confidence.score ?? 1) >= confidence.score;
      hints.push({ value, confidence, unique: count === 1 });
    }
    if (!falling) hints.sort((a, b) => b.confidence.score - a.confidence.score);
    element.selector = hints;
  }
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
  known: Map<number, SelectorHint['confidence']>,
  reason: Reason,
  count: number,
): SelectorHint['confidence'] {
  const found = known.get(count);
  if (found !== undefined) return found;
  const score = Math.max(0.01, Math.round((scores[reason] / count) * 100) / 100);
  const made = { score, reason: count === 1 ? reason : `${reason} (${count} on this screen)` };
  known.set(count, made);
  return made;
}
