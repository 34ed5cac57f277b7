/**
 * Moves the focus to an element by the arrow keys of a D-pad: a key, a reading, the next key. Where the focus goes is the
 * app's affair, so the way is searched: towards the target first, and from no element in the same direction twice.
 */
import type { Dispatch } from '@mobile-debug/core/dispatch.ts';
import { Fault } from '@mobile-debug/core/fault.ts';
import type { SessionOf } from '../session/device-session.ts';
import { handleOf, type Observation } from '../session/observation.ts';
import { FirstValue, foldReadings } from '../session/readings.ts';
import type { Bounds, UiElement, UiTree } from '../ui/ui-tree.ts';
import { focusedElement, tellsFocus } from './typed-text.ts';

export type Direction = 'up' | 'down' | 'left' | 'right';

export type FocusResult = {
  readonly focused: boolean;
  readonly presses: number;
  /** Keys in the order in which they were sent. */
  readonly keys: readonly Direction[];
  /** What has the focus at the end, as handle and label. */
  readonly focus: { readonly elementId: string; readonly label: string | null } | null;
};

/** The focus follows a key within some frames; an app that scrolls first takes longer. */
const moveWithinMs = 700;
const betweenReadsMs = 60;

const opposite: Readonly<Record<Direction, Direction>> = {
  up: 'down',
  down: 'up',
  left: 'right',
  right: 'left',
};

/**
 * What gets the focus when the element is meant: it, the focusable element around it, or the only one in it. What scrolls
 * leaves the focus to what is in it. Null where nothing does, or several could.
 */
export function focusHolder({ elements }: UiTree, element: UiElement): UiElement | null {
  const within = elements.filter(
    (one) => one !== element && takesFocus(one) && isWithin(elements, one, element),
  );
  if (takesFocus(element) && !(element.scrollable && within.length > 0)) return element;
  const [only, another] = within;
  if (only) return another === undefined ? only : null;
  const around = ancestors(elements, element).find((one) => takesFocus(one) || one.scrollable);
  return around && !around.scrollable ? around : null;
}

function takesFocus({ focusable, enabled }: UiElement): boolean {
  return focusable && enabled;
}

/** Nearest first, without the element itself. */
function ancestors(elements: UiTree['elements'], { parentId }: UiElement): readonly UiElement[] {
  const parent = parentId === null ? undefined : elements[parentId];
  return parent ? [parent, ...ancestors(elements, parent)] : [];
}

function isWithin(elements: UiTree['elements'], one: UiElement, outer: UiElement): boolean {
  return ancestors(elements, one).some(({ index }) => index === outer.index);
}

/** Refuses, before anything is sent, what cannot get the focus. Gives the handle of what will have it. */
export function checkFocusable(observation: Observation, element: UiElement): string {
  const { tree } = observation;
  const holder = focusHolder(tree, element);
  if (!tellsFocus(tree)) {
    throw new Fault(
      'CAPABILITY_MISSING',
      'This way of reading the screen does not tell what has the focus.',
      {
        nextStep: 'Nothing was sent. Use tap_element, or press_key and look with capture_screenshot.',
      },
    );
  }
  if (holder) return handleOf(observation, holder);
  throw new Fault(
    'ELEMENT_NOT_INTERACTABLE',
    `${named(element)} does not get the focus itself: it is not focusable, or leaves it to what is in it.`,
    { nextStep: 'Nothing was sent. Choose what the outline shows as clickable or editable.' },
  );
}

/** CONTROL_CONVERGENCE_FAILED, with where the focus stopped in its details, when it does not get there. */
export async function moveFocus(
  dispatch: Dispatch,
  session: SessionOf<'input' | 'screen'>,
  {
    first,
    handle,
    maxPresses,
  }: { readonly first: Observation; readonly handle: string; readonly maxPresses: number },
): Promise<FocusResult> {
  const search = new FocusSearch(handle, maxPresses);
  let step = search.next(first);
  while ('key' in step) {
    dispatch.check();
    await session.device.input.key(dispatch, step.key);
    step = search.next(await settled(dispatch, session, search));
  }
  if (step.why === null) return step.result;
  throw new Fault('CONTROL_CONVERGENCE_FAILED', `The focus did not get there: ${step.why}.`, {
    details: step.result,
    ...(step.result.presses > 0 && { delivery: 'delivered' }),
    nextStep:
      'Look at the outline: go on with press_key from where the focus is, or scroll or open what hides the element.',
  });
}

/** A reading in which the focus has moved; when it does not move in time, the last one. */
async function settled(
  dispatch: Dispatch,
  session: SessionOf<'input' | 'screen'>,
  search: FocusSearch,
): Promise<Observation> {
  const moved = new FirstValue((seen) => (search.hasMoved(seen) ? seen : null));
  const pace = { timeoutMs: moveWithinMs, pauseMs: () => betweenReadsMs, uncut: 'first' } as const;
  const { last, fault } = await foldReadings(dispatch, session, pace, moved);
  if (last) return last;
  throw fault ?? new Fault('OBSERVATION_FAILED', 'The screen could not be read after the key.');
}

type Step =
  | { readonly key: Direction }
  /** `why` is null when the element has the focus. */
  | { readonly why: string | null; readonly result: FocusResult };

/** Decides after each reading: there, given up, or one more key. Pure. */
export class FocusSearch {
  readonly #target: string;
  readonly #maxPresses: number;
  readonly #keys: Direction[] = [];
  /** Directions already pressed, by the handle of what had the focus; '' for none. */
  readonly #pressed = new Map<string, Set<Direction>>();
  #at: string | null = null;
  #unmoved = 0;

  constructor(target: string, maxPresses: number) {
    this.#target = target;
    this.#maxPresses = maxPresses;
  }

  hasMoved(now: Observation): boolean {
    return holderOf(now).handle !== this.#at;
  }

  next(now: Observation): Step {
    const { element, handle } = holderOf(now);
    const end = (why: string | null): Step => ({ why, result: this.#result(element, handle, why) });
    this.#unmoved = this.#keys.length > 0 && handle === this.#at ? this.#unmoved + 1 : 0;
    this.#at = handle;
    if (handle === this.#target) return end(null);
    const target = now.tree.elements.find((_, index) => now.handles[index] === this.#target);
    const here = element === null ? 'nothing has the focus' : `${named(element)} has the focus`;
    if (!target) return end(`the element is no longer on the screen, and ${here}`);
    if (this.#keys.length >= this.#maxPresses)
      return end(`${this.#maxPresses} keys were pressed, and ${here}`);
    const pressed = this.#pressed.get(handle ?? '') ?? new Set();
    this.#pressed.set(handle ?? '', pressed);
    const key = towards(element?.bounds ?? null, target.bounds).find((direction) => !pressed.has(direction));
    if (key === undefined) {
      return end(
        this.#unmoved >= 3
          ? `no arrow key moves it: ${here}`
          : `every way from here has been tried, and ${here}`,
      );
    }
    pressed.add(key);
    this.#keys.push(key);
    return { key };
  }

  #result(element: UiElement | null, handle: string | null, why: string | null): FocusResult {
    return {
      focused: why === null,
      presses: this.#keys.length,
      keys: this.#keys,
      focus: element === null || handle === null ? null : { elementId: handle, label: element.label },
    };
  }
}

function holderOf(now: Observation): { element: UiElement | null; handle: string | null } {
  const element = focusedElement(now.tree);
  return { element, handle: element === null ? null : handleOf(now, element) };
}

/** All four, the most promising first: along the axis on which the two are apart, then along the other. */
export function towards(from: Bounds | null, to: Bounds): readonly Direction[] {
  if (from === null) return ['down', 'right', 'up', 'left'];
  const [dx, dy] = [apart(from[0], from[2], to[0], to[2]), apart(from[1], from[3], to[1], to[3])];
  const [cx, cy] = [to[0] + to[2] - from[0] - from[2], to[1] + to[3] - from[1] - from[3]];
  const vertical: Direction = cy >= 0 ? 'down' : 'up';
  const horizontal: Direction = cx >= 0 ? 'right' : 'left';
  const [main, side] =
    dy > 0 && (dy >= dx || dx === 0)
      ? [vertical, horizontal]
      : dx > 0
        ? [horizontal, vertical]
        : [vertical, horizontal];
  return [main, side, opposite[side], opposite[main]];
}

/** The gap between two spans; 0 where they overlap. */
function apart(low: number, high: number, otherLow: number, otherHigh: number): number {
  return Math.max(0, otherLow - high, low - otherHigh);
}

function named({ label, role, resourceId }: UiElement): string {
  if (label !== null) return JSON.stringify(label);
  return resourceId === null ? `a ${role} without words` : `the ${role} ${resourceId}`;
}
