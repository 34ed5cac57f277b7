/** Which windows the display shows, bottom to top, laid out. Draws nothing and takes no input. */
import type { Activity, OpenDialog } from './activity.ts';
import {
  alertDialog,
  anrPanel,
  decor,
  navigationBar,
  popupList,
  shade,
  splash,
  statusBar,
  toast,
} from './chrome.ts';
import type { DeviceState } from './device-state.ts';
import { type Frame, frameOf } from './frame.ts';
import { KEYBOARD_HEIGHT_DP, KEYBOARD_PACKAGE, type KeyboardActions, keyboardViews } from './keyboard.ts';
import { type Box, contentSize, layOut } from './layout.ts';
import type { Rect, WindowType } from './phone-types.ts';
import type { RunningApp } from './running-app.ts';
import type { Tasks } from './tasks.ts';
import type { ViewSpec } from './view-spec.ts';
import { ViewState } from './view-state.ts';

export interface ShownWindow {
  readonly token: string;
  readonly type: WindowType;
  readonly title: string;
  readonly packageName: string;
  readonly bounds: Rect;
  readonly layer: number;
  readonly displayId: number;
  readonly secure: boolean;
  readonly focusable: boolean;
  readonly touchable: boolean;
  /** Takes touches beside itself too; they `cancel` it when that is possible. */
  readonly modal: boolean;
  readonly cancel: (() => void) | null;
  readonly owner: Activity | null;
  readonly views: ViewState;
  readonly root: Box;
}

/** What is on the screen besides activities. */
export interface Overlays {
  keyboardShown: boolean;
  shadeOpen: boolean;
  toasts: readonly { readonly token: string; readonly packageName: string; readonly text: string }[];
  anr: { readonly token: string; readonly app: RunningApp; readonly component: string } | null;
}

export interface SystemActions extends KeyboardActions {
  readonly back: () => void;
  readonly home: () => void;
  readonly closeAnr: () => void;
  readonly waitAnr: () => void;
  readonly numericField: () => boolean;
}

type Draft = Omit<
  ShownWindow,
  | 'layer'
  | 'root'
  | 'displayId'
  | 'bounds'
  | 'secure'
  | 'focusable'
  | 'touchable'
  | 'modal'
  | 'cancel'
  | 'owner'
  | 'views'
> &
  Partial<
    Pick<ShownWindow, 'secure' | 'focusable' | 'touchable' | 'modal' | 'cancel' | 'owner' | 'views'>
  > & {
    readonly bounds: Rect;
    readonly content: ViewSpec;
  };

const SYSTEM_UI = 'com.android.systemui';
const DAY_MS = 86_400_000;

export class Windows {
  readonly gestures: boolean;
  readonly #state: DeviceState;
  readonly #tasks: Tasks;
  readonly #overlays: Overlays;
  readonly #actions: SystemActions;
  readonly #tokens: Readonly<Record<'status' | 'nav' | 'keyboard' | 'shade' | 'second', string>>;
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
    const drafts = displayId === 0 ? this.#drafts(frame) : [this.#secondDisplay(frame)];
    const shown = drafts.map((draft, index) => this.#lay(draft, { frame, index, displayId }));
    this.#kept = { key, shown };
    return shown;
  }

  focused(): ShownWindow | undefined {
    return this.shown().findLast((window) => window.focusable);
  }

  #drafts(frame: Frame): Draft[] {
    const drafts: Draft[] = [];
    for (const activity of this.#visibleActivities()) {
      drafts.push(this.#activity(activity, frame));
      for (const dialog of activity.dialogs) drafts.push(this.#dialog(activity, dialog, frame));
      if (activity.popup) drafts.push(this.#popup(activity, frame));
    }
    const { anr, keyboardShown, toasts, shadeOpen } = this.#overlays;
    if (keyboardShown) drafts.push(this.#keyboard(frame));
    if (anr) drafts.push(this.#anr(anr, frame));
    for (const shown of toasts) {
      const content = toast(shown.text);
      const bounds = this.#centred(content, frame, 'bottom');
      drafts.push({
        token: shown.token,
        type: 'toast',
        title: 'Toast',
        packageName: shown.packageName,
        touchable: false,
        focusable: false,
        bounds,
        content,
      });
    }
    drafts.push(this.#statusBar(frame), this.#navigationBar(frame));
    if (shadeOpen) drafts.push(this.#shade(frame));
    return drafts;
  }

  /** From the topmost one that covers all below it. */
  #visibleActivities(): readonly Activity[] {
    const stack = this.#tasks.front?.activities ?? [];
    const from = stack.findLastIndex((activity) => !activity.definition.floating);
    return stack.slice(Math.max(0, from));
  }

  #activity(activity: Activity, frame: Frame): Draft {
    const { definition, app, component } = activity;
    const base = {
      token: activity.token,
      type: 'application' as const,
      title: component,
      packageName: app.definition.packageName,
      secure: definition.secure ?? false,
      owner: activity,
      views: activity.views,
    };
    if (!activity.drawn)
      return {
        ...base,
        title: `Splash Screen ${base.packageName}`,
        bounds: frame.area,
        content: splash(app.definition.label),
      };
    if (definition.floating) {
      const content = activity.content();
      return { ...base, modal: true, bounds: this.#centred(content, frame, 'centre'), content };
    }
    const root = this.#tasks.front?.activities[0] === activity;
    const inset = definition.resizes && this.#overlays.keyboardShown ? this.#keyboardHeight(frame) : 0;
    const up = root ? null : this.#actions.back;
    const content = decor(
      { title: definition.title, up, content: activity.content(), keyboardInset: inset },
      frame,
    );
    return { ...base, bounds: frame.area, content };
  }

  #dialog(activity: Activity, dialog: OpenDialog, frame: Frame): Draft {
    const close = (): void => activity.closeDialog(dialog);
    const content = alertDialog(dialog.spec, close);
    return {
      token: dialog.token,
      type: 'dialog',
      title: activity.component,
      packageName: activity.app.definition.packageName,
      modal: true,
      cancel: dialog.spec.cancelable === false ? null : close,
      owner: activity,
      views: dialog.views,
      bounds: this.#centred(content, frame, 'centre', dialog.views),
      content,
    };
  }

  #popup(activity: Activity, frame: Frame): Draft {
    const { popup } = activity;
    if (!popup) throw new Error('A pop-up is laid out only while it is open.');
    const close = (): void => {
      activity.popup = null;
      this.#state.changed();
    };
    const content = popupList(popup.spec, (index) => {
      close();
      popup.spec.set(index);
    });
    const [left, top, right] = popup.anchor;
    const packageName = activity.app.definition.packageName;
    const size = contentSize(
      content,
      { width: right - left, height: frame.height },
      this.#rules(frame, packageName, popup.views),
    );
    const wanted = Math.min(popup.spec.options.length * this.#dp(47, frame), frame.height * 0.6);
    const height = Math.round(Math.min(size.height, wanted));
    const y = Math.max(frame.statusHeight, Math.min(top, frame.height - frame.navHeight - height));
    return {
      token: popup.token,
      type: 'application',
      title: `PopupWindow:${popup.token}`,
      packageName,
      modal: true,
      cancel: close,
      owner: activity,
      views: popup.views,
      bounds: [left, y, right, y + height],
      content,
    };
  }

  #keyboard(frame: Frame): Draft {
    const bounds: Rect = [0, frame.height - this.#keyboardHeight(frame), frame.width, frame.height];
    const content = keyboardViews(this.#actions, this.#actions.numericField());
    return {
      token: this.#tokens.keyboard,
      type: 'input_method',
      title: 'InputMethod',
      packageName: KEYBOARD_PACKAGE,
      focusable: false,
      bounds,
      content,
    };
  }

  #anr(anr: NonNullable<Overlays['anr']>, frame: Frame): Draft {
    const { label, packageName } = anr.app.definition;
    const content = anrPanel(label, { close: this.#actions.closeAnr, wait: this.#actions.waitAnr });
    return {
      token: anr.token,
      type: 'system',
      title: `Application Not Responding: ${packageName}`,
      packageName: 'android',
      modal: true,
      bounds: this.#centred(content, frame, 'centre'),
      content,
    };
  }

  #statusBar(frame: Frame): Draft {
    const bounds: Rect = [0, 0, frame.width, frame.statusHeight];
    const content = statusBar(this.#time());
    return {
      token: this.#tokens.status,
      type: 'system',
      title: 'StatusBar',
      packageName: SYSTEM_UI,
      focusable: false,
      bounds,
      content,
    };
  }

  #navigationBar(frame: Frame): Draft {
    const bounds: Rect = [0, frame.height - frame.navHeight, frame.width, frame.height];
    const content = navigationBar(this.gestures, this.#actions);
    return {
      token: this.#tokens.nav,
      type: 'system',
      title: 'NavigationBar0',
      packageName: SYSTEM_UI,
      focusable: false,
      bounds,
      content,
    };
  }

  #shade(frame: Frame): Draft {
    const date = new Date(this.#state.nowMs()).toUTCString().slice(0, 11);
    const bounds: Rect = [0, 0, frame.width, frame.height];
    return {
      token: this.#tokens.shade,
      type: 'system',
      title: 'NotificationShade',
      packageName: SYSTEM_UI,
      bounds,
      content: shade(this.#time(), date),
    };
  }

  #secondDisplay(frame: Frame): Draft {
    const bounds: Rect = [0, 0, frame.width, frame.height];
    return {
      token: this.#tokens.second,
      type: 'application',
      title: `${SYSTEM_UI}/${SYSTEM_UI}.SecondaryDisplay`,
      packageName: SYSTEM_UI,
      bounds,
      content: splash('Second display'),
    };
  }

  #lay(draft: Draft, at: { frame: Frame; index: number; displayId: number }): ShownWindow {
    const { content, ...window } = draft;
    const views = window.views ?? new ViewState();
    const rules = this.#rules(at.frame, window.packageName, views);
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
      root: layOut(content, draft.bounds, rules),
    };
  }

  #rules(
    frame: Frame,
    packageName: string,
    views: ViewState,
  ): { density: number; views: ViewState; packageName: string } {
    return { density: frame.density, views, packageName };
  }

  /** A window that wraps its content, above the keyboard where there is one. */
  #centred(content: ViewSpec, frame: Frame, where: 'centre' | 'bottom', views = new ViewState()): Rect {
    const most = {
      width: Math.min(frame.width - this.#dp(48, frame), this.#dp(400, frame)),
      height: frame.height,
    };
    const size = contentSize(content, most, this.#rules(frame, '', views));
    const floor =
      this.#overlays.keyboardShown && where === 'centre'
        ? frame.height - this.#keyboardHeight(frame)
        : frame.height;
    const x = Math.round((frame.width - size.width) / 2);
    const y =
      where === 'centre' ? Math.round((floor - size.height) / 2) : floor - size.height - this.#dp(96, frame);
    const top = Math.max(frame.statusHeight, y);
    return [x, top, x + size.width, Math.min(floor, top + size.height)];
  }

  #keyboardHeight(frame: Frame): number {
    return Math.min(this.#dp(KEYBOARD_HEIGHT_DP, frame), Math.round(frame.height * 0.55));
  }

  #dp(value: number, frame: Frame): number {
    return Math.round((value * frame.density) / 160);
  }

  /** `9:05`, in the phone's zone (UTC). */
  #time(): string {
    const minutes = Math.floor((this.#state.nowMs() % DAY_MS) / 60_000);
    return `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`;
  }
}
