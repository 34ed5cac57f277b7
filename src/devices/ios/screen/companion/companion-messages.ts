/**
 * The companion's requests and answers that we use, by their field numbers (idb.proto of facebook/idb, MIT). Pure.
 * Source: [S3].
 */
import type { Point, Rotation } from '../../../../ui/ui-tree.ts';
import { MessageReader, MessageWriter } from './wire/protobuf.ts';

export const outputFormat = { legacy: 0, nested: 1, complete: 2 } as const;
export const axBackend = { unspecified: 0, ax: 1, axbridge: 2, persistent: 3 } as const;

export interface AxQuestion {
  readonly format: (typeof outputFormat)[keyof typeof outputFormat];
  readonly backend: (typeof axBackend)[keyof typeof axBackend];
  /** All that are to be told; what is not named costs nothing. */
  readonly keys: readonly string[];
  readonly point?: Point;
}

/** The depth must be sent: without it the companion uses 0; its own client sends 10 [S3]. */
const usualDepth = 10;

export function accessibilityInfo({ format, backend, keys, point }: AxQuestion): Buffer {
  const message = new MessageWriter();
  if (point) message.message(2, pointMessage(point));
  message.varint(3, format).varint(6, usualDepth);
  for (const key of keys) message.text(7, key);
  if (backend !== axBackend.unspecified) message.varint(8, backend);
  return message.finish();
}

export function accessibilityJson(answer: Uint8Array): string {
  return new MessageReader(answer).text(1) ?? '';
}

/** Sets the value of what lies at a point. Newer companions only. */
export function setValueAction(at: Point, value: string): Buffer {
  return new MessageWriter()
    .message(2, pointMessage(at))
    .varint(4, usualDepth)
    .message(7, new MessageWriter().text(1, value))
    .finish();
}

export function connectRequest(): Buffer {
  return new MessageWriter().finish();
}

/** The simulator that a companion serves; null when it does not say. */
export function connectedUdid(answer: Uint8Array): string | null {
  return new MessageReader(answer).message(1)?.text(1) ?? null;
}

export interface ScreenPoints {
  readonly width: number;
  readonly height: number;
}

/** Upright points of the display; null when they are not told. */
export function describedPoints(answer: Uint8Array): ScreenPoints | null {
  const screen = new MessageReader(answer).message(1)?.message(3);
  const width = screen?.number(4) ?? 0;
  const height = screen?.number(5) ?? 0;
  return width > 0 && height > 0 ? { width, height } : null;
}

const stateRunning = 2;

/** Bundle identifiers by process id, of the apps that run. Null of a companion that knows no process ids. */
export function runningApps(answer: Uint8Array): ReadonlyMap<number, string> | null {
  const running = new Map<number, string>();
  for (const app of new MessageReader(answer).messages(1)) {
    const pid = app.number(7);
    const bundleId = app.text(1);
    if (!pid && app.number(5) === stateRunning) return null;
    if (pid !== null && pid > 0 && bundleId !== null) running.set(pid, bundleId);
  }
  return running;
}

export type Direction = 'down' | 'up';

export type HidEvent =
  | { readonly kind: 'touch'; readonly at: Point; readonly direction: Direction }
  | { readonly kind: 'button'; readonly button: number; readonly direction: Direction }
  | { readonly kind: 'key'; readonly usage: number; readonly direction: Direction }
  | {
      readonly kind: 'swipe';
      readonly from: Point;
      readonly to: Point;
      readonly delta: number;
      readonly seconds: number;
    }
  | { readonly kind: 'delay'; readonly seconds: number }
  | { readonly kind: 'orientation'; readonly to: Rotation }
  | {
      readonly kind: 'pinch';
      readonly center: Point;
      readonly scale: number;
      readonly seconds: number;
      readonly radius: number;
    };

/** Upright, upside down, landscape left, landscape right: as the device is held. */
const orientations: Readonly<Record<Rotation, number>> = { 0: 0, 180: 1, 90: 2, 270: 3 };

/** One message of the `hid` stream. */
export function hidMessage(event: HidEvent): Buffer {
  const message = new MessageWriter();
  switch (event.kind) {
    case 'touch':
      return press(event.direction, (action) =>
        action.message(1, new MessageWriter().message(1, pointMessage(event.at))),
      );
    case 'button':
      return press(event.direction, (action) =>
        action.message(2, new MessageWriter().varint(1, event.button)),
      );
    case 'key':
      return press(event.direction, (action) =>
        action.message(3, new MessageWriter().varint(1, event.usage)),
      );
    case 'swipe': {
      const swipe = new MessageWriter()
        .message(1, pointMessage(event.from))
        .message(2, pointMessage(event.to))
        .double(5, event.delta)
        .double(6, event.seconds);
      return message.message(2, swipe).finish();
    }
    case 'orientation':
      return message.message(5, new MessageWriter().varint(1, orientations[event.to])).finish();
    case 'delay':
      return message.message(3, new MessageWriter().double(1, event.seconds)).finish();
    case 'pinch': {
      const pinch = new MessageWriter()
        .message(1, pointMessage(event.center))
        .double(2, event.scale)
        .double(3, event.seconds)
        .double(4, event.radius);
      return message.message(4, pinch).finish();
    }
  }
}

const directions: Readonly<Record<Direction, number>> = { down: 0, up: 1 };

function press(direction: Direction, act: (action: MessageWriter) => MessageWriter): Buffer {
  const body = new MessageWriter().message(1, act(new MessageWriter())).varint(2, directions[direction]);
  return new MessageWriter().message(1, body).finish();
}

function pointMessage([x, y]: Point): MessageWriter {
  return new MessageWriter().double(1, x).double(2, y);
}
