/** The events that the `idb` client sends for its gestures. Points of the portrait screen, seconds. */
import { usagesOf } from '../companion/hid-keys.ts';
import { ProtoWriter } from '../companion/protobuf.ts';

export interface Point {
  readonly x: number;
  readonly y: number;
}

const shiftUsage = 225;
const up = 1;

export function pointMessage({ x, y }: Point): ProtoWriter {
  return new ProtoWriter().double(1, x).double(2, y);
}

function press(kind: 1 | 2 | 3, body: ProtoWriter, direction: 0 | 1): ProtoWriter {
  const action = new ProtoWriter().message(kind, body);
  return new ProtoWriter().message(1, new ProtoWriter().message(1, action).int(2, direction));
}

function both(kind: 1 | 2 | 3, body: () => ProtoWriter, seconds: number): ProtoWriter[] {
  const held = seconds > 0 ? [delayMessage(seconds)] : [];
  return [press(kind, body(), 0), ...held, press(kind, body(), up)];
}

export function delayMessage(seconds: number): ProtoWriter {
  return new ProtoWriter().message(3, new ProtoWriter().double(1, seconds));
}

export function tapMessages(at: Point, seconds = 0): readonly ProtoWriter[] {
  return both(1, () => new ProtoWriter().message(1, pointMessage(at)), seconds);
}

export const buttonNames = ['APPLE_PAY', 'HOME', 'LOCK', 'SIDE_BUTTON', 'SIRI'];

export function buttonMessages(name: string, seconds = 0): readonly ProtoWriter[] {
  return both(2, () => new ProtoWriter().int(1, buttonNames.indexOf(name)), seconds);
}

export function keyMessages(usage: number, seconds = 0): readonly ProtoWriter[] {
  return both(3, () => new ProtoWriter().int(1, usage), seconds);
}

export function swipeMessage(
  from: Point,
  to: Point,
  request: { delta?: number; seconds?: number } = {},
): ProtoWriter {
  const body = new ProtoWriter()
    .message(1, pointMessage(from))
    .message(2, pointMessage(to))
    .double(5, request.delta ?? 0)
    .double(6, request.seconds ?? 0);
  return new ProtoWriter().message(2, body);
}

/** The keys of the text; the first character that the layout lacks instead. */
export function textMessages(text: string): readonly ProtoWriter[] | { readonly missing: string } {
  const missing = [...text].find((char) => usagesOf(char) === null);
  if (missing !== undefined) return { missing };
  const key = (usage: number, direction: 0 | 1): ProtoWriter =>
    press(3, new ProtoWriter().int(1, usage), direction);
  return (usagesOf(text) ?? []).flatMap(({ usage, shift }) => {
    const own = [key(usage, 0), key(usage, up)];
    return shift ? [key(shiftUsage, 0), ...own, key(shiftUsage, up)] : own;
  });
}
