import * as z from 'zod';
import { sessionToWire } from '../../wire/debug-answer.ts';
import { sessionShape } from '../../wire/debug-shape.ts';
import { budgetFor, debugSessionId, stopId, timeoutMs } from '../debug-input.ts';
import { hostTool } from '../define-tool.ts';

export const resumeDebugger = hostTool({
  name: 'resume_debugger',
  title: 'Resume the app',
  description: 'Resumes the app from a stop. Ids of that stop become invalid.',
  effect: 'act',
  toolset: 'debug',
  private: true,
  budgetMs: budgetFor,
  input: z.object({ debugSessionId, stopId, timeoutMs }),
  output: sessionShape,
  examples: [],
  async run({ op, input, debug }) {
    const session = debug.get(input.debugSessionId);
    session.touch();
    await session.resume(op, input.timeoutMs, input.stopId);
    return sessionToWire(session, { acknowledged: true });
  },
});
