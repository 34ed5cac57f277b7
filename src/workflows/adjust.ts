/** Brings a control to a value: touch, read, correct, until it is reached or the attempts are used up. */
import type { Dispatch } from '@mobile-debug/core/dispatch.ts';
import { Fault, isFault } from '@mobile-debug/core/fault.ts';
import type { ToldValue } from '../devices/port/input.ts';
import type { SessionOf } from '../session/device-session.ts';
import { handleOf, type Observation } from '../session/observation.ts';
import { tapPoint } from '../ui/target.ts';
import type { UiElement } from '../ui/ui-tree.ts';
import { dragThumb, WheelTurns } from './adjust-gestures.ts';
import {
  besideOf,
  type ControlKind,
  type ControlValue,
  fractionFor,
  isMet,
  isStuck,
  kindOf,
  pointAt,
  readValue,
  type TrackSample,
  toleranceOf,
} from './adjust-plan.ts';
import { chooseOption } from './choose-option.ts';
import { pressSteps } from './press-steps.ts';
import { TapHearing } from './tap-hearing.ts';
import { valueAfter } from './value-after.ts';

export interface AdjustRequest {
  readonly property: string;
  readonly target: ControlValue;
  readonly tolerance: number | undefined;
  readonly maxAttempts: number;
}

type AdjustSession = SessionOf<'input' | 'screen'>;

export type AdjustResult = {
  readonly target_state: ControlValue;
  readonly actual_state: ControlValue | null;
  readonly within_tolerance: boolean | null;
  readonly converged: boolean;
  readonly attempts: number;
  readonly adjustment_mode: 'semantic' | 'gesture' | 'coordinate';
  readonly control: ControlKind;
  readonly note?: string;
};

interface Control {
  readonly kind: ControlKind;
  readonly handle: string;
  readonly tolerance: number;
  mode: AdjustResult['adjustment_mode'];
  triedPlatform: boolean;
  readonly wheel: WheelTurns;
  /** What it told by an event, where no reading gives its value. */
  told: ToldValue | null;
  readonly hearing: TapHearing;
  /** The last touch changed nothing: it may have been on the thumb. */
  unmoved: boolean;
  observation: Observation;
  element: UiElement;
}

/** Refuses impossible requests before anything is sent. */
export function checkAdjustable(
  observation: Observation,
  element: UiElement,
  request: AdjustRequest,
): Control {
  const kind = kindOf(observation.tree, element, request);
  const range = element.state.value_range;
  const { target } = request;
  if (typeof target === 'number' && range && (target < range.min || target > range.max)) {
    throw new Fault(
      'CONTROL_CONVERGENCE_FAILED',
      `${target} is outside the range ${range.min} to ${range.max}. Nothing was sent.`,
    );
  }
  const tolerance = request.tolerance ?? toleranceOf(element, kind);
  return {
    kind,
    handle: handleOf(observation, element),
    tolerance,
    mode: 'gesture',
    triedPlatform: false,
    wheel: new WheelTurns(),
    told: null,
    hearing: new TapHearing(),
    unmoved: false,
    observation,
    element,
  };
}

/** CONTROL_CONVERGENCE_FAILED, with the reached value in its details, when the target is not reached. */
export async function reachTarget(
  dispatch: Dispatch,
  session: AdjustSession,
  control: Control,
  request: AdjustRequest,
): Promise<AdjustResult> {
  try {
    return await approach(dispatch, session, control, request);
  } finally {
    await control.hearing.close();
  }
}

async function approach(
  dispatch: Dispatch,
  session: AdjustSession,
  control: Control,
  request: AdjustRequest,
): Promise<AdjustResult> {
  const samples: TrackSample[] = [];
  let attempts = 0;
  for (;;) {
    const now =
      readValue(control.observation.tree, control.element, control.kind, request.property) ??
      control.told?.value ??
      null;
    const tolerance = toleranceNow(control, request);
    if (isMet(now, request.target, tolerance))
      return report(control, request, { now, attempts, converged: true });
    if (attempts > 0 && now === null) return unread(control, request, attempts);
    if (attempts >= mostAttempts(control, request)) throw failed(control, request, { now, attempts });
    dispatch.check();
    attempts++;
    const fraction = await touch(dispatch, session, control, { request, samples, now, attempts });
    const told = control.told?.value;
    const after =
      told ??
      (await valueAfter(dispatch, {
        before: now,
        isMet: (value) => isMet(value, request.target, tolerance),
        read: async () => {
          control.observation = await session.observe(dispatch);
          control.element = session.locate(control.observation, control.handle);
          const value = readValue(control.observation.tree, control.element, control.kind, request.property);
          return { value, atMs: control.observation.completed.monotonicMs };
        },
      }));
    const ignored = fraction !== null && after !== null && after === now && !control.unmoved;
    control.unmoved = ignored;
    if (fraction !== null && typeof after === 'number' && !ignored) samples.push({ fraction, value: after });
    // Touching the same point again would give the same value.
    if (attempts > 1 && isStuck(samples) && !isMet(after, request.target, toleranceNow(control, request))) {
      throw failed(control, request, { now: after, attempts });
    }
  }
}

/** A wheel is turned row by row, which the budget bounds. */
function mostAttempts({ kind }: Control, { maxAttempts }: AdjustRequest): number {
  return kind === 'wheel' ? Math.max(maxAttempts, mostTurns) : maxAttempts;
}

const mostTurns = 60;

interface Aim {
  readonly request: AdjustRequest;
  readonly samples: readonly TrackSample[];
  readonly now: ControlValue | null;
  /** This one counted. */
  readonly attempts: number;
}

/** One correction. For sliders, the touched position along the track. */
async function touch(
  dispatch: Dispatch,
  session: AdjustSession,
  control: Control,
  { request, samples, now, attempts }: Aim,
): Promise<number | null> {
  const { input } = session.device;
  switch (control.kind) {
    case 'slider': {
      if (await setByPlatform(dispatch, session, control, Number(request.target))) return null;
      if (input.slidersByThumb)
        return dragThumb(dispatch, input, control.element, { now, target: Number(request.target), samples });
      const range = rangeOf(control);
      const fraction = fractionFor(Number(request.target), range, samples);
      const { bounds, type: className } = control.element;
      const [point, beside] = [pointAt(bounds, fraction), pointAt(bounds, besideOf(fraction))];
      if (now === null || control.told) {
        control.told = await control.hearing.tap(dispatch, input, { className, point, beside });
        return fraction;
      }
      if (control.unmoved) await input.tap(dispatch, beside);
      await input.tap(dispatch, point);
      return fraction;
    }
    case 'stepper':
      await pressSteps(dispatch, session, control, { now: Number(now), target: Number(request.target) });
      return null;
    case 'wheel':
      if (await control.wheel.turn(dispatch, input, control.element, { now, target: request.target }))
        return null;
      throw failed(control, request, { now, attempts: attempts - 1 });
    case 'toggle':
      await input.tap(dispatch, pointOf(control));
      return null;
    case 'choice':
      await chooseOption(dispatch, session, {
        handle: control.handle,
        closed: control.observation,
        point: pointOf(control),
        option: String(request.target),
      });
      return null;
  }
}

/** A range that is told by an event is known after the first touch only. */
function toleranceNow({ tolerance, told }: Control, request: AdjustRequest): number {
  return told && request.tolerance === undefined ? Math.max(tolerance, told.range / 100) : tolerance;
}

function rangeOf({ element, told }: Control): { readonly min: number; readonly max: number } | null {
  return element.state.value_range ?? (told && { min: 0, max: told.range });
}

/** The platform's accessibility action for setting a value, if the control supports it. Tried once. */
async function setByPlatform(
  dispatch: Dispatch,
  session: AdjustSession,
  control: Control,
  value: number,
): Promise<boolean> {
  const { adjust: set } = session.device.input;
  control.mode = 'gesture';
  if (!set || control.triedPlatform) return false;
  control.triedPlatform = true;
  const { bounds, resourceId } = control.element;
  try {
    await set(dispatch, { bounds, resourceId, value });
    control.mode = 'semantic';
    return true;
  } catch (error) {
    if (!isFault(error, 'CAPABILITY_MISSING', 'ACTION_REJECTED') || dispatch.ended) throw error;
    return false;
  }
}

function pointOf({ observation, element }: Control) {
  const at = tapPoint(observation.tree, element);
  if ('why' in at) throw new Fault('ELEMENT_NOT_INTERACTABLE', `The control cannot be touched: ${at.why}`);
  return at.point;
}

interface Reached {
  readonly now: ControlValue | null;
  readonly attempts: number;
  readonly converged: boolean;
}

function report(
  control: Control,
  { target }: AdjustRequest,
  { now, attempts, converged }: Reached,
): AdjustResult {
  return {
    target_state: target,
    actual_state: now,
    within_tolerance: now === null ? null : converged,
    converged,
    attempts,
    adjustment_mode: control.mode,
    control: control.kind,
  };
}

/** The touch was computed from the range alone and cannot be verified; the result says so. */
function unread(control: Control, request: AdjustRequest, attempts: number): AdjustResult {
  return {
    ...report(control, request, { now: null, attempts, converged: false }),
    adjustment_mode: 'coordinate',
    note: 'The value cannot be read on this device: the computed position was touched, but not verified.',
  };
}

function failed(control: Control, request: AdjustRequest, reached: Omit<Reached, 'converged'>): Fault {
  const { now, attempts } = reached;
  return new Fault(
    'CONTROL_CONVERGENCE_FAILED',
    `The control is at ${JSON.stringify(now)} after ${attempts} attempts, not at ${JSON.stringify(request.target)}.`,
    {
      details: report(control, request, { now, attempts, converged: false }),
      ...(attempts > 0 && { delivery: 'delivered' }),
    },
  );
}
