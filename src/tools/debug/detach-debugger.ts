import * as z from 'zod';
import { bounded } from '../../debugger/bounded-call.ts';
import { sessionToWire } from '../../wire/debug-answer.ts';
import { sessionShape } from '../../wire/debug-shape.ts';
import { budgetFor, debugSessionId, timeoutMs } from '../debug-input.ts';
import { hostTool } from '../define-tool.ts';

export const detachDebugger = hostTool({
  name: 'detach_debugger',
  title: 'Detach the debugger',
  description: 'Ends a debugger session: removes breakpoints and resumes the app. Safe to repeat.',
  effect: 'act',
  toolset: 'debug',
  private: true,
  budgetMs: budgetFor,
  input: z.object({ debugSessionId, timeoutMs }),
  output: sessionShape,
  examples: [],
  async run({ op, input, debug }) {
    const session = debug.get(input.debugSessionId);
    await bounded(op, input.timeoutMs, async () => await session.detach('client_detached'));
    return { ...sessionToWire(session), success: session.cleanup.status === 'complete' };
  },
});
