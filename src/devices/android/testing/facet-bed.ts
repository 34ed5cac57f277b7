/** For tests only: an AdbDevice whose shell a test scripts; it tells dispatches as the real one does. */
import { Dispatch } from '@mobile-debug/core/dispatch.ts';
import type { Operation } from '@mobile-debug/core/operation.ts';
import type { AdbDevice, ShellResult } from '../adb/adb-types.ts';

export interface ScriptedAdb extends AdbDevice {
  /** Every command line, as it came. */
  readonly lines: string[];
}

/** `run` answers each command of a batch (or a whole line) with its text, or with a whole result. */
export function scriptedAdb(run: (command: string) => string | ShellResult | undefined): ScriptedAdb {
  const lines: string[] = [];
  const refuse = async (): Promise<never> => {
    throw new Error('not scripted');
  };
  return {
    serial: 'scripted',
    features: new Set(['shell_v2']),
    lines,
    async shell(op: Operation, line: string): Promise<ShellResult> {
      op.check();
      Dispatch.of(op)?.sending();
      lines.push(line);
      const cut = /; echo (cut_\w+); /.exec(line)?.[1];
      const commands = cut === undefined ? [line] : line.split(`; echo ${cut}; `);
      const answers = commands.map((command) => run(command.replace(/ 2>&1$/, '')) ?? '');
      const [only] = answers;
      Dispatch.of(op)?.answered();
      if (answers.length === 1 && typeof only === 'object') return only;
      return result(answers.map((answer) => (typeof answer === 'string' ? answer : '')).join(`${cut}\n`));
    },
    exec: refuse,
    command: refuse,
    open: refuse,
    forward: refuse,
    removeForward: refuse,
  };
}

export function result(stdout: string, exitCode = 0, stderr = ''): ShellResult {
  return { stdout: Buffer.from(stdout), stderr: Buffer.from(stderr), exitCode };
}
