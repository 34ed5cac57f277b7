import * as z from 'zod';
import { sessionToWire } from '../../wire/debug-answer.ts';
import { sessionShape } from '../../wire/debug-shape.ts';
import { budgetFor, debugSessionId, text, timeoutMs } from '../debug-input.ts';
import { hostTool } from '../define-tool.ts';

export const removeDebuggerBreakpoint = hostTool({
  name: 'remove_debugger_breakpoint',
  title: 'Remove a breakpoint',
  description: 'Removes a breakpoint of a debugger session. Removing it again succeeds.',
  effect: 'act',
  toolset: 'debug',
  private: true,
  budgetMs: budgetFor,
  input: z.object({
    debugSessionId,
    breakpointId: text.meta({ doc: '`breakpoint_id` of set_debugger_breakpoint' }),
    timeoutMs,
  }),
  output: sessionShape,
  examples: [],
  async run({ op, input, debug }) {
    const session = debug.get(input.debugSessionId);
    session.touch();
    const outcome = await session.change(op, input.timeoutMs, {
      work: (own) => session.breakpoints.remove(own, input.breakpointId),
    });
    return sessionToWire(session, { breakpoint_id: input.breakpointId, outcome });
  },
});
