import * as z from 'zod';
import { sessionToWire, valueToWire } from '../../wire/debug-answer.ts';
import { headLine, valueLines } from '../../wire/debug-outline.ts';
import { sessionFields, valueShape } from '../../wire/debug-shape.ts';
import {
  answerText,
  budgetFor,
  debugSessionId,
  depth,
  frameId,
  maxChars,
  responseMode,
  stopId,
  textBlock,
  timeoutMs,
} from '../debug-input.ts';
import { hostTool } from '../define-tool.ts';

export const getDebuggerLocals = hostTool({
  name: 'get_debugger_locals',
  title: 'Local variables',
  description: 'Variables of a stack frame, this first. Read without running app code.',
  effect: 'read',
  toolset: 'debug',
  private: true,
  budgetMs: budgetFor,
  input: z.object({ debugSessionId, stopId, frameId, depth, maxChars, responseMode, timeoutMs }),
  output: z.looseObject({ text: z.string() }),
  blocks: [
    {
      about: '`debug`: the variables, as JSON',
      shape: z.looseObject({
        ...sessionFields,
        result: z
          .looseObject({
            availability: z.string().meta({ doc: '`available`, `unavailable` or `unknown`' }),
            reason: z.string().nullable().meta({ doc: 'Why they are not available' }),
            values: z.array(valueShape).meta({ doc: 'At most 100' }),
            total: z.number().nullable().meta({ doc: 'How many there are' }),
          })
          .meta({ doc: 'The variables' }),
      }),
    },
    { about: '`outline`: one line each, as plain text' },
  ],
  examples: [],
  async run({ op, input, debug }) {
    const session = debug.get(input.debugSessionId);
    session.touch();
    session.at(input.stopId);
    const frame = session.references.key('frame', input.frameId);
    const found = await session.inspect(op, input.timeoutMs, (own, debuggee) =>
      debuggee.locals(own, frame, input),
    );
    session.at(input.stopId);
    const { availability, reason, total } = found;
    const values = found.values.map((value) => valueToWire(session, value));
    const note =
      availability === 'available' ? [] : [`  variables ${availability}: ${reason ?? 'no reason given'}`];
    const lines = [`${headLine(session)}, frame ${input.frameId}`, ...note, ...valueLines(values)];
    return answerText(
      input.responseMode,
      lines,
      sessionToWire(session, { availability, reason, values, total }),
    );
  },
  render: textBlock,
});
