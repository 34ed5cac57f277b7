import { Fault } from '@mobile-debug/core/fault.ts';
import * as z from 'zod';
import { waitForChange } from '../../session/wait-change.ts';
import { changeShape, changeTold, changeToWire, noReading } from '../../wire/change-answer.ts';
import { outlineAnswer } from '../../wire/outline/outline-answer.ts';
import { answerMode, elementId } from '../../wire/shapes.ts';
import { deviceTool } from '../define-tool.ts';

export const waitForUiChange = deviceTool({
  name: 'wait_for_ui_change',
  title: 'Wait for a change',
  description: 'Waits until the screen, or the inside of an element, changed and is stable.',
  effect: 'read',
  whilePaused: 'refused',
  toolset: 'core',
  needs: ['screen'],
  budgetMs: ({ timeout_ms }) => timeout_ms + 15_000,
  input: z.object({
    expected_change: z.enum(['hierarchy_diff', 'text_change', 'state_change']).optional().meta({
      doc: '`hierarchy_diff`: elements came or went. `text_change`: a text changed. `state_change`: a state or value changed. When absent, any of them',
    }),
    timeout_ms: z.int().min(0).max(600_000).default(60_000).meta({ doc: 'Milliseconds to wait' }),
    stability_window_ms: z
      .int()
      .min(0)
      .max(10_000)
      .default(300)
      .meta({ doc: 'Milliseconds without a further change before it counts' }),
    scope: z
      .enum(['screen', 'subtree'])
      .default('screen')
      .meta({ doc: '`subtree`: only `target` and what is inside it' }),
    target: elementId.optional().meta({ doc: 'Handle of the element to watch; needed for `subtree`' }),
    requireReadiness: z.boolean().default(false).meta({ doc: 'The screen must be settled as well' }),
    responseMode: answerMode,
  }),
  output: changeShape,
  examples: [
    {
      about: 'Nothing changes on a quiet screen, which is an answer.',
      app: 'com.example.notes',
      input: { timeout_ms: 600, stability_window_ms: 100 },
    },
  ],
  async run({ op, input, session }) {
    const { expected_change, scope, target, stability_window_ms } = input;
    if ((scope === 'subtree') !== (target !== undefined)) {
      throw new Fault('INVALID_ARGUMENT', 'scope "subtree" needs target, and target needs scope "subtree".');
    }
    if (target !== undefined) session.assertKnown(target);
    const from = op.clock.monotonicMs();
    const seen = await waitForChange(op, session, {
      expected: expected_change,
      root: target,
      timeoutMs: Math.max(1, input.timeout_ms),
      stabilityWindowMs: stability_window_ms,
      settled: input.requireReadiness,
    });
    if (!seen.last) throw noReading(seen, input.timeout_ms);
    const nowMs = op.clock.monotonicMs();
    const wait = { ...input, elapsedMs: nowMs - from, nowMs };
    return input.responseMode === 'outline'
      ? outlineAnswer(session, 'change', changeTold(seen, wait))
      : changeToWire(seen, seen.last, wait, input.responseMode);
  },
});
