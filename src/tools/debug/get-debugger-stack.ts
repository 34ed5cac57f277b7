import * as z from 'zod';
import { frameToWire, sessionToWire } from '../../wire/debug-answer.ts';
import { headLine, stackLines } from '../../wire/debug-outline.ts';
import { frameShape, sessionFields } from '../../wire/debug-shape.ts';
import {
  answerText,
  budgetFor,
  debugSessionId,
  page,
  responseMode,
  stopId,
  textBlock,
  threadId,
  timeoutMs,
} from '../debug-input.ts';
import { hostTool } from '../define-tool.ts';

export const getDebuggerStack = hostTool({
  name: 'get_debugger_stack',
  title: 'Stack of a thread',
  description: 'Call stack of a stopped thread. outline marks app frames and folds library frames.',
  effect: 'read',
  toolset: 'debug',
  private: true,
  budgetMs: budgetFor,
  input: z.object({ debugSessionId, stopId, threadId, ...page, responseMode, timeoutMs }),
  output: z.looseObject({ text: z.string() }),
  blocks: [
    {
      about: '`debug`: the stack, as JSON',
      shape: z.looseObject({
        ...sessionFields,
        result: z
          .looseObject({
            frames: z.array(frameShape).meta({ doc: 'Innermost first' }),
            offset: z.number().meta({ doc: 'Depth of the first frame listed' }),
            total: z.number().nullable().meta({ doc: 'How many there are; null when unknown' }),
          })
          .meta({ doc: 'The stack' }),
      }),
    },
    { about: '`outline`: one line each, as plain text' },
  ],
  examples: [],
  async run({ op, input, debug }) {
    const session = debug.get(input.debugSessionId);
    session.touch();
    session.at(input.stopId);
    const thread = session.references.key('thread', input.threadId);
    const { offset } = input;
    const limit = Math.min(input.limit, session.framesLeft());
    const { frames, total } = await session.inspect(op, input.timeoutMs, (own, debuggee) =>
      debuggee.stack(own, thread, { offset, limit }),
    );
    session.at(input.stopId);
    session.framesGiven += frames.length;
    const shown = frames.map((frame, at) => frameToWire(session, frame, offset + at));
    const more = total === null ? '' : `, ${total} frames in all`;
    const lines = [`${headLine(session)}${more}`, ...stackLines(shown)];
    return answerText(input.responseMode, lines, sessionToWire(session, { frames: shown, offset, total }));
  },
  render: textBlock,
});
