/** What a window remembers between drawings: scroll positions, field texts and selections, the focus. */
import { type Edited, edited } from './text-edit.ts';

export class ViewState {
  /** Pixels scrolled, by view key. */
  readonly scrolled = new Map<string, number>();
  readonly fields = new Map<string, Edited>();
  focusedKey: string | null = null;

  field(key: string, initial: string): Edited {
    const known = this.fields.get(key);
    if (known) return known;
    const fresh = edited(initial);
    this.fields.set(key, fresh);
    return fresh;
  }
}
