/**
 * Gives the shop of the virtual iPhone a real process to debug, where a C++ compiler and LLDB are on this computer. The
 * program is compiled once, when the shop is first started, and its processes end with the phone.
 */
import type { Environment } from '@mobile-debug/core/environment.ts';
import { isFault } from '@mobile-debug/core/fault.ts';
import { Operation, systemClock } from '@mobile-debug/core/operation.ts';
import type { AppProgram, AppPrograms } from '@mobile-debug/virtual-phone/apple/app-program.ts';
import { checkoutCppFile, checkoutCppSource } from '@mobile-debug/virtual-phone/debuggee/checkout-cpp.ts';
import { startLines } from '../host/line-process.ts';
import { runProcess } from '../host/process.ts';
import { findLldb } from '../host/programs/find-lldb.ts';
import { searchPaths } from '../host/programs/tool-search.ts';
import { builtOnce, writeSource } from './built-once.ts';

export interface VirtualAppPrograms extends AppPrograms {
  close(): Promise<void>;
}

const appId = 'com.example.shop';
const compilers = ['c++', 'g++', 'clang++'];
const compileMs = 20_000;
/** Of which iOS writes a crash report. */
const crashes: ReadonlySet<string> = new Set(['SIGABRT', 'SIGBUS', 'SIGFPE', 'SIGILL', 'SIGSEGV', 'SIGTRAP']);

export function virtualAppPrograms(env: Environment): VirtualAppPrograms {
  const running = new Set<AppProgram & { stop(): Promise<void> }>();
  const shop = builtOnce((folder) => compiled(folder, env));
  return {
    async built(op, bundleId) {
      return bundleId === appId ? await op.race(shop.built()) : null;
    },
    async run(op, executable, more) {
      const request = { command: executable, args: [], env: { ...env, ...more } };
      const { pid, ended, stop } = await startLines(op, { ...request, clock: systemClock, onLine: () => {} });
      let asked = false;
      const program = {
        pid,
        stop,
        end() {
          asked = true;
          void stop();
        },
        ended: ended.then(({ signal }) => (!asked && signal && crashes.has(signal) ? 'crashed' : 'exited')),
      } as const;
      running.add(program);
      void program.ended.then(() => running.delete(program));
      return program;
    },
    async close() {
      await Promise.allSettled([...running].map(({ stop }) => stop()));
      await shop.remove();
    },
  };
}

/** Null where there is no LLDB or no compiler, which is no failure of the phone. */
async function compiled(folder: string, env: Environment): Promise<string | null> {
  using op = Operation.start(compileMs);
  try {
    await findLldb(op, searchPaths(env, process.platform), runProcess);
    const [source, program] = [`${folder}/${checkoutCppFile}`, `${folder}/checkout`];
    await writeSource(source, checkoutCppSource);
    for (const command of compilers) {
      const args = ['-g', '-O0', '-std=c++17', source, '-o', program];
      const found = await runProcess(op, { command, args, env }).catch((error: unknown) => {
        if (isFault(error, 'TOOL_NOT_FOUND')) return null;
        throw error;
      });
      if (found) return found.exitCode === 0 ? program : null;
    }
    return null;
  } catch (error) {
    if (!isFault(error)) throw error;
    return null;
  }
}
