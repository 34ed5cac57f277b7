/** Which windows the display shows, bottom to top, laid out and kept until something changes. Their content is `window-drafts.ts`. */
import type { Activity } from './activity.ts';
import type { DeviceState } from './device-state.ts';
import { type Frame, frameOf } from './frame.ts';
import { layOut } from './layout.ts';
import type { Tasks } from './tasks.ts';
import { ViewState } from './view-state.ts';
import {
  activityDraft,
  anrDraft,
  type Draft,
  type DraftSource,
  dialogDraft,
  foreignDraft,
  keyboardDraft,
  lockDraft,
  navigationBarDraft,
  type Overlays,
  popupDraft,
  type ShownWindow,
  type SystemActions,
  type SystemTokens,
  secondDisplayDraft,
  shadeDraft,
  statusBarDraft,
  toastDraft,
} from './window-drafts.ts';

export type { Overlays, ShownWindow, SystemActions } from './window-drafts.ts';

export class Windows {
  readonly gestures: boolean;
  readonly #state: DeviceState;
  readonly #tasks: Tasks;
  readonly #overlays: Overlays;
  readonly #actions: SystemActions;
  readonly #tokens: SystemTokens;
  #kept: { readonly key: string; readonly shown: readonly ShownWindow[] } | null = null;

  constructor(state: DeviceState, tasks: Tasks, overlays: Overlays, actions: SystemActions) {
    this.#state = state;
    this.#tasks = tasks;
    this.#overlays = overlays;
    this.#actions = actions;
    this.gestures = state.version.sdk >= 29;
    const hash = (): string => state.hash();
    this.#tokens = { status: hash(), nav: hash(), keyboard: hash(), shade: hash(), second: hash() };
  }

  frame(displayId = 0): Frame | null {
    const display = this.#state.display(displayId);
    return display ? frameOf(display, this.gestures) : null;
  }

  shown(displayId = 0): readonly ShownWindow[] {
    const display = this.#state.display(displayId);
    const frame = this.frame(displayId);
    if (!display?.on || !frame) return [];
    const key = `${this.#state.changes}|${Math.floor(this.#state.nowMs() / 60_000)}|${displayId}`;
    if (this.#kept?.key === key) return this.#kept.shown;
    const source: DraftSource = {
      frame,
      nowMs: this.#state.nowMs(),
      overlays: this.#overlays,
      actions: this.#actions,
      tokens: this.#tokens,
      gestures: this.gestures,
      changed: () => this.#state.changed(),
    };
    const drafts = displayId === 0 ? this.#drafts(source) : [secondDisplayDraft(source)];
    const shown = drafts.map((draft, index) => lay(draft, { frame, index, displayId }));
    this.#kept = { key, shown };
    return shown;
  }

  focused(): ShownWindow | undefined {
    return this.shown().findLast((window) => window.focusable);
  }

  #drafts(source: DraftSource): Draft[] {
    if (this.#overlays.locked) return [statusBarDraft(source), navigationBarDraft(source), lockDraft(source)];
    const drafts: Draft[] = [];
    const root = this.#tasks.front?.activities[0];
    for (const activity of this.#visibleActivities()) {
      drafts.push(activityDraft(source, activity, activity === root));
      for (const dialog of activity.dialogs) drafts.push(dialogDraft(source, activity, dialog));
      if (activity.popup) drafts.push(popupDraft(source, activity, activity.popup));
    }
    const { anr, keyboardShown, toasts, shadeOpen, foreign } = this.#overlays;
    if (keyboardShown) drafts.push(keyboardDraft(source));
    if (anr) drafts.push(anrDraft(source, anr));
    for (const shown of toasts) drafts.push(toastDraft(source, shown));
    for (const window of foreign) drafts.push(foreignDraft(source, window));
    drafts.push(statusBarDraft(source), navigationBarDraft(source));
    if (shadeOpen) drafts.push(shadeDraft(source));
    return drafts;
  }

  /** From the topmost one that covers all below it. */
  #visibleActivities(): readonly Activity[] {
    const { front, list } = this.#tasks;
    const behind = front?.activities.every(({ definition }) => definition.floating) ? list.at(-2) : undefined;
    const stack = [...(behind?.activities ?? []), ...(front?.activities ?? [])];
    const from = stack.findLastIndex((activity) => !activity.definition.floating);
    return stack.slice(Math.max(0, from));
  }
}

function lay(draft: Draft, at: { frame: Frame; index: number; displayId: number }): ShownWindow {
  const { content, ...window } = draft;
  const views = window.views ?? new ViewState();
  return {
    secure: false,
    focusable: true,
    touchable: true,
    modal: false,
    cancel: null,
    owner: null,
    ...window,
    views,
    layer: 21_000 + at.index * 5,
    displayId: at.displayId,
    root: layOut(content, draft.bounds, { density: at.frame.density, views }),
  };
}
