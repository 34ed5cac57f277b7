/** What a verb of simctl gets, and the ways in which all verbs say that something is wrong. */
import { notBooted } from '../apps.ts';
import { exitCodeOf, type Failure, simctlText } from '../failure.ts';
import type { FaultMoment } from '../fault-script.ts';
import { type FlagRules, type Flags, readFlags } from '../flags.ts';
import type { Outcome, ProgramContext } from '../program.ts';
import type { SimulatedMac } from '../simulated-mac.ts';
import type { Simulator } from '../simulator.ts';

/** Of wrong arguments: EINVAL. Not confirmed on a Mac. */
export const wrongUse = 22;
const unknownDevice = 148;

export interface SimctlCall {
  readonly context: ProgramContext;
  readonly mac: SimulatedMac;
  readonly verb: Verb;
  /** What follows the verb. */
  readonly args: readonly string[];
}

export interface Verb {
  readonly name: string;
  /** `simctl boot <device> [--arch=<arch>]` without its first word. */
  readonly usage: string;
  readonly run: (call: SimctlCall) => Promise<number> | number;
}

export function say(call: SimctlCall, text: string): void {
  call.context.stdout.write(text);
}

export function complain(call: SimctlCall, text: string): void {
  call.context.stderr.write(text);
}

export function momentOf(call: SimctlCall, udid?: string): FaultMoment {
  const { tool, args } = call.context;
  return { tool, command: [tool, ...args].join(' '), ...(udid === undefined ? {} : { udid }) };
}

export function refuse(call: SimctlCall, problem: string): number {
  complain(call, `${problem}\nUsage: simctl ${call.verb.usage}\n`);
  return wrongUse;
}

export function fail(call: SimctlCall, failure: Failure): number {
  complain(call, simctlText(failure));
  return exitCodeOf(failure);
}

/** Prints nothing when it went well. */
export function settle(call: SimctlCall, outcome: Outcome<unknown>): number {
  return outcome.ok ? 0 : fail(call, outcome.failure);
}

/** The flags, or the exit code after the refusal. */
export function flagsOf(call: SimctlCall, options: FlagRules, least = 0, most = 1_000): Flags | number {
  const flags = readFlags(call.args, options);
  if (typeof flags === 'string') return refuse(call, `Unrecognized option: ${flags}`);
  const { length } = flags.operands;
  if (length < least) return refuse(call, 'Missing argument.');
  return length > most ? refuse(call, `Unexpected argument: ${flags.operands[most] ?? ''}`) : flags;
}

/** By udid, name, or `booted`; or the exit code after the complaint. */
export function deviceOf(call: SimctlCall, wanted: string | undefined): Simulator | number {
  if (wanted === undefined) return refuse(call, 'Missing device.');
  const { mac } = call;
  if (wanted === 'booted') {
    const booted = mac.simulators.find(({ state }) => state === 'Booted');
    if (booted) return booted;
    complain(call, 'No devices are booted.\n');
    return unknownDevice;
  }
  const found = mac.simulator(wanted) ?? mac.simulators.find(({ name }) => name === wanted);
  if (found) return found;
  complain(call, `Invalid device: ${wanted}\n`);
  return unknownDevice;
}

/** Like `deviceOf`, but a device that is off is refused. */
export function runningDeviceOf(call: SimctlCall, wanted: string | undefined): Simulator | number {
  const device = deviceOf(call, wanted);
  if (typeof device === 'number') return device;
  const off = notBooted(device, 'lookup');
  return off ? fail(call, off) : device;
}
