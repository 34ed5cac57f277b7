import { Fault } from '@mobile-debug/core/fault.ts';
import * as z from 'zod';
import type { BreakpointOutcome, BreakpointRequest } from '../../debugger/backend.ts';
import { breakpointToWire, locationToWire, requestedToWire, sessionToWire } from '../../wire/debug-answer.ts';
import { sessionShape } from '../../wire/debug-shape.ts';
import { budgetFor, debugSessionId, oneOf, text, timeoutMs } from '../debug-input.ts';
import { hostTool } from '../define-tool.ts';

const exception = z
  .strictObject({
    className: text
      .optional()
      .meta({ doc: 'Binary name of the exception, its subclasses included; all when absent' }),
    caught: z.boolean().default(false).meta({ doc: 'Stop on caught exceptions' }),
    uncaught: z.boolean().default(true).meta({ doc: 'Stop on uncaught exceptions' }),
  })
  .optional()
  .meta({ doc: 'Stop where such an exception is thrown' });

const input = z.object({
  debugSessionId,
  className: text.optional().meta({
    description: 'binary name, with line',
    doc: 'Exact binary name, such as `com.example.Cart$Item`; with `line`',
  }),
  file: text.optional().meta({
    description: 'instead of className',
    doc: 'Source file, with `line`; enough of its path to be unambiguous',
  }),
  line: z.int().min(1).max(1_000_000).optional().meta({ doc: 'Line from 1' }),
  function: text.optional().meta({ doc: '`com.example.Cart.total`: stop at the start of the method' }),
  exception,
  condition: text.optional().meta({
    description: 'stop only if true',
    doc: 'Expression of names, fields, indices, length, literals, comparison and `&& || !`',
  }),
  logMessage: text.optional().meta({
    description: 'log instead of stopping; {expr}',
    doc: 'Log this instead of stopping: `{expr}` is a value, `{{` a brace',
  }),
  timeoutMs,
});

type Input = z.output<typeof input>;

export const setDebuggerBreakpoint = hostTool({
  name: 'set_debugger_breakpoint',
  title: 'Set a breakpoint',
  description:
    'Sets a breakpoint by class and line, file and line, function or exception; with a condition, or as a log point. Pending until the class is loaded.',
  effect: 'act',
  toolset: 'debug',
  private: true,
  budgetMs: budgetFor,
  input,
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
    if (outcome.status === 'rejected') {
      const { message, candidates } = outcome;
      const result = {
        status: 'rejected',
        message,
        candidates: [...candidates],
        requested: requestedToWire(at),
      };
      return { ...sessionToWire(session, result), success: false };
    }
    const known = session.breakpoints.all.find(({ request }) => request.id === id);
    const resolved = outcome.status === 'verified' ? outcome.locations.map(locationToWire) : [];
    const result = known ? breakpointToWire(known) : { breakpoint_id: id, status: outcome.status, resolved };
    return sessionToWire(session, { ...result, ...hintsOf(outcome) });
  },
});

/** What may be wrong with a name that nothing loaded has. */
function hintsOf(outcome: BreakpointOutcome): Record<string, unknown> {
  if (outcome.status !== 'pending' || !outcome.similar?.[0]) return {};
  return {
    message: 'Nothing of this name is loaded; a similar name is.',
    candidates: [...outcome.similar],
  };
}

function placeOf({
  className,
  file,
  line,
  function: name,
  exception: thrown,
}: Input): BreakpointRequest['at'] {
  oneOf({
    'className and line': className !== undefined,
    'file and line': file !== undefined,
    function: name !== undefined,
    exception: thrown !== undefined,
  });
  if ((className ?? file) !== undefined && line === undefined) {
    throw new Fault('INVALID_ARGUMENT', 'className and file each need a line.');
  }
  if ((name !== undefined || thrown) && line !== undefined) {
    throw new Fault('INVALID_ARGUMENT', 'A function or an exception takes no line.');
  }
  if (className !== undefined && line !== undefined) return { kind: 'class_line', className, line };
  if (file !== undefined && line !== undefined) return { kind: 'file_line', file, line };
  if (name !== undefined) return { kind: 'function', name };
  const { className: type = null, caught = false, uncaught = true } = thrown ?? {};
  if (!caught && !uncaught) {
    throw new Fault(
      'INVALID_ARGUMENT',
      'An exception breakpoint stops at caught exceptions, uncaught ones, or both.',
    );
  }
  return { kind: 'exception', className: type, caught, uncaught };
}
