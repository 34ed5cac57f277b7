/** The AVDs of this computer, listed and started by the emulator program. */
import type { Environment } from '@mobile-debug/core/environment.ts';
import { Fault } from '@mobile-debug/core/fault.ts';
import type { Operation } from '@mobile-debug/core/operation.ts';
import { type Detached, startDetached } from '../../host/detached-process.ts';
import { runProcess } from '../../host/process.ts';
import { searchPaths } from '../../host/programs/tool-search.ts';
import { findTool } from '../../host/programs/tool-table.ts';
import type { DeviceImage, DeviceImages } from '../port/images.ts';

export interface AvdOptions {
  /** Of the emulator, and where it is searched for. */
  readonly environment: Environment;
  readonly platform: NodeJS.Platform;
}

/** Time in which a start that is going to fail (no KVM, no such AVD) says so [O1]. */
const earlyFailureMs = 1_500;

export class Avds implements DeviceImages {
  readonly #options: AvdOptions;
  /** Emulators that this server started, by the name of their AVD. */
  readonly #started = new Map<string, Detached>();

  constructor(options: AvdOptions) {
    this.#options = options;
  }

  async list(op: Operation): Promise<readonly DeviceImage[]> {
    const { stdout, stderr, exitCode } = await runProcess(op, {
      command: this.#emulator(),
      args: ['-list-avds'],
      env: this.#options.environment,
    });
    if (exitCode !== 0)
      throw new Fault('UNKNOWN', `emulator -list-avds failed: ${stderr.toString('utf8').slice(0, 300)}`);
    return avdNames(stdout.toString('utf8')).map((name) => ({ name, platform: 'android' }));
  }

  async boot(op: Operation, image: DeviceImage): Promise<void> {
    const { name } = image;
    const command = this.#emulator();
    const env = this.#options.environment;
    const args = ['-avd', name];
    this.#started.set(name, await startDetached(op, { command, args, env, earlyMs: earlyFailureMs }));
    this.#alive(image, true);
  }

  starting(image: DeviceImage): boolean {
    return this.#alive(image, false);
  }

  #alive({ name }: DeviceImage, early: boolean): boolean {
    const started = this.#started.get(name);
    const over = started?.over;
    if (!over) return started !== undefined;
    this.#started.delete(name);
    // Somebody closed it.
    if (!early && over.why === 'exit code 0') return false;
    const words = lastWords(over.words);
    throw new Fault(
      'UNKNOWN',
      `The emulator ${name} ${early ? 'exited at once' : 'ended while it was starting'}: ${over.why}.${words === '' ? '' : ` It said: ${words}`}`,
      {
        nextStep: `Do what its words name, or run \`${this.#emulator()} -avd ${name}\` in a terminal and check its output.`,
        details: { exit: over.why, output: over.words.slice(-1_500) },
      },
    );
  }

  async awaitBoot(): Promise<void> {}

  #emulator(): string {
    const { environment, platform } = this.#options;
    return findTool('emulator', searchPaths(environment, platform)).path;
  }
}

/** What tells the reason in the emulator's output; its other lines are about what it does [A19]. */
const telling = /\b(?:FATAL|PANIC|ERROR)\b|^(?:panic|fatal|error)\b|not found|unknown|failed|cannot|can't/i;
const mostLines = 3;
const mostChars = 600;

/** The last lines that tell a reason, else the last of all. */
export function lastWords(output: string): string {
  const lines = output
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '');
  const reasons = lines.filter((line) => telling.test(line));
  return (reasons.length > 0 ? reasons : lines).slice(-mostLines).join(' ').slice(0, mostChars);
}

/** `emulator -list-avds` mixes warnings (`INFO    | ...`) into its list [A19]. */
export function avdNames(output: string): string[] {
  return output
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => /^[\w.-]+$/.test(line));
}
