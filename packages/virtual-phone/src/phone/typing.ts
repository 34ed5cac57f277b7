/** Text entry: which field has the focus, what keys and pasted text do to it, the keyboard. */
import type { DeviceState } from './device-state.ts';
import { type Box, walk } from './layout.ts';
import { deleteBack, deleteForward, type Edited, edited, insert, move } from './text-edit.ts';
import { viewName } from './view-nodes.ts';
import type { FieldSpec } from './view-spec.ts';
import type { Overlays, ShownWindow, Windows } from './windows.ts';

export interface FocusedField {
  readonly window: ShownWindow;
  readonly box: Box;
  readonly field: FieldSpec;
}

export class Typing {
  readonly #state: DeviceState;
  readonly #windows: Windows;
  readonly #overlays: Overlays;
  readonly #unanswered: (window: ShownWindow) => void;

  /** `unanswered` hears of keys for an app that hangs. */
  constructor(
    state: DeviceState,
    windows: Windows,
    overlays: Overlays,
    unanswered: (window: ShownWindow) => void,
  ) {
    this.#unanswered = unanswered;
    this.#state = state;
    this.#windows = windows;
    this.#overlays = overlays;
  }

  focused(): FocusedField | null {
    const window = this.#windows.focused();
    if (!window || window.views.focusedKey === null || window.owner?.app.frozen) return null;
    for (const box of walk(window.root)) {
      const { field } = box.spec;
      if (field && box.key === window.views.focusedKey && box.spec.enabled !== false)
        return { window, box, field };
    }
    return null;
  }

  /** Name of the focused view for the record. */
  name(): string | null {
    const focused = this.focused();
    return focused && viewName(focused.box, focused.window.packageName);
  }

  /** Whether a field has the focus that holds something. */
  hasText(): boolean {
    const focused = this.focused();
    return (
      focused !== null && focused.window.views.field(focused.box.key, focused.field.initial ?? '').text !== ''
    );
  }

  focus(window: ShownWindow, box: Box): void {
    const { field } = box.spec;
    if (!field || box.spec.enabled === false) return;
    window.views.focusField(box.key);
    if (field.yields) {
      this.focusNext();
      return;
    }
    const at = window.views.field(box.key, field.initial ?? '');
    window.views.fields.set(box.key, edited(at.text));
    this.#overlays.keyboardShown = true;
    this.#overlays.numericKeys = field.numeric ?? false;
    this.#state.transition();
    this.#reveal();
  }

  /** The keyboard took room: the scroller around the focused field brings it back into sight. */
  #reveal(): void {
    const focused = this.focused();
    if (!focused) return;
    const { window, box } = focused;
    for (const scroller of walk(window.root)) {
      if (scroller.spec.scroll !== 'vertical' || ![...walk(scroller)].includes(box)) continue;
      const hidden = Math.min(box.bounds[3] - scroller.clip[3], box.bounds[1] - scroller.clip[1]);
      if (hidden <= 0) continue;
      const at = window.views.scrolled.get(scroller.key) ?? 0;
      window.views.scrolled.set(scroller.key, Math.min(scroller.scrollRange, at + hidden));
      this.#state.changed();
    }
  }

  /** Moves the focus to the next field of the window, as the tab key does. */
  focusNext(): void {
    const window = this.#windows.focused();
    if (!window) return;
    const fields = [...walk(window.root)].filter((box) => box.spec.field && box.spec.enabled !== false);
    const at = fields.findIndex((box) => box.key === window.views.focusedKey);
    const next = fields[(at + 1) % (fields.length || 1)];
    if (next) this.focus(window, next);
  }

  hideKeyboard(): void {
    if (!this.#overlays.keyboardShown) return;
    this.#overlays.keyboardShown = false;
    this.#state.transition();
  }

  type(text: string): boolean {
    if (!this.focused()?.field.passesOn) return this.#insert(text);
    return [...text].map((character) => this.#insert(character)).every((done) => done);
  }

  #insert(text: string): boolean {
    return this.#edit((at, field) =>
      insert(at, field.multiLine ? text : text.replaceAll('\n', ' '), field.maxLength),
    );
  }

  replace(text: string): boolean {
    return this.#edit((at, field) => insert(move(at, 'all'), text, field.maxLength));
  }

  deleteBack(): void {
    this.#edit(deleteBack);
  }

  deleteForward(): void {
    this.#edit(deleteForward);
  }

  move(where: 'left' | 'right' | 'start' | 'end' | 'all'): void {
    this.#edit((at) => move(at, where));
  }

  /** What is selected, null when nothing is or it may not be read. */
  selection(): string | null {
    const focused = this.focused();
    const at = focused?.window.views.fields.get(focused.box.key);
    if (!focused || !at || at.start === at.end || focused.field.password) return null;
    return at.text.slice(at.start, at.end);
  }

  enter(): void {
    const focused = this.focused();
    if (!focused) return;
    if (focused.field.multiLine) this.type('\n');
    else this.submit();
  }

  submit(): void {
    const focused = this.focused();
    this.hideKeyboard();
    focused?.field.onSubmit?.();
    if (focused?.field.commits) {
      const { window, box, field } = focused;
      const held = focused.field.commits(window.views.field(box.key, field.initial ?? '').text);
      window.views.fields.set(box.key, edited(held));
      window.views.focusedKey = null;
    }
    this.#state.changed();
  }

  #edit(change: (at: Edited, field: FieldSpec) => Edited): boolean {
    const focused = this.focused();
    const front = this.#windows.focused();
    if (front?.owner?.app.frozen) this.#unanswered(front);
    if (!focused) return false;
    const { window, box, field } = focused;
    const was = window.views.field(box.key, field.initial ?? '');
    const changed = change(was, field);
    // Apps format what changed; a selection is no change.
    const formats = field.format && changed.text !== was.text;
    const is = formats && field.format ? edited(field.format(changed.text)) : changed;
    window.views.fields.set(box.key, is);
    this.#state.changed();
    if (is.text !== was.text) field.onChange?.(is.text);
    if (field.passesOn && is.text.length >= (field.maxLength ?? 1)) this.focusNext();
    return true;
  }
}
