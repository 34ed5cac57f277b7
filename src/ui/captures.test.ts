/** Real dumps of many makers and tool kits, from their XML to the outline. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { parseUiXml } from '../devices/android/screen/ui-xml.ts';
import { buildTree } from './build-tree.ts';
import { HandleTable } from './handles.ts';
import { outline } from './outline.ts';
import { matchElements, spokenText } from './selector.ts';
import { resolveTarget, tapPoint } from './target.ts';
import type { UiElement, UiTree } from './ui-tree.ts';
import { treeToWire } from './wire.ts';

const folder = fileURLToPath(new URL('../../../shared/captures/', import.meta.url));
const present = existsSync(folder);
if (!present) console.warn('ui captures: skipped, ../shared/captures is not here');
const names = present ? readdirSync(folder).filter((name) => name.endsWith('.xml')) : [];

function read(name: string): UiTree {
  const bytes = readFileSync(folder + name);
  const said = bytes[0] === 0xff ? bytes.toString('utf16le') : bytes.toString('utf8');
  const from = said.search(/<\?xml|<hierarchy/);
  const to = Math.max(said.lastIndexOf('</hierarchy>') + 12, said.lastIndexOf('</displays>') + 11);
  const { windows, rotation } = parseUiXml(said.slice(from, to));
  return buildTree({
    platform: 'android',
    windows,
    rotation: rotation ?? 0,
    size: null,
    foreground: null,
    source: { tier: 'capture', detail: [] },
    doubts: [],
  });
}

/** Whether `inner` is `outer` or lies in it. */
function isAround(tree: UiTree, outer: UiElement, inner: UiElement): boolean {
  let at: UiElement | undefined = inner;
  while (at !== undefined && at !== outer) at = at.parentId === null ? undefined : tree.elements[at.parentId];
  return at === outer;
}

const find = (part: string): UiTree => read(names.find((name) => name.includes(part)) ?? part);

describe.skipIf(!present)('every capture', () => {
  it.each(names)('%s is told in bounds and can be named again', (name) => {
    const tree = read(name);
    const table = new HandleTable();
    const handles = table.assign(tree);
    expect(table.assign(read(name))).toEqual(handles);
    expect(outline(tree, handles, { revision: 1 }).length).toBeLessThanOrEqual(
      Math.max(1_500, 25 * tree.elements.length),
    );
    const sent = JSON.stringify(treeToWire(tree, handles)).length;
    expect(sent).toBeLessThanOrEqual(JSON.stringify(tree.elements, null, 2).length / 3);
    for (const element of tree.elements) {
      const spoken = spokenText(element);
      if (spoken === null || spoken.trim() === '') continue;
      const matches = matchElements(tree, { text: spoken });
      expect(matches.some((match) => isAround(tree, match, element) || isAround(tree, element, match))).toBe(
        true,
      );
    }
  });
});

describe.skipIf(!present)('captures of note', () => {
  it('a popup reader that shows a single hidden node is doubtful', () => {
    expect(find('_11_').quality).toEqual({
      status: 'suspect',
      reasons: ['root only: the source holds a single node'],
    });
  });

  it('a watch face without a word is doubtful', () => {
    expect(find('_53_').quality.reasons[0]).toMatch(/^sparse/);
  });

  it('two roots are two windows, with the app in front of the bar', () => {
    expect(find('_44_').windows.map((window) => window.kind)).toEqual(['system', 'app']);
  });

  it('another display is left out', () => {
    const tree = find('_59_');
    expect(tree.windows.map((window) => [window.kind, window.layer])).toEqual([
      ['app', 0],
      ['system', 1],
    ]);
    expect(tree.notes[0]).toContain('display 7');
  });

  it('floating roots are dialogs', () => {
    expect(find('_20_').windows[0]?.kind).toBe('dialog');
    expect(find('_41_').windows[0]?.kind).toBe('dialog');
  });

  it('a web view without a page is said', () => {
    expect(find('_50_').notes.join()).toContain('web view');
  });

  it('equal buttons on the cards of a grid are ambiguous, and each can be tapped by index', () => {
    const tree = find('_17_');
    const named = tree.elements.filter((element) => element.contentDescription !== null);
    const twice = named.find(
      (a) => named.filter((b) => b.contentDescription === a.contentDescription).length > 3,
    );
    const selector = { accessibility_id: twice?.contentDescription ?? '' };
    const target = resolveTarget(tree, selector);
    expect(target.kind).toBe('ambiguous');
    const last = resolveTarget(tree, selector, -1);
    expect(last.kind === 'one' && tapPoint(tree, last.actionable)).toHaveProperty('point');
  });
});
