/**
 * From the attributes of one element of a dump to a RawNode, by attribute name, so that every dialect fits.
 * Sources: [A1] and [T1].
 */
import type { RawNode } from '../../../ui/raw-screen.ts';
import type { Bounds } from '../../../ui/ui-tree.ts';
import type { AttributeList } from './ui-xml-scan.ts';

/** A node under construction: children are pushed as the scanner meets them. */
export type OpenNode = { -readonly [K in keyof RawNode]: RawNode[K] } & { children: OpenNode[] };

type FlagField =
  | 'clickable'
  | 'longClickable'
  | 'scrollable'
  | 'focusable'
  | 'checkable'
  | 'editable'
  | 'enabled'
  | 'displayed'
  | 'checked'
  | 'selected'
  | 'focused'
  | 'expanded'
  | 'password'
  | 'heading';

type TextField =
  | 'text'
  | 'description'
  | 'identifier'
  | 'hint'
  | 'packageName'
  | 'error'
  | 'paneTitle'
  | 'stateDescription';

const textFields = new Map<string, TextField>([
  ['text', 'text'],
  ['content-desc', 'description'],
  ['resource-id', 'identifier'],
  ['hint', 'hint'],
  ['package', 'packageName'],
  ['error', 'error'],
  ['pane-title', 'paneTitle'],
  ['state-description', 'stateDescription'],
]);

const repeatedFields: ReadonlySet<TextField> = new Set<TextField>(['identifier', 'packageName']);

/** `visible-to-user` is androidx's name, `displayed` Appium's. */
const flagFields = new Map<string, FlagField>([
  ['clickable', 'clickable'],
  ['long-clickable', 'longClickable'],
  ['scrollable', 'scrollable'],
  ['focusable', 'focusable'],
  ['checkable', 'checkable'],
  ['editable', 'editable'],
  ['enabled', 'enabled'],
  ['visible-to-user', 'displayed'],
  ['displayed', 'displayed'],
  ['checked', 'checked'],
  ['selected', 'selected'],
  ['focused', 'focused'],
  ['expanded', 'expanded'],
  ['password', 'password'],
  ['heading', 'heading'],
]);

const boundsForm = /^\[(-?\d+),(-?\d+)\]\[(-?\d+),(-?\d+)\]$/;

/** Called with what is wrong with a value that cannot be its attribute's own. */
export type Stop = (what: string) => never;

/**
 * Stops at values that cannot be right: servers have been seen shuffling values between attributes, and such a tree
 * must not be believed. Absent bounds are an empty rectangle: nothing may be tapped there.
 */
export function nodeFrom(
  elementName: string,
  attributes: AttributeList,
  stop: Stop,
  names: NameTable,
): OpenNode {
  const node: OpenNode = {
    type: elementName === 'node' ? '' : elementName,
    bounds: [0, 0, 0, 0],
    children: [],
  };
  let showsHint = false;
  for (let at = 0; at + 1 < attributes.length; at += 2) {
    const name = attributes[at] ?? '';
    const value = attributes[at + 1] ?? '';
    if (value === '') continue;
    const flag = flagFields.get(name);
    if (flag !== undefined) node[flag] = truthOf(name, value, stop);
    else if (name === 'bounds') node.bounds = boundsOf(value, stop);
    else if (name === 'class') node.type = names.get(value);
    else if (name === 'showing-hint') showsHint = value === 'true';
    else setRest(node, name, value, names);
  }
  if (showsHint && node.text !== undefined) {
    node.hint ??= node.text;
    delete node.text;
  }
  return node;
}

/** Of `drawing-order`: [A20]. */
function setRest(node: OpenNode, name: string, value: string, names: NameTable): void {
  const field = textFields.get(name);
  if (field !== undefined) node[field] = repeatedFields.has(field) ? names.get(value) : detached(value);
  else if (name === 'drawing-order') node.drawingOrder = Number.parseInt(value, 10) || 0;
}

/** Classes, packages and ids recur in a dump: each is kept once. One table per dump. */
export class NameTable {
  readonly #names = new Map<string, string>();

  get(name: string): string {
    const known = this.#names.get(name);
    if (known !== undefined) return known;
    const kept = detached(name);
    this.#names.set(kept, kept);
    return kept;
  }
}

/**
 * V8 keeps a cut-out string of 13 characters and more as a view of the whole text it was cut from, and a tree in the
 * history would then hold megabytes of XML alive. The sum is a new, short text for the view to hold.
 */
function detached(value: string): string {
  return value.length < 13 ? value : ` ${value}`.slice(1);
}

function truthOf(name: string, value: string, stop: Stop): boolean {
  if (value === 'true') return true;
  if (value === 'false') return false;
  return stop(`${name}="${value.slice(0, 40)}" is neither true nor false`);
}

export function boundsOf(value: string, stop: Stop): Bounds {
  const match = boundsForm.exec(value);
  if (!match) return stop(`bounds="${value.slice(0, 40)}" is not a rectangle`);
  return [Number(match[1]), Number(match[2]), Number(match[3]), Number(match[4])];
}
