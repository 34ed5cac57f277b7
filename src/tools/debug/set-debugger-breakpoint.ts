import { breakpointAnswer } from '../../wire/breakpoint-answer.ts';
import { sessionShape } from '../../wire/debug-shape.ts';
import { breakpointInput, placeOf } from '../breakpoint-input.ts';
import { budgetFor } from '../debug-input.ts';
import { hostTool } from '../define-tool.ts';

export const setDebuggerBreakpoint = hostTool({
  name: 'set_debugger_breakpoint',
  title: 'Set a breakpoint',
  description:
    'Sets a breakpoint by class and line, file and line, function or exception; with a condition, or as a log point. Pending until the class is loaded.',
  effect: 'act',
  toolset: 'debug',
  private: true,
  budgetMs: budgetFor,
  input: breakpointInput,
  output: sessionShape,
  examples: [],
  async run({ op, input, debug }) {
    const at = placeOf(input);
    const session = debug.get(input.debugSessionId);
    session.touch();
    const { id, outcome } = await session.change(op, input.timeoutMs, {
      work: (own) =>
        session.breakpoints.set(own, {
          at,
          condition: input.condition ?? null,
          logMessage: input.logMessage ?? null,
        }),
    });
    return breakpointAnswer(session, { id, at, outcome });
  },
});
