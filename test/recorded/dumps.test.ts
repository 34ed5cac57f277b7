/** Screen dumps of many makers, releases and tool kits: from the bytes the device sent to the outline an agent reads. */
import { describe, expect, it } from 'vitest';
import { readDumpOutput } from '../../src/devices/android/screen/screen-command.ts';
import { parseUiXml, type UiXml } from '../../src/devices/android/screen/ui-xml.ts';
import { buildTree } from '../../src/ui/build-tree.ts';
import { HandleTable } from '../../src/ui/handles.ts';
import { outline } from '../../src/ui/outline.ts';
import type { RawNode } from '../../src/ui/raw-screen.ts';
import { matchElements, spokenText } from '../../src/ui/selector.ts';
import { hintsFor } from '../../src/ui/selector-hints.ts';
import { resolveTarget, tapPoint } from '../../src/ui/target.ts';
import type { UiElement, UiTree } from '../../src/ui/ui-tree.ts';
import { treeToWire } from '../../src/ui/wire.ts';
import { recorded, recordedBytes, recordedIn } from './recorded.ts';
import { countByExpression } from './xml-by-expression.ts';

const folder = 'uiautomator';
const files = recordedIn(folder);
const dumps = files.filter((name) => name.endsWith('.xml'));
const failed = files.filter((name) => name.endsWith('.txt'));

function parse(name: string): UiXml {
  const output = readDumpOutput(recordedBytes(`${folder}/${name}`));
  if (output.kind !== 'xml') throw new Error(`no XML in ${name}: ${output.why}`);
  return parseUiXml(output.xml);
}

function read(name: string): UiTree {
  const { windows, rotation } = parse(name);
  return buildTree({
    platform: 'android',
    windows,
    rotation: rotation ?? 0,
    size: null,
    foreground: null,
    source: { tier: 'capture', detail: [] },
    qualityWarnings: [],
  });
}

function labels(tree: UiTree): readonly string[] {
  return tree.elements.flatMap(
    ({ label, contentDescription, text }) => label ?? contentDescription ?? text ?? [],
  );
}

/** `role "label"` with the states that a test names. */
function byLabel(tree: UiTree, label: string): UiElement {
  const found = tree.elements.filter((element) => element.label === label);
  const [first] = found;
  if (!first) throw new Error(`nothing is labelled ${label}: ${labels(tree).join(' | ')}`);
  return found.find((element) => element.clickable) ?? first;
}

/** Whether `inner` is `outer` or lies in it. */
function isAround(tree: UiTree, outer: UiElement, inner: UiElement): boolean {
  let at: UiElement | undefined = inner;
  while (at !== undefined && at !== outer) at = at.parentId === null ? undefined : tree.elements[at.parentId];
  return at === outer;
}

const cost = { chars: 0, elements: 0 };

describe('every dump', () => {
  it.each(dumps)('%s is read as an independent count of its tags reads it', (name) => {
    const screen = parse(name);
    const counted = countByExpression(recordedBytes(`${folder}/${name}`));
    expect(fromParser(screen.windows.flatMap((window) => window.roots))).toEqual(counted);
    expect(screen.nodeCount).toBe(counted.nodes);
  });

  it.each(dumps)('%s gives short outlines, stable handles and elements that can be named again', (name) => {
    const tree = read(name);
    const table = new HandleTable();
    const handles = table.assign(tree);
    expect(table.assign(read(name))).toEqual(handles);
    const outlined = outline(tree, handles, { revision: 1 });
    expect(outlined.length).toBeLessThanOrEqual(Math.max(1_500, 25 * tree.elements.length));
    const sent = JSON.stringify(treeToWire(tree, handles)).length;
    for (const element of treeToWire(tree, handles)) cost.chars += JSON.stringify(element).length;
    cost.elements += tree.elements.length;
    expect(sent).toBeLessThanOrEqual(
      JSON.stringify(
        tree.elements.map((element) => ({ ...element, selector: hintsFor(tree, element) })),
        null,
        2,
      ).length / 3,
    );
    for (const element of tree.elements) {
      const spoken = spokenText(element);
      if (spoken === null || spoken.trim() === '') continue;
      const matches = matchElements(tree, { text: spoken });
      expect(matches.some((match) => isAround(tree, match, element) || isAround(tree, element, match))).toBe(
        true,
      );
    }
  });

  it('has at most 300 characters an element in a debug tree', () => {
    expect(cost.chars / cost.elements).toBeLessThanOrEqual(300);
  });
});

function fromParser(roots: readonly RawNode[]): ReturnType<typeof countByExpression> {
  const clickable: string[] = [];
  const texts: string[] = [];
  let nodes = 0;
  const walk = (node: RawNode): void => {
    nodes += 1;
    const [left, top, right, bottom] = node.bounds;
    if (node.clickable) clickable.push(`${(left + right) / 2},${(top + bottom) / 2}`);
    if (node.text) texts.push(node.text);
    for (const child of node.children) walk(child);
  };
  for (const root of roots) walk(root);
  return { nodes, roots: roots.length, clickable, texts };
}

describe('what each kind of dump says', () => {
  /** Nodes, windows, rotation, and labels that must be there in this order. */
  const said: Readonly<
    Record<string, readonly [nodes: number, windows: number, rotation: number, ...labels: string[]]>
  > = {
    'api17-keyguard-mojibake.xml': [15, 1, 0, '10:27', '星期二', 'EMERGENCY'],
    'appium-popup.xml': [10, 1, 0, '음량', '닫기'],
    'appium-single-node.xml': [1, 1, 0],
    'attributes-over-lines.xml': [4, 1, 0, 'Recipes', 'Cook now', 'Share'],
    'compose-dev-tty-mojibake.xml': [
      22,
      1,
      0,
      'Week 12',
      '🔦 Tonight: two pots of lentils & bread',
      '🧱',
      "Open day's ledger",
    ],
    'compose-grid-duplicates.xml': [48, 1, 0, 'Bakehouse', 'Rye loaf (800g)', 'Add to basket', 'Home', 'Me'],
    'flutter-catalog.xml': [
      15,
      1,
      0,
      'Harbour boats',
      'Blue dinghy, 2 berths. Leaks a little at the bow. 6 m',
    ],
    'flutter-chinese-tabs.xml': [20, 1, 0, '茶单', '搜索', '快速称重', '库存 Tab 2 of 4'],
    'keyguard.xml': [14, 1, 0, 'Tuesday', '07', '42', 'Swipe up to open', 'Locked'],
    'miui-stack-trace-prefix.xml': [11, 1, 0, 'Yukarı git', 'Tümü', 'İki çay daha seçin', 'Sepeti değiştir'],
    'native-cyrillic-list.xml': [29, 1, 0, 'ВСЕ', 'РЕКИ', 'Волга, 3 530 км', 'В избранное', 'Дон, 1 870 км'],
    'notification-shade.xml': [32, 1, 0, 'Collapse', 'Clear all', 'Internet', 'Torch'],
    'popup-list-utf16.xml': [12, 1, 0, 'Choose a colour', 'Ochre', 'Größe über alles', 'As the system'],
    'react-native-alert.xml': [
      16,
      1,
      0,
      'Dig it up?',
      'The bed will be empty until spring.',
      'NO, WAIT',
      'DIG',
    ],
    'react-native-arabic-digits.xml': [35, 1, 0, 'Market logo', 'طلباتي', 'تفاح أخضر، ٢٫٥ كغ', '١٢٫٧٥ د.إ'],
    'react-native-home-icons.xml': [
      42,
      1,
      0,
      'K',
      'Water the beans',
      'Rain barrel, 94 %',
      'Search beds',
      'Diary',
    ],
    'tablet-rotated-dialog.xml': [11, 1, 270, 'Delete this survey', 'Keep', 'Yes, delete'],
    'tv-search-pretty.xml': [41, 1, 0, 'riv', 'a', 'u', 'Tide tables', 'Night ferry'],
    'two-roots-u2.xml': [31, 2, 0, 'Parcel 7 waits at the kiosk', 'Collect'],
    'wear-sparse.xml': [7, 1, 0],
    'webview-empty.xml': [10, 1, 0, 'SKIP', 'NEXT'],
    'windows-two-displays.xml': [8, 4, 0, '7'],
  };

  it('every dump has its row', () => {
    expect(new Set(Object.keys(said))).toEqual(new Set(dumps));
  });

  it.each(Object.entries(said))('%s', (name, [nodes, windows, rotation, ...wanted]) => {
    const screen = parse(name);
    expect([screen.nodeCount, screen.windows.length, screen.rotation]).toEqual([nodes, windows, rotation]);
    const there = labels(read(name));
    let from = 0;
    for (const label of wanted) {
      const at = there.indexOf(label, from);
      expect(at, `${label} in ${there.slice(from).join(' | ')}`).toBeGreaterThanOrEqual(from);
      from = at + 1;
    }
  });
});

describe('what is particular about one of them', () => {
  it('a popup reader that shows a single hidden node is doubtful, so is a watch face without a word', () => {
    expect(read('appium-single-node.xml').quality).toEqual({
      status: 'suspect',
      reasons: ['root only: the source has a single node'],
    });
    expect(read('wear-sparse.xml').quality.reasons[0]).toMatch(/^sparse/);
  });

  it('two roots are two windows, with the app in front of the bar', () => {
    expect(read('two-roots-u2.xml').windows.map((window) => window.kind)).toEqual(['system', 'app']);
  });

  it('windows of another display are left out, keyboard and bar are told apart', () => {
    const tree = read('windows-two-displays.xml');
    expect(tree.windows.map(({ kind, layer }) => [kind, layer])).toEqual([
      ['app', 0],
      ['keyboard', 1],
      ['system', 2],
    ]);
    expect(tree.notes).toEqual(['One window on display 6 is left out: input goes to this display.']);
    expect(byLabel(tree, '7')).toMatchObject({
      role: 'text_field',
      state: { focused: true },
      resourceId: 'org.example.parcels:id/parcel',
    });
  });

  it('floating roots are dialogs', () => {
    for (const name of ['tablet-rotated-dialog.xml', 'react-native-alert.xml', 'popup-list-utf16.xml'])
      expect(read(name).windows[0]?.kind).toBe('dialog');
  });

  it('a web view without a page is said', () => {
    expect(read('webview-empty.xml').notes.join()).toContain('web view');
  });

  it('equal buttons on the cards of a grid are ambiguous, and each can be tapped by index', () => {
    const tree = read('compose-grid-duplicates.xml');
    const selector = { accessibility_id: 'Add to basket' };
    expect(resolveTarget(tree, selector)).toMatchObject({ kind: 'ambiguous' });
    const last = resolveTarget(tree, selector, -1);
    expect(last.kind === 'one' && tapPoint(tree, last.actionable)).toHaveProperty('point');
  });

  it('icons of a font leave no separators behind in a label', () => {
    const there = labels(read('react-native-home-icons.xml'));
    expect(there).toContain('Compost, 3 days');
    expect(there.filter((label) => /^,|, *,|, *$/.test(label))).toEqual([]);
  });

  it('roles and states come from attributes and classes of each tool kit', () => {
    expect(byLabel(read('flutter-chinese-tabs.xml'), '茶单 Tab 1 of 4')).toMatchObject({
      role: 'tab',
      state: { selected: true },
    });
    expect(byLabel(read('notification-shade.xml'), 'Internet')).toMatchObject({
      role: 'switch',
      state: { checked: true },
    });
    expect(byLabel(read('popup-list-utf16.xml'), 'Größe über alles')).toMatchObject({
      role: 'checkbox',
      state: { checked: true },
    });
    expect(byLabel(read('tv-search-pretty.xml'), 'h')).toMatchObject({
      role: 'button',
      state: { focused: true },
    });
    expect(byLabel(read('appium-popup.xml'), '닫기')).toMatchObject({
      role: 'checkbox',
      state: { enabled: false },
    });
    expect(byLabel(read('attributes-over-lines.xml'), 'Share')).toMatchObject({
      role: 'button',
      state: { enabled: false },
    });
  });
});

describe('what the dumper says when there is no tree', () => {
  const why: Readonly<Record<string, string>> = {
    'failed-already-registered.txt': 'busy',
    'failed-killed.txt': 'killed',
    'failed-no-program.txt': 'not_found',
    'failed-no-terminal.txt': 'not_written',
    'failed-not-idle.txt': 'not_idle',
    'failed-null-child.txt': 'crashed',
    'failed-null-root.txt': 'null_root',
  };

  it('every failure has its row', () => {
    expect(new Set(Object.keys(why))).toEqual(new Set(failed));
  });

  it.each(Object.entries(why))('%s: %s', (name, reason) => {
    expect(readDumpOutput(recorded(`${folder}/${name}`))).toMatchObject({ kind: 'failure', why: reason });
  });
});
