import * as z from 'zod';
import { sessionToWire } from '../../wire/debug-answer.ts';
import { sessionShape } from '../../wire/debug-shape.ts';
import { budgetFor, debugSessionId, stopId, threadId, timeoutMs } from '../debug-input.ts';
import { hostTool } from '../define-tool.ts';

export const stepDebugger = hostTool({
  name: 'step_debugger',
  title: 'Step',
  description: 'Steps one thread into, over or out of code, once. The next stop comes as an event.',
  effect: 'act',
  toolset: 'debug',
  private: true,
  budgetMs: budgetFor,
  input: z.object({
    debugSessionId,
    stopId,
    threadId,
    kind: z
      .enum(['into', 'over', 'out'])
      .meta({ doc: '`into` calls of the app, `over` a line, `out` of the method' }),
    timeoutMs,
  }),
  output: sessionShape,
  examples: [],
  async run({ op, input, debug }) {
    const session = debug.get(input.debugSessionId);
    session.touch();
    await session.step(op, input.timeoutMs, input);
    return sessionToWire(session, { acknowledged: true });
  },
});
