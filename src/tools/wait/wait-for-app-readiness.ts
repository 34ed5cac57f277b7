import * as z from 'zod';
import { sampleReadiness } from '../../session/readiness.ts';
import { outlineAnswer } from '../../wire/outline/outline-answer.ts';
import { readinessShape, readinessToWire } from '../../wire/readiness-shape.ts';
import { answerMode, stabilityWindowMs } from '../../wire/shapes.ts';
import { deviceTool } from '../define-tool.ts';

export const waitForAppReadiness = deviceTool({
  name: 'wait_for_app_readiness',
  title: 'Wait until the screen is settled',
  description: 'Waits until nothing is loading or moving.',
  effect: 'read',
  toolset: 'core',
  needs: ['screen'],
  budgetMs: ({ timeoutMs }) => timeoutMs + 15_000,
  input: z.object({
    timeoutMs: z.int().min(100).max(60_000).default(10_000).meta({ doc: 'Milliseconds to wait' }),
    stabilityWindowMs,
    responseMode: answerMode,
  }),
  output: z.looseObject({
    success: z.boolean().meta({ doc: 'Whether the screen settled in time' }),
    readiness: readinessShape,
    elapsed_ms: z.number().meta({ doc: 'Milliseconds waited' }),
  }),
  examples: [
    { about: 'Until the list stops moving.', app: 'com.example.notes', input: { stabilityWindowMs: 100 } },
  ],
  async run({ op, input, session }) {
    const from = op.clock.monotonicMs();
    const { summary, settled, last } = await sampleReadiness(op, session, input);
    const elapsedMs = Math.round(op.clock.monotonicMs() - from);
    const { responseMode } = input;
    return responseMode === 'outline'
      ? outlineAnswer(session, 'readiness', { tool: 'wait_for_app_readiness', summary, elapsedMs, last })
      : { success: settled, readiness: readinessToWire(summary, responseMode), elapsed_ms: elapsedMs };
  },
});
