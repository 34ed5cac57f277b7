/** Where nodes lie and what can be seen of them: bounds, clipping, windows, what covers what. */
import { describe, expect, it } from 'vitest';
import {
  button,
  list,
  node,
  phone,
  screen,
  text,
  the,
  treeOf,
  whole,
  window,
} from '../../test/fixtures/raw-screens.ts';
import { buildTree } from './build-tree.ts';
import type { Bounds } from './ui-tree.ts';

describe('place', () => {
  it('sees that a node below the fold is off screen although its bounds are inverted (PARSE-04)', () => {
    const tree = treeOf(
      list(
        [66, 136, 1014, 1664],
        text('A', [66, 1777, 1014, 1664]),
        text('B', [97, 1682, 983, 1664]),
        text('C', [66, 500, 1014, 90]),
      ),
    );
    expect(the(tree, 'A')).toMatchObject({
      visible: false,
      offscreen: 'below',
      bounds: [66, 1664, 1014, 1664],
    });
    expect(the(tree, 'B')).toMatchObject({ visible: false, offscreen: 'below' });
    expect(the(tree, 'C').visible).toBe(false);
  });

  it('has no place for zero bounds (PARSE-05)', () => {
    expect(the(treeOf(text('小游戏', [0, 0, 0, 0])), '小游戏')).toMatchObject({
      visible: false,
      offscreen: null,
    });
  });

  it('clips to the display before it takes the centre (PARSE-07)', () => {
    expect(the(treeOf(text('Card', [-540, 300, 540, 900])), 'Card')).toMatchObject({
      bounds: [0, 300, 540, 900],
      center: [270, 600],
      clipped: true,
      visible: true,
    });
  });

  it('takes the whole display, not what is left beside the bars (SCREEN-01)', () => {
    const raw = screen([window({}, node({}, button('OK', [764, 2153, 976, 2285])))], {
      size: { width: 1080, height: 2340 },
    });
    expect(the(buildTree(raw), 'OK')).toMatchObject({ visible: true, center: [870, 2219] });
  });

  it('believes the platform that something is hidden', () => {
    expect(the(treeOf(text('gone', whole, { displayed: false })), 'gone').visible).toBe(false);
  });

  it('says of a row at the edge of its list that it is cut (TAP-02)', () => {
    const tree = treeOf(
      list(
        [0, 200, 1080, 2000],
        button('one', [0, 200, 1080, 320]),
        button('two', [0, 320, 1080, 440]),
        button('last', [0, 1976, 1080, 2000]),
      ),
    );
    expect([the(tree, 'one'), the(tree, 'two'), the(tree, 'last')].map((e) => e.clipped)).toEqual([
      false,
      false,
      true,
    ]);
    expect(
      the(treeOf(list([0, 200, 1080, 2000], button('alone', [0, 1976, 1080, 2000]))), 'alone').clipped,
    ).toBe(true);
  });

  it('knows the display from the roots when the reader does not', () => {
    const tree = buildTree(screen([window({}, node({}, text('a', [0, 0, 10, 10])))], { size: null }));
    expect(tree.size).toEqual({ ...phone });
  });
});

describe('windows', () => {
  const app = window(
    { layer: 0, title: 'Main', bounds: whole },
    node({}, button('Send', [0, 1600, 1080, 1800]), button('Top', [0, 100, 1080, 200])),
  );

  it('merges them bottom to top and names them', () => {
    const keyboard = window(
      { kind: 'keyboard', layer: 5, bounds: [0, 1500, 1080, 2400] },
      node(
        { packageName: 'com.example.keys', bounds: [0, 1500, 1080, 2400] },
        button('q', [0, 1500, 100, 2400]),
        button('p', [980, 1500, 1080, 2400]),
      ),
    );
    const tree = buildTree(screen([keyboard, app]));
    expect(tree.windows.map((w) => [w.kind, w.layer])).toEqual([
      ['app', 0],
      ['keyboard', 5],
    ]);
    expect(the(tree, 'Send').coveredBy).toBe('keyboard');
    expect(the(tree, 'Top').coveredBy).toBeNull();
  });

  it.each([
    ['dialog', { bounds: [140, 900, 940, 1500] as Bounds }, node({ bounds: [140, 900, 940, 1500] })],
    ['dialog', {}, node({}, text('Title', whole, { identifier: 'android:id/alertTitle' }))],
    ['permission', {}, node({ packageName: 'com.google.android.permissioncontroller' })],
    ['anr', { title: 'Application Not Responding: com.example.app' }, node({ packageName: 'android' })],
    [
      'anr',
      {},
      node({ packageName: 'android' }, button('Wait', whole, { identifier: 'android:id/aerr_wait' })),
    ],
    ['system', {}, node({ packageName: 'com.android.systemui' })],
    [
      'keyboard',
      { bounds: [0, 1500, 1080, 2400] as Bounds },
      node({ packageName: 'com.google.android.inputmethod.latin', bounds: [0, 1500, 1080, 2400] }),
    ],
    ['app', {}, node({})],
    ['app', { bounds: [0, 0, 1080, 1200] as Bounds }, node({ bounds: [0, 0, 1080, 1200] })],
  ] as const)('sees that it is a %s', (kind, fields, root) => {
    expect(buildTree(screen([window({ kind: 'unknown', ...fields }, root)])).windows[0]?.kind).toBe(kind);
  });

  it('does not take an empty bar over the whole display for a cover', () => {
    const bar = window(
      { kind: 'system', layer: 9, bounds: whole },
      node(
        { packageName: 'com.android.systemui' },
        text('12:00', [0, 0, 200, 60], { packageName: 'com.android.systemui' }),
      ),
    );
    expect(buildTree(screen([app, bar])).elements.filter((e) => e.coveredBy !== null)).toEqual([]);
  });

  it('leaves other displays out and says so', () => {
    const tree = buildTree(screen([app, window({ displayId: 7 }, node({}, text('other', whole)))]));
    expect(tree.elements.some((e) => e.text === 'other')).toBe(false);
    expect(tree.nodeCount).toBe(5);
    expect(tree.notes).toEqual(['One window on display 7 is left out: input goes to this display.']);
  });

  it('keeps two roots with their packages and does not call the first the one in front (DUMP-19)', () => {
    const bar = window(
      { kind: 'unknown' },
      node({ packageName: 'com.android.systemui', bounds: [0, 0, 1080, 66] }, text('9:41', [0, 0, 90, 66])),
    );
    const tree = buildTree(
      screen([bar, window({ kind: 'unknown' }, node({}, text('Hello', [0, 0, 1080, 500])))]),
    );
    expect(tree.windows.map((w) => [w.kind, w.package])).toEqual([
      ['system', 'com.android.systemui'],
      ['app', 'com.example.app'],
    ]);
    expect(tree.quality.status).toBe('ok');
    expect(tree.elements.filter((e) => e.coveredBy !== null)).toEqual([]);
  });

  it('tells what control is drawn over a centre in the same window', () => {
    const marker = (words: string, at: Bounds) =>
      node({ type: 'android.view.View', description: words, bounds: at });
    const tree = treeOf(
      node(
        {
          type: 'android.view.View',
          description: 'Google Map',
          clickable: true,
          bounds: [0, 236, 1080, 2127],
        },
        marker('first', [100, 500, 200, 600]),
        marker('second', [140, 540, 240, 640]),
        marker('third', [600, 500, 700, 600]),
      ),
    );
    expect([the(tree, 'first'), the(tree, 'second'), the(tree, 'third')].map((e) => e.coveredBy)).toEqual([
      'another element "second"',
      null,
      null,
    ]);
  });
});
