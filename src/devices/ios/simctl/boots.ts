/** Which boot of each simulator this is, as a number that grows, so that what was remembered of an earlier one is dropped. */
import type { SimulatorEntry } from './sim-list.ts';

interface Boot {
  readonly number: number;
  /** Time of the boot as the list has it; null where it does not tell. */
  readonly bootedAt: string | null;
  readonly here: boolean;
}

export class Boots {
  readonly #known = new Map<string, Boot>();
  readonly #suspects = new Set<string>();

  /** From a list that was just read. A simulator that is not in it is gone. */
  learn(simulators: readonly Pick<SimulatorEntry, 'info' | 'lastBootedAt'>[]): void {
    this.#suspects.clear();
    const booted = new Map(
      simulators.filter(({ info }) => info.state === 'ready').map((entry) => [entry.info.id, entry]),
    );
    for (const [id, boot] of this.#known) if (!booted.has(id)) this.#known.set(id, { ...boot, here: false });
    for (const [id, { lastBootedAt }] of booted) {
      const before = this.#known.get(id);
      const same = before?.here === true && before.bootedAt === lastBootedAt;
      if (!same)
        this.#known.set(id, { number: (before?.number ?? 0) + 1, bootedAt: lastBootedAt, here: true });
    }
  }

  /** Not known to be there until the next list. */
  suspect(id: string): void {
    this.#suspects.add(id);
  }

  generation(id: string): number | null {
    const boot = this.#known.get(id);
    return boot?.here && !this.#suspects.has(id) ? boot.number : null;
  }
}
