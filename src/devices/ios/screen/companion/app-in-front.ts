/** Which app the root of a tree belongs to: by its process id, else by its name. Each is asked once. */

import { isFault } from '@mobile-debug/core/fault.ts';
import type { Operation } from '@mobile-debug/core/operation.ts';
import { TransportProblem } from '../../../port/transport-problem.ts';
import type { AppNames } from '../../ios-types.ts';
import type { AxReading } from '../ax/ax-json.ts';
import { isSpringBoard, springBoard } from '../ax/ax-screen.ts';
import type { ScreenDriver } from './drivers/driver.ts';

/** Names of a device in use; beyond that it begins anew rather than grow. */
const mostKept = 256;

export class AppInFront {
  readonly #names: AppNames;
  /** By `pid:N` or `name:X`; null for what nobody could name. */
  readonly #known = new Map<string, string | null>();

  constructor(names: AppNames) {
    this.#names = names;
  }

  /** A process id may have belonged to another app before. */
  noteLaunch(appId: string, pid: number | null): void {
    if (pid !== null) this.#keep(`pid:${pid}`, appId);
  }

  /** Bundle identifier; null when nobody knows. No question for an app that was in front before. */
  async of(op: Operation, reading: AxReading, driver: ScreenDriver): Promise<string | null> {
    const [root] = reading.roots;
    if (!root) return null;
    const name = root.label?.trim() ?? '';
    const key = root.pid !== null ? `pid:${root.pid}` : `name:${name}`;
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const found =
      (root.pid !== null ? await this.#byPid(op, root.pid, driver) : null) ?? (await this.#byName(op, name));
    const appId = found ?? (isSpringBoard(reading) ? springBoard : null);
    this.#keep(key, appId);
    return appId;
  }

  async #byPid(op: Operation, pid: number, driver: ScreenDriver): Promise<string | null> {
    const running = await quietly(async () => (await driver.running?.(op)) ?? null);
    return running?.get(pid) ?? (await quietly(() => this.#names.byPid(op, pid)));
  }

  async #byName(op: Operation, name: string): Promise<string | null> {
    return name === '' ? null : await quietly(() => this.#names.byName(op, name));
  }

  #keep(key: string, appId: string | null): void {
    if (this.#known.size >= mostKept) this.#known.clear();
    this.#known.set(key, appId);
  }
}

/** A name is no condition of a reading; only the end of the operation is. */
async function quietly<T>(ask: () => Promise<T | null>): Promise<T | null> {
  try {
    return await ask();
  } catch (error) {
    const unnamed =
      error instanceof TransportProblem || (isFault(error) && !isFault(error, 'TIMEOUT', 'CANCELLED'));
    if (!unnamed) throw error;
    return null;
  }
}
