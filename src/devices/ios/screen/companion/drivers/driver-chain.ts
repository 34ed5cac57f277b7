/**
 * Which way is used now: the first that works, in the order of speed. One that failed twice for reasons of its own is
 * passed over for a while. An input that may have arrived by one way is never sent by another.
 */

import type { Clock } from '@mobile-debug/core/clock.ts';
import { Fault } from '@mobile-debug/core/fault.ts';
import type { Operation } from '@mobile-debug/core/operation.ts';
import { isTransportProblem, type TransportProblem } from '../../../../port/transport-problem.ts';
import { throwTelling } from '../../../lost-device.ts';
import type { ScreenDriver } from './driver.ts';

/** Consecutive failures after which a driver is skipped. */
const patience = 2;
/** A skipped driver is tried again after this time: companions come back, programs get installed [O1]. */
const banMs = 30_000;

interface Standing {
  failures: number;
  /** Monotonic time until which it is passed over. */
  until: number;
  problem: TransportProblem | null;
}

export interface Pass {
  /** Drivers that were tried or skipped before, and why. */
  readonly detail: readonly string[];
}

export class DriverChain {
  readonly drivers: readonly ScreenDriver[];
  readonly #clock: Clock;
  readonly #onLost: (() => void) | undefined;
  readonly #standings = new Map<ScreenDriver, Standing>();

  /** `onLost` is told of a fault that says the device may not be what it was. */
  constructor(drivers: readonly ScreenDriver[], clock: Clock, onLost?: () => void) {
    this.drivers = drivers;
    this.#clock = clock;
    this.#onLost = onLost;
  }

  /** Why the best driver is not used and how to enable it; null when it is used. */
  get advice(): string | null {
    const [best] = this.drivers;
    const problem = best && this.#standings.get(best)?.problem;
    if (!problem) return null;
    return problem.fix === null ? problem.message : `${problem.message} ${problem.fix}`;
  }

  /**
   * The work by the first way that does it. Faults of the work pass. When no way is left: TOOL_NOT_FOUND or
   * DEVICE_UNAVAILABLE with what each of them said; DEVICE_UNAVAILABLE at once when an input may have arrived. Ways that
   * are not `able` are left out.
   */
  async use<T>(
    op: Operation,
    work: (driver: ScreenDriver, pass: Pass) => Promise<T>,
    able: (driver: ScreenDriver) => boolean = () => true,
  ): Promise<T> {
    const done = this.#first(op, work, able);
    return await done.catch((error: unknown) => throwTelling(this.#onLost, error));
  }

  async #first<T>(
    op: Operation,
    work: (driver: ScreenDriver, pass: Pass) => Promise<T>,
    able: (driver: ScreenDriver) => boolean,
  ): Promise<T> {
    const problems: { readonly driver: ScreenDriver; readonly problem: TransportProblem }[] = [];
    for (const driver of this.#order().filter(able)) {
      try {
        const detail = problems.map((each) => `${each.driver.name}: ${each.problem.message}`);
        const result = await work(driver, { detail });
        this.#standings.delete(driver);
        return result;
      } catch (error) {
        if (!isTransportProblem(error, 'missing', 'broken')) throw error;
        this.#note(driver, error);
        if (error.mayHaveArrived) throw mayHaveArrived(error);
        problems.push({ driver, problem: error });
        op.check();
      }
    }
    throw noDriver(problems.map(({ problem }) => problem));
  }

  /** Begins what the first use of the best driver would wait for, unless it has just failed. */
  prepare(): void {
    const [best] = this.drivers;
    if (best && !this.#standings.has(best)) best.prepare?.();
  }

  async close(): Promise<void> {
    await Promise.all(this.drivers.map((driver) => driver.close()));
  }

  /** Drivers that are not skipped; all of them when every one is skipped, so that something is tried. */
  #order(): readonly ScreenDriver[] {
    const now = this.#clock.monotonicMs();
    const good = this.drivers.filter((driver) => (this.#standings.get(driver)?.until ?? now) <= now);
    return good.length > 0 ? good : this.drivers;
  }

  #note(driver: ScreenDriver, problem: TransportProblem): void {
    const failures = (this.#standings.get(driver)?.failures ?? 0) + 1;
    const out = problem.kind === 'missing' || failures >= patience;
    const until = this.#clock.monotonicMs() + (out ? banMs : 0);
    this.#standings.set(driver, { failures, until, problem });
  }
}

function mayHaveArrived(problem: TransportProblem): Fault {
  return new Fault(
    'DEVICE_UNAVAILABLE',
    `The connection failed while the input was being sent; it may have arrived: ${problem.message}`,
    { cause: problem, retryable: false, nextStep: 'Read the screen before trying again.' },
  );
}

/** Nothing was sent by any of them. */
function noDriver(problems: readonly TransportProblem[]): Fault {
  const [first] = problems;
  if (!first) {
    return new Fault('CAPABILITY_MISSING', 'None of the available iOS drivers supports this gesture.', {
      nextStep:
        'Install the newest companion (`brew install facebook/fb/idb`); real devices need WebDriverAgent: start it, set IOS_WDA_URL and use --ios-driver wda.',
    });
  }
  const allMissing = problems.every(({ kind }) => kind === 'missing');
  const words = problems.map(({ message }) => message).join(' ');
  const fix = problems.find((problem) => problem.fix !== null)?.fix;
  return new Fault(
    allMissing ? 'TOOL_NOT_FOUND' : 'DEVICE_UNAVAILABLE',
    `No iOS driver could reach this simulator. ${words}`,
    {
      cause: first,
      delivery: 'not_delivered',
      details: { tried: problems.map(({ message }) => message) },
      ...(typeof fix === 'string' && { nextStep: fix }),
    },
  );
}
