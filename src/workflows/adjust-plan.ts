/** What kind of control an element is and where to touch it for a value. Pure: works on readings and numbers only. */
import { Fault } from '@mobile-debug/core/fault.ts';
import type { Bounds, Point, UiElement, UiTree } from '../ui/ui-tree.ts';

export type ControlValue = number | string | boolean;

export type ControlKind = 'slider' | 'stepper' | 'toggle' | 'choice' | 'wheel';

export interface ControlRequest {
  /** `value`, `checked` or `selected`. */
  readonly property: string;
  readonly target: ControlValue;
}

/** A touched position along a track (0 to 1) and the value read afterwards. */
export interface TrackSample {
  readonly fraction: number;
  readonly value: number;
}

/** SEMANTIC_MISMATCH when the element is not a control that can take such a value. */
export function kindOf(tree: UiTree, element: UiElement, request: ControlRequest): ControlKind {
  const { role, semantic, state } = element;
  const { target, property } = request;
  if (typeof target === 'boolean') {
    // Android says `selected="false"` of everything: only what can be clicked can be selected by a touch.
    const bySelection = property === 'selected';
    const can = bySelection ? element.clickable && state.selected !== null : state.checked !== null;
    if (can) return 'toggle';
    throw mismatch(element, bySelection ? 'it cannot be selected by a touch' : 'it cannot be checked');
  }
  if (/PickerWheel$/.test(element.type)) return 'wheel';
  if (typeof target === 'number') {
    if (role === 'slider' || semantic.semantic_role === 'slider') return 'slider';
    if (stepButtons(tree, element) || numberField(tree, element)) return 'stepper';
    if (semantic.adjustable) return 'slider';
    throw mismatch(element, 'it has no number that can be adjusted');
  }
  if (role === 'dropdown' || semantic.semantic_role === 'dropdown') return 'choice';
  throw mismatch(element, 'text values are for drop-downs; use type_text for fields');
}

function mismatch(element: UiElement, why: string): Fault {
  const name = element.label ?? element.resourceId ?? element.type;
  return new Fault('SEMANTIC_MISMATCH', `${JSON.stringify(name)} cannot be adjusted like this: ${why}.`);
}

/** The named property of the element as a value, null when it cannot be read. */
export function readValue(
  tree: UiTree,
  element: UiElement,
  kind: ControlKind,
  property: string,
): ControlValue | null {
  if (kind === 'toggle') return property === 'selected' ? element.state.selected : element.state.checked;
  if (kind === 'choice') return element.text ?? element.label;
  if (kind === 'wheel') return element.state.value;
  if (kind === 'stepper') return heldByPicker(tree, element) ?? numberNear(tree, element);
  return typeof element.state.value === 'number' ? element.state.value : null;
}

/** Discrete controls must match exactly; continuous ones within half a step or one hundredth of their range. */
export function toleranceOf({ state }: UiElement, kind: ControlKind): number {
  if (kind !== 'slider' || !state.value_range) return 0;
  return (state.value_range.max - state.value_range.min) / 100;
}

/**
 * The position of the target along the track: from the known range, or from earlier touches. Sliders are linear
 * in practice with a few pixels of padding at the ends, so two samples determine the line.
 */
export function fractionFor(
  target: number,
  range: { readonly min: number; readonly max: number } | null,
  samples: readonly TrackSample[],
): number {
  const [b, a] = lastDistinct(samples);
  if (a && b)
    return clamp(a.fraction + ((target - a.value) * (b.fraction - a.fraction)) / (b.value - a.value));
  const assumed = range ?? { min: 0, max: Math.max(100, target) };
  const share = (target - assumed.min) / (assumed.max - assumed.min);
  if (!b) return clamp(share);
  // One sample without a known range: the track begins at zero, so its far end follows from the sample.
  if (samples.length === 1 && !range && b.value > 0) return clamp((target / b.value) * b.fraction);
  // Touches in the padding or within one step read the same value: only the end towards the target helps.
  const end = target > b.value ? { fraction: 1, value: assumed.max } : { fraction: 0, value: assumed.min };
  if (end.value === b.value) return end.fraction;
  return clamp(b.fraction + ((target - b.value) * (end.fraction - b.fraction)) / (end.value - b.value));
}

function lastDistinct(samples: readonly TrackSample[]): [TrackSample | undefined, TrackSample | undefined] {
  const last = samples.at(-1);
  const other = samples.findLast((one) => last && one.value !== last.value && one.fraction !== last.fraction);
  return [last, other];
}

function clamp(fraction: number): number {
  return Math.min(1, Math.max(0, fraction));
}

export function pointAt([left, top, right, bottom]: Bounds, fraction: number): Point {
  const tall = bottom - top > (right - left) * 1.5;
  // A pixel inside: the far edges themselves belong to the neighbours.
  const between = (from: number, to: number): number => Math.round(from + (to - from) * fraction);
  const middle = (from: number, to: number): number => Math.round((from + to) / 2);
  return tall
    ? [middle(left, right), between(bottom - 2, top + 1)]
    : [between(left + 1, right - 2), middle(top, bottom)];
}

/** Further away than half a thumb, towards the middle: a touch on the thumb leaves a seek bar where it is [A20]. */
export function besideOf(fraction: number): number {
  return fraction > 0.5 ? fraction - 0.15 : fraction + 0.15;
}

/** As words are compared: case and blanks aside. */
export function isMet(now: ControlValue | null, target: ControlValue, tolerance: number): boolean {
  if (typeof now === 'number' && typeof target === 'number') return Math.abs(now - target) <= tolerance;
  return (
    now === target ||
    (typeof now === 'string' && now.trim().toLowerCase() === String(target).trim().toLowerCase())
  );
}

/** The last two touches were at one point. */
export function isStuck(samples: readonly TrackSample[]): boolean {
  const [a, b] = [samples.at(-2), samples.at(-1)];
  return a !== undefined && b !== undefined && Math.abs(a.fraction - b.fraction) < 0.001;
}

export interface StepButtons {
  readonly less: UiElement;
  readonly more: UiElement;
}

const lessWords = /^(?:-|\u2212|\u2013|minus|decrease|decrement|less|remove one|lower)$/i;
const moreWords = /^(?:\+|plus|increase|increment|more|add one|raise)$/i;

/** The two buttons of a stepper: in the element itself, else around it. */
export function stepButtons(tree: UiTree, element: UiElement): StepButtons | null {
  const picker = pickerButtons(tree, element);
  if (picker) return picker;
  for (const scope of scopes(tree, element)) {
    const named = stepsByName(scope);
    if (named) return named;
  }
  return null;
}

function stepsByName(scope: readonly UiElement[]): StepButtons | null {
  const less = scope.find((one) => one.clickable && names(one).some((name) => lessWords.test(name)));
  const more = scope.find((one) => one.clickable && names(one).some((name) => moreWords.test(name)));
  return less && more ? { less, more } : null;
}

/** Of a NumberPicker: where its number stands, and can be typed. */
export function numberField(tree: UiTree, element: UiElement): UiElement | null {
  const picker = pickerAround(tree, element);
  const field = picker && below(tree, picker).find(({ editable, enabled }) => editable && enabled);
  return field && numberIn(field) !== null ? field : null;
}

/** A NumberPicker names its buttons by the values that they lead to, the lower one above the field [A20]. */
function pickerButtons(tree: UiTree, element: UiElement): StepButtons | null {
  const picker = pickerAround(tree, element);
  const parts = picker ? below(tree, picker) : [];
  const field = parts.find(({ editable }) => editable);
  if (!picker || !field) return null;
  const buttons = parts.filter(({ clickable, editable }) => clickable && !editable);
  // Without a wheel the larger one is above, and they are named by what they do.
  const named = stepsByName(buttons);
  if (named) return named;
  const less = buttons.find(({ bounds }) => bounds[3] <= field.bounds[1]);
  const more = buttons.find(({ bounds }) => bounds[1] >= field.bounds[3]);
  // At an end of its range there is no button on that side.
  const none = { ...picker, enabled: false };
  return less || more ? { less: less ?? none, more: more ?? none } : null;
}

/**
 * A number that is typed is taken when its field is left; until then the buttons beside it tell what the picker holds. Null
 * where they do not contradict the field.
 */
function heldByPicker(tree: UiTree, element: UiElement): number | null {
  const field = numberField(tree, element);
  const buttons = pickerButtons(tree, element);
  if (!field?.state.focused || !buttons) return null;
  const [typed, less, more] = [field, buttons.less, buttons.more].map(numberOn);
  if (typed === null || typed === undefined) return null;
  const [low, high] = [less ?? null, more ?? null];
  if ((low === null || typed > low) && (high === null || typed < high)) return null;
  if (low !== null && high !== null) return (low + high) / 2;
  return low === null ? Number(high) - 1 : low + 1;
}

function numberOn({ text, label }: UiElement): number | null {
  const words = text ?? label;
  return words !== null && /^\s*-?\d+\s*$/.test(words) ? Number(words) : null;
}

function pickerAround(tree: UiTree, element: UiElement): UiElement | null {
  if (/NumberPicker$/.test(element.type)) return element;
  const parent = element.parentId === null ? undefined : tree.elements[element.parentId];
  return parent && /NumberPicker$/.test(parent.type) ? parent : null;
}

function numberNear(tree: UiTree, element: UiElement): number | null {
  const own = numberIn(element);
  if (own !== null) return own;
  for (const scope of scopes(tree, element)) {
    const found = scope.map(numberIn).find((value) => value !== null);
    if (found !== undefined && found !== null) return found;
  }
  return null;
}

function numberIn({ clickable, editable, text, state }: UiElement): number | null {
  if (typeof state.value === 'number') return state.value;
  return (!clickable || editable) && text !== null && /^\s*-?\d+(?:[.,]\d+)?\s*$/.test(text)
    ? Number(text.replace(',', '.'))
    : null;
}

function names({ text, contentDescription, label }: UiElement): string[] {
  return [text, contentDescription, label].filter((name) => name !== null).map((name) => name.trim());
}

/** What is below the element, then what is below its parent. */
function scopes(tree: UiTree, element: UiElement): readonly (readonly UiElement[])[] {
  const parent = element.parentId === null ? undefined : tree.elements[element.parentId];
  return [below(tree, element), ...(parent ? [below(tree, parent)] : [])];
}

function below(tree: UiTree, top: UiElement): readonly UiElement[] {
  const inside = new Set([top.index]);
  return tree.elements.filter(({ index, parentId }) => {
    if (parentId === null || !inside.has(parentId)) return false;
    inside.add(index);
    return true;
  });
}
