import * as z from 'zod';
import { threadListShape, threadsToWire } from '../../wire/debug-threads.ts';
import { budgetFor, stopId } from '../debug-input.ts';
import { hostTool } from '../define-tool.ts';
import { lookInput, stopAnswer, stopBlocks, stopInput, textBlock } from '../stopped-tool.ts';

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
  blocks: stopBlocks('the threads', threadListShape),
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
    const { lines, result } = threadsToWire(session, threads);
    return stopAnswer(input.responseMode, lines, { session, result });
  },
  render: textBlock,
});
