import * as z from 'zod';
import { sessionToWire, valueToWire } from '../../wire/debug-answer.ts';
import { valueLines } from '../../wire/debug-outline.ts';
import { sessionFields, valueShape } from '../../wire/debug-shape.ts';
import {
  answerText,
  budgetFor,
  debugSessionId,
  depth,
  maxChars,
  objectId,
  page,
  responseMode,
  stopId,
  textBlock,
  timeoutMs,
} from '../debug-input.ts';
import { hostTool } from '../define-tool.ts';

export const inspectDebuggerObject = hostTool({
  name: 'inspect_debugger_object',
  title: 'Inspect an object',
  description: 'Fields of an object or elements of an array at a stop, one level, without running app code.',
  effect: 'read',
  toolset: 'debug',
  private: true,
  budgetMs: budgetFor,
  input: z.object({ debugSessionId, stopId, objectId, ...page, depth, maxChars, responseMode, timeoutMs }),
  output: z.looseObject({ text: z.string() }),
  blocks: [
    {
      about: '`debug`: what is in it, as JSON',
      shape: z.looseObject({
        ...sessionFields,
        result: z
          .looseObject({
            kind: z.string().meta({ doc: '`fields` or `elements`' }),
            fields: z.array(valueShape).optional().meta({ doc: 'Of an object' }),
            elements: z.array(valueShape).optional().meta({ doc: 'Of an array' }),
            offset: z.number().meta({ doc: 'Number of entries skipped' }),
            total: z.number().nullable().meta({ doc: 'How many there are' }),
          })
          .meta({ doc: 'What is in it' }),
      }),
    },
    { about: '`outline`: one line each, as plain text' },
  ],
  examples: [],
  async run({ op, input, debug }) {
    const session = debug.get(input.debugSessionId);
    session.touch();
    session.at(input.stopId);
    const object = session.references.key('object', input.objectId);
    const { offset, limit } = input;
    const found = await session.inspect(op, input.timeoutMs, (own, debuggee) =>
      debuggee.children(own, object, { offset, limit }, input),
    );
    session.at(input.stopId);
    const { kind, total } = found;
    const values = found.values.map((value) => valueToWire(session, value));
    const lines = [
      `${input.objectId}: ${kind} ${offset} to ${offset + values.length} of ${total ?? 'unknown'}`,
      ...valueLines(values),
    ];
    return answerText(
      input.responseMode,
      lines,
      sessionToWire(session, { kind, [kind]: values, offset, total }),
    );
  },
  render: textBlock,
});
