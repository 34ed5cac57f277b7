import { Fault } from '@mobile-debug/core/fault.ts';
import * as z from 'zod';
import { frameToWire } from '../../wire/debug-answer.ts';
import { headLine, stackLines } from '../../wire/debug-outline.ts';
import { frameShape } from '../../wire/debug-shape.ts';
import { budgetFor, page, threadId } from '../debug-input.ts';
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

const stack = z
  .looseObject({
    frames: z.array(frameShape).meta({ doc: 'Innermost first' }),
    offset: z.number().meta({ doc: 'Depth of the first frame listed' }),
    total: z.number().nullable().meta({ doc: 'How many there are; null when unknown' }),
  })
  .meta({ doc: 'The stack' });

export const getDebuggerStack = hostTool({
  name: 'get_debugger_stack',
  title: 'Stack of a thread',
  description: 'Call stack of a stopped thread. outline marks app frames and folds library frames.',
  effect: 'read',
  toolset: 'debug',
  private: true,
  budgetMs: budgetFor,
  input: z.object({ ...stopInput, threadId, ...page, ...lookInput }),
  output: z.looseObject({ text: z.string() }),
  blocks: stopBlocks('the stack', stack),
  examples: [],
  async run(call) {
    const { input } = call;
    const session = sessionAt(call);
    const thread = session.references.key('thread', input.threadId);
    const { offset, limit } = input;
    const { frames, total } = await lookAtStop(call, session, (op, debuggee) =>
      debuggee.stack(op, thread, { offset, limit }),
    );
    const room = session.references.roomFor(frames.map(({ key }) => key));
    if (room === 0 && frames.length > 0) {
      throw new Fault('INVALID_ARGUMENT', 'A stop gives at most 1,000 frames.', {
        nextStep: 'Look at the frames that this stop has given; their ids are still valid.',
      });
    }
    const shown = frames.slice(0, room).map((frame, at) => frameToWire(session, frame, offset + at));
    const more = total === null ? '' : `, ${total} frames in all`;
    const lines = [`${headLine(session)}${more}`, ...stackLines(shown)];
    return stopAnswer(input.responseMode, lines, { session, result: { frames: shown, offset, total } });
  },
  render: textBlock,
});
