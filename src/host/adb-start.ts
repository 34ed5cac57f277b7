/** Starts the adb server of this computer. It is never ended from here: other programs share it. */
import type { Environment } from '@mobile-debug/core/environment.ts';
import { Fault } from '@mobile-debug/core/fault.ts';
import type { Operation } from '@mobile-debug/core/operation.ts';
import { firstLine } from '@mobile-debug/core/text.ts';
import { runProcess } from './process.ts';
import { type FoundTool, searchPaths } from './programs/tool-search.ts';
import { findTool } from './programs/tool-table.ts';

export interface AdbStartOptions {
  /** Where the server is to listen. */
  readonly address: { readonly host: string; readonly port: number } | { readonly path: string };
  readonly env: Environment;
  /** Told of what adb says that is no failure (another version's server was replaced). */
  readonly warn?: (message: string) => void;
}

/** TOOL_NOT_FOUND when there is no adb, DEVICE_UNAVAILABLE with adb's words when the server does not start. */
export async function startAdbServer(
  op: Operation,
  { address, env, warn }: AdbStartOptions,
): Promise<FoundTool> {
  const adb = findTool('adb', searchPaths(env, process.platform));
  const where = 'path' in address ? ['-L', `localfilesystem:${address.path}`] : ['-P', String(address.port)];
  const result = await runProcess(op, {
    command: adb.path,
    args: [...where, 'start-server'],
    env,
    until: 'exit',
  });
  const words = `${result.stdout.toString('utf8')}\n${result.stderr.toString('utf8')}`;
  const { failure, warning } = readStartOutput(words, adb.path);
  if (failure) throw failure;
  if (result.exitCode !== 0) throw startFault(adb.path, firstLine(words) || `exit code ${result.exitCode}`);
  if (warning !== null) warn?.(warning);
  return adb;
}

export interface StartReport {
  readonly failure: Fault | null;
  readonly warning: string | null;
}

/** What `adb start-server` said. Chatter (`* daemon ...`) is neither [A2]. */
export function readStartOutput(words: string, adbPath: string): StartReport {
  const versions = /adb server version \((\d+)\) doesn't match this client \((\d+)\)/.exec(words);
  const warning = versions
    ? `A running adb server of version ${versions[1]} was replaced by version ${versions[2]} (${adbPath}); make all programs use the same adb.`
    : null;
  if (/Address already in use|cannot bind|could not install \*smartsocket\* listener/i.test(words)) {
    return { failure: startFault(adbPath, 'port in use'), warning };
  }
  const failed =
    /adb server didn't ACK|failed to (?:start daemon|check server version)|cannot connect to daemon/.exec(
      words,
    );
  return { failure: failed ? startFault(adbPath, failed[0]) : null, warning };
}

function startFault(adbPath: string, words: string): Fault {
  return new Fault('DEVICE_UNAVAILABLE', `The adb server could not start (${words}).`, {
    nextStep:
      words === 'port in use'
        ? 'Another program, or an adb server that hangs, uses the port: stop it, or set ANDROID_ADB_SERVER_PORT.'
        : `Run \`${adbPath} start-server\` in a terminal and check its output.`,
    details: { adbPath },
  });
}
