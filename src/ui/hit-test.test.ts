/** Where a touch goes on screens made at random: inside the target, under nothing, and refused only where nothing is free. */
import fc from '@mobile-debug/core/testing/property.ts';
import { describe, expect, it } from 'vitest';
import {
  button,
  iosTreeOf,
  node,
  screen,
  text,
  the,
  treeOf,
  window,
} from '../../test/fixtures/raw-screens.ts';
import { buildTree } from './build-tree.ts';
import { largestFree } from './free-area.ts';
import { contains, holds } from './geometry.ts';
import { hitTestOf } from './hit-test.ts';
import type { RawNode } from './raw-screen.ts';
import { conditionHolds, tapPoint } from './target.ts';
import type { Bounds } from './ui-tree.ts';

const bounds = fc
  .tuple(
    fc.nat({ max: 20 }),
    fc.nat({ max: 20 }),
    fc.integer({ min: 1, max: 12 }),
    fc.integer({ min: 1, max: 12 }),
  )
  .map(([x, y, width, height]): Bounds => [x * 10, y * 10, (x + width) * 10, (y + height) * 10]);

describe('the largest free part', () => {
  const area: Bounds = [0, 0, 200, 200];

  it('overlaps nothing, and is missing exactly when every cell is taken', () => {
    fc.assert(
      fc.property(fc.array(bounds, { maxLength: 12 }), (taken) => {
        const free = largestFree(area, taken);
        const cells = Array.from({ length: 400 }, (_, at): Bounds => {
          const [x, y] = [(at % 20) * 10, Math.floor(at / 20) * 10];
          return [x, y, x + 10, y + 10];
        });
        const open = cells.filter((cell) => !taken.some((one) => contains(one, cell)));
        if (free === null) return expect(open).toEqual([]);
        expect(contains(area, free)).toBe(true);
        for (const cell of cells) if (contains(free, cell)) expect(open).toContainEqual(cell);
        expect((free[2] - free[0]) * (free[3] - free[1])).toBeGreaterThanOrEqual(100);
      }),
    );
  });

  it('is the largest one', () => {
    expect(largestFree(area, [[120, 0, 200, 200]])).toEqual([0, 0, 120, 200]);
    expect(largestFree(area, [[50, 50, 150, 150]])).toEqual([0, 0, 200, 50]);
    expect(largestFree(area, [])).toEqual(area);
  });
});

/** Buttons and plain views of one parent, drawn in an order of their own where `order` is given. */
const shape = fc.record({ bounds, acts: fc.boolean(), order: fc.integer({ min: 1, max: 30 }) });

describe('a touch', () => {
  it('goes to a point of its target that nothing drawn later takes, or is refused because there is none', () => {
    fc.assert(
      fc.property(fc.array(shape, { minLength: 1, maxLength: 10 }), fc.boolean(), (shapes, told) => {
        const made = shapes.map(({ bounds: at, acts, order }, index): RawNode => {
          const drawn = told ? { drawingOrder: order } : {};
          return acts ? button(`b${index}`, at, drawn) : text(`t${index}`, at, drawn);
        });
        const tree = treeOf(node({ identifier: 'parent' }, ...made));
        const above = (one: number, other: number): boolean => {
          const [a, b] = [shapes[one]?.order ?? 0, shapes[other]?.order ?? 0];
          return told && a !== b ? a > b : one > other;
        };
        shapes.forEach(({ bounds: at, acts }, index) => {
          if (!acts) return;
          const element = the(tree, `b${index}`);
          const over = shapes.filter((other, place) => other.acts && place !== index && above(place, index));
          const spot = tapPoint(tree, element);
          if ('why' in spot) {
            expect(
              largestFree(
                at,
                over.map((other) => other.bounds),
              ),
            ).toBeNull();
            expect(conditionHolds(tree, element, 'clickable')).toBe(false);
            return;
          }
          expect(holds(at, spot.point)).toBe(true);
          expect(over.filter((other) => holds(other.bounds, spot.point))).toEqual([]);
          expect(hitTestOf(tree).at(spot.point)).toMatchObject({
            element: { index: element.index },
            takes: true,
          });
          expect(spot.over === null).toBe(element.coveredBy === null);
        });
      }),
    );
  });
});

describe('what lies over', () => {
  const under = button('Under', [0, 0, 200, 100]);

  it.each<[string, RawNode, string | null]>([
    ['a control', button('Over', [0, 0, 200, 100]), 'another element "Over"'],
    ['a disabled control', button('Over', [0, 0, 200, 100], { enabled: false }), 'another element "Over"'],
    ['a text', text('Over', [0, 0, 200, 100]), null],
    ['a view with a description', node({ description: 'Over', bounds: [0, 0, 200, 100] }), null],
    ['a list whose order is not told', node({ scrollable: true, bounds: [0, 0, 200, 100] }), null],
  ])('of Android: %s', (_what, over, expected) => {
    expect(the(treeOf(under, over), 'Under').coveredBy).toBe(expected);
  });

  it.each<[string, RawNode, string | null]>([
    ['a label', node({ type: 'StaticText', description: 'Over', bounds: [0, 0, 200, 100] }), null],
    ['an image', node({ type: 'Image', description: 'Over', bounds: [0, 0, 200, 100] }), null],
    [
      'a view',
      node({ type: 'Group', description: 'Over', bounds: [0, 0, 200, 100] }),
      'another element "Over"',
    ],
    ['a view without a name', node({ type: 'Group', bounds: [0, 0, 200, 100] }), null],
  ])('of iOS: %s', (_what, over, expected) => {
    const tree = iosTreeOf(node({ type: 'Button', description: 'Under', bounds: [0, 0, 200, 100] }), over);
    expect(the(tree, 'Under').coveredBy).toBe(expected);
  });

  it('a list counts where the order is told', () => {
    const tree = treeOf(
      { ...under, drawingOrder: 1 },
      node({ scrollable: true, bounds: [0, 0, 200, 100], drawingOrder: 2 }),
    );
    expect(tapPoint(tree, the(tree, 'Under'))).toMatchObject({ why: expect.stringContaining('covered') });
  });

  it('what is listed first but drawn last, with all that lies in it', () => {
    const bar = node({ bounds: [0, 0, 1080, 200], drawingOrder: 2 }, button('Back', [0, 0, 200, 200]));
    const rows = node({ bounds: [0, 0, 1080, 2400], drawingOrder: 1 }, button('Row', [0, 0, 1080, 300]));
    const tree = treeOf(bar, rows);
    expect(the(tree, 'Back').coveredBy).toBeNull();
    expect(tapPoint(tree, the(tree, 'Row'))).toEqual({ point: [540, 150], over: null });
    expect(hitTestOf(tree).at([100, 100])).toMatchObject({ element: { text: 'Back' } });
  });

  describe('where the order is not told, a bar that is listed before the list under it', () => {
    const row = (name: string, top: number) => button(name, [0, top, 1080, top + 300]);
    const list = (...rows: readonly RawNode[]) =>
      node({ scrollable: true, bounds: [0, 0, 1080, 2400] }, ...rows);
    const bar = (at: Bounds, name = 'Back') =>
      node({ bounds: at }, button(name, [at[0], at[1], at[0] + 200, at[3]]));
    const nested = (inner: RawNode) => node({ bounds: [0, 0, 1080, 2400] }, inner);

    it.each<[string, RawNode, RawNode]>([
      ['at the top', bar([0, 0, 1080, 200]), list(row('Row', 0))],
      ['below the status bar', bar([0, 60, 1080, 240]), list(row('Row', 0))],
      ['at the bottom, with margins', bar([40, 2200, 1040, 2360]), list(row('Row', 2100))],
      ['with the list deeper', bar([0, 0, 1080, 200]), nested(nested(list(row('Row', 0))))],
    ])('is raised above its rows: %s', (_where, above, below) => {
      const tree = treeOf(above, below);
      const back = the(tree, 'Back');
      expect(back.coveredBy).toBeNull();
      expect(tapPoint(tree, back)).toEqual({ point: back.center, over: null });
      expect(hitTestOf(tree).at(back.center)).toMatchObject({ element: { text: 'Back' } });
      expect(the(tree, 'Row').visible).toBe(true);
    });

    it('of iOS is raised above every row of a flat list', () => {
      const at: Bounds = [0, 47, 393, 91];
      const back = node({ type: 'Button', description: 'Back', bounds: [0, 47, 100, 91] });
      const cells = Array.from({ length: 20 }, (_, cell) =>
        node({
          type: 'Button',
          description: `Cell ${cell}`,
          bounds: [0, 20 + cell * 60, 393, 80 + cell * 60],
        }),
      );
      const tree = iosTreeOf(node({ type: 'NavigationBar', bounds: at }, back), ...cells);
      expect(tapPoint(tree, the(tree, 'Back'))).toEqual({ point: [50, 69], over: null });
      expect(hitTestOf(tree).at([50, 69])).toMatchObject({ element: { contentDescription: 'Back' } });
      expect(tapPoint(tree, the(tree, 'Cell 0'))).not.toHaveProperty('why');
    });

    describe('of iOS, which only its description names', () => {
      const tabs = (...items: RawNode[]) =>
        node({ type: 'Group', subrole: 'TabBar', bounds: [0, 740, 393, 852] }, ...items);
      const tab = (name: string, left: number) =>
        node({
          type: 'RadioButton',
          subrole: 'AXTabButton',
          description: name,
          bounds: [left, 745, left + 90, 790],
        });
      const cell = (name: string, top: number) =>
        node({ type: 'Cell', description: name, bounds: [0, top, 393, top + 80] });

      it.each([
        ['after the rows', [cell('Half', 690), cell('Under', 770), tabs(tab('Home', 0), tab('Me', 300))]],
        ['before the rows', [tabs(tab('Home', 0), tab('Me', 300)), cell('Half', 690), cell('Under', 770)]],
        [
          'with its items beside it',
          [tabs(), tab('Home', 0), tab('Me', 300), cell('Under', 770), cell('Half', 690)],
        ],
      ])('takes the touches on rows under it: %s', (_where, children) => {
        const tree = iosTreeOf(...children);
        expect(tapPoint(tree, the(tree, 'Half'))).toEqual({ point: [196, 730], over: null });
        expect(tapPoint(tree, the(tree, 'Under'))).toEqual({ why: 'it is covered by a bar' });
        expect(the(tree, 'Home').coveredBy).toBeNull();
        expect(hitTestOf(tree).at([45, 770])).toMatchObject({ element: { contentDescription: 'Home' } });
      });

      it('is named for a row whose centre lies under it', () => {
        const tree = iosTreeOf(cell('Low', 720), tabs(tab('Home', 0)));
        expect(tapPoint(tree, the(tree, 'Low'))).toEqual({ point: [196, 730], over: 'a bar' });
      });
    });

    it.each<[string, RawNode, RawNode]>([
      [
        'a page under a list of suggestions',
        bar([0, 0, 1080, 1400]),
        list(row('Row', 0), row('Other', 300), row('Third', 600)),
      ],
      ['a control in the middle', bar([0, 1100, 1080, 1300]), list(row('Row', 1050))],
      ['a narrow one', bar([0, 0, 300, 200]), list(row('Row', 0))],
      ['no list at all', bar([0, 0, 1080, 200]), node({ bounds: [0, 0, 1080, 2400] }, row('Row', 0))],
    ])('and nothing else: %s', (_what, above, below) => {
      const tree = treeOf(above, below);
      expect(the(tree, 'Back').coveredBy).not.toBeNull();
    });
  });

  it('of another package: the window that takes the touch is known', () => {
    const app = window({ layer: 0 }, node({}, under));
    const bubble = window(
      { layer: 1, title: 'bubble', bounds: [0, 0, 1080, 2400] },
      node({ packageName: 'org.other', bounds: [0, 0, 1080, 2400] }),
    );
    const tree = buildTree(screen([app, bubble]));
    expect(hitTestOf(tree).at([100, 50])).toEqual({ element: null, window: 1, takes: false });
    expect(tapPoint(tree, the(tree, 'Under'))).toEqual({ why: 'it is covered by app "bubble"' });
  });

  it('the root of a window takes what nothing else on it does, where it can be clicked', () => {
    const app = window({ layer: 0 }, node({}, under));
    const head = (clickable: boolean) =>
      buildTree(
        screen([
          app,
          window(
            { layer: 1, title: 'bubble', bounds: [0, 0, 1080, 2400] },
            node(
              { packageName: 'org.other', clickable, bounds: [0, 0, 1080, 2400] },
              text('Chat', [0, 0, 200, 100]),
            ),
          ),
        ]),
      );
    expect(hitTestOf(head(true)).at([100, 50])).toMatchObject({ element: { text: 'Chat' }, takes: true });
    expect(hitTestOf(head(false)).at([100, 50])).toMatchObject({ element: { text: 'Chat' }, takes: false });
  });
});
