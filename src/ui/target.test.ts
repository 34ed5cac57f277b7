/** Which element takes a touch, where, and why not. */
import { describe, expect, it } from 'vitest';
import {
  button,
  list,
  node,
  row,
  screen,
  text,
  the,
  treeOf,
  whole,
  window,
} from '../../test/fixtures/raw-screens.ts';
import { buildTree } from './build-tree.ts';
import type { RawNode, RawWindow } from './raw-screen.ts';
import { actionableOf, conditionHolds, resolveTarget, tapPoint, whyNotTappable } from './target.ts';
import type { Bounds } from './ui-tree.ts';

const at: Bounds = [0, 100, 500, 200];

describe('resolveTarget', () => {
  const three = treeOf(
    button('Add', [0, 0, 100, 100]),
    button('Add', [0, 100, 100, 200]),
    button('Add', [0, 200, 100, 300]),
  );

  it('is ambiguous with candidates when several match and none is chosen', () => {
    const target = resolveTarget(three, { text: 'add' });
    expect(target).toMatchObject({ kind: 'ambiguous', matchedCount: 3 });
    expect(target.kind === 'ambiguous' && target.candidates.map((c) => c.why)).toEqual([
      'match.index 0',
      'match.index 1',
      'match.index 2',
    ]);
  });

  it.each([
    [0, 1],
    [2, 3],
    [-1, 3],
    [-3, 1],
  ])('picks index %i', (index, element) => {
    expect(resolveTarget(three, { text: 'add' }, index)).toMatchObject({
      kind: 'one',
      matchedCount: 3,
      element: { index: element },
      selectedIndex: element - 1,
    });
  });

  it.each([3, -4])('has nothing at index %i and shows what there is', (index) => {
    const target = resolveTarget(three, { text: 'add' }, index);
    expect(target).toMatchObject({ kind: 'none', matchedCount: 3 });
    expect(target.kind === 'none' && target.near).toHaveLength(3);
  });

  it('names the places among all matches, though hidden twins do not compete', () => {
    const tree = treeOf(
      button('Add', [0, 0, 0, 0]),
      button('Add', [0, 100, 100, 200]),
      button('Add', [0, 200, 100, 300]),
    );
    const target = resolveTarget(tree, { text: 'Add' });
    const places = target.kind === 'ambiguous' ? target.candidates.map(({ why }) => why) : [];
    expect(places).toEqual(['match.index 1', 'match.index 2']);
    const chosen = resolveTarget(tree, { text: 'Add' }, 1);
    expect(chosen).toMatchObject({ kind: 'one', element: { bounds: [0, 100, 100, 200] } });
  });

  it('gives at most five candidates and what to know of them (SEL-13)', () => {
    const marker = (i: number) => node({ description: 'For sale', bounds: [i * 30, 300, i * 30 + 60, 360] });
    const tree = treeOf(
      node(
        { description: 'Google Map', clickable: true, bounds: [0, 236, 1080, 2127] },
        ...Array.from({ length: 8 }, (_, i) => marker(i)),
      ),
    );
    const target = resolveTarget(tree, { accessibility_id: 'For sale' });
    expect(target.kind === 'ambiguous' && target.candidates.length).toBe(5);
    expect(target.kind === 'ambiguous' && target.candidates[0]?.why).toBe(
      'match.index 0, centre under another element "For sale"',
    );
    const chosen = resolveTarget(tree, { accessibility_id: 'For sale' }, 1);
    expect(chosen.kind === 'one' && tapPoint(tree, chosen.actionable)).toEqual({
      point: [45, 330],
      over: 'another element "For sale"',
    });
  });

  it.each<[string, RawNode]>([
    ['without area', button('Pay', [0, 0, 0, 0])],
    ['hidden in place', button('Pay', [0, 0, 100, 100], { displayed: false })],
    ['on a page beside the pager', button('Pay', [1080, 0, 1180, 100])],
  ])('a twin %s neither wins nor makes it ambiguous, before or after the visible one', (_what, twin) => {
    const visible = button('Pay', [200, 500, 300, 600]);
    for (const tree of [treeOf(twin, visible), treeOf(visible, twin)]) {
      expect(resolveTarget(tree, { text: 'Pay' })).toMatchObject({
        kind: 'one',
        matchedCount: 1,
        actionable: { bounds: visible.bounds },
      });
      expect(resolveTarget(tree, { text: 'pay' })).toMatchObject({ kind: 'one' });
    }
    expect(resolveTarget(treeOf(twin), { text: 'Pay' })).toMatchObject({ kind: 'one' });
    expect(resolveTarget(treeOf(visible, visible, twin), { text: 'Pay' })).toMatchObject({
      kind: 'ambiguous',
      matchedCount: 2,
    });
  });

  it('the exact case wins', () => {
    const tree = treeOf(button('PAY', [0, 0, 100, 100]), button('Pay', [0, 200, 100, 300]));
    expect(resolveTarget(tree, { text: 'Pay' })).toMatchObject({ kind: 'one', element: { text: 'Pay' } });
    expect(resolveTarget(tree, { text: 'pay' })).toMatchObject({ kind: 'ambiguous' });
  });

  it('is not ambiguous when all matches lie in one control', () => {
    const tree = treeOf(
      row(
        at,
        node({ description: 'x', bounds: at }),
        text('Sync on', at),
        text('Sync is on', [0, 150, 500, 190]),
      ),
    );
    expect(resolveTarget(tree, { text: 'sync', contains: true })).toMatchObject({
      kind: 'one',
      actionable: { index: 1 },
    });
  });

  it('suggests when nothing matches', () => {
    expect(resolveTarget(treeOf(button('Save', at)), { text: 'Safe' })).toMatchObject({
      kind: 'none',
      matchedCount: 0,
      near: [{ why: 'differs in 1 character' }],
    });
  });
});

describe('actionableOf', () => {
  it('goes from a label to the control around it (SEL-12)', () => {
    const tree = treeOf(
      text('Saved homes', at),
      row([400, 2200, 600, 2400], text('Saved Homes', [420, 2340, 580, 2390])),
    );
    expect(actionableOf(tree, the(tree, 'Saved Homes')).bounds).toEqual([400, 2200, 600, 2400]);
    const plain = the(tree, 'Saved homes');
    expect(actionableOf(tree, plain)).toBe(plain);
  });

  it('uses the control around a label without size (PARSE-05)', () => {
    const tree = treeOf(row(at, text('小游戏', [0, 0, 0, 0])));
    const label = the(tree, '小游戏');
    expect(tapPoint(tree, label)).toEqual({ why: 'it has no area (zero-size bounds)' });
    expect(tapPoint(tree, actionableOf(tree, label))).toEqual({ point: [250, 150], over: null });
  });

  it.each<[string, RawNode]>([
    [
      'a map with a name of its own',
      node({ description: 'Map', clickable: true, bounds: [0, 0, 500, 500] }, text('Marker', at)),
    ],
    ['a page that can be clicked', node({ clickable: true, bounds: whole }, text('Marker', at))],
    [
      'a card whose middle is another button',
      row([0, 0, 500, 300], text('Marker', [0, 0, 100, 50]), button('Buy', [200, 100, 300, 200])),
    ],
    [
      'a list',
      node(
        { type: 'android.widget.ListView', clickable: true, bounds: [0, 0, 500, 500] },
        text('Marker', at),
      ),
    ],
  ])('does not take %s for the control of what lies in it', (_what, outer) => {
    const tree = treeOf(outer);
    const marker = the(tree, 'Marker');
    expect(actionableOf(tree, marker)).toBe(marker);
  });
});

describe('where and why not', () => {
  it.each<[string, RawNode, string]>([
    [
      'below',
      list([0, 0, 1080, 1664], text('x', [66, 1777, 1014, 1664])),
      'it is off screen, below the visible part: scroll down',
    ],
    ['to the left', text('x', [-300, 0, -10, 90]), 'it is off screen to the left: scroll left'],
    ['without area', text('x', [0, 0, 0, 0]), 'it has no area (zero-size bounds)'],
    ['hidden', text('x', at, { displayed: false }), 'it is not visible'],
    [
      'disabled (TEXT-13)',
      node({ type: 'android.widget.EditText', text: 'x', clickable: true, enabled: false, bounds: at }),
      'it is disabled',
    ],
  ])('says why for what is %s', (_what, child, why) => {
    const tree = treeOf(child);
    expect(whyNotTappable(tree, the(tree, 'x'))).toBe(why);
  });

  const app = (...children: RawNode[]) => window({ layer: 0, bounds: whole }, node({}, ...children));
  const keys = (top: number): RawWindow => {
    const bounds: Bounds = [0, top, 1080, 2400];
    return window(
      { kind: 'keyboard', layer: 3, bounds },
      node({ packageName: 'com.keys', bounds }, button('space', bounds)),
    );
  };

  it('names the keyboard over a button, and goes beside it when there is room', () => {
    const tree = buildTree(
      screen([app(button('Send', [0, 1600, 1080, 1800]), button('Tall', [0, 1000, 1080, 2400])), keys(1500)]),
    );
    expect(whyNotTappable(tree, the(tree, 'Send'))).toBe('it is covered by keyboard');
    expect(the(tree, 'Tall').coveredBy).toBe('keyboard');
    expect(tapPoint(tree, the(tree, 'Tall'))).toEqual({ point: [540, 1250], over: 'keyboard' });
    expect(whyNotTappable(tree, the(tree, 'Tall'))).toBeNull();
  });

  it('knows that a dialog with the focus takes all touches', () => {
    const bounds: Bounds = [140, 900, 940, 1500];
    const dialog = window(
      { kind: 'dialog', layer: 1, title: 'Delete?', focused: true, bounds },
      node({ bounds }, button('Yes', [200, 1300, 400, 1400])),
    );
    const tree = buildTree(screen([app(button('Far', [0, 0, 100, 100])), dialog]));
    expect(whyNotTappable(tree, the(tree, 'Far'))).toBe('dialog "Delete?" is in front and takes the touches');
    expect(whyNotTappable(tree, the(tree, 'Yes'))).toBeNull();
  });
});

describe('conditionHolds', () => {
  const tree = treeOf(
    button('on', at),
    button('off', [0, 200, 500, 300], { enabled: false }),
    text('plain', [0, 300, 500, 400]),
    text('hidden', [0, 0, 0, 0]),
    row([0, 500, 500, 600], text('row', [0, 500, 400, 600])),
  );

  it.each([
    ['on', true, true, true],
    ['off', true, true, false],
    ['plain', true, true, false],
    ['hidden', true, false, false],
    ['row', true, true, true],
  ])('of "%s"', (name, exists, visible, clickable) => {
    const element = the(tree, name);
    expect(conditionHolds(tree, element, 'exists')).toBe(exists);
    expect(conditionHolds(tree, element, 'not_exists')).toBe(!exists);
    expect(conditionHolds(tree, element, 'visible')).toBe(visible);
    expect(conditionHolds(tree, element, 'clickable')).toBe(clickable);
  });

  it('of nothing', () => {
    expect(conditionHolds(tree, undefined, 'not_exists')).toBe(true);
    expect(conditionHolds(tree, undefined, 'exists')).toBe(false);
  });
});
