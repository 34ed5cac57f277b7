/**
 * UiAutomator XML of every dialect (framework, `--windows`, androidx, Appium) to windows of raw nodes. Pure. Cutting
 * the XML out of a device's output is screen-command.ts's work; what the nodes mean is the model's. Source: [A1].
 */

import { Fault } from '@mobile-debug/core/fault.ts';
import { Malformed } from '@mobile-debug/core/malformed.ts';
import type { RawWindow } from '../../../ui/raw-screen.ts';
import type { Bounds, Rotation, WindowKind } from '../../../ui/ui-tree.ts';
import { boundsOf, NameTable, nodeFrom, type OpenNode, type Stop } from './ui-xml-node.ts';
import { type AttributeList, scanXml } from './ui-xml-scan.ts';

export interface UiXml {
  /** In document order. Without `--windows` every top-level node is a window of its own. */
  readonly windows: readonly RawWindow[];
  /** As the hierarchy of the active window says, else the first that says; null when none does. */
  readonly rotation: Rotation | null;
  readonly nodeCount: number;
  /** Accessibility's numbers of the windows, as the `window-id` of their roots says; only the Appium dialect does. */
  readonly windowIds: readonly (string | null)[];
  /** What was odd about its form. */
  readonly notes: readonly string[];
}

interface OpenWindow {
  readonly displayId: number;
  /** Declared by a <window>; otherwise made up for the nodes of a bare hierarchy. */
  readonly declared: boolean;
  readonly type?: string | undefined;
  readonly title?: string | undefined;
  readonly bounds?: Bounds | undefined;
  readonly layer?: number | undefined;
  readonly active?: boolean | undefined;
  readonly focused?: boolean | undefined;
  readonly number?: string;
  /** Which hierarchy of the text it stands in, from 1. */
  readonly hierarchy: number;
  readonly roots: OpenNode[];
}

const rotations: Readonly<Record<string, Rotation>> = { '0': 0, '1': 90, '2': 180, '3': 270 };

/**
 * Throws OBSERVATION_FAILED with `details.offset` (characters from the start of the XML) when the text is malformed,
 * cut off, or not a dump. Never half a tree.
 */
export function parseUiXml(xml: string | Uint8Array): UiXml {
  const decoded = typeof xml === 'string' ? xml : decodeDump(xml);
  const text = replaceForbidden(decoded.charCodeAt(0) === 0xfeff ? decoded.slice(1) : decoded);
  const reader = new DumpReader();
  try {
    scanXml(text, reader);
    return reader.result();
  } catch (error) {
    if (error instanceof Malformed) throw malformed(text, error);
    throw error;
  }
}

function malformed(text: string, problem: Malformed): Fault {
  const { offset, message } = problem;
  return new Fault('OBSERVATION_FAILED', `The screen dump is malformed at offset ${offset}: ${message}.`, {
    reason: 'malformed_xml',
    details: { offset, near: text.slice(Math.max(0, offset - 30), offset + 10) },
    cause: problem,
  });
}

/** Follows the elements with a stack of its own, so depth costs no call stack. */
class DumpReader {
  readonly roots: ReadonlySet<string> = new Set(['hierarchy', 'node']);
  readonly #windows: OpenWindow[] = [];
  readonly #stack: OpenNode[] = [];
  readonly #names = new NameTable();
  #displayId = 0;
  #declared: OpenWindow | null = null;
  #inHierarchy: boolean = false;
  #firstRotation: Rotation | undefined;
  #activeRotation: Rotation | undefined;
  #nodeCount = 0;
  #hierarchies = 0;
  #bare: boolean = false;

  open(name: string, attributes: AttributeList, offset: number): void {
    const stop: Stop = (what) => {
      throw new Malformed(what, offset);
    };
    if (this.#inHierarchy || this.#stack.length > 0) this.#openNode(name, attributes, stop);
    else if (name === 'node') this.#openBare(attributes, stop);
    else if (name === 'hierarchy') this.#openHierarchy(attributes);
    else if (name === 'display') this.#displayId = displayIdOf(attributeOf(attributes, 'id')) ?? 0;
    else if (name === 'window') this.#openWindow(attributes, stop);
    else if (name !== 'displays') stop(`<${name.slice(0, 60)}> is not an element of a screen dump`);
  }

  close(name: string): void {
    if (this.#stack.length > 0) this.#stack.pop();
    else if (this.#inHierarchy) this.#inHierarchy = false;
    else if (name === 'window') this.#declared = null;
  }

  result(): UiXml {
    if (this.#hierarchies > 1 && this.#nodeCount === 0)
      throw new Malformed('a second root element, and no node in either', 0);
    const windows = newestOf(this.#windows);
    return {
      windows: windows.map(closeWindow),
      rotation: this.#activeRotation ?? this.#firstRotation ?? null,
      nodeCount: this.#nodeCount,
      windowIds: windows.map(({ number }) => number ?? null),
      notes: this.#notes(windows.length < this.#windows.length),
    };
  }

  #notes(repeated: boolean): readonly string[] {
    const several = this.#windows.some(({ declared }) => declared) ? 0 : this.#hierarchies;
    const which = repeated ? 'of windows that are in more than one, the last counts' : 'all of them are read';
    return [
      ...(several > 1 ? [`The dump has ${several} hierarchies; ${which}.`] : []),
      ...(this.#bare ? ['The dump has nodes without a hierarchy around them.'] : []),
    ];
  }

  #openBare(attributes: AttributeList, stop: Stop): void {
    this.#bare = true;
    this.#openNode('node', attributes, stop);
  }

  #openWindow(attributes: AttributeList, stop: Stop): void {
    this.#declared = windowFrom(
      attributes,
      { displayId: this.#displayId, hierarchy: this.#hierarchies },
      stop,
    );
    this.#windows.push(this.#declared);
  }

  #openHierarchy(attributes: AttributeList): void {
    this.#inHierarchy = true;
    this.#hierarchies += 1;
    const rotation = rotations[attributeOf(attributes, 'rotation') ?? ''];
    this.#firstRotation ??= rotation;
    if (this.#declared?.active) this.#activeRotation ??= rotation;
  }

  #openNode(name: string, attributes: AttributeList, stop: Stop): void {
    const node = nodeFrom(name, attributes, stop, this.#names);
    this.#nodeCount += 1;
    const parent = this.#stack.at(-1);
    if (parent) parent.children.push(node);
    else if (this.#declared) this.#declared.roots.push(node);
    else {
      // Two top-level nodes of a bare hierarchy are two windows, each with its own package.
      const displayId = displayIdOf(attributeOf(attributes, 'display-id')) ?? this.#displayId;
      const number = attributeOf(attributes, 'window-id');
      this.#windows.push({
        displayId,
        declared: false,
        hierarchy: this.#hierarchies,
        roots: [node],
        ...(number === undefined ? {} : { number }),
      });
    }
    this.#stack.push(node);
  }
}

function attributeOf(attributes: AttributeList, name: string): string | undefined {
  for (let at = 0; at < attributes.length; at += 2) if (attributes[at] === name) return attributes[at + 1];
  return undefined;
}

function displayIdOf(value: string | undefined): number | null {
  return value !== undefined && /^\d{1,9}$/.test(value) ? Number(value) : null;
}

function windowFrom(
  attributes: AttributeList,
  { displayId, hierarchy }: Pick<OpenWindow, 'displayId' | 'hierarchy'>,
  stop: Stop,
): OpenWindow {
  const value = (name: string): string | undefined => attributeOf(attributes, name) || undefined;
  const flag = (name: string): boolean | undefined => {
    const given = value(name);
    return given === undefined ? undefined : given === 'true';
  };
  const bounds = value('bounds');
  const layer = Number.parseInt(value('layer') ?? '', 10);
  return {
    displayId,
    declared: true,
    hierarchy,
    roots: [],
    type: value('type'),
    title: value('title'),
    bounds: bounds === undefined ? undefined : boundsOf(bounds, stop),
    layer: Number.isNaN(layer) ? undefined : layer,
    active: flag('active'),
    focused: flag('focused'),
  };
}

/** Dumps that were written one after another repeat their windows: the last reading of each counts. */
function newestOf(windows: readonly OpenWindow[]): readonly OpenWindow[] {
  return windows.filter(
    (window) =>
      window.declared ||
      !windows.some(
        (later) => later.hierarchy > window.hierarchy && !later.declared && isSameWindow(window, later),
      ),
  );
}

function isSameWindow(one: OpenWindow, other: OpenWindow): boolean {
  const [a, b] = [one.roots[0], other.roots[0]];
  if (!a || !b || one.displayId !== other.displayId || one.number !== other.number) return false;
  return a.packageName === b.packageName && String(a.bounds) === String(b.bounds);
}

function closeWindow({
  declared,
  type,
  number: _number,
  hierarchy: _hierarchy,
  ...window
}: OpenWindow): RawWindow {
  const kind = declared ? kindOf(type, window.roots[0]?.packageName) : 'unknown';
  return { kind, ...window };
}

/**
 * Application windows may be dialogs or permission prompts, and system windows of package `android` may be the
 * "not responding" dialog: there the model must look at the content.
 */
function kindOf(type: string | undefined, packageName: string | undefined): WindowKind | 'unknown' {
  if (type === 'TYPE_INPUT_METHOD') return 'keyboard';
  if (type === undefined || type === 'TYPE_APPLICATION' || packageName === 'android') return 'unknown';
  return 'system';
}

/** What XML 1.0 forbids, lone surrogates included (the `u` flag keeps whole pairs out). */
// biome-ignore lint/suspicious/noControlCharactersInRegex: finding them is the purpose
const forbidden = /[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff\ud800-\udfff]/gu;

/**
 * UTF-8 unless the bytes say UTF-16 (dumps saved through a Windows console are UTF-16LE and still claim UTF-8).
 * Bytes that are no valid text become U+FFFD; text that was mangled before it reached us stays as it is.
 */
export function decodeDump(bytes: Uint8Array): string {
  return new TextDecoder(encodingOf(bytes)).decode(bytes);
}

function encodingOf(bytes: Uint8Array): 'utf-8' | 'utf-16le' | 'utf-16be' {
  const [first, second] = bytes;
  if ((first === 0xff && second === 0xfe) || (first === 0x3c && second === 0)) return 'utf-16le';
  if ((first === 0xfe && second === 0xff) || (first === 0 && second === 0x3c)) return 'utf-16be';
  return 'utf-8';
}

/** Every forbidden character becomes U+FFFD, one for one, so that offsets stay. */
export function replaceForbidden(xml: string): string {
  return xml.search(forbidden) < 0 ? xml : xml.replace(forbidden, '\ufffd');
}
