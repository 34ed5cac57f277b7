/** The AVDs of this computer, listed and started by the emulator program. */
import type { Environment } from '@mobile-debug/core/environment.ts';
import { Fault } from '@mobile-debug/core/fault.ts';
import type { Operation } from '@mobile-debug/core/operation.ts';
import { startDetached } from '../../host/detached-process.ts';
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

  async boot(op: Operation, { name }: DeviceImage): Promise<void> {
    const command = this.#emulator();
    const env = this.#options.environment;
    const ended = await startDetached(op, { command, args: ['-avd', name], env, earlyMs: earlyFailureMs });
    if (ended === null) return;
    throw new Fault('UNKNOWN', `The emulator ${name} exited at once: ${ended}.`, {
      nextStep: `Run \`${command} -avd ${name}\` in a terminal and check its output.`,
    });
  }

  async awaitBoot(): Promise<void> {}

  #emulator(): string {
    const { environment, platform } = this.#options;
    return findTool('emulator', searchPaths(environment, platform)).path;
  }
}

/** `emulator -list-avds` mixes warnings (`INFO    | ...`) into its list [A19]. */
export function avdNames(output: string): string[] {
  return output
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => /^[\w.-]+$/.test(line));
}
