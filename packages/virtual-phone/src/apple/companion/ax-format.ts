/** Elements in the spellings of the formats: the old flat and nested arrays, and the complete document. */
import type { AxElement, AxFrame, AxScreen } from './ax-element.ts';
import type { Json } from './foundation-json.ts';

type Read = (element: AxElement, pid: number) => Json;

/** Every key a client may ask for, in the spelling of the old formats. */
const attributes: Readonly<Record<string, Read>> = {
  AXLabel: ({ label }) => label,
  AXFrame: ({ frame }) => frameText(frame),
  AXValue: ({ value }) => value,
  AXUniqueId: ({ identifier }) => identifier,
  type: ({ type }) => type,
  title: () => null,
  frame: ({ frame }) => ({ ...frame }),
  help: () => null,
  enabled: ({ enabled }) => enabled,
  custom_actions: () => [],
  role: ({ type }) => `AX${type}`,
  role_description: ({ roleDescription }) => roleDescription,
  subrole: ({ subrole }) => subrole,
  content_required: () => false,
  pid: (_, pid) => pid,
  traits: ({ traits }) => traits,
  expanded: () => null,
  placeholder: ({ placeholder }) => placeholder,
  hidden: () => false,
  focused: ({ focused }) => focused,
  is_remote: () => false,
  interactable: ({ enabled }) => enabled,
  occluded_by: () => null,
};

/** The keys of 1.1.8, whatever it is asked. */
export const oldKeys: readonly string[] = Object.keys(attributes).slice(0, 14);
/** What newer companions give when no keys are asked. */
export const defaultKeys: readonly string[] = Object.keys(attributes).slice(0, 16);

export function isKey(name: string): boolean {
  return Object.hasOwn(attributes, name);
}

/** Cleaner names of the complete document; null: it leaves the attribute out, as it restates another. */
const cleanNames: Readonly<Record<string, string | null>> = {
  AXLabel: 'label',
  AXFrame: null,
  AXValue: 'value',
  AXUniqueId: 'identifier',
  role: null,
};

export interface Asked {
  readonly keys: readonly string[];
  readonly pid: number;
}

export function flatElement(element: AxElement, asked: Asked, clean = false): { [key: string]: Json } {
  const object: { [key: string]: Json } = {};
  for (const key of asked.keys) {
    const name = clean ? (cleanNames[key] === undefined ? key : cleanNames[key]) : key;
    const read = attributes[key];
    if (name !== null && read) object[name] = read(element, asked.pid);
  }
  return object;
}

/** With `children` on every element, empty ones too. */
export function nestedElement(element: AxElement, asked: Asked, clean = false): Json {
  return {
    ...flatElement(element, asked, clean),
    children: element.children.map((child) => nestedElement(child, asked, clean)),
  };
}

export interface DocumentParts {
  readonly screen: AxScreen;
  readonly elements: readonly Json[];
  readonly truncated: boolean;
  readonly backend: string;
  readonly target: { readonly kind: string; readonly [key: string]: Json };
  readonly coverage: boolean;
}

/** The consolidated document. Its keys are always the same; what a read cannot tell is null. */
export function completeDocument(parts: DocumentParts): Json {
  const { screen, elements, truncated, backend, target, coverage } = parts;
  const { modal } = screen;
  return {
    elements,
    modal: modal && { kind: modal.kind, element_type: modal.elementType, label: modal.label },
    truncated,
    screen: { width: screen.width, height: screen.height, coordinate_space: 'screen' },
    backend,
    target: { pid: null, x: null, y: null, value: null, match_key: null, ...target },
    profile: null,
    coverage: coverage ? { frame: 1, additional: null } : null,
    automation: null,
  };
}

/** As NSStringFromRect prints it. */
export function frameText({ x, y, width, height }: AxFrame): string {
  return `{{${x}, ${y}}, {${width}, ${height}}}`;
}
