/**
 * The answer of an accessibility read as elements, whoever gave it: companion, `idb` or `axe`, in any of their formats.
 * Pure, and independent of the call stack: trees may be thousands of elements deep. Nothing here judges what was read.
 * Sources: [S3] and [S5].
 */
import { Fault } from '@mobile-debug/core/fault.ts';
import type { Bounds } from '../../../../ui/ui-tree.ts';

/** Shapes that `AXValue` takes; collections keep their own. */
export type AxValue =
  | string
  | number
  | boolean
  | null
  | readonly unknown[]
  | Readonly<Record<string, unknown>>;

export interface AxElement {
  /** Role without its `AX`; '' when none was given. */
  readonly type: string;
  readonly subrole: string | null;
  readonly roleDescription: string | null;
  readonly label: string | null;
  readonly identifier: string | null;
  readonly value: AxValue;
  readonly title: string | null;
  readonly placeholder: string | null;
  /** Null when it was not told. */
  readonly enabled: boolean | null;
  readonly focused: boolean | null;
  readonly expanded: boolean | null;
  readonly hidden: boolean | null;
  readonly pid: number | null;
  /** Whole points; null when an edge was not told or was no number. */
  readonly frame: Bounds | null;
  readonly actions: number;
  readonly children: AxElement[];
}

export interface AxReading {
  /** Roots; of a flat answer one root that holds all others. */
  readonly roots: readonly AxElement[];
  /** `complete`: an object with the facts below; `array`: elements only. */
  readonly shape: 'complete' | 'array';
  /** Elements carry their children; false for a flat list. */
  readonly nested: boolean;
  readonly backend: string | null;
  readonly screen: { readonly width: number; readonly height: number } | null;
  /** The reader stopped at its bound of elements or depth. */
  readonly truncated: boolean;
  readonly modal: { readonly kind: string; readonly label: string | null } | null;
  readonly count: number;
}

type Json = Readonly<Record<string, unknown>>;

/** OBSERVATION_FAILED with the reason `garbage` for what is no such answer. Lines before the JSON are skipped (IDB-02). */
export function parseAx(text: string): AxReading {
  return readAx(parsed(text));
}

/** As `parseAx`, of what was JSON. */
export function readAx(value: unknown): AxReading {
  if (Array.isArray(value)) return readingOf(value, null);
  const document = recordOf(value);
  if (document === null) throw garbage(String(value), 'neither a list nor an object');
  const elements = document['elements'];
  if (Array.isArray(elements)) return readingOf(elements, document);
  return readingOf([document], null);
}

/** One element of a point read; null when there is nothing [S3]. */
export function parseAxPoint(text: string): AxElement | null {
  if (/^\s*(?:null)?\s*$/.test(text)) return null;
  return parseAx(text).roots[0] ?? null;
}

function readingOf(list: readonly unknown[], document: Json | null): AxReading {
  const { elements, count, nested } = elementsOf(list);
  const screen = recordOf(document?.['screen']);
  const modal = recordOf(document?.['modal']);
  return {
    roots: nested ? elements : gathered(elements),
    shape: document === null ? 'array' : 'complete',
    nested,
    backend: textOf(document?.['backend']),
    screen: sizeOf(screen),
    truncated: document?.['truncated'] === true,
    modal: modal && { kind: textOf(modal['kind']) ?? 'modal', label: textOf(modal['label']) },
    count,
  };
}

interface Elements {
  readonly elements: readonly AxElement[];
  readonly count: number;
  readonly nested: boolean;
}

function elementsOf(list: readonly unknown[]): Elements {
  const top: AxElement[] = [];
  const waiting: { readonly source: readonly unknown[]; readonly into: AxElement[] }[] = [];
  waiting.push({ source: list, into: top });
  let count = 0;
  let nested = false;
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    for (const each of next.source) {
      const json = recordOf(each);
      if (json === null) continue;
      const element = elementOf(json);
      count += 1;
      next.into.push(element);
      const children = json['children'];
      if (!Array.isArray(children)) continue;
      nested = true;
      if (children.length > 0) waiting.push({ source: children, into: element.children });
    }
  }
  return { elements: top, count, nested: nested || top.length <= 1 };
}

/** A flat list begins with the application; all others lie in it. */
function gathered(elements: readonly AxElement[]): readonly AxElement[] {
  const [root, ...rest] = elements;
  if (root?.type !== 'Application') return elements;
  return [{ ...root, children: [...root.children, ...rest] }];
}

/** Companions say `AXLabel`, the complete format of newer ones `label`; WebDriverAgent has words of its own. */
function elementOf(json: Json): AxElement {
  return {
    type: typeOf(json),
    subrole: textOf(json['subrole']),
    roleDescription: textOf(json['role_description']),
    label: textOf(json['AXLabel'] ?? json['label']),
    identifier: identifierOf(json['AXUniqueId'] ?? json['identifier'] ?? json['rawIdentifier']),
    value: axValueOf(json['AXValue'] ?? json['value']),
    title: textOf(json['title']),
    placeholder: textOf(json['placeholder'] ?? json['placeholderValue']),
    enabled: truthOf(json['enabled'] ?? json['isEnabled']),
    // `isFocused` of WebDriverAgent is the focus of remote controls, false for the field that the keyboard is for [S5].
    focused: truthOf(json['focused']),
    expanded: truthOf(json['expanded']),
    hidden: truthOf(json['hidden']) ?? negated(truthOf(json['isVisible'])),
    pid: pidOf(json['pid'] ?? json['AXPid']),
    frame: frameOf(json['frame']) ?? frameOf(json['rect']) ?? frameOfText(json['AXFrame']),
    actions: Array.isArray(json['custom_actions']) ? json['custom_actions'].length : 0,
    children: [],
  };
}

function typeOf(json: Json): string {
  const given = textOf(json['type']) ?? textOf(json['role']) ?? '';
  return given.replace(/^AX/, '');
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}

/** Very old companions counted their elements instead. */
function identifierOf(value: unknown): string | null {
  return typeof value === 'number' ? String(value) : textOf(value);
}

function axValueOf(value: unknown): AxValue {
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return value;
  return Array.isArray(value) ? value : recordOf(value);
}

/** WebDriverAgent and old tools write "0" and "1". */
function truthOf(value: unknown): boolean | null {
  if (value === true || value === 1 || value === '1') return true;
  return value === false || value === 0 || value === '0' ? false : null;
}

function negated(value: boolean | null): boolean | null {
  return value === null ? null : !value;
}

function pidOf(value: unknown): number | null {
  return typeof value === 'number' && Number.isInteger(value) && value > 0 ? value : null;
}

/** Edges lie a fraction beside whole points (15.999999999999986); input takes whole ones. */
function frameOf(value: unknown): Bounds | null {
  const json = recordOf(value);
  return json && boundsOf([json['x'], json['y'], json['width'], json['height']]);
}

const frameText = /^\{\{([^,]+),([^}]+)\}, ?\{([^,]+),([^}]+)\}\}$/;

/** `{{20, 264}, {362, 44}}` */
function frameOfText(value: unknown): Bounds | null {
  const found = frameText.exec(textOf(value) ?? '');
  return found && boundsOf(found.slice(1).map(Number));
}

function boundsOf([x, y, width, height]: readonly unknown[]): Bounds | null {
  if (!isNumber(x) || !isNumber(y) || !isNumber(width) || !isNumber(height)) return null;
  return [whole(x), whole(y), whole(x + width), whole(y + height)];
}

/** Zero has no sign on a screen. */
function whole(value: number): number {
  return Math.round(value) + 0;
}

function isNumber(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value);
}

function sizeOf(json: Json | null): AxReading['screen'] {
  const width = json?.['width'];
  const height = json?.['height'];
  if (!isNumber(width) || !isNumber(height) || width <= 0 || height <= 0) return null;
  return { width: whole(width), height: whole(height) };
}

export function recordOf(value: unknown): Json | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : null;
}

function parsed(text: string): unknown {
  const direct = jsonOf(text);
  if (direct !== undefined) return direct;
  // Chatter of the runtime may stand before and behind; the JSON begins a line of its own.
  for (const start of text.matchAll(/^[ \t]*(?=[[{])/gm)) {
    const end = Math.max(text.lastIndexOf(']'), text.lastIndexOf('}')) + 1;
    const value = jsonOf(text.slice(start.index, end)) ?? jsonOf(lineAt(text, start.index));
    if (value !== undefined) return value;
    if (start.index > longestChatter) break;
  }
  throw garbage(text, 'no JSON');
}

/** Each try reads the whole rest; chatter is short. */
const longestChatter = 8_192;

function lineAt(text: string, at: number): string {
  const end = text.indexOf('\n', at);
  return text.slice(at, end < 0 ? undefined : end);
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // not this piece; the caller tries others or says so
  }
}

function garbage(text: string, what: string): Fault {
  return new Fault('OBSERVATION_FAILED', `The accessibility answer is ${what}.`, {
    reason: 'garbage',
    details: { line: text.trim().slice(0, 200) },
    nextStep: 'Read again; use capture_screenshot if this persists.',
  });
}

/** Not recursive: trees are deeper than call stacks. */
export function flattened(roots: readonly AxElement[]): readonly AxElement[] {
  const all: AxElement[] = [];
  const waiting = [...roots].reverse();
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    all.push(next);
    for (let index = next.children.length - 1; index >= 0; index--) {
      const child = next.children[index];
      if (child) waiting.push(child);
    }
  }
  return all;
}
