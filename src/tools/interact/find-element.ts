import * as z from 'zod';
import type { Observation } from '../../session/observation.ts';
import { FirstValue, foldReadings } from '../../session/readings.ts';
import { findElement as search } from '../../ui/find-element.ts';
import { foundShape, foundToWire, missedToWire } from '../../wire/found-answer.ts';
import { outlineAnswer } from '../../wire/outline/outline-answer.ts';
import { answerMode } from '../../wire/shapes.ts';
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
  output: foundShape,
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
          ...(found.best ? {} : { missed: missedToWire(observation, found.reason) }),
        })
      : foundToWire(observation, found, input.responseMode);
  },
});
