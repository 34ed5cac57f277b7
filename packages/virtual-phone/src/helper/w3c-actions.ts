/** W3C pointer actions to what a person's fingers would have done: one finger taps, holds or strokes, two pinch. */
import type { Phone } from '../phone/phone-types.ts';

interface Stroke {
  readonly from: readonly [x: number, y: number];
  readonly to: readonly [x: number, y: number];
  /** Between down and up. */
  readonly durationMs: number;
}

export interface Played {
  /** How long the fingers were down. */
  readonly durationMs: number;
  play(phone: Phone): void;
}

/** Null for a chain that is no gesture. */
export function readActions(actions: unknown): Played | null {
  if (!Array.isArray(actions)) return null;
  const strokes = actions.map(strokeOf);
  const [first, second] = strokes;
  if (!first || strokes.length > 2 || (strokes.length === 2 && !second)) return null;
  if (second) return { durationMs: first.durationMs, play: (phone) => pinch(phone, first, second) };
  const [x1, y1] = first.from;
  const [x2, y2] = first.to;
  const { durationMs } = first;
  return {
    durationMs,
    play(phone) {
      if (x1 !== x2 || y1 !== y2) phone.swipe(x1, y1, x2, y2, durationMs);
      else if (durationMs >= 500) phone.longPress(x1, y1, durationMs);
      else phone.tap(x1, y1);
    },
  };
}

function strokeOf(source: unknown): Stroke | null {
  const steps = field(source, 'actions');
  if (field(source, 'type') !== 'pointer' || !Array.isArray(steps)) return null;
  let at: readonly [number, number] | null = null;
  let from: readonly [number, number] | null = null;
  let durationMs = 0;
  for (const step of steps) {
    const type = field(step, 'type');
    if (type === 'pointerDown') from = at;
    else if (type === 'pointerUp') return from && at ? { from, to: at, durationMs } : null;
    else {
      if (from) durationMs += Number(field(step, 'duration') ?? 0);
      if (type === 'pointerMove') at = [Number(field(step, 'x')), Number(field(step, 'y'))];
    }
  }
  return null;
}

function pinch(phone: Phone, one: Stroke, other: Stroke): void {
  const apart = (a: Stroke['from'], b: Stroke['from']): number => Math.hypot(a[0] - b[0], a[1] - b[1]);
  const scale = apart(one.to, other.to) / Math.max(1, apart(one.from, other.from));
  const middle = [0, 1].map((axis) => Math.round(((one.from[axis] ?? 0) + (other.from[axis] ?? 0)) / 2));
  phone.pinch(middle[0] ?? 0, middle[1] ?? 0, Math.round(scale * 100) / 100);
}

export function field(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined;
}
