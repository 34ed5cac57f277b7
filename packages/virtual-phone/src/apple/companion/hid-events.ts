/**
 * Injected input: touches, buttons, keys, strokes, pauses and turns of the device, one after the other, as the
 * companion's `hid` stream, the `idb` command and AXe bring them. Pauses run on the clock of the simulated Mac.
 */
import type { Operation } from '@mobile-debug/core/operation.ts';
import type { FaultMoment } from '../fault-script.ts';
import type { Mac } from '../program.ts';
import type { Simulator } from '../simulator.ts';
import { GrpcError, status } from './grpc-server.ts';
import { HidKeyboard } from './hid-keys.ts';
import type { ProtoMessage } from './protobuf.ts';
import { spend } from './service-context.ts';
import { hasThumbAt, stroke, type TouchOutcome, type TouchPoint, toUi, touch } from './touches.ts';

export type HidButton = 'APPLE_PAY' | 'HOME' | 'LOCK' | 'SIDE_BUTTON' | 'SIRI';
const buttons: readonly HidButton[] = ['APPLE_PAY', 'HOME', 'LOCK', 'SIDE_BUTTON', 'SIRI'];

/** Points are those of the portrait panel, times seconds. */
export type HidEvent =
  | { readonly kind: 'touch'; readonly at: TouchPoint; readonly down: boolean }
  | { readonly kind: 'button'; readonly button: HidButton; readonly down: boolean }
  | { readonly kind: 'key'; readonly usage: number; readonly down: boolean }
  | {
      readonly kind: 'swipe';
      readonly from: TouchPoint;
      readonly to: TouchPoint;
      readonly delta: number;
      readonly seconds: number;
    }
  | { readonly kind: 'delay'; readonly seconds: number }
  | { readonly kind: 'pinch'; readonly at: TouchPoint; readonly scale: number; readonly seconds: number }
  | { readonly kind: 'orientation'; readonly rotation: 0 | 1 | 2 | 3 }
  | { readonly kind: 'shake' };

export const simulatorKitMissing =
  'SimulatorKit is required for HID interactions: Attempting to load a file at path ' +
  "'/Applications/Xcode.app/Contents/Developer/Library/PrivateFrameworks/SimulatorKit.framework', but it does not exist";

/** Points between two steps of a stroke when the client names none. */
const DEFAULT_DELTA = 10;
/** A finger that moved less than this did not move. */
const SLOP = 8;

interface Finger {
  readonly from: TouchPoint;
  readonly sinceMs: number;
  at: TouchPoint;
  /** Pauses that were asked for since it went down; a timer may fire a little early. */
  pausedMs: number;
}

interface Inputs {
  finger: Finger | null;
  readonly keyboard: HidKeyboard;
  readonly outcomes: TouchOutcome[];
}

/** What is held down on each simulator lasts beyond one stream, as the device is one. */
const inputsOf = new WeakMap<Simulator, Inputs>();

function inputs(simulator: Simulator): Inputs {
  const known = inputsOf.get(simulator);
  if (known) return known;
  const fresh: Inputs = {
    finger: null,
    keyboard: new HidKeyboard(simulator.memory.keyboardLayout),
    outcomes: [],
  };
  inputsOf.set(simulator, fresh);
  return fresh;
}

/**
 * What became of every finger that was lifted so far: what no record of the phone tells, since it never came there.
 * @public
 */
export function touchOutcomes(simulator: Simulator): readonly TouchOutcome[] {
  return inputs(simulator).outcomes;
}

/**
 * Whether a finger or a modifier is down now, which without a stream that will lift it is a fault of whoever sent it.
 * @public
 */
export function touchHeld(simulator: Simulator): boolean {
  const { finger, keyboard } = inputs(simulator);
  return finger !== null || keyboard.heldModifiers.length > 0;
}

export interface HidTarget {
  readonly mac: Mac;
  readonly simulator: Simulator;
  readonly moment: FaultMoment;
  /** The old companion divides by the steps of a stroke, and there are none below one delta. */
  readonly die?: () => void;
}

/** Throws what keeps events from this simulator, before any is injected. */
export function checkHid({ mac, simulator, moment }: HidTarget): void {
  if (mac.faults.take('simulator_kit_missing', moment))
    throw new GrpcError(status.INTERNAL, simulatorKitMissing);
  if (simulator.state !== 'Booted')
    throw new GrpcError(status.INTERNAL, `Simulator must be booted, it is currently ${simulator.state}`);
}

/** Resolves when the event has been injected, after its pauses. */
export async function inject(op: Operation, target: HidTarget, event: HidEvent): Promise<void> {
  const { simulator } = target;
  const { keyboard } = inputs(simulator);
  if (event.kind === 'touch') moveFinger(target, event.at, event.down);
  else if (event.kind === 'button') pressButton(simulator, event.button, event.down);
  else if (event.kind === 'key') keyboard.key(simulator.phone, event.usage, event.down);
  else if (event.kind === 'swipe') await swipe(op, target, event);
  else if (event.kind === 'delay') await pause(op, simulator, event.seconds);
  else if (event.kind === 'pinch') {
    await spend(op, event.seconds * 1000);
    const { x, y } = toUi(simulator, event.at);
    simulator.phone.pinch(Math.round(x * simulator.scale), Math.round(y * simulator.scale), event.scale);
  } else if (event.kind === 'orientation') simulator.phone.setRotation(event.rotation);
}

function moveFinger({ mac, simulator }: HidTarget, at: TouchPoint, down: boolean): void {
  const held = inputs(simulator);
  const { finger } = held;
  if (down) {
    if (finger) finger.at = at;
    else held.finger = { from: at, at, sinceMs: mac.clock.monotonicMs(), pausedMs: 0 };
    return;
  }
  if (!finger) return;
  held.finger = null;
  const heldMs = Math.max(finger.pausedMs, mac.clock.monotonicMs() - finger.sinceMs);
  const from = toUi(simulator, finger.from);
  const to = toUi(simulator, at);
  const outcome = isStroke({ mac, simulator }, from, to)
    ? stroke(mac, simulator, { from, to, durationMs: heldMs })
    : touch(mac, simulator, from, heldMs);
  held.outcomes.push(outcome);
}

/** A slider follows from the first point on (UIControl beginTracking), everything else from where a pan begins. */
function isStroke(
  { mac, simulator }: Pick<HidTarget, 'mac' | 'simulator'>,
  from: TouchPoint,
  to: TouchPoint,
): boolean {
  const far = Math.hypot(to.x - from.x, to.y - from.y);
  return far >= SLOP || (far > 0 && hasThumbAt(mac, simulator, from));
}

async function pause(op: Operation, simulator: Simulator, seconds: number): Promise<void> {
  await spend(op, seconds * 1000);
  const { finger } = inputs(simulator);
  if (finger) finger.pausedMs += seconds * 1000;
}

async function swipe(
  op: Operation,
  { mac, simulator, die }: HidTarget,
  event: Extract<HidEvent, { kind: 'swipe' }>,
): Promise<void> {
  const delta = event.delta > 0 ? event.delta : DEFAULT_DELTA;
  const steps = Math.floor(Math.hypot(event.to.x - event.from.x, event.to.y - event.from.y) / delta);
  if (steps === 0 && mac.companionVersion === '1.1.8') {
    die?.();
    throw new GrpcError(status.INTERNAL, 'Division by zero');
  }
  await spend(op, event.seconds * 1000);
  const [from, to] = [toUi(simulator, event.from), toUi(simulator, event.to)];
  const durationMs = event.seconds * 1000;
  const outcome = isStroke({ mac, simulator }, from, to)
    ? stroke(mac, simulator, { from, to, durationMs })
    : touch(mac, simulator, from, durationMs);
  inputs(simulator).outcomes.push(outcome);
}

/** HOME goes to SpringBoard, LOCK and the side button turn the screen off and on; the others show nothing here. */
function pressButton({ phone }: Simulator, button: HidButton, down: boolean): void {
  if (down) return;
  if (button === 'HOME') {
    if (phone.displays[0]?.on === false) phone.setScreenOn(true);
    phone.key(3);
  }
  if (button === 'LOCK' || button === 'SIDE_BUTTON') phone.key(26);
}

/** Throws GrpcError INVALID_ARGUMENT for what the companion does not know. */
export function hidEventOf(message: ProtoMessage): HidEvent {
  const press = message.message(1);
  if (press) return pressOf(press);
  const swiped = message.message(2);
  if (swiped) {
    const [from, to] = [pointOf(swiped.message(1)), pointOf(swiped.message(2))];
    return { kind: 'swipe', from, to, delta: swiped.double(5), seconds: swiped.double(6) };
  }
  const delay = message.message(3);
  if (delay) return { kind: 'delay', seconds: delay.double(1) };
  const pinch = message.message(4);
  if (pinch) {
    const seconds = pinch.double(3) > 0 ? pinch.double(3) : 0.5;
    return { kind: 'pinch', at: pointOf(pinch.message(1)), scale: pinch.double(2), seconds };
  }
  const orientation = message.message(5);
  if (orientation) {
    // Portrait, upside down, landscape left, landscape right, as the device is held.
    const rotation = ([0, 2, 1, 3] as const)[orientation.int(1)];
    if (rotation === undefined) throw invalid('Unrecognized orientation type');
    return { kind: 'orientation', rotation };
  }
  if (message.has(6)) return { kind: 'shake' };
  throw invalid('Unrecognized request.event');
}

function pressOf(press: ProtoMessage): HidEvent {
  const action = press.message(1);
  const direction = press.int(2);
  if (direction > 1) throw invalid('Unrecognized press.direction');
  const down = direction === 0;
  const touched = action?.message(1);
  if (touched) return { kind: 'touch', at: pointOf(touched.message(1)), down };
  const pressed = action?.message(2);
  if (pressed) {
    const button = buttons[pressed.int(1)];
    if (!button) throw invalid('Unrecognized hid button type');
    return { kind: 'button', button, down };
  }
  const key = action?.message(3);
  if (key) return { kind: 'key', usage: key.int(1), down };
  throw invalid('Unrecognized press.action');
}

export function pointOf(message: ProtoMessage | null | undefined): TouchPoint {
  return { x: message?.double(1) ?? 0, y: message?.double(2) ?? 0 };
}

function invalid(text: string): GrpcError {
  return new GrpcError(status.INVALID_ARGUMENT, text);
}
