import * as z from 'zod';
import { sampleReadiness } from '../../session/readiness.ts';
import { outlineAnswer } from '../../wire/outline/outline-answer.ts';
import { readinessFields, readinessToWire } from '../../wire/readiness-shape.ts';
import { answerMode, stabilityWindowMs } from '../../wire/shapes.ts';
import { deviceTool } from '../define-tool.ts';

export const getAppReadiness = deviceTool({
  name: 'get_app_readiness',
  title: 'Check whether the screen is settled',
  description:
    'Reports whether the screen is loading, transitioning, settled, unresponsive (proved) or unknown.',
  effect: 'read',
  toolset: 'core',
  needs: ['screen'],
  budgetMs: ({ timeoutMs }) => timeoutMs + 15_000,
  input: z.object({
    timeoutMs: z
      .int()
      .min(100)
      .max(30_000)
      .default(3_000)
      .meta({ doc: 'Maximum milliseconds to sample the screen' }),
    stabilityWindowMs,
    responseMode: answerMode,
  }),
  output: z.looseObject(readinessFields),
  examples: [{ about: 'A quiet screen.', app: 'com.example.notes', input: { stabilityWindowMs: 100 } }],
  async run({ op, input, session }) {
    const from = op.clock.monotonicMs();
    const { summary, last } = await sampleReadiness(op, session, input);
    const { responseMode } = input;
    if (responseMode !== 'outline') return readinessToWire(summary, responseMode);
    const elapsedMs = op.clock.monotonicMs() - from;
    return outlineAnswer(session, 'readiness', { tool: 'get_app_readiness', summary, elapsedMs, last });
  },
});
