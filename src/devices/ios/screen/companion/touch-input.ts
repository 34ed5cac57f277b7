/** The input facet: gestures planned on the newest tree, in the orientation of the driver that sends them. */
import type { Dispatch } from '@mobile-debug/core/dispatch.ts';
import { Fault, isFault } from '@mobile-debug/core/fault.ts';
import type { Operation } from '@mobile-debug/core/operation.ts';
import { holds } from '../../../../ui/geometry.ts';
import type { Point, Rotation } from '../../../../ui/ui-tree.ts';
import type { Adjustment, InputFacet, Pinch, Swipe, TypedText } from '../../../port/input.ts';
import { TransportProblem } from '../../../port/transport-problem.ts';
import type { Simctl } from '../../ios-types.ts';
import type { AxElement } from '../ax/ax-json.ts';
import { isSwitch } from '../ax/ax-node.ts';
import { type Orientation, toDevice } from '../orientation.ts';
import type { ScreenDriver } from './drivers/driver.ts';
import type { DriverChain } from './drivers/driver-chain.ts';
import type { Gesture } from './gesture.ts';
import { keyNames, keyPress, strokesOf } from './hid-keys.ts';
import { pasteText } from './paste-text.ts';
import type { ScreenReader } from './screen-reader.ts';

export interface InputDeps {
  readonly drivers: DriverChain;
  readonly reader: ScreenReader;
  /** Null for a real device. */
  readonly simctl: Simctl | null;
}

/** A swipe that takes longer than this is a drag: it ends without momentum [O1]. */
const dragFromMs = 600;
const pinchMs = 400;
/** Most gesture recognisers treat two touches closer than this as one. */
const nearestPoints = 20;
/** Margin to the edges of the area, where other elements may be. */
const margin = 0.9;
/** Instant taps are often ignored; AXe holds 50 ms, and 100 ms on switches [S9]. */
const usualHoldMs = 50;
const switchHoldMs = 100;
/** The switch itself is 51 points wide and stands at the end of its row. */
const widestBare = 100;
const thumbFromRight = 31;

export class TouchInput implements InputFacet {
  readonly keyNames = keyNames;
  /** A tap on the track of a UISlider is ignored [S4]. */
  readonly slidersByThumb = true;
  readonly #parts: InputDeps;

  constructor(parts: InputDeps) {
    this.#parts = parts;
  }

  get pinch(): InputFacet['pinch'] {
    if (!this.#parts.drivers.drivers.some((driver) => driver.can('pinch'))) return undefined;
    return async (dispatch: Dispatch, pinch: Pinch): Promise<void> =>
      await this.#send(dispatch, pinchGesture(pinch), (driver) => driver.can('pinch'));
  }

  get adjust(): InputFacet['adjust'] {
    if (!this.#parts.drivers.drivers.some((driver) => driver.can('set_value'))) return undefined;
    return async (dispatch: Dispatch, { bounds, value }: Adjustment): Promise<void> => {
      const at: Point = [(bounds[0] + bounds[2]) / 2, (bounds[1] + bounds[3]) / 2];
      // In the form in which the control tells it: a bare number would be read as a share of one.
      const now = this.#parts.reader.last?.elements.find(
        ({ frame }) => frame?.join() === bounds.join(),
      )?.value;
      const sign = typeof now === 'string' && now.trim().endsWith('%') ? '%' : '';
      const gesture: Gesture = { kind: 'set_value', at, value: `${value}${sign}` };
      await this.#send(dispatch, gesture, (driver) => driver.can('set_value'));
    };
  }

  /** Undefined where no way at hand can do it. */
  get rotate(): ((dispatch: Dispatch, to: Rotation) => Promise<void>) | undefined {
    if (!this.#parts.drivers.drivers.some((driver) => driver.can('rotate'))) return undefined;
    return async (dispatch, to) =>
      await this.#send(dispatch, { kind: 'rotate', to }, (driver) => driver.can('rotate'));
  }

  async tap(dispatch: Dispatch, at: Point): Promise<void> {
    const gesture = tapGesture(checkedPoint(at), this.#parts.reader.last?.elements ?? []);
    await this.#send(dispatch, gesture);
  }

  /** A reading tells it. What is asked for nothing else than this may cost a quarter of the time left. */
  async orient(op: Operation): Promise<string | null> {
    const { drivers, reader } = this.#parts;
    const known = reader.last;
    if (known) return known.orientationDoubt;
    if (!drivers.drivers.some(({ touches }) => touches === 'device')) return null;
    using part = op.within(op.remainingMs / 4);
    try {
      return await reader.orientationDoubt(part);
    } catch (error) {
      op.check();
      if (!(error instanceof TransportProblem || isFault(error))) throw error;
      return `the screen could not be read: ${error.message}`;
    }
  }

  async longPress(dispatch: Dispatch, press: { at: Point; durationMs: number }): Promise<void> {
    await this.#send(dispatch, {
      kind: 'tap',
      at: checkedPoint(press.at),
      holdMs: duration(press.durationMs),
    });
  }

  async swipe(dispatch: Dispatch, { from, to, durationMs }: Swipe): Promise<void> {
    const kind = durationMs >= dragFromMs ? 'drag' : 'swipe';
    const path = { from: checkedPoint(from), to: checkedPoint(to), durationMs: duration(durationMs) };
    await this.#send(dispatch, { kind, ...path });
  }

  async key(dispatch: Dispatch, key: string): Promise<void> {
    await this.#send(dispatch, { kind: 'keys', presses: [keyPress(key)] });
  }

  async type(dispatch: Dispatch, text: string): Promise<TypedText> {
    if (text === '') return { method: 'hid keys' };
    if (strokesOf(text) !== null) {
      await this.#send(dispatch, { kind: 'text', text });
      return { method: 'hid keys' };
    }
    return await this.#parts.drivers.use(dispatch, async (driver) => {
      if (driver.can('any_text')) {
        await driver.perform(dispatch, { kind: 'text', text });
        return { method: `${driver.name} keys` };
      }
      const { simctl, reader } = this.#parts;
      if (simctl === null) throw untypable();
      const paste = async (): Promise<void> =>
        await driver.perform(dispatch, { kind: 'keys', presses: [keyPress('paste')] });
      await pasteText(dispatch, { simctl, reader, paste }, text);
      return { method: 'pasteboard paste' };
    });
  }

  async canType(_op: Operation, text: string): Promise<void> {
    const any =
      this.#parts.simctl !== null || this.#parts.drivers.drivers.some((driver) => driver.can('any_text'));
    if (!any && strokesOf(text) === null) throw untypable();
    await Promise.resolve();
  }

  async clear(dispatch: Dispatch, length: number): Promise<void> {
    if (length > 0) await this.#send(dispatch, { kind: 'clear', length: Math.round(length) });
  }

  async #send(dispatch: Dispatch, gesture: Gesture, able?: (driver: ScreenDriver) => boolean): Promise<void> {
    const send = async (driver: ScreenDriver): Promise<void> => {
      const orientation = this.#parts.reader.last?.orientation;
      const onScreen = orientation && driver.touches === 'device' ? onDevice(gesture, orientation) : gesture;
      await driver.perform(dispatch, onScreen);
    };
    await this.#parts.drivers.use(dispatch, send, able);
  }
}

function onDevice(gesture: Gesture, orientation: Orientation): Gesture {
  switch (gesture.kind) {
    case 'tap':
    case 'set_value':
      return { ...gesture, at: toDevice(gesture.at, orientation) };
    case 'swipe':
    case 'drag':
      return { ...gesture, from: toDevice(gesture.from, orientation), to: toDevice(gesture.to, orientation) };
    case 'pinch':
      return { ...gesture, center: toDevice(gesture.center, orientation) };
    case 'keys':
    case 'text':
    case 'clear':
    case 'rotate':
      return gesture;
  }
}

/**
 * The frame of a switch is often its whole row, but only its thumb answers, and not to a tap without a pause. `elements`
 * are those of the newest tree, which is where the point was taken from.
 */
function tapGesture(at: Point, elements: readonly AxElement[]): Gesture {
  const row = elements.find(
    (element) => isSwitch(element) && element.frame && holds(element.frame, at),
  )?.frame;
  if (!row) return { kind: 'tap', at, holdMs: usualHoldMs };
  const [left, top, right, bottom] = row;
  if (right - left <= widestBare) return { kind: 'tap', at, holdMs: switchHoldMs };
  return { kind: 'tap', at: [right - thumbFromRight, (top + bottom) / 2], holdMs: switchHoldMs };
}

/** INVALID_ARGUMENT, before anything is sent, when the area is too small for so much of a change. */
function pinchGesture({ center: [x, y], area, scale }: Pinch): Gesture {
  const [left, top, right, bottom] = area;
  const radius = Math.min(x - left, right - x, y - top, bottom - y) * margin;
  const near = scale > 1 ? radius / scale : radius * scale;
  if (near * 2 < nearestPoints) {
    const most = Math.max(1, (radius * 2) / nearestPoints);
    throw invalid(
      `There is room for a span of ${Math.floor(radius * 2)} points: enough for a scale from ${(1 / most).toFixed(2)} to ${most.toFixed(2)}.`,
    );
  }
  return { kind: 'pinch', center: [x, y], scale, radius, durationMs: pinchMs };
}

function untypable(): Fault {
  return new Fault(
    'CAPABILITY_MISSING',
    'No key types these characters, and there is no pasteboard to paste from.',
    {
      nextStep: 'Use a simulator, or WebDriverAgent, which can type any character.',
      delivery: 'not_delivered',
    },
  );
}

function checkedPoint([x, y]: Point): Point {
  if (!Number.isFinite(x) || !Number.isFinite(y) || x < 0 || y < 0)
    throw invalid(`${x},${y} is not a point on the screen.`);
  return [x, y];
}

function duration(ms: number): number {
  if (!Number.isFinite(ms) || ms < 0) throw invalid(`${ms} is not a duration.`);
  return ms;
}

function invalid(message: string): Fault {
  return new Fault('INVALID_ARGUMENT', message);
}
