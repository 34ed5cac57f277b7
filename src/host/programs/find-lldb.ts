/** Where LLDB's debug adapter is: Xcode's through xcrun, on Linux the distribution's under whichever version it has. */
import { posix } from 'node:path';
import { pathFolders } from '@mobile-debug/core/environment.ts';
import { Fault } from '@mobile-debug/core/fault.ts';
import type { Operation } from '@mobile-debug/core/operation.ts';
import type { ProcessRequest, ProcessResult } from '../process.ts';
import { configured, type FoundTool, type SearchPaths } from './tool-search.ts';
import { findTool } from './tool-table.ts';

const variable = 'LLDB_DAP_PATH';
/** The newer name first: LLVM 18 renamed lldb-vscode, and Xcode followed with 16. */
const names = ['lldb-dap', 'lldb-vscode'] as const;

export type Run = (op: Operation, request: ProcessRequest) => Promise<ProcessResult>;

/** TOOL_NOT_FOUND naming the variable when it is wrong, else saying how LLDB is installed here. */
export async function findLldb(op: Operation, search: SearchPaths, run: Run): Promise<FoundTool> {
  const explicit = search.env[variable];
  if (explicit) return configured('lldb-dap', variable, { path: explicit, search });
  const found = search.platform === 'darwin' ? await fromXcode(op, search, run) : onLinux(search);
  if (found) return found;
  throw new Fault('TOOL_NOT_FOUND', 'lldb-dap, the debug adapter of LLDB, was not found.', {
    nextStep: `${fix(search.platform)} Or set ${variable} to it.`,
  });
}

async function fromXcode(op: Operation, search: SearchPaths, run: Run): Promise<FoundTool | null> {
  const xcrun = findTool('xcrun', search).path;
  for (const name of names) {
    const { exitCode, stdout } = await run(op, { command: xcrun, args: ['--find', name], env: search.env });
    const path = stdout.toString('utf8').trim();
    if (exitCode === 0 && path !== '') return { path, source: 'xcrun' };
  }
  return null;
}

/** Debian and its kin put the version behind the name, and keep the plain name in a folder of the version [T8]. */
function onLinux(search: SearchPaths): FoundTool | null {
  const found = pathFolders(search.env, search.platform).flatMap((folder) =>
    search.list(folder).flatMap((file) => {
      const version = /^lldb-(?:dap|vscode)(?:-(\d+))?$/.exec(file);
      if (!version) return [];
      return [{ path: posix.join(folder, file), rank: rank(file, version[1]) }];
    }),
  );
  const best = found.sort((a, b) => b.rank - a.rank).find(({ path }) => search.exists(path));
  return best ? { path: best.path, source: 'PATH' } : null;
}

/** The plain name is what the user chose; else the newest. */
function rank(file: string, version: string | undefined): number {
  if (version === undefined) return file === names[0] ? 2_000 : 1_000;
  return Number(version);
}

function fix(platform: NodeJS.Platform): string {
  if (platform === 'darwin')
    return 'Install Xcode 16 or newer and choose it with `sudo xcode-select -s /Applications/Xcode.app`.';
  if (platform === 'win32') return 'It is part of Xcode, which runs on macOS only.';
  return 'Install it with `sudo apt install lldb` (or your package manager).';
}
