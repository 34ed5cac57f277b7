/** Gestures as requests to the helper. Pure. */
import { Fault } from '@mobile-debug/core/fault.ts';
import type { Point } from '../../../ui/ui-tree.ts';
import type { Pinch, Swipe } from '../../port/input.ts';
import type { ActionRequest } from './helper-session.ts';

/** Slow enough for apps that need several move events to recognise a pinch [O1]. */
const pinchMs = 400;
/** Most gesture recognisers treat two pointers closer than this as one. */
const nearestPx = 32;
/** Margin to the edges of the area, where other elements may be. */
const margin = 0.9;

export function tapRequest(at: Point): ActionRequest {
  return { path: '/appium/gestures/click', body: { offset: whole(at) } };
}

export function longPressRequest({ at, durationMs }: { at: Point; durationMs: number }): ActionRequest {
  return {
    path: '/appium/gestures/long_click',
    body: { offset: whole(at), duration: Math.round(durationMs) },
  };
}

export function keyRequest(code: number): ActionRequest {
  return { path: '/appium/device/press_keycode', body: { keycode: code } };
}

/** The server's swipe takes an area and a direction; pointer actions take exact points and times. */
export function swipeRequest({ from, to, durationMs }: Swipe): ActionRequest {
  return { path: '/actions', body: { actions: [finger(1, { from, to, durationMs })] } };
}

/**
 * Two fingers on a level line through the centre, as far apart as the area allows. INVALID_ARGUMENT, before anything is
 * sent, when it is too small for so much of a change.
 */
export function pinchRequest({ center: [x, y], area, scale }: Pinch): ActionRequest {
  const [left, , right] = area;
  const reach = Math.min(x - left, right - x) * margin;
  const near = scale > 1 ? reach / scale : reach * scale;
  if (near * 2 < nearestPx) {
    const most = Math.max(1, (reach * 2) / nearestPx);
    throw new Fault(
      'INVALID_ARGUMENT',
      `There is room for a span of ${Math.floor(reach * 2)} px: enough for a scale from ${(1 / most).toFixed(2)} to ${most.toFixed(2)}.`,
    );
  }
  const [from, to] = scale > 1 ? [near, reach] : [reach, near];
  const moved = (side: number): Swipe => ({
    from: [x + side * from, y],
    to: [x + side * to, y],
    durationMs: pinchMs,
  });
  return { path: '/actions', body: { actions: [finger(1, moved(-1)), finger(2, moved(1))] } };
}

function finger(id: number, { from, to, durationMs }: Swipe): unknown {
  return {
    type: 'pointer',
    id: `finger${id}`,
    parameters: { pointerType: 'touch' },
    actions: [
      { type: 'pointerMove', duration: 0, origin: 'viewport', ...whole(from) },
      { type: 'pointerDown', button: 0 },
      { type: 'pointerMove', duration: Math.round(durationMs), origin: 'viewport', ...whole(to) },
      { type: 'pointerUp', button: 0 },
    ],
  };
}

function whole([x, y]: Point): { readonly x: number; readonly y: number } {
  const valid = [x, y].every((value) => Number.isFinite(value) && value >= 0);
  if (!valid) {
    throw new Fault('INVALID_ARGUMENT', `${x},${y} is not a point on the screen.`);
  }
  return { x: Math.round(x), y: Math.round(y) };
}
