/** Lets LLDB in: the processes of a simulator's apps are processes of this computer, which knows their start. */
import type { Environment } from '@mobile-debug/core/environment.ts';
import { Fault } from '@mobile-debug/core/fault.ts';
import type { Operation } from '@mobile-debug/core/operation.ts';
import { runningProcesses } from '../../host/process-facts.ts';
import type { AppsFacet } from '../port/apps.ts';
import type { DebugFacet, DebugProcess, DebugProcesses } from '../port/debug.ts';
import { checkAppId } from './apps/app-id.ts';
import type { RunProgram } from './ios-types.ts';

const limitations = [
  'Exceptions are caught at the throw: caught: true stops at every throw, handled or not.',
  'Breakpoints take a file and line, or a function; classes are not supported.',
  'Locks are reported only when their debug information is available.',
];

export interface IosDebugDeps {
  readonly apps: Pick<AppsFacet, 'pids' | 'installed'>;
  readonly run: RunProgram;
  readonly environment: Environment;
  /** Of a virtual iPhone: only some of its apps are processes, and the numbers of the others may be anybody's. */
  readonly virtualUdid?: string;
}

export function iosDebug(parts: IosDebugDeps): DebugFacet {
  return {
    limitations,
    ...(parts.virtualUdid !== undefined && { closedBecause: noProcess }),
    async processes(op, appId) {
      checkAppId(appId);
      return await processesOf(op, parts, appId);
    },
  };
}

async function processesOf(op: Operation, parts: IosDebugDeps, appId: string): Promise<DebugProcesses> {
  const { apps, run, environment } = parts;
  const pids = await apps.pids(op, appId);
  if (pids.length === 0) {
    if (await apps.installed(op, appId)) return { attachable: [], closed: [] };
    throw new Fault('APP_NOT_INSTALLED', `${appId} is not installed.`);
  }
  const running = await runningProcesses(op, pids, { run, env: environment });
  const attachable = pids.flatMap((pid): DebugProcess[] => {
    const process = running.get(pid);
    if (!process || !isOf(process.commandLine, parts.virtualUdid)) return [];
    return [{ pid, processName: nameOf(process.commandLine), start: process.startedAt }];
  });
  const closed = parts.virtualUdid === undefined || attachable.length > 0 ? [] : pids;
  return { attachable, closed: closed.map((pid) => ({ pid, processName: appId, start: null })) };
}

/** An app runs from a bundle, those that were installed from one below their simulator's folder. */
function isOf(commandLine: string, udid: string | undefined): boolean {
  return commandLine.includes(udid === undefined ? '.app/' : `/Devices/${udid}/`);
}

/** The executable without its folders and arguments. */
function nameOf(commandLine: string): string {
  const [program = ''] = commandLine.split(' ');
  return program.slice(program.lastIndexOf('/') + 1);
}

export const realDeviceDebug =
  'This server does not debug apps on real devices, which needs a tunnel to the debugserver of the device and a development-signed build. Use Xcode, or a simulator';

const noProcess = {
  message: 'runs on a virtual iPhone, and not as a process of this computer.',
  nextStep:
    'Only the shop has a process, where a C++ compiler and LLDB are installed (Debian: apt install g++ lldb): install them, then call start_app for com.example.shop.',
};
