/** One run of the helper from start to end: its preconditions, how readiness is detected, who is notified. */

import type { Clock } from '@mobile-debug/core/clock.ts';
import { Fault, isFault } from '@mobile-debug/core/fault.ts';
import { Operation } from '@mobile-debug/core/operation.ts';
import { isTransportProblem, TransportProblem } from '../../port/transport-problem.ts';
import type { AdbDevice } from '../adb/adb-types.ts';
import { HelperConnection } from './helper-connection.ts';
import { HelperSession } from './helper-session.ts';
import { helperPackages, Instrumentation } from './instrumentation.ts';

/** Port of the server on the device [T1]. It has no authentication. */
export const helperPort = 6790;

export interface HelperRun {
  readonly instrumentation: Instrumentation;
  readonly connection: HelperConnection;
  readonly session: HelperSession;
}

/** A run that is being started; several callers may wait for it. */
export interface Starting {
  /** Null when it did not come to be; rejects with a fault of the device. */
  readonly done: Promise<HelperRun | null>;
  abort(): Promise<void>;
}

// Chosen [O1]: the server listens 150 ms to 1 s after `am instrument` was started.
const foreignProbeMs = 1_000;
const pollsMs = [20, 40, 80, 160, 250];
const goodbyeMs = 700;

export async function packagesThere(op: Operation, adb: AdbDevice): Promise<boolean> {
  const { stdout } = await adb.command(op, ['pm', 'list', 'packages', helperPackages[0]]);
  const lines = new Set(stdout.toString('utf8').split(/\r?\n/));
  return helperPackages.every((name) => lines.has(`package:${name}`));
}

/**
 * Problems: `foreign` when somebody's server runs already (starting ours would end theirs), `occupied`, `busy`, `missing`,
 * `gone`, `wrong`. Whatever was begun is ended again when it fails.
 */
export async function startRun(op: Operation, adb: AdbDevice): Promise<HelperRun> {
  await refuseForeign(op, adb);
  const instrumentation = await Instrumentation.start(op, adb);
  const connection = new HelperConnection(adb, helperPort);
  try {
    await becomeReady(op, instrumentation, connection);
    return { instrumentation, connection, session: await HelperSession.open(op, connection) };
  } catch (error) {
    await connection.close();
    const ended = !instrumentation.running;
    await instrumentation.close();
    if (!ended) await forceStop(adb, op.clock);
    throw ended && error instanceof TransportProblem ? instrumentation.problem() : error;
  }
}

export interface Stopping {
  readonly adb: AdbDevice;
  readonly clock: Clock;
  /** Ends it by its own command first; a helper that hangs is killed. */
  readonly orderly: boolean;
}

/** Never throws for what is wrong with the helper or the device. Afterwards UiAutomation is free. */
export async function stopRun(run: HelperRun, { adb, clock, orderly }: Stopping): Promise<void> {
  const { instrumentation, connection, session } = run;
  if (orderly && instrumentation.running) {
    using op = Operation.start(goodbyeMs, { clock });
    await unlessBroken(async () => {
      await session.end(op);
      await op.race(instrumentation.ended);
    });
  }
  await connection.close();
  const stubborn = instrumentation.running;
  await instrumentation.close();
  if (stubborn) await forceStop(adb, clock);
}

/** Appium or another instance of this server is running; starting our helper would kill theirs without notice. */
async function refuseForeign(op: Operation, adb: AdbDevice): Promise<void> {
  if (!(await isServed(op, adb))) return;
  // Any program on the port could claim to be the server; its process name cannot be imitated by another app.
  const { stdout } = await adb.command(op, ['pidof', helperPackages[0]]);
  throw /^\d/.test(stdout.toString('utf8').trim())
    ? new TransportProblem(
        'foreign',
        'not_delivered',
        'A UiAutomator2 server that is not ours runs on the device and was left alone: Appium, or another copy of this server, which disconnects after a while without use (--helper-idle-seconds).',
      )
    : new TransportProblem(
        'occupied',
        'not_delivered',
        `Something that is not the helper listens on port ${helperPort} of the device; it was left alone.`,
      );
}

async function isServed(op: Operation, adb: AdbDevice): Promise<boolean> {
  const connection = new HelperConnection(adb, helperPort);
  using part = op.within(foreignProbeMs);
  try {
    await HelperSession.ready(part, connection);
  } catch (error) {
    if (isTransportProblem(error, 'gone')) return false;
    if (error instanceof Fault && (!isFault(error, 'TIMEOUT') || op.ended)) throw error;
  } finally {
    await connection.close();
  }
  return true;
}

async function becomeReady(
  op: Operation,
  instrumentation: Instrumentation,
  connection: HelperConnection,
): Promise<void> {
  for (let poll = 0; ; poll++) {
    if (!instrumentation.running) throw instrumentation.problem();
    try {
      if (await HelperSession.ready(op, connection)) return;
    } catch (error) {
      if (!isTransportProblem(error, 'gone')) throw error;
    }
    await Promise.race([op.sleep(pollsMs[Math.min(poll, pollsMs.length - 1)] ?? 250), instrumentation.ended]);
  }
}

/** Only after a run of our own, so that another client's server is never ended. */
async function forceStop(adb: AdbDevice, clock: Clock): Promise<void> {
  using op = Operation.start(1_000, { clock });
  await unlessBroken(async () => {
    for (const name of helperPackages) await adb.command(op, ['am', 'force-stop', name]);
  });
}

/** Best-effort goodbye: the session is ended right after it anyway. */
async function unlessBroken(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof TransportProblem || error instanceof Fault)) throw error;
  }
}

// Chosen [O1]. The minimum a dump needs, which starting and reading leave of the budget for that fallback.
const dumpReserveMs = 3_000;
const shortestStartMs = 1_000;

export const patience = {
  /**
   * How long a reading waits for a start: as long as a dump can still follow. In a budget that is too short for both the
   * start is the better bet (null), because it usually takes less than a second and serves all readings after it.
   */
  forStart(op: Operation): number | null {
    const shareMs = op.remainingMs - dumpReserveMs;
    return shareMs >= shortestStartMs ? shareMs : null;
  },
  /** How long a reading may take, so that a dump can still follow where there is time for both. */
  forRead: (op: Operation): number => Math.max(op.remainingMs - dumpReserveMs, op.remainingMs / 2),
} as const;
