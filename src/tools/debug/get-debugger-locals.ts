import * as z from 'zod';
import { valueToWire } from '../../wire/debug-answer.ts';
import { headLine, valueLines } from '../../wire/debug-outline.ts';
import { valueShape } from '../../wire/debug-shape.ts';
import { budgetFor, depth, frameId, maxChars } from '../debug-input.ts';
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

const variables = z
  .looseObject({
    availability: z.string().meta({ doc: '`available`, `unavailable` or `unknown`' }),
    reason: z.string().nullable().meta({ doc: 'Why they are not available' }),
    values: z.array(valueShape).meta({ doc: 'At most 100' }),
    total: z.number().nullable().meta({ doc: 'How many there are' }),
  })
  .meta({ doc: 'The variables' });

export const getDebuggerLocals = hostTool({
  name: 'get_debugger_locals',
  title: 'Local variables',
  description: 'Variables of a stack frame, this first. Read without running app code.',
  effect: 'read',
  toolset: 'debug',
  private: true,
  budgetMs: budgetFor,
  input: z.object({ ...stopInput, frameId, depth, maxChars, ...lookInput }),
  output: z.looseObject({ text: z.string() }),
  blocks: stopBlocks('the variables', variables),
  examples: [],
  async run(call) {
    const { input } = call;
    const session = sessionAt(call);
    const frame = session.references.key('frame', input.frameId);
    const found = await lookAtStop(call, session, (op, debuggee) => debuggee.locals(op, frame, input));
    const { availability, reason, total } = found;
    const values = found.values.map((value) => valueToWire(session, value));
    const note =
      availability === 'available' ? [] : [`  variables ${availability}: ${reason ?? 'no reason given'}`];
    const lines = [`${headLine(session)}, frame ${input.frameId}`, ...note, ...valueLines(values)];
    const result = { availability, reason, values, total };
    return stopAnswer(input.responseMode, lines, { session, result });
  },
  render: textBlock,
});
