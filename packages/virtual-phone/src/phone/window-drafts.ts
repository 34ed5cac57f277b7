/** What each window of the display holds and where it lies, before layout. The order is the business of `windows.ts`. */
import type { Activity, OpenDialog, OpenPopup } from './activity.ts';
import {
  alertDialog,
  anrPanel,
  decor,
  lockScreen,
  navigationBar,
  popupList,
  shade,
  splash,
  statusBar,
  toast,
} from './chrome.ts';
import type { OverlayOptions } from './cover.ts';
import type { Frame } from './frame.ts';
import { KEYBOARD_HEIGHT_DP, KEYBOARD_PACKAGE, type KeyboardActions, keyboardViews } from './keyboard.ts';
import { type Box, contentSize, px } from './layout.ts';
import type { PhoneWindow, Rect } from './phone-types.ts';
import type { RunningApp } from './running-app.ts';
import type { ViewSpec } from './view-spec.ts';
import { ViewState } from './view-state.ts';
import { column, textButton } from './widgets.ts';

export interface ShownWindow extends Omit<PhoneWindow, 'active' | 'focused' | 'root' | 'user'> {
  readonly focusable: boolean;
  readonly touchable: boolean;
  /** Takes touches beside itself too; they `cancel` it when that is possible. */
  readonly modal: boolean;
  readonly cancel: (() => void) | null;
  readonly owner: Activity | null;
  readonly views: ViewState;
  readonly root: Box;
}

type Needed = 'token' | 'type' | 'title' | 'packageName' | 'bounds';

export type Draft = Pick<ShownWindow, Needed> &
  Partial<Omit<ShownWindow, Needed | 'layer' | 'root' | 'displayId'>> & { readonly content: ViewSpec };

/** What is on the screen besides activities. */
export interface Overlays {
  keyboardShown: boolean;
  /** The keyboard shows digits. */
  numericKeys: boolean;
  shadeOpen: boolean;
  /** The lock screen is in front. */
  locked: boolean;
  /** Windows of other apps over everything. */
  foreign: readonly (OverlayOptions & { readonly token: string })[];
  toasts: readonly { readonly token: string; readonly packageName: string; readonly text: string }[];
  anr: { readonly token: string; readonly app: RunningApp; readonly component: string } | null;
}

export interface SystemActions extends KeyboardActions {
  readonly back: () => void;
  readonly home: () => void;
  readonly closeAnr: () => void;
  readonly waitAnr: () => void;
}

export type SystemTokens = Readonly<Record<'status' | 'nav' | 'keyboard' | 'shade' | 'second', string>>;

export interface DraftSource {
  readonly frame: Frame;
  readonly nowMs: number;
  readonly overlays: Overlays;
  readonly actions: SystemActions;
  readonly tokens: SystemTokens;
  readonly gestures: boolean;
  readonly changed: () => void;
}

const SYSTEM_UI = 'com.android.systemui';
const DAY_MS = 86_400_000;

export function activityDraft(source: DraftSource, activity: Activity, root: boolean): Draft {
  const { frame, overlays, actions } = source;
  const { definition, app, component } = activity;
  const { packageName, label } = app.definition;
  const base = {
    token: activity.token,
    type: 'application' as const,
    title: component,
    packageName,
    secure: definition.secure ?? false,
    owner: activity,
    views: activity.views,
  };
  if (!activity.drawn)
    return { ...base, title: `Splash Screen ${packageName}`, bounds: frame.area, content: splash(label) };
  if (definition.floating) {
    const content = activity.content();
    return { ...base, modal: true, bounds: centred(source, content, activity.views), content };
  }
  const inset = definition.resizes && overlays.keyboardShown ? keyboardHeight(frame) : 0;
  const parts = {
    definition,
    up: root ? null : actions.back,
    content: activity.content(),
    keyboardInset: inset,
  };
  return { ...base, bounds: frame.area, content: decor(parts, frame) };
}

export function dialogDraft(source: DraftSource, activity: Activity, dialog: OpenDialog): Draft {
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
    bounds: centred(source, content, dialog.views),
    content,
  };
}

export function popupDraft(source: DraftSource, activity: Activity, popup: OpenPopup): Draft {
  const { frame } = source;
  const close = (): void => {
    activity.popup = null;
    source.changed();
  };
  const content = popupList(popup.spec, (index) => {
    close();
    popup.spec.set(index);
  });
  const [left, top, right] = popup.anchor;
  const room = { width: right - left, height: frame.height };
  const size = contentSize(content, room, { density: frame.density, views: popup.views });
  const rows = popup.spec.options.length * px(47, frame) + 2 * px(1, frame);
  const height = Math.round(Math.min(size.height, rows, frame.height * 0.6));
  const y = Math.max(frame.statusHeight, Math.min(top, frame.height - frame.navHeight - height));
  return {
    token: popup.token,
    type: 'application',
    title: `PopupWindow:${popup.token}`,
    packageName: activity.app.definition.packageName,
    modal: true,
    cancel: close,
    owner: activity,
    views: popup.views,
    bounds: [left, y, right, y + height],
    content,
  };
}

export function keyboardDraft({ frame, tokens, actions, overlays }: DraftSource): Draft {
  return {
    token: tokens.keyboard,
    type: 'input_method',
    title: 'InputMethod',
    packageName: KEYBOARD_PACKAGE,
    focusable: false,
    bounds: [0, frame.height - keyboardHeight(frame), frame.width, frame.height],
    content: keyboardViews(actions, overlays.numericKeys),
  };
}

export function anrDraft(source: DraftSource, anr: NonNullable<Overlays['anr']>): Draft {
  const { label, packageName } = anr.app.definition;
  const { closeAnr, waitAnr } = source.actions;
  const content = anrPanel(label, { close: closeAnr, wait: waitAnr });
  return {
    token: anr.token,
    type: 'system',
    title: `Application Not Responding: ${packageName}`,
    packageName: 'android',
    modal: true,
    bounds: centred(source, content),
    content,
  };
}

export function toastDraft(source: DraftSource, shown: Overlays['toasts'][number]): Draft {
  const { frame } = source;
  const content = toast(shown.text);
  const { width, height } = contentSize(content, roomOf(frame), {
    density: frame.density,
    views: new ViewState(),
  });
  const left = Math.round((frame.width - width) / 2);
  const bottom = frame.height - px(96, frame);
  return {
    token: shown.token,
    type: 'toast',
    title: 'Toast',
    packageName: shown.packageName,
    touchable: false,
    focusable: false,
    bounds: [left, bottom - height, left + width, bottom],
    content,
  };
}

export function statusBarDraft({ frame, tokens, nowMs }: DraftSource): Draft {
  return {
    token: tokens.status,
    type: 'system',
    title: 'StatusBar',
    packageName: SYSTEM_UI,
    focusable: false,
    bounds: [0, 0, frame.width, frame.statusHeight],
    content: statusBar(timeOf(nowMs), (frame.area[0] * 160) / frame.density),
  };
}

export function navigationBarDraft({ frame, tokens, gestures, actions }: DraftSource): Draft {
  return {
    token: tokens.nav,
    type: 'system',
    title: 'NavigationBar0',
    packageName: SYSTEM_UI,
    focusable: false,
    bounds: [0, frame.height - frame.navHeight, frame.width, frame.height],
    content: navigationBar(gestures, actions),
  };
}

export function shadeDraft({ frame, tokens, nowMs }: DraftSource): Draft {
  const date = new Date(nowMs).toUTCString().slice(0, 11);
  return {
    token: tokens.shade,
    type: 'system',
    title: 'NotificationShade',
    packageName: SYSTEM_UI,
    bounds: [0, 0, frame.width, frame.height],
    content: shade(timeOf(nowMs), date),
  };
}

/** The lock screen is drawn in the window of the shade. */
export function lockDraft({ frame, tokens, nowMs }: DraftSource): Draft {
  const date = new Date(nowMs).toUTCString().slice(0, 11);
  return {
    token: tokens.shade,
    type: 'system',
    title: 'NotificationShade',
    packageName: SYSTEM_UI,
    modal: true,
    bounds: [0, 0, frame.width, frame.height],
    content: lockScreen(timeOf(nowMs), date),
  };
}

export function foreignDraft({ frame }: DraftSource, window: Overlays['foreign'][number]): Draft {
  const { token, packageName, bounds, touchable = true, button } = window;
  const inside = button === undefined ? [] : [textButton(button, () => {}, { id: 'overlay_button' })];
  return {
    token,
    type: 'overlay',
    title: packageName,
    packageName,
    touchable,
    focusable: false,
    bounds: bounds ?? [0, 0, frame.width, frame.height],
    content: column(inside, { className: 'android.widget.FrameLayout', height: 'fill' }),
  };
}

export function secondDisplayDraft({ frame, tokens }: DraftSource): Draft {
  return {
    token: tokens.second,
    type: 'application',
    title: `${SYSTEM_UI}/${SYSTEM_UI}.SecondaryDisplay`,
    packageName: SYSTEM_UI,
    bounds: [0, 0, frame.width, frame.height],
    content: splash('Second display'),
  };
}

function roomOf(frame: Frame): { width: number; height: number } {
  return { width: Math.min(frame.width - px(48, frame), px(400, frame)), height: frame.height };
}

/** A window that wraps its content, above the keyboard where there is one. */
function centred({ frame, overlays }: DraftSource, content: ViewSpec, views = new ViewState()): Rect {
  const size = contentSize(content, roomOf(frame), { density: frame.density, views });
  const floor = overlays.keyboardShown ? frame.height - keyboardHeight(frame) : frame.height;
  const x = Math.round((frame.width - size.width) / 2);
  const top = Math.max(frame.statusHeight, Math.round((floor - size.height) / 2));
  return [x, top, x + size.width, Math.min(floor, top + size.height)];
}

function keyboardHeight(frame: Frame): number {
  return Math.min(px(KEYBOARD_HEIGHT_DP, frame), Math.round(frame.height * 0.55));
}

/** `9:05`, in the phone's zone (UTC). */
function timeOf(nowMs: number): string {
  const minutes = Math.floor((nowMs % DAY_MS) / 60_000);
  return `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`;
}
