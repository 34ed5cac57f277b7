/**
 * Moves the focus to an element by the arrow keys of a D-pad: a key, a reading, the next key. Where the focus goes is the
 * app's affair, so the way is searched: towards the target first, and from no element in the same direction twice.
 */
import type { Dispatch } from '@mobile-debug/core/dispatch.ts';
import { Fault } from '@mobile-debug/core/fault.ts';
import type { SessionOf } from '../session/device-session.ts';
import { handleOf, type Observation } from '../session/observation.ts';
import { FirstValue, foldReadings } from '../session/readings.ts';
import type { UiElement, UiTree } from '../ui/ui-tree.ts';
import { type FocusResult, FocusSearch, named } from './focus-search.ts';
import { tellsFocus } from './typed-text.ts';

/** The focus follows a key within some frames; an app that scrolls first takes longer. */
const moveWithinMs = 700;
const betweenReadsMs = 60;

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
