/** One sequence of revision numbers for all devices of a process, so that a number names one tree of one device. */

/** Numbers are only looked up while their trees are retained: eight per device. */
const remembered = 1_000;

export class Revisions {
  #last = 0;
  readonly #owners = new Map<number, string>();

  /** The next number, for a tree of this device. */
  next(deviceKey: string): number {
    const revision = ++this.#last;
    this.#owners.set(revision, deviceKey);
    this.#owners.delete(revision - remembered);
    return revision;
  }

  /** The device whose tree has this number; null when it is unknown or no longer retained. */
  ownerOf(revision: number): string | null {
    return this.#owners.get(revision) ?? null;
  }
}
