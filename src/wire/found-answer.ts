/** The answer of a search for an element: its shape, and how it is filled. */
import * as z from 'zod';
import { handleOf, type Observation } from '../session/observation.ts';
import { briefElement } from '../ui/brief.ts';
import type { findElement } from '../ui/find-element.ts';
import { whyNotFound } from '../ui/not-found.ts';
import type { UiElement } from '../ui/ui-tree.ts';
import { candidateToWire, elementToWire } from '../ui/wire.ts';
import { qualityToWire } from './answers.ts';
import { boundsShape, elementShape } from './element-shapes.ts';
import { sourceField, untrusted } from './shapes.ts';
import { qualityShape } from './tree-shapes.ts';

export const foundShape = z.looseObject({
  found: z.boolean().meta({ doc: 'Whether an element matched' }),
  element: elementShape.nullable().meta({ doc: 'The best match; null when nothing matches' }),
  score: z.number().meta({ doc: 'How well it matches: 0 to 1' }),
  confidence: z
    .number()
    .meta({ doc: 'Confidence that this is the intended element: lower when others match as well' }),
  reason: z.string().meta({ doc: 'Why this one' }),
  next_step: z.string().optional().meta({ doc: 'What to do when nothing matches' }),
  alternates: z
    .array(
      z.looseObject({
        score: z.number().meta({ doc: 'How well it fits' }),
        reason: z.string().meta({ doc: 'Why' }),
        elementId: z.string().optional().meta({ doc: 'Its handle' }),
        label: z.string().optional().meta({ doc: 'Label as a user would read it' }),
        role: z.string().optional().meta({ doc: 'Its role' }),
        resourceId: z.string().optional().meta({ doc: 'Its resource id or identifier' }),
        bounds: boundsShape.optional(),
        visible: z.boolean().optional().meta({ doc: 'Only given when false' }),
      }),
    )
    .meta({ doc: 'Other elements that match, best first' }),
  quality: qualityShape,
  snapshot_revision: z.number().meta({ doc: 'Revision that was searched' }),
  source: sourceField,
});

export function missedToWire({ tree }: Observation, reason: string) {
  const { why, nextStep } = whyNotFound(tree, reason);
  return { reason: why, next_step: nextStep };
}

export function foundToWire(
  observation: Observation,
  { best, score, reason, confidence, alternates }: ReturnType<typeof findElement>,
  mode: 'debug' | 'compact',
) {
  const shown = (element: UiElement) =>
    mode === 'compact'
      ? briefElement(element, handleOf(observation, element))
      : elementToWire(observation.tree, element, handleOf(observation, element));
  return {
    found: best !== null,
    element: best ? shown(best) : null,
    score,
    confidence,
    ...(best === null ? missedToWire(observation, reason) : { reason }),
    alternates: alternates.map((other) => ({
      score: other.score,
      reason: other.reason,
      ...shortForm(observation, other.element),
    })),
    quality: qualityToWire(observation.tree),
    snapshot_revision: observation.snapshot.revision,
    source: untrusted,
  };
}

/** Enough to choose by; whoever wants all of it has the handle. */
function shortForm(observation: Observation, element: UiElement): Record<string, unknown> {
  const { why: _, ...fields } = candidateToWire({ element, why: '' }, handleOf(observation, element));
  return element.visible ? fields : { ...fields, visible: false };
}
