/** What this server changed on a device and how it was before, so that it can be put back: the first state counts. */
import type { SettingChange } from '../devices/port/settings.ts';

export class SettingChanges {
  readonly #first = new Map<string, SettingChange>();

  /** `scope` tells apart what one name stands for several times (the language of each app). */
  remember(change: SettingChange, scope = ''): void {
    const key = `${change.name} ${scope}`;
    const first = this.#first.get(key);
    this.#first.set(key, first ? { ...first, new: change.new } : change);
  }

  /** Newest change first, as they are to be undone. */
  all(): readonly SettingChange[] {
    return [...this.#first.values()].reverse();
  }

  /** One of `all`; the same setting of other apps stays. */
  forget(change: SettingChange): void {
    for (const [key, known] of this.#first) if (known === change) this.#first.delete(key);
  }
}
