/**
 * The view of a screen for reading: a header, then one line an element. Held to 25 characters an element (never under
 * 1,500 in all) by leaving out, in this order: ids next to labels, the ends of labels, indentation, what tells controls
 * apart that are called the same, the last lines.
 */

import { inTheWayOf } from './obstacle.ts';
import { type Apart, tellApart } from './outline-apart.ts';
import { linesOf, type OutlineLine } from './outline-lines.ts';
import { nameOfId } from './selector.ts';
import type { Bounds, UiTree } from './ui-tree.ts';
import { named, oneLine, quoted } from './visible-text.ts';

export interface OutlineOptions {
  /** Null where none is known yet. */
  readonly revision: number | null;
  /** Adds `[left,top,right,bottom]` to each line; the size bound does not hold then. */
  readonly bounds?: boolean;
  /** Characters of the answer that other lines take: the outline is so much shorter. */
  readonly taken?: number;
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
  const most = Math.max(leastChars, charsPerElement * count) - (options.taken ?? 0);
  const head = headerOf(tree, options.revision, most / 3);
  if (options.bounds) {
    const detail = { label: longestLabel, allIds: true, indent: true, bounds: true };
    return [...head, ...lines.map((line) => rendered(line, handles, detail))].join('\n');
  }
  const room = most - sizeOf(head);
  for (const told of [true, false]) {
    for (const step of steps) {
      const detail = { ...step, bounds: false };
      const apart = told ? apartAt(tree, lines, detail) : null;
      const body = withinRoom(lines, room, (line) => rendered(line, handles, detail, apart?.get(line)));
      if (body.length === lines.length) return [...head, ...body].join('\n');
    }
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

/** What the outline says before its first element, without the revision. */
export function wholeHeader(tree: UiTree): readonly string[] {
  return headerOf(tree, null, Number.POSITIVE_INFINITY);
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
    [front ?? 'app unknown', screen]
      .filter((part) => part !== null)
      .map((part) => named(part, 80))
      .join('/'),
    `${size.width}x${size.height}`,
    foreground?.user === undefined ? null : `user ${foreground.user}`,
    rotation === 0 ? null : `rotation ${rotation}`,
    tree.windows.some((window) => window.kind === 'keyboard') ? 'keyboard shown' : null,
    revision === null ? null : `revision ${revision}`,
  ];
  const lines = [head.filter((part) => part !== null).join(' · ')];
  const obstacle = inTheWayOf(tree);
  const said = [
    ...(obstacle === null ? [] : [`in the way: ${obstacle.what}`]),
    ...quality.reasons.map((reason) => `suspect: ${reason}`),
    ...tree.notes.map((note) => `note: ${note}`),
  ];
  let used = 0;
  for (const line of said) {
    const shown = oneLine(line, 160);
    used += shown.length;
    if (used > room) break;
    lines.push(shown);
  }
  return lines;
}

/** What tells lines apart that would read alike at this length, apart from their handles. */
function apartAt(
  tree: UiTree,
  lines: readonly OutlineLine[],
  detail: Detail,
): ReadonlyMap<OutlineLine, Apart> {
  const render = (line: OutlineLine, apart: Apart | undefined): string =>
    piecesOf(line, [], detail, apart)
      .slice(1)
      .map(({ text }) => text)
      .join(' ');
  return tellApart(tree, lines, render, detail.label);
}

function rendered(line: OutlineLine, handles: readonly string[], detail: Detail, apart?: Apart): string {
  const indent = detail.indent ? ' '.repeat(Math.min(line.depth, 12)) : '';
  const words = piecesOf(line, handles, detail, apart).map(({ text }) => text);
  if (detail.bounds && line.element) words.push(boundsText(line.element.bounds));
  return indent + words.join(' ');
}

/** A part of a line: two lines of one element are compared part by part. */
export interface OutlinePiece {
  readonly slot: 'handle' | 'role' | 'label' | 'apart' | 'id' | 'state' | 'value';
  readonly text: string;
}

/** What a line says in full: the words of the longest outline. */
export function wholePieces(line: OutlineLine, handles: readonly string[]): readonly OutlinePiece[] {
  return piecesOf(line, handles, { label: longestLabel, allIds: true, indent: true, bounds: false });
}

function piecesOf(
  line: OutlineLine,
  handles: readonly string[],
  detail: Detail,
  apart?: Apart,
): readonly OutlinePiece[] {
  const { element, role, label, id, value } = line;
  if (element === null) return [{ slot: 'label', text: line.words.join(' ') }];
  const state = [...line.words, ...line.warnings.map(({ long, short }) => (detail.indent ? long : short))];
  const pieces: OutlinePiece[] = [{ slot: 'handle', text: handles[element.index] ?? `#${element.index}` }];
  if (role !== null) pieces.push({ slot: 'role', text: role });
  if (label !== null)
    pieces.push({
      slot: 'label',
      text: quoted(apart?.label ?? label, detail.label + (apart?.label ? 1 : 0)),
    });
  if (apart?.row != null) pieces.push({ slot: 'apart', text: `in ${quoted(apart.row, detail.label)}` });
  if (apart?.place) pieces.push({ slot: 'apart', text: `at ${apart.place.join(',')}` });
  if (id !== null && (detail.allIds || label === null || apart?.id))
    pieces.push({ slot: 'id', text: `#${named(nameOfId(id), Math.max(12, detail.label))}` });
  for (const text of state) pieces.push({ slot: 'state', text });
  if (value !== null) pieces.push({ slot: 'value', text: `=${quoted(value, detail.label)}` });
  return pieces;
}

function boundsText(bounds: Bounds): string {
  return `[${bounds.join(',')}]`;
}
