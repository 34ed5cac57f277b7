/** Runs a program of Xcode: its time limit, and what it means when it hangs or is missing. */
import { Dispatch } from '@mobile-debug/core/dispatch.ts';
import type { Environment } from '@mobile-debug/core/environment.ts';
import { Fault, isFault } from '@mobile-debug/core/fault.ts';
import type { Operation } from '@mobile-debug/core/operation.ts';
import { type ProcessResult, refuseNul } from '../../../host/process.ts';
import type { RunProgram, SimctlOptions } from '../ios-types.ts';

export interface Xcrun {
  readonly path: string;
  readonly environment: Environment;
  readonly run: RunProgram;
  /** Told of a fault that says the device may not be what it was. */
  readonly onLost?: () => void;
}

/** Any program of `xcrun`, whatever its exit code. A dispatch is told that it starts; whether it answered is the caller's to read. DEVICE_UNAVAILABLE when it outlasts `limitMs`. */
export async function runTool(
  op: Operation,
  { path, environment, run }: Xcrun,
  request: { args: readonly string[]; options?: SimctlOptions; limitMs: number },
): Promise<ProcessResult> {
  const { args, options = {}, limitMs } = request;
  // Both timers may fire in the same tick; the caller's end takes precedence.
  const limited = limitMs < op.remainingMs;
  using bounded = op.within(limitMs);
  refuseNul(args);
  Dispatch.of(op)?.sending();
  try {
    return await run(bounded, {
      command: path,
      args,
      env: { ...environment, ...options.env },
      ...(options.stdin !== undefined && { stdin: options.stdin }),
      ...(options.maxBytes !== undefined && { maxBytes: options.maxBytes }),
    });
  } catch (error) {
    if (isFault(error, 'TIMEOUT') && limited && !op.ended) throw hung(args, limitMs);
    if (isFault(error, 'TOOL_NOT_FOUND')) throw noXcrun(path);
    throw error;
  }
}

function hung(args: readonly string[], limitMs: number): Fault {
  const name = args.slice(0, 2).join(' ');
  return new Fault('DEVICE_UNAVAILABLE', `${name} did not answer within ${limitMs / 1_000} s.`, {
    nextStep: 'Check with list_devices whether the simulator is still running; restart it if this persists.',
    reason: 'hung',
    details: { tool: name },
  });
}

function noXcrun(path: string): Fault {
  return new Fault('TOOL_NOT_FOUND', `${path} does not exist or is not executable.`, {
    nextStep: 'Install Xcode; iOS simulators exist on macOS only.',
  });
}
