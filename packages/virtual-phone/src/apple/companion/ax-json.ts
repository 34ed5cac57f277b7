/**
 * Reads the screen as the companion's `accessibility_info` does: which backend sees what, which format and keys, the
 * bounds of a read, and what can go wrong with it. Serves the companion, the `idb` command and AXe alike.
 */
import type { FaultMoment } from '../fault-script.ts';
import type { Mac } from '../program.ts';
import type { Simulator } from '../simulator.ts';
import { type AxElement, type AxScreen, axElement, elementAt, everyElement } from './ax-element.ts';
import {
  type Asked,
  completeDocument,
  defaultKeys,
  flatElement,
  isKey,
  nestedElement,
  oldKeys,
} from './ax-format.ts';
import { axScreen } from './ax-screen.ts';
import { foundationJson, type Json } from './foundation-json.ts';
import { GrpcError, status } from './grpc-server.ts';

export type AxBackend = 'ax' | 'axbridge' | 'axbridge-persistent';

export interface AxRequest {
  /** Points of the UI's orientation. */
  readonly point?: { readonly x: number; readonly y: number };
  readonly format?: 'legacy' | 'nested' | 'complete';
  /** Part of the attribute that names one element. */
  readonly marker?: { readonly text: string; readonly key: string; readonly depth: number };
  /** Those of the version when none are asked. */
  readonly keys?: readonly string[];
  readonly backend?: AxBackend;
  readonly coverage?: boolean;
}

/** A newer companion stops a read here and says that it is cut. */
export const MAX_NODES = 3_000;
export const MAX_DEPTH = 50;

export const noTranslationObject =
  'No translation object returned for simulator. This means you have likely specified a point onscreen that is ' +
  'invalid or invisible due to a fullscreen dialog';

/** Names of attributes by their number in requests. */
export const searchableKeys: readonly string[] = [
  'AXLabel',
  'AXUniqueId',
  'AXValue',
  'title',
  'role',
  'role_description',
  'subrole',
  'help',
  'placeholder',
];

/** The JSON text of a read. Throws GrpcError with the companion's words. */
export function readAccessibility(
  mac: Mac,
  simulator: Simulator,
  request: AxRequest,
  moment: FaultMoment,
): string {
  const old = mac.companionVersion === '1.1.8';
  const format = old && request.format === 'complete' ? 'legacy' : (request.format ?? 'legacy');
  const keys = old ? oldKeys : wantedKeys(request.keys ?? []);
  const backend = old ? 'ax' : (request.backend ?? 'ax');
  if (simulator.state !== 'Booted')
    throw new GrpcError(
      status.INTERNAL,
      `Cannot run accessibility commands against ${simulator.name} as it is not booted`,
    );
  if (mac.faults.take('no_translation_object', moment))
    throw new GrpcError(status.INTERNAL, noTranslationObject);
  const screen = harmed(axScreen(mac, simulator), {
    mac,
    simulator,
    moment,
    keys,
    format,
    ofPoint: request.point !== undefined,
  });
  const found = search(screen, request, { backend, old });
  const asked: Asked = { keys, pid: screen.pid };
  if (format !== 'complete') {
    const json = legacyJson(found.elements, asked, format === 'nested');
    // One that was named comes in an envelope of its own, in the order of its keys.
    if (request.marker)
      return foundationJson({ elements: json[0] ?? null }, { seventeenDigits: true, sortedKeys: true });
    return foundationJson(found.single ? (json[0] ?? null) : json, { seventeenDigits: true });
  }
  const document = completeDocument({
    screen,
    backend,
    elements: found.elements.map((each) => nestedElement(each, asked, true)),
    truncated: found.truncated,
    target: targetOf(request),
    coverage: request.coverage ?? false,
  });
  return foundationJson(document, { seventeenDigits: false, sortedKeys: true });
}

function wantedKeys(names: readonly string[]): readonly string[] {
  if (names.length === 0) return defaultKeys;
  const known = names.filter(isKey);
  if (known.length > 0) return [...new Set(known)];
  const list = names.map((name) => `"${name}"`).join(', ');
  throw new GrpcError(status.INVALID_ARGUMENT, `no recognized accessibility keys in [${list}]`);
}

function legacyJson(elements: readonly AxElement[], asked: Asked, nested: boolean): readonly Json[] {
  if (nested) return elements.map((each) => nestedElement(each, asked));
  return elements.flatMap((each) => [...everyElement(each)].map((one) => flatElement(one, asked)));
}

interface Found {
  readonly elements: readonly AxElement[];
  /** The answer is one object, or null, and no list. */
  readonly single: boolean;
  readonly truncated: boolean;
}

function search(
  screen: AxScreen,
  { point, marker }: AxRequest,
  { backend, old }: { readonly backend: AxBackend; readonly old: boolean },
): Found {
  if (point) {
    const hit = elementAt(screen.root, point);
    if (!hit && old) throw new GrpcError(status.INTERNAL, noTranslationObject);
    return { elements: hit ? [{ ...hit, children: [] }] : [], single: true, truncated: false };
  }
  const seen = visible(screen.root, backend);
  if (marker) {
    const match = findMarker(seen, marker);
    if (!match)
      throw new GrpcError(status.INTERNAL, `No element found matching '${marker.text}' for ${marker.key}`);
    return { elements: [match], single: true, truncated: false };
  }
  if (old) return { elements: [seen], single: false, truncated: false };
  const counter = { left: MAX_NODES, cut: false };
  return { elements: [bounded(seen, counter, 0)], single: false, truncated: counter.cut };
}

/** The first element in reading order, not deeper than asked, whose attribute holds the text. */
export function findMarker(
  root: AxElement,
  marker: NonNullable<AxRequest['marker']>,
  depth = 0,
): AxElement | null {
  const value = flatElement(root, { keys: [marker.key], pid: 0 })[marker.key];
  if (typeof value === 'string' && value.includes(marker.text)) return root;
  if (depth >= marker.depth) return null;
  for (const child of root.children) {
    const found = findMarker(child, marker, depth + 1);
    if (found) return found;
  }
  return null;
}

/** The tree as this backend lists it: containers and web pages are the guest's own reader's alone. */
export function visible(element: AxElement, backend: AxBackend): AxElement {
  const bridge = backend !== 'ax';
  const seesChildren = element.childrenFor === 'all' || (bridge && element.childrenFor === 'bridge');
  if (!seesChildren) return { ...element, children: [] };
  const children = element.children
    .map((child) => visible(child, backend))
    .flatMap((child) => (child.container && !bridge ? child.children : [child]));
  return { ...element, children };
}

function bounded(element: AxElement, counter: { left: number; cut: boolean }, depth: number): AxElement {
  counter.left -= 1;
  const children: AxElement[] = [];
  for (const child of element.children) {
    if (counter.left <= 0 || depth + 1 >= MAX_DEPTH) {
      counter.cut = true;
      break;
    }
    children.push(bounded(child, counter, depth + 1));
  }
  return { ...element, children };
}

function targetOf({ point, marker }: AxRequest): { readonly kind: string; readonly [key: string]: Json } {
  if (point) return { kind: 'point', x: point.x, y: point.y };
  if (marker) return { kind: 'marker', value: marker.text, match_key: marker.key };
  return { kind: 'frontmost' };
}

interface Harm {
  readonly mac: Mac;
  readonly simulator: Simulator;
  readonly moment: FaultMoment;
  readonly keys: readonly string[];
  readonly format: string;
  readonly ofPoint: boolean;
}

/** What scripted faults make of a good read. */
function harmed(screen: AxScreen, harm: Harm): AxScreen {
  const { mac, moment, keys, format } = harm;
  const nothing = { x: 0, y: 0, width: 0, height: 0 };
  const off = mac.faults.take('accessibility_off', moment) !== null && !accessibilityOn(harm.simulator);
  if (off || mac.faults.take('zero_root', moment))
    return { ...screen, modal: null, root: axElement('Application', nothing) };
  const bare = { ...screen.root, children: [] };
  if (mac.faults.take('root_only', moment)) return { ...screen, root: bare };
  if (!harm.ofPoint && mac.faults.take('remote_ui', moment)) return { ...screen, root: bare };
  if (mac.faults.take('dock_folder', moment))
    return { ...screen, modal: null, root: { ...bare, label: 'DockFolderViewService' } };
  const empties = format !== 'legacy' && keys.includes('traits');
  return empties && mac.faults.take('traits_empty_tree', moment) ? { ...screen, root: bare } : screen;
}

function accessibilityOn({ memory }: Simulator): boolean {
  return ['AccessibilityEnabled', 'ApplicationAccessibilityEnabled'].every((key) =>
    ['1', 'true', 'YES'].includes(memory.defaults.get(`com.apple.Accessibility ${key}`) ?? ''),
  );
}
