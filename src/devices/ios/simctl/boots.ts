/** Which boot of each simulator this is, as a number that grows, so that what was remembered of an earlier one is dropped. */
import type { SimulatorEntry } from './sim-list.ts';

interface Boot {
  readonly number: number;
  /** Time of the boot as the list has it; null where it does not tell. */
  readonly bootedAt: string | null;
  /** Booted in the last list. */
  listed: boolean;
  /** As listed, unless it is suspected to be gone. */
  here: boolean;
}

export class Boots {
  readonly #known = new Map<string, Boot>();

  /** From a list that was just read. A simulator that is not in it is gone. */
  learn(simulators: readonly Pick<SimulatorEntry, 'info' | 'lastBootedAt'>[]): void {
    const booted = new Map(
      simulators.filter(({ info }) => info.state === 'ready').map((entry) => [entry.info.id, entry]),
    );
    for (const [id, boot] of this.#known) {
      const { lastBootedAt } = booted.get(id) ?? { lastBootedAt: null };
      boot.listed &&= booted.has(id) && boot.bootedAt === lastBootedAt;
      boot.here = boot.listed;
    }
    for (const [id, { lastBootedAt }] of booted) {
      const before = this.#known.get(id);
      if (before?.listed) continue;
      const number = (before?.number ?? 0) + 1;
      this.#known.set(id, { number, bootedAt: lastBootedAt, listed: true, here: true });
    }
  }

  /** Not known to be there until the next list. */
  suspect(id: string): void {
    const boot = this.#known.get(id);
    if (boot) boot.here = false;
  }

  generation(id: string): number | null {
    return this.presence(id)?.number ?? null;
  }

  presence(id: string): Readonly<Boot> | null {
    const boot = this.#known.get(id);
    return boot?.here ? boot : null;
  }
}
