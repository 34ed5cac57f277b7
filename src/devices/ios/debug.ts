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
  'A thrown exception is seen where it is thrown: caught: true stops at every throw, whether a handler follows or not.',
  'Breakpoints name a file and line or a function; there are no classes to name.',
  'Locks are told only where the debug information of the lock is there.',
];

export interface IosDebugDeps {
  readonly apps: Pick<AppsFacet, 'pids' | 'installed'>;
  readonly run: RunProgram;
  readonly environment: Environment;
}

export function iosDebug(parts: IosDebugDeps): DebugFacet {
  return {
    limitations,
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
    if (!process) return [];
    return [{ pid, processName: nameOf(process.commandLine), start: process.startedAt }];
  });
  return { attachable, closed: [] };
}

/** The executable without its folders and arguments. */
function nameOf(commandLine: string): string {
  const [program = ''] = commandLine.split(' ');
  return program.slice(program.lastIndexOf('/') + 1);
}

export const realDeviceDebug =
  'Apps of a real device are not debugged by this server. It would need a tunnel to the debugserver of the device and a build that is signed for development; use Xcode, or a simulator.';

export const virtualDeviceDebug = 'Apps of a virtual iPhone are no processes that LLDB could attach to.';
