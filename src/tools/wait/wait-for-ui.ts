import * as z from 'zod';
import type { MatchQuery } from '../../session/wait-match.ts';
import { assertSelector, selectorSchema } from '../../ui/selector.ts';
import { outlineAnswer } from '../../wire/outline/outline-answer.ts';
import { answerMode, matchIndex, pollIntervalMs } from '../../wire/shapes.ts';
import { waitShape, waitTold, waitToWire } from '../../wire/wait-answer.ts';
import { waitRepeatedly } from '../../workflows/wait-repeatedly.ts';
import { deviceTool } from '../define-tool.ts';

export const waitForUi = deviceTool({
  name: 'wait_for_ui',
  title: 'Wait for an element',
  description: 'Waits until an element exists, is visible, clickable or gone; returns its handle.',
  effect: 'read',
  whilePaused: 'refused',
  toolset: 'core',
  needs: ['screen'],
  budgetMs: ({ timeout_ms, retry }) => retry.max_attempts * (timeout_ms + retry.backoff_ms) + 15_000,
  input: z.object({
    selector: selectorSchema.optional(),
    condition: z.enum(['exists', 'not_exists', 'visible', 'clickable']).default('exists').meta({
      refusal: 'INVALID_CONDITION',
      doc: '`exists`: it is in the tree. `not_exists`: nothing matches. `visible`: part of it can be seen. `clickable`: it is visible, enabled and takes a tap',
    }),
    timeout_ms: z
      .int()
      .min(0)
      .max(600_000)
      .default(60_000)
      .meta({ doc: 'Milliseconds to wait, for each attempt' }),
    poll_interval_ms: pollIntervalMs,
    match: matchIndex
      .optional()
      .meta({ doc: 'Which one is meant when several elements match. When absent, any of them' }),
    retry: z
      .strictObject({
        max_attempts: z.int().min(1).max(10).default(1).meta({ doc: 'Attempts at most' }),
        backoff_ms: z.int().min(0).max(60_000).default(0).meta({ doc: 'Milliseconds between two attempts' }),
      })
      .default({ max_attempts: 1, backoff_ms: 0 })
      .meta({ rare: true, doc: 'Try again after a timeout' }),
    requireReadiness: z.boolean().default(false).meta({ doc: 'The screen must be settled as well' }),
    responseMode: answerMode,
  }),
  output: waitShape,
  examples: [
    {
      about: 'Until a button can be tapped.',
      app: 'com.example.shop',
      input: { selector: { text: 'Remember me' }, condition: 'clickable', timeout_ms: 5_000 },
    },
    {
      about: 'Until something is gone.',
      app: 'com.example.shop',
      input: { selector: { text: 'Loading' }, condition: 'not_exists', timeout_ms: 5_000 },
    },
  ],
  async run({ op, input, session }) {
    const { selector = {}, condition, timeout_ms, poll_interval_ms, match, retry } = input;
    assertSelector(selector);
    const from = op.clock.monotonicMs();
    const wanted: MatchQuery = {
      settled: input.requireReadiness,
      selector,
      condition,
      index: match?.index,
      timeoutMs: timeout_ms,
      intervalMs: poll_interval_ms,
    };
    const { seen, attempts, polls } = await waitRepeatedly(op, { session, wanted, retry });
    const elapsedMs = Math.round(op.clock.monotonicMs() - from);
    return input.responseMode === 'outline'
      ? outlineAnswer(session, 'wait', waitTold(seen, wanted, { elapsedMs, polls }))
      : waitToWire(seen, wanted, { mode: input.responseMode, elapsedMs, polls, attempts });
  },
});
