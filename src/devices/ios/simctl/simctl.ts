/**
 * Runs `xcrun simctl` for one simulator. One process per call, none kept; each verb has a limit of its own, because some
 * of them can hang for ever inside the system.
 */

import { Dispatch } from '@mobile-debug/core/dispatch.ts';
import { Fault, failedBecause, foreseen, isFault } from '@mobile-debug/core/fault.ts';
import type { Operation } from '@mobile-debug/core/operation.ts';
import type { Simctl, SimctlOptions } from '../ios-types.ts';
import { throwTelling } from '../lost-device.ts';
import { ToolFault } from '../tool-fault.ts';
import { runTool, type Xcrun } from './run-xcrun.ts';
import { parseSimulators, type SimulatorEntry } from './sim-list.ts';
import { saysError, serviceRestartMs, simctlFault } from './simctl-failures.ts';

/** Milliseconds, after the limits of other tools [S10]; verbs not named here get `usualLimitMs` [O1]. */
const limits: Readonly<Record<string, number>> = {
  list: 60_000,
  boot: 180_000,
  // As long as the caller has: it waits for the system and can hang for good after a broken boot.
  bootstatus: 600_000,
  shutdown: 60_000,
  install: 300_000,
  launch: 60_000,
  terminate: 15_000,
  io: 20_000,
  spawn: 60_000,
};
/** [O1] */
const usualLimitMs = 30_000;

/** One look at the list; it answers in a fraction of this where the service works [O1]. */
const stateLimitMs = 5_000;
const alsoSaidWhenOff = [
  'screen_not_up',
  'slow_after_boot',
  'hung',
  'killed',
  'open_refused',
  'not_known_to_system',
] as const;

/** Not repeated after a service restart: they may have been executed, and a repetition would be visible. */
const neverAgain: ReadonlySet<string> = new Set(['launch', 'openurl', 'push']);

export function simctlFor(udid: string, xcrun: Xcrun): Simctl {
  return {
    udid,
    async run(op, [verb = '', ...rest], options = {}) {
      const args = [verb, ...(options.flags ?? []), udid, ...rest];
      return await runSimctl(op, xcrun, { args, options, udid });
    },
  };
}

interface SimctlCall {
  /** As they are: the verb first. */
  readonly args: readonly string[];
  readonly options?: SimctlOptions;
  readonly udid?: string;
}

/** For verbs without a device as well. Asked a second time when the service was restarted meanwhile. */
export async function runSimctl(
  op: Operation,
  xcrun: Xcrun,
  call: SimctlCall,
): Promise<{ stdout: Buffer; stderr: string }> {
  try {
    return await runOnce(op, xcrun, call).catch(async (error: unknown) => {
      if (!failedBecause(error, 'service_restarted') || neverAgain.has(call.args[0] ?? '')) throw error;
      await op.sleep(serviceRestartMs);
      return await runOnce(op, xcrun, call);
    });
  } catch (error) {
    throwTelling(xcrun.onLost, await orShutDown(op, xcrun, { call, error }));
  }
}

/**
 * Some sentences are said right after a boot and of a simulator that is off alike: its state tells them apart. What
 * failed stays what it was where the state cannot be had in time.
 */
async function orShutDown(
  op: Operation,
  xcrun: Xcrun,
  { call, error }: { readonly call: SimctlCall; readonly error: unknown },
): Promise<unknown> {
  const { udid } = call;
  if (udid === undefined || op.ended || !isFault(error) || !failedBecause(error, ...alsoSaidWhenOff))
    return error;
  try {
    using short = op.within(Math.min(stateLimitMs, op.remainingMs));
    const { stdout } = await runOnce(short, xcrun, { args: ['list', '-j'] });
    const { simulators } = parseSimulators(stdout.toString('utf8'), { virtual: false });
    const found = simulators.find(({ info }) => info.id === udid);
    return found?.info.state === 'shutdown' ? shutDown(found, error) : error;
  } catch (failed) {
    foreseen(failed);
    return error;
  }
}

async function runOnce(
  op: Operation,
  xcrun: Xcrun,
  { args, options = {}, udid }: SimctlCall,
): Promise<{ stdout: Buffer; stderr: string }> {
  const [verb = ''] = args;
  const dispatch = Dispatch.of(op);
  const result = await runTool(op, xcrun, {
    args: ['simctl', ...args],
    options,
    limitMs: limits[verb] ?? usualLimitMs,
  });
  const stderr = result.stderr.toString('utf8');
  if (result.exitCode === 0 && !saysError(stderr)) {
    dispatch?.answered();
    return { stdout: result.stdout, stderr };
  }
  if (result.signal !== null) {
    const words = { tool: `simctl ${verb}`, said: stderr.slice(0, 2_000) };
    throw new ToolFault('DEVICE_UNAVAILABLE', `simctl ${verb} was killed by ${result.signal}.`, words, {
      reason: 'killed',
    });
  }
  // `spawn` passes on what the program in the simulator printed, which is not always on stderr.
  const words = stderr.trim() === '' ? result.stdout.toString('utf8', 0, 4_096) : stderr;
  const fault = simctlFault({
    verb,
    stderr: words,
    exitCode: result.exitCode,
    ...(udid !== undefined && { udid }),
  });
  // A refusal is an answer; a service that went away in the middle gave none, and what is off cannot.
  if (fault.reason !== 'service_restarted' && fault.delivery !== 'not_delivered') dispatch?.answered();
  throw fault;
}

function shutDown({ info, word }: SimulatorEntry, cause: Fault): Fault {
  const { delivery } = cause;
  return new Fault('DEVICE_UNAVAILABLE', `${info.id} is ${word.toLowerCase()}.`, {
    reason: 'wrong_state',
    cause,
    details: { state: word },
    nextStep: 'Start it with manage_emulator and wait until list_devices shows it as booted.',
    ...(delivery && { delivery }),
  });
}
