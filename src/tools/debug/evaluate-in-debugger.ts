import type { Operation } from '@mobile-debug/core/operation.ts';
import * as z from 'zod';
import { sessionToWire, valueToWire } from '../../wire/debug-answer.ts';
import { sessionShape } from '../../wire/debug-shape.ts';
import { budgetFor, depth, frameId, maxChars, text, timeoutMs } from '../debug-input.ts';
import { hostTool } from '../define-tool.ts';
import { lookAtStop, sessionAt, stopInput } from '../stopped-tool.ts';

export const evaluateInDebugger = hostTool({
  name: 'evaluate_in_debugger',
  title: 'Evaluate',
  description:
    'Evaluates an expression in a stack frame: names, fields, indices, comparison. Method calls only with allowGetters.',
  effect: 'act',
  toolset: 'debug',
  private: true,
  budgetMs: budgetFor,
  input: z.object({
    ...stopInput,
    frameId,
    expression: text.meta({
      doc: 'Names, fields (`a.b`), indices (`a[0]`), `length`, literals, comparison, `&& || !`',
    }),
    allowGetters: z
      .boolean()
      .default(false)
      .meta({ doc: 'Allow calls of methods without arguments. This runs code of the app' }),
    depth,
    maxChars,
    timeoutMs,
  }),
  output: sessionShape,
  examples: [],
  async run(call) {
    const { op, input } = call;
    const session = sessionAt(call);
    const frameKey = session.references.key('frame', input.frameId);
    const { expression, allowGetters } = input;
    const request = {
      frameKey,
      expression,
      allowGetters,
      budget: { depth: input.depth, maxChars: input.maxChars },
    };
    const work = (own: Operation) => session.debuggee().evaluate(own, request);
    // A call that did not come back has left the app in a state that nobody knows.
    const value = allowGetters
      ? await session.change(op, input.timeoutMs, { work, uncertain: 'uncertain_getter' })
      : await lookAtStop(call, session, work);
    session.at(input.stopId);
    return sessionToWire(session, valueToWire(session, value));
  },
});
