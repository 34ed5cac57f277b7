/** LLDB's backend with this computer's programs: finds the adapter anew for each attach, which costs next to nothing. */
import type { Environment } from '@mobile-debug/core/environment.ts';
import { type Operation, systemClock } from '@mobile-debug/core/operation.ts';
import { farewell } from '../debugger/lldb/lldb-attach.ts';
import { LldbBackend } from '../debugger/lldb/lldb-backend.ts';
import { attachRefusal } from '../host/attach-permission.ts';
import { startDebugAdapter } from '../host/debug-adapter.ts';
import { runProcess } from '../host/process.ts';
import { isTraced } from '../host/process-facts.ts';
import { findLldb } from '../host/programs/find-lldb.ts';
import { searchPaths } from '../host/programs/tool-search.ts';

export function lldbBackend(env: Environment, platform: NodeJS.Platform = process.platform): LldbBackend {
  const find = async (op: Operation) => await findLldb(op, searchPaths(env, platform), runProcess);
  return new LldbBackend({
    find,
    clock: systemClock,
    isHeld: async (op, pid) => await isTraced(op, pid, { platform, env }),
    refusal: async (op, pid) => await attachRefusal(op, pid, { platform, uid: process.getuid?.() }),
    start: async (op) => {
      const { path } = await find(op);
      return await startDebugAdapter(op, { command: path, farewell, env });
    },
  });
}
