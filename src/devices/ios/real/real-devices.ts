/**
 * The real devices that `devicectl` knows. Asking takes from half a second to many, and most computers have none: it is
 * asked beside the simulators, waited for only briefly, and its failures never spoil the list. Source: [S6].
 */
import type { Clock } from '@mobile-debug/core/clock.ts';
import { type Fault, isFault } from '@mobile-debug/core/fault.ts';
import { Operation } from '@mobile-debug/core/operation.ts';
import { readScratch, withScratchFolder } from '../../../host/scratch-folder.ts';
import type { Presence } from '../../port/device.ts';
import { Boots } from '../simctl/boots.ts';
import { runTool, type Xcrun } from '../simctl/run-xcrun.ts';
import { parseRealDevices, type RealDevice } from './real-device-list.ts';

export type { RealDevice } from './real-device-list.ts';

/** Devices are rarely plugged in; a changed state is noticed at the next action anyway [O1]. Limit of the list: [S10]. */
const ageMs = 15_000;
const limitMs = 20_000;
/** How long a listing waits for real devices; what arrives later is in the next listing [O1]. */
const patienceMs = 2_000;

export class RealDevices {
  readonly #clock: Clock;
  readonly #end: AbortSignal;
  #known: readonly RealDevice[] = [];
  #atMs: number | null = null;
  #asking: Promise<void> | null = null;
  /** Why the last asking failed; devices of the list before it are kept. */
  #problem: Fault | null = null;
  /** What an Xcode without `devicectl` said; it is not asked again. */
  #without: string | null = null;
  /** devicectl does not report boots of a real device; a disconnect and reconnect counts as one. */
  readonly #boots = new Boots();

  constructor(clock: Clock, end: AbortSignal) {
    this.#clock = clock;
    this.#end = end;
  }

  /** Fails only when `op` ends. */
  async list(op: Operation, xcrun: Xcrun, freshMs: number = ageMs): Promise<readonly RealDevice[]> {
    await this.#refresh(op, xcrun, Math.min(patienceMs, op.remainingMs / 2), freshMs);
    return this.#known;
  }

  get problem(): Fault | null {
    return this.#problem;
  }

  async find(op: Operation, xcrun: Xcrun, id: string): Promise<RealDevice | null> {
    const named = (): RealDevice | undefined =>
      this.#known.find(({ info, coreDeviceId }) => info.id === id || coreDeviceId === id);
    if (!named()) await this.#refresh(op, xcrun, op.remainingMs * 0.8);
    return named() ?? null;
  }

  generation(id: string): number | null {
    return this.#boots.generation(id);
  }

  presence(id: string): Presence | null {
    return this.#boots.presence(id);
  }

  async settled(): Promise<void> {
    await this.#asking;
  }

  async #refresh(op: Operation, xcrun: Xcrun, patience: number, freshMs: number = ageMs): Promise<void> {
    const fresh = this.#atMs !== null && this.#clock.monotonicMs() - this.#atMs < freshMs;
    if (this.#without !== null || (fresh && !this.#asking)) return;
    this.#asking ??= this.#ask(xcrun).finally(() => {
      this.#asking = null;
    });
    using bounded = op.within(patience);
    try {
      await bounded.race(this.#asking);
    } catch (error) {
      if (op.ended || !isFault(error)) throw error;
    }
  }

  async #ask(xcrun: Xcrun): Promise<void> {
    using own = Operation.start(limitMs * 1.5, { clock: this.#clock, signal: this.#end });
    try {
      await withScratchFolder(async (folder) => {
        const file = `${folder}/devices.json`;
        const args = ['devicectl', 'list', 'devices', '--json-output', file];
        const { stderr } = await runTool(own, xcrun, { args, limitMs });
        // As simctl and xcrun say it [S2].
        this.#without = /unable to find utility "devicectl".*/.exec(stderr.toString('utf8'))?.[0] ?? null;
        this.#problem = null;
        this.#learn(parseRealDevices((await readScratch(file)).toString('utf8')));
      });
    } catch (error) {
      // Keep the last known list of real devices; bugs are still rethrown.
      if (!isFault(error)) throw error;
      this.#problem = error;
    } finally {
      this.#atMs = this.#clock.monotonicMs();
    }
  }

  #learn(devices: readonly RealDevice[]): void {
    this.#known = devices;
    this.#boots.learn(devices.map(({ info }) => ({ info, lastBootedAt: null })));
  }
}
