/** The threads of a debugged app, as lines and as data. */
import * as z from 'zod';
import type { DebugThread } from '../debugger/backend.ts';
import type { DebugSession } from '../debugger/debug-session.ts';
import { deadlocks, headLine, threadLines } from './debug-outline.ts';

export const threadListShape = z
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

export function threadsToWire(session: DebugSession, threads: readonly DebugThread[]) {
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
  return { lines, result: { threads: shown, deadlocks: cycles } };
}
