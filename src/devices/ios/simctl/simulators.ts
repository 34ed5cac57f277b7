/** The simulators of this Mac as images: listed, booted and shut down by `simctl`, running or not. */
import { failedBecause } from '@mobile-debug/core/fault.ts';
import type { Operation } from '@mobile-debug/core/operation.ts';
import type { DeviceImage, DeviceImages } from '../../port/images.ts';
import type { Xcrun } from './run-xcrun.ts';
import type { SimulatorList } from './sim-list.ts';
import { runSimctl } from './simctl.ts';

export interface SimulatorDeps {
  /** TOOL_NOT_FOUND where there is no Xcode. */
  xcrun(): Xcrun;
  /** As they are now, not from memory. */
  list(op: Operation): Promise<SimulatorList>;
  /** Told that a simulator is not what it was. */
  onChange(id: string): void;
}

export class Simulators implements DeviceImages {
  readonly #deps: SimulatorDeps;

  constructor(deps: SimulatorDeps) {
    this.#deps = deps;
  }

  /** Those that can be used. */
  async list(op: Operation): Promise<readonly DeviceImage[]> {
    const { simulators } = await this.#deps.list(op);
    return simulators
      .filter(({ available }) => available)
      .map(({ info, word }) => ({
        name: info.model ?? info.id,
        platform: 'ios',
        id: info.id,
        state: word.toLowerCase(),
      }));
  }

  /** A boot that somebody else began is awaited like an own one. */
  async boot(op: Operation, image: DeviceImage): Promise<void> {
    await this.#run(op, 'boot', image);
  }

  /** `bootstatus` can hang for good after a broken boot: the caller's time ends it. */
  async awaitBoot(op: Operation, image: DeviceImage): Promise<void> {
    await this.#run(op, 'bootstatus', image);
  }

  async shutdown(op: Operation, image: DeviceImage): Promise<void> {
    await this.#run(op, 'shutdown', image);
  }

  async #run(op: Operation, verb: 'boot' | 'bootstatus' | 'shutdown', { id, name }: DeviceImage) {
    const udid = id ?? name;
    try {
      await runSimctl(op, this.#deps.xcrun(), { args: [verb, udid], udid });
    } catch (error) {
      // Already there is what was wanted.
      if (!failedBecause(error, 'already_booted', 'already_off')) throw error;
    } finally {
      if (verb !== 'bootstatus') this.#deps.onChange(udid);
    }
  }
}
