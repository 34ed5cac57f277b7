/**
 * Which field a text is meant for, and the proof that it has the focus before anything is typed. Sends nothing itself.
 */
import type { Dispatch } from '@mobile-debug/core/dispatch.ts';
import { Fault } from '@mobile-debug/core/fault.ts';
import type { Touch } from '../session/action/find-target.ts';
import type { SessionOf } from '../session/device-session.ts';
import { handleOf, type Observation } from '../session/observation.ts';
import { FirstValue, foldReadings } from '../session/readings.ts';
import { elementName } from '../ui/element-line.ts';
import { sameBounds } from '../ui/geometry.ts';
import { tapPoint } from '../ui/target.ts';
import type { Point, UiElement, UiTree } from '../ui/ui-tree.ts';
import { focusedElement, tellsFocus } from './typed-text.ts';

export interface AimedField {
  readonly observation: Observation;
  /** null where the reading tells nothing of the focus and no target was given. */
  readonly field: UiElement | null;
  /** Where to touch it first; null when it has the focus already or nothing says which it is. */
  readonly touch: Point | null;
  /** Whether a reading showed that the field has the focus. */
  readonly proved: boolean;
}

/** A field gets its focus some hundred milliseconds after the touch on a busy device. */
const focusWaitMs = 1_500;
const focusPauseMs = 100;
/** Given to it where no reading tells the focus, as by older companions of iOS [O1]. */
const untoldFocusMs = 400;

/** Throws ELEMENT_NOT_INTERACTABLE, before anything is sent, when the target is no text field and holds none. */
export function aimAtTarget(touch: Touch): AimedField {
  const { observation, element } = touch;
  const { tree } = observation;
  const fields = fieldsOf(tree, element);
  const focused = focusedElement(tree);
  const field = fields.find((one) => one === focused) ?? fields[0];
  if (!field) {
    throw refused(observation, `The target ${nameIn(observation, element)} is no text field and holds none`);
  }
  // Of a form that holds a masked field too, neither the focus nor the order says which is meant.
  if (fields.some(({ secure }) => secure !== field.secure)) {
    throw refused(observation, `The target ${nameIn(observation, element)} holds a masked field and others`);
  }
  assertEnabled(field);
  if (field === focused) return { observation, field, touch: null, proved: true };
  const around = field === element || isWithin(tree, element, field);
  return { observation, field, touch: around ? touch.point : pointOf(tree, field), proved: false };
}

/** What has the focus must be a text field. Where no reading tells the focus, there must at least be one. */
export function aimAtFocus(observation: Observation): AimedField {
  const { tree } = observation;
  const focused = focusedElement(tree);
  if (focused?.editable) {
    assertEnabled(focused);
    return { observation, field: focused, touch: null, proved: true };
  }
  const unknown = !tellsFocus(tree) || (focused === null && tree.quality.status === 'suspect');
  const any =
    tree.quality.status === 'suspect' || tree.elements.some(({ editable, visible }) => editable && visible);
  if (unknown && any) return { observation, field: null, touch: null, proved: false };
  throw refused(observation, 'No text field has the focus');
}

/**
 * After the touch: the field as it is once it has the focus. Throws ELEMENT_NOT_INTERACTABLE when something else has it
 * or nothing, and OBSERVATION_FAILED when no reading could tell.
 */
export async function withFocus(
  dispatch: Dispatch,
  session: SessionOf<'screen'>,
  aimed: AimedField,
): Promise<AimedField> {
  const op = dispatch.unrecorded();
  const pace = { timeoutMs: focusWaitMs, intervalMs: focusPauseMs, uncut: 'first' } as const;
  const judged = new FirstValue((observation) => judge(observation, aimed));
  const { value, last, fault } = await foldReadings(op, session, pace, judged);
  if (value && !tellsFocus(value.observation.tree))
    await op.sleep(Math.min(untoldFocusMs, op.remainingMs / 4));
  if (value) return value;
  if (!last) {
    const why = fault ? `: ${fault.message}` : '.';
    throw new Fault('OBSERVATION_FAILED', `The field was touched, but not seen to have the focus${why}`, {
      nextStep:
        'Nothing was typed. Read the screen, then call again without a target if the field has the focus.',
      delivery: 'not_delivered',
    });
  }
  throw refused(last, 'The field was touched and did not get the focus');
}

function judge(observation: Observation, aimed: AimedField): AimedField | null {
  const { tree } = observation;
  if (!tellsFocus(tree)) return { ...aimed, observation, field: again(observation, aimed) ?? aimed.field };
  const focused = focusedElement(tree);
  if (!focused?.editable || !isAimed(observation, { aimed, focused })) return null;
  return { observation, field: focused, touch: null, proved: true };
}

function isAimed(
  observation: Observation,
  { aimed, focused }: { aimed: AimedField; focused: UiElement },
): boolean {
  const same = again(observation, aimed);
  if (same) return same === focused || isWithin(observation.tree, focused, same);
  // Its own name may have changed with the focus (a prompt that moves out): then its position and kind speak for it.
  const { field } = aimed;
  if (!field || field.secure !== focused.secure || field.type !== focused.type) return false;
  if (field.resourceId !== focused.resourceId) return false;
  return (
    sameBounds(field.bounds, focused.bounds) ||
    rankOf(aimed.observation.tree, field) === rankOf(observation.tree, focused)
  );
}

/** The aimed field in a later reading, by its handle. */
function again(observation: Observation, { observation: before, field }: AimedField) {
  if (!field) return null;
  const at = observation.handles.indexOf(handleOf(before, field));
  return at < 0 ? null : (observation.tree.elements[at] ?? null);
}

/** Its number among the fields of the reading, and how many there are. */
function rankOf(tree: UiTree, field: UiElement): string {
  const fields = tree.elements.filter(({ editable }) => editable);
  return `${fields.indexOf(field)} of ${fields.length}`;
}

/** The target itself, the field that it is a part of (a prompt inside), or those that lie in it. */
function fieldsOf(tree: UiTree, element: UiElement): readonly UiElement[] {
  if (element.editable) return [element];
  for (let at = element.parentId; at !== null; at = tree.elements[at]?.parentId ?? null) {
    const around = tree.elements[at];
    if (around?.editable) return [around];
  }
  return tree.elements.filter((one) => one.editable && one.visible && isWithin(tree, one, element));
}

function isWithin(tree: UiTree, inner: UiElement, outer: UiElement): boolean {
  for (let at = inner.parentId; at !== null; at = tree.elements[at]?.parentId ?? null)
    if (at === outer.index) return true;
  return false;
}

function pointOf(tree: UiTree, field: UiElement): Point {
  const at = tapPoint(tree, field);
  if ('point' in at) return at.point;
  throw new Fault('ELEMENT_NOT_INTERACTABLE', `The field in the target cannot be touched: ${at.why}`);
}

function assertEnabled(field: UiElement): void {
  if (!field.enabled)
    throw new Fault('ELEMENT_NOT_INTERACTABLE', 'The field is disabled; nothing was typed.');
}

/** Names what has the focus instead, and the fields that there are. */
function refused(observation: Observation, what: string): Fault {
  const { tree } = observation;
  const focused = focusedElement(tree);
  const where = focused ? `the focus is on ${nameIn(observation, focused)}` : 'nothing has the focus';
  const fields = tree.elements.filter(({ editable, visible, enabled }) => editable && visible && enabled);
  const names = fields.slice(0, 4).map((field) => nameIn(observation, field));
  return new Fault('ELEMENT_NOT_INTERACTABLE', `${what}; ${where}. Nothing was typed.`, {
    nextStep:
      names.length > 0
        ? `Give the text field as the target: ${names.join(', ')}.`
        : 'No text field is on the screen: open it first (tap_element), then type without a target.',
    delivery: 'not_delivered',
  });
}

/** In the words of an outline, without what a person typed there. */
export function nameIn(observation: Observation, element: UiElement): string {
  const masked = element.secure ? ' (masked)' : '';
  return `${elementName(element, handleOf(observation, element))}${masked}`;
}
