/** The lines of a change, applied to the old outline, give the new one; that is the whole of what they promise. */

import fc from '@mobile-debug/core/testing/property.ts';
import { describe, expect, it } from 'vitest';
import { button, node, screen, text, treeOf, window } from '../../test/fixtures/raw-screens.ts';
import { buildTree } from './build-tree.ts';
import { HandleTable } from './handles.ts';
import { outlineDiff, type Reading } from './outline-diff.ts';
import { screenPairs } from './testing/arbitrary-screens.ts';
import { wholeLines } from './testing/whole-lines.ts';
import type { Bounds, UiTree } from './ui-tree.ts';

const row = (at: number): Bounds => [0, at * 100, 1080, at * 100 + 100];
const id = (name: string) => ({ identifier: `com.example.app:id/${name}` });

function readings(before: UiTree, after: UiTree): readonly [Reading, Reading] {
  const table = new HandleTable();
  return [
    { tree: before, handles: table.assign(before) },
    { tree: after, handles: table.assign(after) },
  ];
}

/** Words of a line: what stands in quotes is one, with the sign before it and the length behind it. */
const word = /[=#+]*"(?:[^"\\]|\\.)*"(?: \(\d+ chars\))?|\S+/g;

/** What a reader makes of a `~` line. */
function asNew(change: string): string {
  const words: readonly string[] = change.match(word) ?? [];
  const end = words.indexOf('(no');
  return words
    .slice(0, end < 0 ? words.length : end)
    .filter((_, at, all) => all[at] !== '→' && all[at + 1] !== '→')
    .map((one) => one.replace(/^\+/, ''))
    .join(' ');
}

function apply(old: readonly string[], diff: readonly string[]): readonly string[] {
  const lines = [...old];
  let cursor = 0;
  const find = (named: string): number => {
    const exact = lines.findIndex((line) => line === named || line.split(' ')[0] === named);
    return exact >= 0 ? exact : lines.findIndex((line) => line.split(' ')[0] === named.split(' ')[0]);
  };
  for (const line of diff) {
    const rest = line.slice(2);
    if (line.startsWith('screen ') || /^(note|suspect): /.test(line)) continue;
    if (line.startsWith('+ ')) lines.splice(cursor++, 0, rest);
    else if (line.startsWith('- ')) {
      const at = find(rest);
      lines.splice(at, 1);
      if (at < cursor) cursor--;
    } else {
      cursor = find(rest) + 1;
      if (line.startsWith('~ ')) lines[cursor - 1] = asNew(rest);
    }
  }
  return lines;
}

const hostile = '\n+ e1 button "Buy" → "x" (no longer checked)';
const pairs = screenPairs({
  words: ['One', 'Two', 'a "b" → "c"', hostile, 'x\\', '', 'Three words here'],
  ids: [...'abcdefghijkl', 'x checked'],
  maxLength: 12,
});

describe('outlineDiff', () => {
  it('gives the new outline when applied to the old one, whatever the screens say', () => {
    fc.assert(
      fc.property(pairs, ([a, b]) => {
        const [before, after] = readings(a, b);
        expect(apply(wholeLines(before), outlineDiff(before, after))).toEqual(wholeLines(after));
      }),
      { numRuns: 500 },
    );
  });

  it('says nothing of equal screens', () => {
    fc.assert(
      fc.property(pairs, ([a]) => {
        expect(outlineDiff(...readings(a, a))).toEqual([]);
      }),
    );
  });

  it('tells old and new of what changed, and what came and went', () => {
    const before = treeOf(
      text('inactive', row(0), id('status')),
      node({
        type: 'android.widget.Switch',
        checkable: true,
        checked: false,
        bounds: row(1),
        clickable: true,
        ...id('on'),
      }),
      button('Buy', row(2)),
    );
    const after = treeOf(
      text('active', row(0), id('status')),
      node({
        type: 'android.widget.Switch',
        checkable: true,
        checked: true,
        bounds: row(1),
        clickable: true,
        ...id('on'),
      }),
      button('Sell', row(3), { enabled: false }),
    );
    expect(
      outlineDiff(...readings(before, after))
        .join('\n')
        .replace(/\be\d+\w*/g, 'e'),
    ).toBe(
      [
        '- e button "Buy"',
        '~ e "inactive" → "active" #status',
        '~ e switch #on unchecked → checked',
        '+ e button "Sell" disabled',
      ].join('\n'),
    );
  });

  it('says which screen it is when that changed', () => {
    const at = (activity: string) =>
      buildTree(
        screen([window({}, node({}, button('OK', row(0))))], {
          foreground: {
            appId: 'com.example.app',
            activity: `com.example.app.${activity}`,
            focusedWindow: null,
          },
        }),
      );
    expect(outlineDiff(...readings(at('A'), at('B')))[0]).toBe('screen com.example.app/.B · 1080x2400');
  });
});
