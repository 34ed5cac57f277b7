/** What a window remembers between drawings: scroll positions, field texts and selections, the focus. */
import { type Edited, edited } from './text-edit.ts';

export class ViewState {
  /** Pixels scrolled, by view key. */
  readonly scrolled = new Map<string, number>();
  readonly fields = new Map<string, Edited>();
  /** Of a field. */
  focusedKey: string | null = null;
  /** Where a view stands that is no field and has the focus: rows of a list may share their key. */
  focusedPath: string | null = null;

  focusField(key: string): void {
    this.focusedKey = key;
    this.focusedPath = null;
  }

  focusView(path: string): void {
    this.focusedKey = null;
    this.focusedPath = path;
  }

  hasFocus(view: { readonly key: string; readonly path: string }): boolean {
    return this.focusedPath === null ? this.focusedKey === view.key : this.focusedPath === view.path;
  }

  field(key: string, initial: string): Edited {
    const known = this.fields.get(key);
    if (known) return known;
    const fresh = edited(initial);
    this.fields.set(key, fresh);
    return fresh;
  }
}
