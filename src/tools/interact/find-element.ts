import * as z from 'zod';
import { handleOf, type Observation } from '../../session/observation.ts';
import { FirstValue, foldReadings } from '../../session/readings.ts';
import { briefElement } from '../../ui/brief.ts';
import { findElement as search } from '../../ui/find-element.ts';
import { whyNotFound } from '../../ui/not-found.ts';
import type { UiElement } from '../../ui/ui-tree.ts';
import { candidateToWire, elementToWire } from '../../ui/wire.ts';
import { qualityToWire } from '../../wire/answers.ts';
import { outlineAnswer } from '../../wire/outline/outline-answer.ts';
import { answerMode, sourceField, untrusted } from '../../wire/shapes.ts';
import { boundsShape, elementShape, qualityShape } from '../../wire/tree-shapes.ts';
import { deviceTool } from '../define-tool.ts';

export const findElement = deviceTool({
  name: 'find_element',
  title: 'Find an element by a query',
  description: 'Finds the element that best fits a query, with score, reason, alternates.',
  effect: 'read',
  whilePaused: 'refused',
  toolset: 'core',
  needs: ['screen'],
  budgetMs: ({ timeoutMs }) => timeoutMs + 15_000,
  input: z.object({
    query: z
      .string()
      .min(1)
      .max(1_000)
      .meta({ doc: 'Text of the element, its id, or its role; case-insensitive' }),
    exact: z.boolean().default(false).meta({ doc: 'The text must be equal, not merely similar' }),
    timeoutMs: z.int().min(0).max(60_000).default(3_000).meta({ doc: 'Milliseconds to wait for a match' }),
    responseMode: answerMode,
  }),
  output: z.looseObject({
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
  }),
  examples: [{ about: 'By its text.', app: 'com.example.shop', input: { query: 'sign in' } }],
  async run({ op, input, session }) {
    const bestOf = ({ tree }: Observation) => search(tree, input.query, { exact: input.exact });
    // One whole reading in any case, which only the call itself bounds; the next ones end with the wait.
    const pace = { timeoutMs: Math.max(1, input.timeoutMs), intervalMs: 200, uncut: 'first' } as const;
    const best = new FirstValue((observation) => {
      const found = bestOf(observation);
      return found.best ? { observation, found } : null;
    });
    const { value, last, fault } = await foldReadings(op, session, pace, best);
    const observation = value?.observation ?? last;
    if (!observation) throw fault ?? op.fault();
    const found = value?.found ?? bestOf(observation);
    return input.responseMode === 'outline'
      ? outlineAnswer(session, 'found', {
          query: input.query,
          observation,
          found,
          ...(found.best ? {} : { missed: missed(observation, found.reason) }),
        })
      : answer(observation, found, input.responseMode);
  },
});

function missed({ tree }: Observation, reason: string) {
  const { why, nextStep } = whyNotFound(tree, reason);
  return { reason: why, next_step: nextStep };
}

function answer(
  observation: Observation,
  { best, score, reason, confidence, alternates }: ReturnType<typeof search>,
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
    ...(best === null ? missed(observation, reason) : { reason }),
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
