/** State and semantics of one node: what the platform lets us read, and what follows from a known role. */
import type { RawNode } from './raw-screen.ts';
import type { ElementState, Role, Semantic, SemanticRole } from './ui-tree.ts';

type Scalar = string | number | boolean | null;

/** What a masked text is shown as: its length may be seen on the screen too, its characters may not. */
export function maskText(text: string): string {
  return '•'.repeat(Math.min(text.length, 64));
}

export function isSecure(node: RawNode): boolean {
  return (
    node.password === true ||
    node.subrole?.endsWith('SecureTextField') === true ||
    node.type.endsWith('SecureTextField') ||
    node.traits?.includes('SecureTextField') === true
  );
}

/** What platforms and toolkits mask with. One asterisk after a word marks a field that must be filled. */
const bullets = /[•●∙⦁⬤\u2217]|[*\u00b7]{2}|^[*\u00b7]/u;

/**
 * What stands in an empty masked field: its hint. Platforms tell of a password no more than bullets [A1] [S4]; beside
 * bullets the character typed last may be seen for a moment, which is no hint.
 */
export function withPrompt(node: RawNode): RawNode {
  const prompt = isSecure(node) ? promptOf(node) : null;
  return prompt === null ? node : { ...node, hint: prompt };
}

function promptOf(node: RawNode): string | null {
  const shown = filledText(node.text) ?? (typeof node.value === 'string' ? filledText(node.value) : null);
  return shown !== null && !bullets.test(shown) ? shown : null;
}

function filledText(text: string | undefined): string | null {
  return text === undefined || text.trim() === '' ? null : text;
}

export interface Reading {
  readonly node: RawNode;
  readonly role: Role | null;
  readonly editable: boolean;
  readonly secure: boolean;
  /** Own text as it will be shown; masked when secure. */
  readonly text: string | null;
}

export function stateOf(reading: Reading): ElementState {
  const { node, role, secure, editable, text } = reading;
  const empty = editable && text !== null && text === node.hint;
  const told = secure ? maskedValue(node.value) : rawValue(node, role);
  // The placeholder of an empty field comes as its value on iOS.
  const raw = empty ? null : told;
  return {
    checked: checkedOf(node, role),
    selected: selectedOf(node, role),
    focused: node.focused ?? null,
    expanded: node.expanded ?? null,
    enabled: node.enabled ?? null,
    text_value: textValue(reading),
    value: secure ? raw : plainValue(raw),
    raw_value: raw,
    value_range: node.valueRange ?? null,
  };
}

/** Blanks alone are no text to know an element by, but they are what a field holds. */
function textValue({ node, editable, secure, text }: Reading): string | null {
  if (!editable) return text;
  if (text !== null) return text === node.hint ? '' : text;
  return secure || node.text === undefined || node.text === '' ? null : node.text;
}

/** Android says `checked="false"` of everything; it means something only where checking is possible. */
function checkedOf(node: RawNode, role: Role | null): boolean | null {
  if (!isCheckable(node, role)) return null;
  if (node.checked !== undefined) return node.checked;
  return role === 'radio' || role === 'switch' || role === 'checkbox' ? truthOf(node.value) : null;
}

export function isCheckable(node: RawNode, role: Role | null): boolean {
  return node.checkable ?? (role === 'switch' || role === 'checkbox' || role === 'radio');
}

function selectedOf(node: RawNode, role: Role | null): boolean | null {
  if (node.selected !== undefined) return node.selected;
  if (node.traits?.includes('Selected')) return true;
  return role === 'tab' ? truthOf(node.value) : null;
}

/** iOS switches say "0" and "1" as text, tabs as numbers; 2 is "mixed" and neither. */
function truthOf(value: Scalar | undefined): boolean | null {
  if (value === true || value === 1 || value === '1') return true;
  return value === false || value === 0 || value === '0' ? false : null;
}

function rawValue(node: RawNode, role: Role | null): Scalar {
  if (node.value !== undefined && node.value !== null) return node.value;
  if (node.stateDescription) return node.stateDescription;
  // Newer Android prints the position of a seek bar as its text.
  return role === 'slider' && node.text !== undefined && numberIn(node.text) !== null ? node.text : null;
}

function maskedValue(value: Scalar | undefined): Scalar {
  return typeof value === 'string' ? maskText(value) : null;
}

/** Numbers and percentages as numbers, everything else unchanged. */
function plainValue(raw: Scalar): Scalar {
  return typeof raw === 'string' ? (numberIn(raw) ?? raw) : raw;
}

const numeric = /^\s*([+-]?\d+(?:[.,]\d+)?)\s*(?:%|percent)?\s*$/i;

/** Longer texts are no numbers; asking them all the same would cost the square of their length. */
const longestNumber = 32;

export function numberIn(text: string): number | null {
  if (text.length > longestNumber) return null;
  const match = numeric.exec(text);
  return match?.[1] === undefined ? null : Number(match[1].replace(',', '.'));
}

export interface Abilities {
  readonly clickable: boolean;
  readonly longClickable: boolean;
  readonly scrollable: boolean;
  readonly editable: boolean;
  readonly checkable: boolean;
  readonly adjustable: boolean;
  readonly container: boolean;
  readonly composite: boolean;
}

export function isAdjustable(node: RawNode, role: Role | null): boolean {
  if (role === 'slider' || role === 'stepper') return true;
  if (node.traits?.includes('Adjustable')) return true;
  return role !== 'progress' && node.valueRange !== undefined;
}

const semanticRoles: ReadonlyMap<Role, SemanticRole> = new Map<Role, SemanticRole>([
  ['slider', 'slider'],
  ['stepper', 'stepper'],
  ['dropdown', 'dropdown'],
]);

/** Many nodes are alike: one object for all of a kind. One instance per tree. */
export class SemanticReader {
  readonly #known = new Map<string, Semantic>();

  of(role: Role | null, type: string, able: Abilities): Semantic {
    const segmented = type.endsWith('SegmentedControl') || type.endsWith('MaterialButtonToggleGroup');
    const key = `${role}${segmented}${Object.values(able).map(Number).join('')}`;
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const made = semanticOf(role, segmented, able);
    this.#known.set(key, made);
    return made;
  }
}

function semanticOf(role: Role | null, segmented: boolean, able: Abilities): Semantic {
  const known = role === null ? undefined : semanticRoles.get(role);
  const guess = able.adjustable ? 'custom_adjustable' : able.composite ? 'composite_control' : null;
  const semanticRole = segmented ? 'segmented_control' : (known ?? guess);
  return {
    is_clickable: able.clickable,
    is_container: able.container,
    semantic_role: semanticRole,
    supported_actions: actionsOf(able),
    adjustable: able.adjustable,
    state_shape: shapeOf(semanticRole, able),
  };
}

function actionsOf(able: Abilities): readonly string[] {
  const actions: string[] = [];
  if (able.clickable) actions.push('tap');
  if (able.longClickable) actions.push('long_press');
  if (able.checkable) actions.push('toggle');
  if (able.editable) actions.push('type');
  if (able.scrollable) actions.push('scroll');
  if (able.adjustable) actions.push('adjust');
  return actions;
}

function shapeOf(role: SemanticRole | null, able: Abilities): Semantic['state_shape'] {
  if (role === 'slider' || role === 'custom_adjustable') return 'continuous';
  if (role === 'stepper') return 'discrete';
  if (role === 'dropdown' || role === 'segmented_control') return 'semantic';
  return able.checkable ? 'discrete' : null;
}
