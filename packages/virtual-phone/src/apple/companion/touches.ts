/**
 * What a finger does on an iPhone that the phone model plays: points become pixels, a switch wants its thumb held, an
 * alert keeps all touches, and the way back is the app's own. Android's back key is never pressed.
 */
import type { Mac } from '../program.ts';
import type { Simulator } from '../simulator.ts';
import { descendants } from './ax-controls.ts';
import { type AxElement, type AxFrame, elementAt, everyElement } from './ax-element.ts';
import { axScreen, frontOf, isBackButton, pointsOf, upButton } from './ax-screen.ts';

export interface TouchPoint {
  readonly x: number;
  readonly y: number;
}

/** Why the app did not get a touch; `delivered` when it did. */
export type TouchOutcome =
  | 'delivered'
  | 'screen_off'
  | 'beside_alert'
  | 'app_hangs'
  | 'no_such_bar'
  | 'switch_missed'
  | 'switch_too_short'
  | 'beside_thumb';

/** A shorter touch leaves a switch as it was. */
const SWITCH_HOLD_MS = 50;
/** Rows wider than this toggle at their thumb only, which is this far from the right edge at most. */
const WIDE_SWITCH = 100;
const THUMB_AREA = 62;
export const LONG_PRESS_MS = 500;
/** A finger this far from the middle of a thumb still takes it. */
const THUMB_REACH = 22;
/** Where a stroke from the side begins. */
const EDGE = 20;

/** HID counts in the portrait panel's points, whichever way the UI is turned. */
export function toUi(simulator: Simulator, { x, y }: TouchPoint): TouchPoint {
  const { width, height } = pointsOf(simulator);
  const rotation = simulator.phone.displays[0]?.rotation ?? 0;
  if (rotation === 1) return { x: y, y: height - x };
  if (rotation === 2) return { x: width - x, y: height - y };
  if (rotation === 3) return { x: width - y, y: x };
  return { x, y };
}

/** One finger down and up at a point of the UI. */
export function touch(mac: Mac, simulator: Simulator, at: TouchPoint, heldMs: number): TouchOutcome {
  const blocked = blockedAt(simulator, at);
  if (blocked) return blocked;
  const { phone, scale } = simulator;
  const hit = elementAt(axScreen(mac, simulator).root, at);
  if (hit?.subrole === 'AXSwitch') {
    const missed = missesSwitch(hit.frame, at, heldMs);
    if (missed) return missed;
  }
  // A finger that does not move leaves a slider as it is, wherever it touches.
  if (hit && thumbOf(hit) !== null) return 'beside_thumb';
  const [x, y] = [Math.round(at.x * scale), Math.round(at.y * scale)];
  if (hit && isBackButton(hit)) goBack(simulator, { x, y });
  else if (heldMs >= LONG_PRESS_MS && hit?.subrole !== 'AXSwitch') phone.longPress(x, y, Math.round(heldMs));
  else phone.tap(x, y);
  return 'delivered';
}

/** One finger from a point of the UI to another. */
export function stroke(
  mac: Mac,
  simulator: Simulator,
  by: { readonly from: TouchPoint; readonly to: TouchPoint; readonly durationMs: number },
): TouchOutcome {
  const blocked = blockedAt(simulator, by.from);
  if (blocked) return blocked;
  const { phone, scale } = simulator;
  const { width } = pointsOf(simulator);
  const rightwards = by.to.x > by.from.x;
  const hit = elementAt(axScreen(mac, simulator).root, by.from);
  const thumb = hit && thumbOf(hit);
  if (thumb !== null && Math.abs(by.from.x - thumb) > THUMB_REACH) return 'beside_thumb';
  const fromLeft = by.from.x < EDGE && rightwards;
  const fromRight = by.from.x >= width - EDGE && !rightwards;
  const px = (value: number): number => Math.round(value * scale);
  const to = { x: px(by.to.x), y: px(by.to.y) };
  const durationMs = Math.round(by.durationMs);
  if (fromLeft && hasBackButton(mac, simulator)) {
    popScreen(simulator, () => phone.swipe(px(by.from.x), px(by.from.y), to.x, to.y, durationMs));
    return 'delivered';
  }
  // The model goes back by a stroke from either side, an iPhone only from the left and only where there is a way.
  const x = fromLeft ? EDGE + 1 : fromRight ? width - EDGE - 1 : by.from.x;
  phone.swipe(px(x), px(by.from.y), to.x, to.y, durationMs);
  return 'delivered';
}

function blockedAt({ phone, scale }: Simulator, at: TouchPoint): TouchOutcome | null {
  if (phone.displays[0]?.on === false) return 'screen_off';
  const front = frontOf(phone);
  if (front.shade) return null;
  if (front.hangs) return 'app_hangs';
  const [x, y] = [at.x * scale, at.y * scale];
  const inside = ([left, top, right, bottom]: readonly [number, number, number, number]): boolean =>
    x >= left && x < right && y >= top && y < bottom;
  const windows = phone.windows(0);
  // Only models before Android 10 have keys there; a stroke up from it is the way home on later ones.
  const bar = windows.find(({ title }) => title === 'NavigationBar0');
  const keys = bar ? descendants(bar.root).some(({ clickable }) => clickable) : false;
  if (bar && keys && inside(bar.bounds)) return 'no_such_bar';
  const overAlert = front.keyboard && inside(front.keyboard.bounds);
  if (front.alert && !inside(front.alert.bounds) && !overAlert) return 'beside_alert';
  return null;
}

/** Whether a finger there has hold of the thumb of a slider. */
export function hasThumbAt(mac: Mac, simulator: Simulator, at: TouchPoint): boolean {
  const hit = elementAt(axScreen(mac, simulator).root, at);
  const thumb = hit && thumbOf(hit);
  return thumb !== null && Math.abs(at.x - thumb) <= THUMB_REACH;
}

/** Where the thumb of a slider that tells its value stands; null for anything else. */
function thumbOf({ type, value, frame }: AxElement): number | null {
  if (type !== 'Slider') return null;
  const share = typeof value === 'string' && value.endsWith('%') ? Number.parseFloat(value) / 100 : value;
  if (typeof share !== 'number' || Number.isNaN(share)) return null;
  const inset = frame.height / 2;
  return frame.x + inset + share * (frame.width - 2 * inset);
}

function missesSwitch(
  { x, width }: AxFrame,
  at: TouchPoint,
  heldMs: number,
): 'switch_missed' | 'switch_too_short' | null {
  if (heldMs < SWITCH_HOLD_MS) return 'switch_too_short';
  return width > WIDE_SWITCH && at.x < x + width - THUMB_AREA ? 'switch_missed' : null;
}

function hasBackButton(mac: Mac, simulator: Simulator): boolean {
  return [...everyElement(axScreen(mac, simulator).root)].some(isBackButton);
}

/** By the arrow that the app shows, or by the stroke of the model where only the iPhone shows a button. */
function goBack({ phone, scale }: Simulator, at: TouchPoint): void {
  const base = frontOf(phone).base;
  const arrow = base && upButton(base.root);
  const across = (): void => phone.swipe(0, at.y + 80 * scale, 200 * scale, at.y + 80 * scale, 250);
  popScreen({ phone }, arrow ? () => phone.tap(at.x, at.y) : across);
}

/** The model spends the first gesture on its open keyboard; an iPhone's screen goes together with it. */
function popScreen({ phone }: Pick<Simulator, 'phone'>, gesture: () => void): void {
  const hadKeyboard = phone.keyboardShown();
  const depth = (): number => phone.tasks.at(-1)?.activities.length ?? 0;
  const before = depth();
  gesture();
  if (hadKeyboard && depth() === before) gesture();
}
