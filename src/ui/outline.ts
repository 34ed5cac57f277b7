/**
 * The view of a screen for reading: a header, then one line an element. Held to 25 characters an element (never under
 * 1,500 in all) by leaving out, in this order: ids next to labels, the ends of labels, indentation, the last lines.
 */
import { linesOf, type OutlineLine } from './outline-lines.ts';
import { nameOfId } from './selector.ts';
import type { Bounds, UiTree } from './ui-tree.ts';
import { quoted, visibleText } from './visible-text.ts';

export interface OutlineOptions {
  /** Null where none is known yet. */
  readonly revision: number | null;
  /** Adds `[left,top,right,bottom]` to each line; the size bound does not hold then. */
  readonly bounds?: boolean;
}

/** How much each line says. */
interface Detail {
  readonly label: number;
  /** Ids of elements that have a label too. */
  readonly allIds: boolean;
  readonly indent: boolean;
  readonly bounds: boolean;
}

const leastChars = 1_500;
const charsPerElement = 25;
const longestLabel = 120;
const steps: readonly Omit<Detail, 'bounds'>[] = [
  { label: longestLabel, allIds: true, indent: true },
  { label: longestLabel, allIds: false, indent: true },
  ...[60, 40, 28].map((label) => ({ label, allIds: false, indent: true })),
  ...[20, 14, 10, 7, 5].map((label) => ({ label, allIds: false, indent: false })),
];

/** `handles` by element index, as `HandleTable.assign` gives them. */
export function outline(tree: UiTree, handles: readonly string[], options: OutlineOptions): string {
  const lines = linesOf(tree);
  const count = lines.filter((line) => line.element !== null).length;
  const most = Math.max(leastChars, charsPerElement * count);
  const head = headerOf(tree, options.revision, most / 3);
  if (options.bounds) {
    const detail = { label: longestLabel, allIds: true, indent: true, bounds: true };
    return [...head, ...lines.map((line) => rendered(line, handles, detail))].join('\n');
  }
  const room = most - sizeOf(head);
  for (const step of steps) {
    const body = withinRoom(lines, room, (line) => rendered(line, handles, { ...step, bounds: false }));
    if (body.length === lines.length) return [...head, ...body].join('\n');
  }
  const least = steps.at(-1) ?? { label: 5, allIds: false, indent: false };
  const body = withinRoom(lines, room - 60, (line) => rendered(line, handles, { ...least, bounds: false }));
  const rest = `… ${lines.length - body.length} more lines: responseMode debug has all`;
  return [...head, ...body, rest].join('\n');
}

/** As many lines as have room, from the top. */
function withinRoom(
  lines: readonly OutlineLine[],
  room: number,
  render: (line: OutlineLine) => string,
): readonly string[] {
  const kept: string[] = [];
  let used = 0;
  for (const line of lines) {
    const text = render(line);
    used += text.length + 1;
    if (used > room) break;
    kept.push(text);
  }
  return kept;
}

/** Characters of the lines with a line break each. */
function sizeOf(lines: readonly string[]): number {
  return lines.reduce((sum, line) => sum + line.length + 1, 0);
}

function headerOf(tree: UiTree, revision: number | null, room: number): readonly string[] {
  const { foreground, size, rotation, quality } = tree;
  const front = foreground?.appId ?? tree.windows.find((window) => window.kind === 'app')?.package ?? null;
  const activity = foreground?.activity ?? null;
  const screen =
    activity !== null && front !== null && activity.startsWith(`${front}.`)
      ? activity.slice(front.length)
      : activity;
  const head = [
    [front ?? 'app unknown', screen].filter((part) => part !== null).join('/'),
    `${size.width}x${size.height}`,
    rotation === 0 ? null : `rotation ${rotation}`,
    tree.windows.some((window) => window.kind === 'keyboard') ? 'keyboard shown' : null,
    revision === null ? null : `revision ${revision}`,
  ];
  const lines = [within160(head.filter((part) => part !== null).join(' · '))];
  const said = [
    ...quality.reasons.map((reason) => `suspect: ${reason}`),
    ...tree.notes.map((note) => `note: ${note}`),
  ];
  let used = 0;
  for (const line of said) {
    const shown = within160(line);
    used += shown.length;
    if (used > room) break;
    lines.push(shown);
  }
  return lines;
}

function within160(line: string): string {
  const shown = visibleText(line.slice(0, 161));
  return shown.length > 160 ? `${shown.slice(0, 160)}…` : shown;
}

function rendered(line: OutlineLine, handles: readonly string[], detail: Detail): string {
  const indent = detail.indent ? ' '.repeat(Math.min(line.depth, 12)) : '';
  const { element } = line;
  if (element === null) return indent + within160(line.words.join(' '));
  const parts = [handles[element.index] ?? `#${element.index}`, line.role];
  if (line.label !== null) parts.push(quoted(line.label, detail.label));
  if (line.id !== null && (detail.allIds || line.label === null))
    parts.push(`#${visibleText(shortId(line.id, detail))}`);
  parts.push(...line.words, ...line.warnings.map(({ long, short }) => (detail.indent ? long : short)));
  if (line.value !== null) parts.push(`=${quoted(line.value, detail.label)}`);
  if (detail.bounds) parts.push(boundsText(element.bounds));
  return indent + parts.filter((part) => part !== null && part !== '').join(' ');
}

function shortId(id: string, { label }: Detail): string {
  const name = nameOfId(id);
  const most = Math.max(12, label);
  return name.length > most ? `${name.slice(0, most)}…` : name;
}

function boundsText(bounds: Bounds): string {
  return `[${bounds.join(',')}]`;
}
