import * as z from 'zod';
import { sessionToWire } from '../../wire/debug-answer.ts';
import { deadlocks, headLine, threadLines } from '../../wire/debug-outline.ts';
import { sessionFields } from '../../wire/debug-shape.ts';
import {
  answerText,
  budgetFor,
  debugSessionId,
  responseMode,
  stopId,
  textBlock,
  timeoutMs,
} from '../debug-input.ts';
import { hostTool } from '../define-tool.ts';

export const getDebuggerThreads = hostTool({
  name: 'get_debugger_threads',
  title: 'Threads',
  description: 'Lists threads of the debugged app; at a stop also locks held and awaited, and deadlocks.',
  effect: 'read',
  toolset: 'debug',
  private: true,
  budgetMs: budgetFor,
  input: z.object({ debugSessionId, stopId: stopId.optional(), responseMode, timeoutMs }),
  output: z.looseObject({ text: z.string() }),
  blocks: [
    {
      about: '`debug`: the threads, as JSON',
      shape: z.looseObject({
        ...sessionFields,
        result: z
          .looseObject({
            threads: z
              .array(
                z.looseObject({
                  thread_id: z.string().meta({ doc: 'Identifies the thread in other calls' }),
                  name: z.string().meta({ doc: 'Its name' }),
                  state: z.string().meta({
                    doc: '`running`, `suspended`, `sleeping`, `monitor`, `waiting`, `not_started`, `zombie` or `unknown`',
                  }),
                  holds: z.array(z.string()).meta({ doc: 'Locks it holds' }),
                  waits_for: z
                    .looseObject({
                      lock: z.string().meta({ doc: 'The lock' }),
                      owner_thread_id: z.string().nullable().meta({ doc: 'Thread that holds it' }),
                    })
                    .nullable()
                    .meta({ doc: 'Lock it waits for' }),
                }),
              )
              .meta({ doc: 'All threads' }),
            deadlocks: z
              .array(z.array(z.string()))
              .meta({ doc: 'Threads that wait for each other in a cycle' }),
          })
          .meta({ doc: 'The threads' }),
      }),
    },
    { about: '`outline`: one line each, as plain text' },
  ],
  examples: [],
  async run({ op, input, debug }) {
    const session = debug.get(input.debugSessionId);
    session.touch();
    if (input.stopId !== undefined) session.at(input.stopId);
    const found = await session.inspect(op, input.timeoutMs, (own, debuggee) => debuggee.threads(own));
    if (input.stopId !== undefined) session.at(input.stopId);
    const nameOf = (id: string): string => (session.stop ? session.references.name('thread', id) : id);
    const threads = found.map((thread) => ({
      ...thread,
      id: nameOf(thread.id),
      waitsFor: thread.waitsFor && {
        lock: thread.waitsFor.lock,
        ownerThreadId: thread.waitsFor.ownerThreadId === null ? null : nameOf(thread.waitsFor.ownerThreadId),
      },
    }));
    const cycles = deadlocks(threads);
    const shown = threads.map(({ id, name, state, holds, waitsFor }) => ({
      thread_id: id,
      name,
      state,
      holds: [...holds],
      waits_for: waitsFor && { lock: waitsFor.lock, owner_thread_id: waitsFor.ownerThreadId },
    }));
    const lines = [
      headLine(session),
      ...cycles.map((cycle) => `  DEADLOCK: ${cycle.join(' waits for ')}`),
      ...threadLines(threads),
    ];
    return answerText(
      input.responseMode,
      lines,
      sessionToWire(session, { threads: shown, deadlocks: cycles }),
    );
  },
  render: textBlock,
});
