import * as z from 'zod';
import { valueToWire } from '../../wire/debug-answer.ts';
import { valueLines } from '../../wire/debug-outline.ts';
import { valueShape } from '../../wire/debug-shape.ts';
import { budgetFor, depth, maxChars, objectId, page } from '../debug-input.ts';
import { hostTool } from '../define-tool.ts';
import {
  lookAtStop,
  lookInput,
  sessionAt,
  stopAnswer,
  stopBlocks,
  stopInput,
  textBlock,
} from '../stopped-tool.ts';

const contents = z
  .looseObject({
    kind: z.string().meta({ doc: '`fields` or `elements`' }),
    fields: z.array(valueShape).optional().meta({ doc: 'Of an object' }),
    elements: z.array(valueShape).optional().meta({ doc: 'Of an array' }),
    offset: z.number().meta({ doc: 'Number of entries skipped' }),
    total: z.number().nullable().meta({ doc: 'How many there are' }),
  })
  .meta({ doc: 'What is in it' });

export const inspectDebuggerObject = hostTool({
  name: 'inspect_debugger_object',
  title: 'Inspect an object',
  description: 'Fields of an object or elements of an array at a stop, one level, without running app code.',
  effect: 'read',
  toolset: 'debug',
  private: true,
  budgetMs: budgetFor,
  input: z.object({ ...stopInput, objectId, ...page, depth, maxChars, ...lookInput }),
  output: z.looseObject({ text: z.string() }),
  blocks: stopBlocks('what is in it', contents),
  examples: [],
  async run(call) {
    const { input } = call;
    const session = sessionAt(call);
    const object = session.references.key('object', input.objectId);
    const { offset, limit } = input;
    const found = await lookAtStop(call, session, (op, debuggee) =>
      debuggee.children(op, object, { offset, limit }, input),
    );
    const { kind, total } = found;
    const values = found.values.map((value) => valueToWire(session, value));
    const lines = [
      `${input.objectId}: ${kind} ${offset} to ${offset + values.length} of ${total ?? 'unknown'}`,
      ...valueLines(values),
    ];
    const result = { kind, [kind]: values, offset, total };
    return stopAnswer(input.responseMode, lines, { session, result });
  },
  render: textBlock,
});
