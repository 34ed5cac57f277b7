import * as z from 'zod';
import { timelineShape, timelineToWire } from '../../wire/timeline-answer.ts';
import { readTimeline } from '../../workflows/read-timeline.ts';
import { deviceTool } from '../define-tool.ts';

/** As long as actions are remembered. */
const longestMs = 10 * 60_000;

export const getActionTimeline = deviceTool({
  name: 'get_action_timeline',
  title: 'Timeline of actions',
  description:
    'What happened on a device in time order: actions, screen changes, log errors, crashes, each linked to its action.',
  effect: 'read',
  toolset: 'device',
  needs: [],
  budgetMs: () => 20_000,
  input: z.object({
    sinceMs: z.int().min(0).optional().meta({
      description: 'UTC epoch ms; default: ten minutes ago',
      doc: 'Only entries from then on, UTC epoch milliseconds. Default: ten minutes ago',
    }),
    actionId: z.string().min(1).max(128).optional().meta({
      description: 'Only what fell into its span',
      doc: 'Only what happened from the beginning of this action to the next one',
    }),
  }),
  output: timelineShape,
  examples: [{ about: 'What the last actions did.', app: 'com.example.shop', input: {} }],
  async run({ op, input: { sinceMs, actionId }, session }) {
    const fromMs = sinceMs ?? op.clock.epochMs() - longestMs;
    return timelineToWire(session, await readTimeline(op, session, { fromMs, actionId }));
  },
});
