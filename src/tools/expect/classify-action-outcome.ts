import * as z from 'zod';
import { classifyOutcome } from '../../workflows/outcome.ts';
import { hostTool } from '../define-tool.ts';

export const classifyActionOutcome = hostTool({
  name: 'classify_action_outcome',
  title: 'Classify what an action did',
  description:
    'Decides from observations whether an action was success, no_op, backend_failure or ui_failure.',
  effect: 'read',
  toolset: 'core',
  budgetMs: () => 1_000,
  input: z.object({
    uiChanged: z.boolean(),
    expectedElementVisible: z.boolean().optional(),
    actionType: z.string().min(1).max(100).optional(),
    networkRequests: z
      .array(z.strictObject({ endpoint: z.string().max(2_000), status: z.string().max(100) }))
      .max(1_000)
      .meta({ shown: '[{ endpoint, status: success | failure | retryable }]' })
      .optional(),
    hasLogErrors: z.boolean().optional(),
  }),
  output: z.object({
    outcome: z.enum(['success', 'no_op', 'backend_failure', 'ui_failure', 'unknown']),
    reasoning: z.string(),
  }),
  examples: [
    {
      about: 'The request failed, so the screen stayed.',
      input: {
        uiChanged: false,
        actionType: 'submit',
        networkRequests: [{ endpoint: '/login', status: 'retryable' }],
      },
    },
  ],
  run: async ({ input }) => classifyOutcome(input),
});
