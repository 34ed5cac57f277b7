/** Emulators and simulators that are installed on this computer: listing and starting them by their own programs. */
import { spawn } from 'node:child_process';
import { Fault, isFault } from '@mobile-debug/core/fault.ts';
import type { Operation } from '@mobile-debug/core/operation.ts';
import { type RunProgram, runProcess } from './process.ts';
import { placeSearch } from './programs/probe-tools.ts';
import { findTool, isForPlatform, type ToolName } from './programs/tool-places.ts';
import { asList, asObject, isAvailable, jsonIn } from './simctl-json.ts';
import { serviceRestarted, serviceRestartMs, simulatorTrouble } from './simulator-trouble.ts';
import { xcodeTrouble } from './xcode-trouble.ts';

export interface EmulatorImage {
  readonly name: string;
  readonly platform: 'android' | 'ios';
  readonly id?: string;
  readonly state?: string;
}

export interface EmulatorOptions {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly platform: NodeJS.Platform;
  readonly run?: RunProgram;
}

/** Time in which a start that is going to fail (no KVM, no such AVD) says so. */
const earlyFailureMs = 1_500;

/** A boot that somebody else began is awaited like an own one. */
const wantedState: Readonly<Record<string, RegExp>> = {
  boot: /in current state: Boot(?:ed|ing)\b/,
  // A race of the tool with itself: it says so although it was only to wait (SIM-02).
  bootstatus: /in current state: Booted\b/,
  shutdown: /in current state: Shut(?:down|ting Down)\b/,
};

export class Emulators {
  readonly #options: EmulatorOptions;

  constructor(options: EmulatorOptions) {
    this.#options = options;
  }

  /** AVDs, then simulators; what only one of the two cannot tell is left out. Faults: TOOL_NOT_FOUND, DEVICE_UNAVAILABLE, UNKNOWN. */
  async list(op: Operation): Promise<readonly EmulatorImage[]> {
    const [avds, simulators] = await Promise.all([orFault(this.#avds(op)), orFault(this.#simulators(op))]);
    if (avds instanceof Fault && simulators instanceof Fault) {
      // A broken Xcode is what its owner wants to hear of, more than of an emulator that was never there.
      throw simulators.code === 'UNKNOWN' || simulators.reason !== undefined ? simulators : avds;
    }
    return [avds, simulators].flatMap((images) => (images instanceof Fault ? [] : images));
  }

  async boot(op: Operation, { name, platform, id }: EmulatorImage): Promise<void> {
    if (platform === 'ios') return await this.#simctl(op, ['boot', id ?? name]);
    const command = this.#find('emulator');
    // Not a child to end with this server: the emulator is the user's, like one started from Android Studio.
    const child = spawn(command, ['-avd', name], {
      env: { ...this.#options.env },
      detached: true,
      stdio: ['ignore', 'ignore', 'ignore'],
    });
    child.unref();
    const ended = new Promise<string>((resolve) => {
      child.once('exit', (code) => resolve(`exit code ${code}`));
      child.once('error', (error) => resolve(error.message));
    });
    using early = op.within(earlyFailureMs);
    const words = await early.race(ended).catch((error: unknown) => {
      if (isFault(error, 'TIMEOUT') && !op.ended) return null;
      throw error;
    });
    if (words !== null) {
      throw new Fault('UNKNOWN', `The emulator ${name} ended at once: ${words}.`, {
        nextStep: `Run \`${command} -avd ${name}\` in a terminal and read what it says.`,
      });
    }
  }

  /** `bootstatus` can hang for good after a broken boot: the caller's time ends it. */
  async awaitBoot(op: Operation, { name, platform, id }: EmulatorImage): Promise<void> {
    if (platform === 'ios') await this.#simctl(op, ['bootstatus', id ?? name]);
  }

  async shutdown(op: Operation, { name, id }: EmulatorImage): Promise<void> {
    await this.#simctl(op, ['shutdown', id ?? name]);
  }

  async #avds(op: Operation): Promise<readonly EmulatorImage[]> {
    const { stdout, stderr, exitCode } = await this.#run(op, this.#find('emulator'), ['-list-avds']);
    if (exitCode !== 0)
      throw new Fault('UNKNOWN', `emulator -list-avds failed: ${stderr.toString('utf8').slice(0, 300)}`);
    return avdNames(stdout.toString('utf8')).map((name) => ({ name, platform: 'android' }));
  }

  async #simulators(op: Operation): Promise<readonly EmulatorImage[]> {
    const { stdout, stderr, exitCode } = await this.#xcrun(op, ['simctl', 'list', 'devices', '-j']);
    if (exitCode !== 0) throw simctlFault('list', stderr.toString('utf8'));
    return simulatorsOf(stdout.toString('utf8'));
  }

  async #simctl(op: Operation, args: readonly string[]): Promise<void> {
    const { stderr, exitCode } = await this.#xcrun(op, ['simctl', ...args]);
    const words = stderr.toString('utf8');
    const [verb = ''] = args;
    // Already there is what was wanted; the code differs by Xcode, the sentence does not.
    if (exitCode === 0 || wantedState[verb]?.test(words)) return;
    throw simctlFault(verb, words);
  }

  /** Once more when the service was restarted meanwhile: all that is asked here may be asked twice. */
  async #xcrun(op: Operation, args: readonly string[]) {
    const command = this.#find('xcrun');
    const first = await this.#run(op, command, args);
    if (first.exitCode === 0 || !serviceRestarted.says.test(first.stderr.toString('utf8'))) return first;
    await op.sleep(serviceRestartMs);
    return await this.#run(op, command, args);
  }

  async #run(op: Operation, command: string, args: readonly string[]) {
    const { env, run = runProcess } = this.#options;
    return await run(op, { command, args, env });
  }

  #find(name: ToolName): string {
    const { env, platform } = this.#options;
    if (!isForPlatform(name, platform) && !env['XCRUN_PATH']) {
      throw new Fault('TOOL_NOT_FOUND', `${name} exists on macOS only.`);
    }
    return findTool(name, placeSearch(env, platform)).path;
  }
}

function simctlFault(verb: string, words: string): Fault {
  const xcode = xcodeTrouble(words);
  if (xcode)
    return new Fault('TOOL_NOT_FOUND', xcode.problem, {
      nextStep: xcode.fix,
      reason: xcode.reason,
    });
  const said = words.trim().slice(0, 500);
  const trouble = simulatorTrouble(words);
  if (!trouble) return new Fault('UNKNOWN', `simctl ${verb} failed: ${said}`);
  const { code, problem, reason, nextStep, retryable } = trouble;
  return new Fault(code, problem, {
    reason,
    details: { said },
    ...(nextStep !== undefined && { nextStep }),
    ...(retryable !== undefined && { retryable }),
  });
}

/** `emulator -list-avds` mixes warnings (`INFO    | ...`) into its list. */
export function avdNames(output: string): string[] {
  return output
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => /^[\w.-]+$/.test(line));
}

/** `com.apple.CoreSimulator.SimRuntime.iOS-26-3`, in old lists `iOS 12.1`; the others are watches and televisions. */
const isIos = /(?:^|\.)iOS[- ]/;

/** Usable ones of `simctl list devices -j`, in every spelling of availability. */
export function simulatorsOf(json: string): EmulatorImage[] {
  const list = jsonIn(json);
  if (!list) throw new Fault('UNKNOWN', `simctl list answered what is no JSON: ${json.slice(0, 200)}`);
  return Object.entries(asObject(list['devices']) ?? {})
    .filter(([runtime]) => isIos.test(runtime))
    .flatMap(([, entries]) => asList(entries))
    .filter(isAvailable)
    .map((each) => ({
      name: String(each['name']),
      platform: 'ios' as const,
      id: String(each['udid']),
      state: String(each['state']).toLowerCase(),
    }));
}

async function orFault<T>(work: Promise<T>): Promise<T | Fault> {
  try {
    return await work;
  } catch (error) {
    if (isFault(error, 'TOOL_NOT_FOUND', 'DEVICE_UNAVAILABLE', 'UNKNOWN')) return error;
    throw error;
  }
}
