import * as z from 'zod';
import { eventToWire, sessionToWire } from '../../wire/debug-answer.ts';
import { eventFields, sessionFields } from '../../wire/debug-shape.ts';
import { screenAtStop } from '../../workflows/screen-at-stop.ts';
import { budgetFor, debugSessionId } from '../debug-input.ts';
import { hostTool } from '../define-tool.ts';

export const waitForDebuggerEvent = hostTool({
  name: 'wait_for_debugger_event',
  title: 'Wait for the debugger',
  description:
    'Waits for stops, log points and other debugger events after a cursor. An empty wait succeeds. include ui adds the screen at a stop.',
  effect: 'read',
  toolset: 'debug',
  private: true,
  budgetMs: budgetFor,
  input: z.object({
    debugSessionId,
    afterSequence: z
      .int()
      .min(0)
      .max(1_000_000_000)
      .default(0)
      .meta({ doc: '`next_cursor` of the previous answer' }),
    include: z
      .array(z.enum(['ui']))
      .max(1)
      .default([])
      .meta({ rare: true, doc: '`ui`: the screen in outline, when the app is stopped' }),
    timeoutMs: z.int().min(100).max(30_000).default(1_000).meta({ doc: 'Milliseconds to wait' }),
  }),
  output: z.looseObject({
    ...sessionFields,
    events: z.array(z.looseObject(eventFields)).meta({ doc: 'Oldest first, at most 100' }),
    next_cursor: z.number().meta({ doc: 'Pass as `afterSequence` to continue' }),
    overflow: z.boolean().meta({ doc: 'Whether events after the cursor were lost' }),
    timed_out: z.boolean().meta({
      doc: 'Nothing came within the time limit but what the caller did (`attached`, `resumed`, `stepping`)',
    }),
    ui: z
      .looseObject({
        outline: z.string().nullable().meta({ doc: 'The screen, one line for each element' }),
        reason: z.string().optional().meta({ doc: 'Why the screen could not be read' }),
      })
      .optional()
      .meta({ doc: 'With `include: ["ui"]`, at a stop' }),
  }),
  examples: [],
  async run({ op, input, debug, pool }) {
    const session = debug.get(input.debugSessionId);
    const page = await session.events(op, input.afterSequence, input.timeoutMs);
    const shows = session.stop !== null && input.include.includes('ui');
    return {
      ...sessionToWire(session),
      events: page.events.map(eventToWire),
      next_cursor: page.nextCursor,
      overflow: page.overflow,
      timed_out: page.timedOut,
      ...(shows ? { ui: await screenAtStop(op, pool, session) } : {}),
    };
  },
});
