/**
 * Elements of an accessibility answer in the model's vocabulary, by the table of controls. Pure, without recursion.
 * Sources: [S3] and [S4].
 */
import { numberIn } from '../../../../ui/element-state.ts';
import type { RawNode } from '../../../../ui/raw-screen.ts';
import type { Bounds } from '../../../../ui/ui-tree.ts';
import { type AxElement, type AxValue, recordOf } from './ax-json.ts';

export interface NodeOptions {
  /** Bundle identifier of the app that the elements belong to; told of the roots. */
  readonly appId?: string;
  /** Elements found by point reads, for the element that they lie in. */
  readonly probed?: ReadonlyMap<AxElement, readonly AxElement[]>;
}

type Building = { -readonly [K in keyof RawNode]: RawNode[K] } & { children: RawNode[] };

/** Unlabelled groups around a single element are left out: SwiftUI nests a dozen of them. */
export function rawNodes(roots: readonly AxElement[], { appId, probed }: NodeOptions = {}): RawNode[] {
  const made: RawNode[] = [];
  const waiting: { readonly element: AxElement; readonly into: RawNode[]; readonly probed: boolean }[] = [];
  const put = (elements: readonly AxElement[], into: RawNode[], isProbed: boolean): void => {
    for (let index = elements.length - 1; index >= 0; index--) {
      const element = elements[index];
      if (element) waiting.push({ element: unwrapped(element, probed), into, probed: isProbed });
    }
  };
  put(roots, made, false);
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const items = probed?.get(next.element) ?? [];
    const node: Building = { ...rawNode(next.element), ...(next.probed && { probed: true }), children: [] };
    // A group that only its place told to be one; found items are what bars keep to themselves.
    if (items.length > 0) node.subrole ??= 'Toolbar';
    if (next.into === made && appId !== undefined) node.packageName = appId;
    next.into.push(node);
    put(items, node.children, true);
    put(next.element.children, node.children, next.probed);
  }
  return made;
}

function unwrapped(element: AxElement, probed: NodeOptions['probed']): AxElement {
  let inner = element;
  while (isMereGroup(inner) && !probed?.has(inner)) {
    const [child] = inner.children;
    if (inner.children.length !== 1 || !child) break;
    inner = child;
  }
  return inner;
}

function isMereGroup({ type, label, identifier, value, subrole, roleDescription }: AxElement): boolean {
  if (type !== 'Group' && type !== 'GenericElement' && type !== 'Other') return false;
  if (barOf(roleDescription) !== null) return false;
  return !label && !identifier && !subrole && (value === null || value === '');
}

const texts: ReadonlySet<string> = new Set(['StaticText', 'Heading', 'Link', 'Text']);
const fields: ReadonlySet<string> = new Set([
  'TextField',
  'TextArea',
  'TextView',
  'SearchField',
  'SecureTextField',
  'ComboBox',
]);
/** What a person can tap, beside the roles that the model knows to be controls. */
const touchable: ReadonlySet<string> = new Set(['Cell', 'Row', 'TableRow', 'MenuItem', 'Icon', 'MapItem']);
const scrollers: ReadonlySet<string> = new Set(['ScrollArea', 'ScrollView', 'Table', 'CollectionView']);

/** Bars are groups that only their description names; the value is the type that the model knows. */
export function barOf(roleDescription: string | null): string | null {
  switch (roleDescription?.toLowerCase()) {
    case 'tab bar':
      return 'TabBar';
    case 'nav bar':
    case 'navigation bar':
      return 'NavigationBar';
    case 'toolbar':
      return 'Toolbar';
    default:
      return null;
  }
}

export function isSwitch({ type, subrole }: Pick<AxElement, 'type' | 'subrole'>): boolean {
  return subrole === 'AXSwitch' || subrole === 'Switch' || type === 'Switch' || type === 'Toggle';
}

export function isBar(element: AxElement): boolean {
  return barNamed(element) !== null || barTypes.has(element.type);
}

/** By its description; some renderers describe a tab bar as `group` only, and name it in the label of an empty group. */
function barNamed({ type, roleDescription, label, children }: AxElement): string | null {
  const described = barOf(roleDescription);
  if (described !== null || type !== 'Group' || children.length > 0) return described;
  return barOf(label);
}

const barTypes: ReadonlySet<string> = new Set(['TabBar', 'NavigationBar', 'Toolbar', 'TabGroup']);
const nowhere: Bounds = [0, 0, 0, 0];

function rawNode(element: AxElement): Omit<Building, 'children'> {
  const { type, label, identifier, frame, enabled } = element;
  const bar = type === 'Group' ? barNamed(element) : null;
  const subrole = bar ?? element.subrole;
  // The title of a navigation bar is its identifier.
  const description = filled(label) ?? (bar === 'NavigationBar' ? filled(identifier) : undefined);
  const found = filled(identifier);
  return {
    type,
    bounds: frame ?? nowhere,
    ...wordsOf(element),
    ...stateOf(element),
    ...(description !== undefined && { description }),
    ...(found !== undefined && { identifier: found }),
    ...(subrole !== null && subrole !== '' && { subrole }),
    ...(enabled !== null && { enabled }),
    ...(element.focused !== null && { focused: element.focused }),
    ...(element.expanded !== null && { expanded: element.expanded }),
    ...(element.hidden === true && { displayed: false }),
    ...(type === 'Heading' && { heading: true }),
    ...(isClickable(element) && { clickable: true }),
    ...(scrollers.has(type) && { scrollable: true }),
  };
}

function isClickable({ type, actions, roleDescription }: AxElement): boolean {
  return touchable.has(type) || roleDescription === 'button' || (actions > 0 && type === 'StaticText');
}

type Words = Pick<Building, 'text' | 'hint' | 'editable' | 'password'>;

/** What can be read on the screen: the words of a text, what stands in a field. */
function wordsOf(element: AxElement): Words {
  const { type, label, value, title } = element;
  if (fields.has(type) || element.subrole === 'AXSearchField' || element.subrole === 'AXSecureTextField')
    return fieldOf(element);
  if (!texts.has(type)) return {};
  const text = filled(label) ?? filled(typeof value === 'string' ? value : null) ?? filled(title);
  return text === undefined ? {} : { text };
}

/** An empty search field shows its prompt as its value. */
function fieldOf({ value, label, placeholder, subrole, type }: AxElement): Words {
  const text = typeof value === 'string' ? value : typeof value === 'number' ? String(value) : undefined;
  const search = subrole === 'AXSearchField' || type === 'SearchField';
  const hint = filled(placeholder) ?? (search && text !== undefined && text === label ? text : undefined);
  const secure = subrole === 'AXSecureTextField' || type === 'SecureTextField';
  return {
    editable: true,
    ...(text !== undefined && text !== '' && { text }),
    ...(hint !== undefined && { hint }),
    ...(secure && { password: true }),
  };
}

type Value = Pick<Building, 'value' | 'valueRange' | 'checked' | 'selected'>;

function stateOf(element: AxElement): Value {
  const { type, subrole, value } = element;
  const plain = plainOf(value);
  const state = truthOf(plain);
  if (subrole === 'AXTabButton' || subrole === 'TabButton')
    return { value: plain, ...(state !== null && { selected: state }) };
  if (isSwitch(element) || type === 'CheckBox' || type === 'RadioButton')
    return { value: plain, ...(state !== null && { checked: state }) };
  const range = type === 'Slider' ? sliderRange(plain) : rangeIn(value);
  if (plain === null || plain === '') return range ? { valueRange: range } : {};
  return { value: plain, ...(range && { valueRange: range }) };
}

/** Lists become their words; an object keeps what it says of the value itself. */
function plainOf(value: AxValue): string | number | boolean | null {
  if (Array.isArray(value))
    return value
      .map(wordOf)
      .filter((word) => word !== '')
      .join(', ');
  const json = recordOf(value);
  if (json) return scalar(json['value'] ?? json['current'] ?? json['now']);
  return scalar(value);
}

function wordOf(value: unknown): string {
  return typeof value === 'object' ? '' : String(value);
}

function scalar(value: unknown): string | number | boolean | null {
  const kept = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
  return kept ? value : null;
}

function rangeIn(value: AxValue): Building['valueRange'] {
  const json = Array.isArray(value) ? null : recordOf(value);
  const min = json?.['min'];
  const max = json?.['max'];
  return typeof min === 'number' && typeof max === 'number' ? { min, max } : undefined;
}

/** A share of one, or of a hundred: which one the number itself says. Page dots ("Page 1 of 2") have none. */
function sliderRange(value: string | number | boolean | null): Building['valueRange'] {
  if (typeof value === 'number') return value > 1 ? { min: 0, max: 100 } : { min: 0, max: 1 };
  if (typeof value !== 'string' || numberIn(value) === null) return undefined;
  if (value.includes('%')) return { min: 0, max: 100 };
  return (numberIn(value) ?? 0) > 1 ? { min: 0, max: 100 } : { min: 0, max: 1 };
}

/** "0" and "1" as text of switches, as numbers of tabs; "2" is mixed and neither. */
function truthOf(value: string | number | boolean | null): boolean | null {
  if (value === true || value === 1 || value === '1') return true;
  return value === false || value === 0 || value === '0' ? false : null;
}

function filled(value: string | null): string | undefined {
  return value !== null && value.trim() !== '' ? value : undefined;
}
