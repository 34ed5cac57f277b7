import * as z from 'zod';
import { deadlocks, headLine, threadLines } from '../../wire/debug-outline.ts';
import { budgetFor, stopId } from '../debug-input.ts';
import { hostTool } from '../define-tool.ts';
import { lookInput, stopAnswer, stopBlocks, stopInput, textBlock } from '../stopped-tool.ts';

const threadList = z
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
    deadlocks: z.array(z.array(z.string())).meta({ doc: 'Threads that wait for each other in a cycle' }),
  })
  .meta({ doc: 'The threads' });

export const getDebuggerThreads = hostTool({
  name: 'get_debugger_threads',
  title: 'Threads',
  description: 'Lists threads of the debugged app; at a stop also locks held and awaited, and deadlocks.',
  effect: 'read',
  toolset: 'debug',
  private: true,
  budgetMs: budgetFor,
  input: z.object({ ...stopInput, stopId: stopId.optional(), ...lookInput }),
  output: z.looseObject({ text: z.string() }),
  blocks: stopBlocks('the threads', threadList),
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
    const named = new Map(threads.map(({ id, name }) => [id, name]));
    const circle = (ids: readonly string[]): string =>
      [...ids, ...ids.slice(0, 1)].map((id) => named.get(id) ?? id).join(' waits for ');
    const lines = [
      headLine(session),
      ...cycles.map((cycle) => `  DEADLOCK: ${circle(cycle)}`),
      ...threadLines(threads),
    ];
    return stopAnswer(input.responseMode, lines, { session, result: { threads: shown, deadlocks: cycles } });
  },
  render: textBlock,
});
