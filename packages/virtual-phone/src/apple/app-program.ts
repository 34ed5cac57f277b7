/**
 * Programs of this computer behind apps of simulators: an app of a real simulator is a process of the Mac, which a
 * debugger can attach to. Whoever has a compiler gives some; all other apps are processes of the model alone.
 */
import { chmodSync, copyFileSync, rmSync } from 'node:fs';
import type { Operation } from '@mobile-debug/core/operation.ts';
import { waitsVariable } from '../debuggee/checkout-cpp.ts';
import type { PhoneProgram } from '../phone/phone-program.ts';
import type { Phone } from '../phone/phone-types.ts';

export interface AppProgram extends PhoneProgram {
  /** By itself or by `end`; `crashed` when a signal of its own ended it. Never rejects. */
  readonly ended: Promise<'exited' | 'crashed'>;
}

export interface AppPrograms {
  /** Path of the program of an app. Null for an app without one, or where none can be made. */
  built(op: Operation, bundleId: string): Promise<string | null>;
  run(op: Operation, executable: string, env: Readonly<Record<string, string>>): Promise<AppProgram>;
}

export interface ProgramStart {
  readonly bundleId: string;
  /** Of the bundle; replaced by the program, so that the process goes by its path. */
  readonly executable: string;
  readonly env: Readonly<Record<string, string>>;
  /** It waits for a debugger before its first line. */
  readonly held: boolean;
}

export async function startProgram(
  op: Operation,
  programs: AppPrograms,
  { bundleId, executable, env, held }: ProgramStart,
): Promise<AppProgram | null> {
  const built = await programs.built(op, bundleId);
  if (built === null) return null;
  // One that runs cannot be overwritten, but its name can be given away.
  rmSync(executable, { force: true });
  copyFileSync(built, executable);
  chmodSync(executable, 0o755);
  return await programs.run(op, executable, { ...env, ...(held && { [waitsVariable]: '1' }) });
}

/** The app on the phone ends when its program does, and crashes when that crashed. */
export function endTogether(phone: Phone, packageName: string, program: AppProgram): void {
  void program.ended.then((how) => {
    if (!phone.processes.some(({ pid }) => pid === program.pid)) return;
    if (how === 'crashed') phone.crash(packageName, { native: true, message: 'ended by a signal' });
    else phone.killProcess(packageName);
  });
}
