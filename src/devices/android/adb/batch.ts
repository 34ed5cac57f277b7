/** Several device commands in one round trip, each with its own output. Round trips cost more than bytes. */
import { randomId } from '@mobile-debug/core/ids.ts';
import type { Operation } from '@mobile-debug/core/operation.ts';
import type { AdbDevice, ShellOptions } from './adb-types.ts';

/**
 * Runs the command lines one after another, whatever the earlier ones answer, and gives the text of each (stdout and
 * stderr together, as the device printed them). Arguments inside must already be quoted.
 */
export async function runBatch(
  op: Operation,
  adb: AdbDevice,
  commands: readonly string[],
  options?: ShellOptions,
): Promise<readonly string[]> {
  return (await splitBatch(op, adb, commands, options)).parts;
}

export interface BatchAnswer {
  /** Fewer than there were commands when the shell itself ended before the last. */
  readonly parts: readonly string[];
  /** What the shell said, not its commands: that one of them was killed. */
  readonly shellWords: string;
  /** Of the last command. */
  readonly exitCode: number;
}

/** As `runBatch`, with what tells that a command or the shell was ended. */
export async function splitBatch(
  op: Operation,
  adb: AdbDevice,
  commands: readonly string[],
  options?: ShellOptions,
): Promise<BatchAnswer> {
  // Unguessable, so that no app can print it and shift the parts.
  const cut = randomId('cut');
  const line = commands.map((command) => `${command} 2>&1`).join(`; echo ${cut}; `);
  const { stdout, stderr, exitCode } = await adb.shell(op, line, options);
  const parts = stdout.toString('utf8').split(cut);
  return {
    parts: parts.map((part, at) => (at === 0 ? part : part.replace(/^\r?\n/, ''))),
    shellWords: stderr.toString('utf8'),
    exitCode,
  };
}
