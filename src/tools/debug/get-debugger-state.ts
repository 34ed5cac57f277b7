import * as z from 'zod';
import { breakpointToWire, sessionToWire } from '../../wire/debug-answer.ts';
import { sessionShape } from '../../wire/debug-shape.ts';
import { budgetFor, debugSessionId, timeoutMs } from '../debug-input.ts';
import { hostTool } from '../define-tool.ts';

export const getDebuggerState = hostTool({
  name: 'get_debugger_state',
  title: 'Debugger state',
  description: 'State, stop and breakpoints of a debugger session; also why it ended.',
  effect: 'read',
  toolset: 'debug',
  private: true,
  budgetMs: budgetFor,
  input: z.object({ debugSessionId, timeoutMs }),
  output: sessionShape,
  examples: [],
  async run({ op, input, debug }) {
    op.check();
    const session = debug.get(input.debugSessionId);
    session.touch();
    return sessionToWire(session, { breakpoints: session.breakpoints.all.map(breakpointToWire) });
  },
});
