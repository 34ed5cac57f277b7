/** What this server changed on a device and the value before, so that it can be restored: the first value counts. */
import type { SettingChange } from '../devices/port/settings.ts';

export class SettingChanges {
  readonly #first = new Map<string, SettingChange>();

  /** `scope` distinguishes several values of one name (the language of each app). */
  remember(change: SettingChange, scope = ''): void {
    const key = `${change.name} ${scope}`;
    const first = this.#first.get(key);
    this.#first.set(key, first ? { ...first, new: change.new } : change);
  }

  /** Newest change first, the order in which they are undone. */
  all(): readonly SettingChange[] {
    return [...this.#first.values()].reverse();
  }

  /** One of `all`; the same setting of other apps stays. */
  forget(change: SettingChange): void {
    for (const [key, known] of this.#first) if (known === change) this.#first.delete(key);
  }
}
