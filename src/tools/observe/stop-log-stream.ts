import * as z from 'zod';
import { streamId } from '../../wire/shapes.ts';
import { hostTool } from '../define-tool.ts';

export const stopLogStream = hostTool({
  name: 'stop_log_stream',
  title: 'Stop following a log',
  description: 'Ends a log stream.',
  effect: 'read',
  toolset: 'core',
  budgetMs: () => 5_000,
  input: z.object({
    sessionId: streamId.optional().meta({ doc: 'Name of the stream. Default: the only one that is open' }),
  }),
  output: z.looseObject({
    success: z.boolean().meta({ doc: 'No stream of that name is open now' }),
    note: z.string().optional().meta({ doc: 'Says that there was none' }),
  }),
  examples: [{ about: 'The only open stream; succeeds also when there is none.', input: {} }],
  async run({ input, pool }) {
    const stopped = pool.logStreams.stop(input.sessionId);
    return { success: true, ...(stopped ? {} : { note: 'No such stream was open.' }) };
  },
});
