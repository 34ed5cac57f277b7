/**
 * What changed between two readings, as lines of their outlines: `+` new, `-` gone, `~` changed with old and new. Applied to
 * the old outline the lines give the new one; a line that is only a handle says below which line the next ones stand.
 */
import { type OutlinePiece, wholeHeader, wholePieces } from './outline.ts';
import { linesOf, type OutlineLine } from './outline-lines.ts';
import type { UiTree } from './ui-tree.ts';
import { quoted } from './visible-text.ts';

/** A reading and the handle of each element. */
export interface Reading {
  readonly tree: UiTree;
  readonly handles: readonly string[];
}

interface Line {
  /** The handle; of a line that sums up its text. Lines alike are numbered. */
  readonly key: string;
  readonly line: OutlineLine;
  readonly pieces: readonly OutlinePiece[];
}

export function outlineDiff(before: Reading, after: Reading): readonly string[] {
  const old = read(before);
  const next = read(after);
  const stays = keptKeys(old, next);
  const gone = old.filter(({ key }) => !stays.has(key)).map((line) => `- ${shortText(line)}`);
  const oldByKey = new Map(old.map((line) => [line.key, line]));
  const lines: string[] = [];
  let told = -1;
  next.forEach((line, index) => {
    const was = stays.has(line.key) ? oldByKey.get(line.key) : undefined;
    const change = was ? changeOf(was, line) : null;
    if (was && change === null) return;
    if (was) lines.push(`~ ${change}`);
    else {
      const above = next[index - 1];
      if (above && told !== index - 1)
        lines.push(`  ${above.line.element ? above.key : textOf(above.pieces)}`);
      lines.push(`+ ${textOf(line.pieces)}`);
    }
    told = index;
  });
  // First what is gone: an element that moved stands here and, with the same handle, among the new ones.
  return [...headerChange(before.tree, after.tree), ...gone, ...lines];
}

function read({ tree, handles }: Reading): readonly Line[] {
  const seen = new Map<string, number>();
  return linesOf(tree).map((line) => {
    const pieces = wholePieces(line, handles);
    const name = line.element ? (pieces[0]?.text ?? '') : nameOf(textOf(pieces));
    const count = (seen.get(name) ?? 0) + 1;
    seen.set(name, count);
    return { key: count === 1 ? name : `${name} (${count})`, line, pieces };
  });
}

/** The one line of what is not listed changes where it stands; every other line that sums up comes or goes. */
function nameOf(summing: string): string {
  return /^\[not listed/.exec(summing)?.[0] ?? summing;
}

function textOf(pieces: readonly OutlinePiece[]): string {
  return pieces.map(({ text }) => text).join(' ');
}

/** Enough to know what is gone. */
function shortText({ line, pieces }: Line): string {
  if (!line.element) return textOf(pieces);
  const kept = pieces.filter(({ slot }) => slot === 'handle' || slot === 'role');
  const label = line.label === null ? [] : [quoted(line.label, 40)];
  const id = label.length > 0 ? [] : pieces.filter(({ slot }) => slot === 'id').map(({ text }) => text);
  return [textOf(kept), ...label, ...id].join(' ');
}

function headerChange(before: UiTree, after: UiTree): readonly string[] {
  const [was, now] = [wholeHeader(before), wholeHeader(after)];
  if (was.join('\n') === now.join('\n')) return [];
  const [first = '', ...notes] = now;
  return [`screen ${first}`, ...notes];
}

/** The new line with what it replaces, or null when both are the same. */
function changeOf({ pieces: was }: Line, { line, pieces: now }: Line): string | null {
  if (textOf(was) === textOf(now)) return null;
  if (!line.element) return textOf(now);
  const gone = was.filter(({ text }) => !now.some((piece) => piece.text === text));
  const left = new Set(gone);
  const words = now.map((piece) => {
    if (was.some(({ text }) => text === piece.text)) return piece.text;
    const replaced = gone.find((old) => left.has(old) && isReplacedBy(old, piece));
    if (replaced) left.delete(replaced);
    return replaced ? `${replaced.text} → ${piece.text}` : `+${piece.text}`;
  });
  const lost = [...left].map(({ text }) => text);
  return [...words, ...(lost.length > 0 ? [`(no longer ${lost.join(', ')})`] : [])].join(' ');
}

const opposites: Readonly<Record<string, string>> = {
  checked: 'unchecked',
  unchecked: 'checked',
  expanded: 'collapsed',
  collapsed: 'expanded',
};

function isReplacedBy(old: OutlinePiece, now: OutlinePiece): boolean {
  return now.slot === 'state' ? opposites[old.text] === now.text : old.slot === now.slot;
}

/** Keys that stand in both in the same order: the longest such row, so that few lines count as moved. */
function keptKeys(old: readonly Line[], next: readonly Line[]): ReadonlySet<string> {
  const place = new Map(old.map(({ key }, index) => [key, index]));
  const row: { readonly key: string; readonly at: number; readonly before: number }[] = [];
  const ends: number[] = [];
  for (const { key } of next) {
    const at = place.get(key);
    if (at === undefined) continue;
    let low = 0;
    for (let high = ends.length; low < high; ) {
      const middle = (low + high) >> 1;
      if ((row[ends[middle] ?? 0]?.at ?? 0) < at) low = middle + 1;
      else high = middle;
    }
    row.push({ key, at, before: low > 0 ? (ends[low - 1] ?? -1) : -1 });
    ends[low] = row.length - 1;
  }
  const kept = new Set<string>();
  for (let at = ends.at(-1) ?? -1; at >= 0; at = row[at]?.before ?? -1) kept.add(row[at]?.key ?? '');
  return kept;
}
