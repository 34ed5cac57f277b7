import * as z from 'zod';
import { classifyOutcome } from '../../workflows/outcome.ts';
import { hostTool } from '../define-tool.ts';

export const classifyActionOutcome = hostTool({
  name: 'classify_action_outcome',
  title: 'Classify what an action did',
  description: 'Classifies an action from observations: success, no_op, backend_failure or ui_failure.',
  effect: 'read',
  toolset: 'core',
  budgetMs: () => 1_000,
  input: z.object({
    uiChanged: z.boolean().meta({ doc: 'Whether the screen changed' }),
    expectedElementVisible: z
      .boolean()
      .optional()
      .meta({ doc: 'Whether the element that the action should show is visible' }),
    actionType: z.string().min(1).max(100).optional().meta({
      doc: 'Name of the action. Tools that act on the screen itself, such as `tap_element`, are judged by the screen; any other word by `networkRequests`',
    }),
    networkRequests: z
      .array(
        z.strictObject({
          endpoint: z.string().max(2_000).meta({ doc: 'Where the request went' }),
          status: z.string().max(100).meta({
            doc: '`success`, `failure` or `retryable`, as `get_network_activity` gives it; any other value is ignored',
          }),
        }),
      )
      .max(1_000)
      .optional()
      .meta({ doc: 'Requests since the action; an empty list says that there were none' }),
    hasLogErrors: z
      .boolean()
      .optional()
      .meta({ doc: 'The log has errors: mentioned in `reasoning`, without effect on the outcome' }),
  }),
  output: z.object({
    outcome: z.enum(['success', 'no_op', 'backend_failure', 'ui_failure', 'unknown']).meta({
      doc: '`no_op`: nothing happened. `backend_failure`: a request failed. `ui_failure`: requests succeeded, the screen did not follow',
    }),
    reasoning: z.string().meta({ doc: 'The fact that decided it' }),
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
