/** Whatever a device answers, the model stands: no crash, no loop, and the same promises hold of every element. */

import fc from '@mobile-debug/core/testing/property.ts';
import { describe, expect, it } from 'vitest';
import { cpuMs } from '../../test/cpu-time.ts';
import { button, node, screen, treeOf, window } from '../../test/fixtures/raw-screens.ts';
import { buildTree } from './build-tree.ts';
import { findElement } from './find-element.ts';
import { fingerprint, signature } from './fingerprint.ts';
import { isEmpty } from './geometry.ts';
import { HandleTable } from './handles.ts';
import { loadingState } from './loading.ts';
import { outline } from './outline.ts';
import type { RawNode, RawScreen, RawWindow } from './raw-screen.ts';
import { matchElements } from './selector.ts';
import { actionableOf, conditionHolds, resolveTarget, tapPoint, whyNotTappable } from './target.ts';
import type { Bounds, UiTree, WindowKind } from './ui-tree.ts';
import { treeToWire } from './wire.ts';

const words = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 12 }),
  fc.constantFrom('OK', 'Allow', '..', '😀', '\u202e', ' ', 'a:id/b', '50%', 'Loading…', 'x'.repeat(300)),
);
const edge = fc.oneof(
  fc.integer({ min: -500, max: 3_000 }),
  fc.constantFrom(0, -(2 ** 31), 2 ** 31 - 1, 0.5),
);
const bounds: fc.Arbitrary<Bounds> = fc.tuple(edge, edge, edge, edge);
const type = fc.oneof(
  fc.constantFrom(
    '',
    'android.view.View',
    'android.widget.Button',
    'android.widget.TextView',
    'android.widget.EditText',
    'android.widget.SeekBar',
    'android.widget.ProgressBar',
    'androidx.recyclerview.widget.RecyclerView',
    'android.webkit.WebView',
    'Slider',
    'AXButton',
    '__proto__',
    'constructor',
  ),
  fc.string({ maxLength: 6 }),
);
const flag = fc.boolean();
const value = fc.oneof(words, fc.double(), flag, fc.constant(null));

const { node: nodes } = fc.letrec<{ node: RawNode }>((tie) => ({
  node: fc.record(
    {
      type,
      bounds,
      children: fc.oneof(
        { maxDepth: 4, depthSize: 'small' },
        fc.constant<RawNode[]>([]),
        fc.array(tie('node'), { maxLength: 3 }),
      ),
      text: words,
      description: words,
      identifier: words,
      hint: words,
      packageName: fc.constantFrom('com.a', 'com.android.systemui', 'android', ''),
      clickable: flag,
      longClickable: flag,
      scrollable: flag,
      checkable: flag,
      editable: flag,
      enabled: flag,
      displayed: flag,
      checked: flag,
      selected: flag,
      password: flag,
      value,
      stateDescription: words,
      error: words,
      valueRange: fc.record({ min: fc.double(), max: fc.double() }),
      traits: fc.array(fc.constantFrom('Button', 'Selected', 'Adjustable', 'x'), { maxLength: 2 }),
      subrole: fc.constantFrom('AXSwitch', 'AXSecureTextField', ''),
    },
    { requiredKeys: ['type', 'bounds', 'children'] },
  ),
}));

const windows: fc.Arbitrary<RawWindow> = fc.record(
  {
    kind: fc.constantFrom<WindowKind | 'unknown'>(
      'app',
      'dialog',
      'keyboard',
      'system',
      'permission',
      'anr',
      'unknown',
    ),
    displayId: fc.constantFrom(0, 0, 0, 7),
    roots: fc.array(nodes, { maxLength: 3 }),
    title: words,
    bounds,
    layer: fc.integer({ min: -3, max: 9 }),
    focused: flag,
  },
  { requiredKeys: ['kind', 'displayId', 'roots'] },
);

const screens: fc.Arbitrary<RawScreen> = fc.record({
  platform: fc.constantFrom('android', 'ios'),
  windows: fc.array(windows, { maxLength: 4 }),
  rotation: fc.constantFrom(0, 90, 180, 270),
  size: fc.option(fc.constantFrom({ width: 1080, height: 2400 }, { width: 0, height: 0 }), { nil: null }),
  foreground: fc.option(
    fc.record({ appId: fc.option(words), activity: fc.option(words), focusedWindow: fc.option(words) }),
    { nil: null },
  ),
  source: fc.constant({ tier: 'fuzz', detail: [] }),
  qualityWarnings: fc.array(words, { maxLength: 2 }),
});

function promises(tree: UiTree): void {
  tree.elements.forEach((element, index) => {
    expect(element.index).toBe(index);
    const parent = element.parentId === null ? undefined : tree.elements[element.parentId];
    expect(element.depth).toBe(parent === undefined ? 0 : parent.depth + 1);
    if (parent !== undefined) {
      expect(parent.index).toBeLessThan(index);
      expect(parent.children).toContain(index);
    }
    const [left, top, right, bottom] = element.bounds;
    expect(right).toBeGreaterThanOrEqual(left);
    expect(bottom).toBeGreaterThanOrEqual(top);
    if (!element.visible) return;
    expect(isEmpty(element.bounds)).toBe(false);
    expect(left >= 0 && top >= 0 && right <= tree.size.width && bottom <= tree.size.height).toBe(true);
    expect(element.center[0] >= left && element.center[0] <= right).toBe(true);
  });
  expect(tree.nodeCount).toBeGreaterThanOrEqual(tree.elements.length);
  expect(tree.quality.reasons.length > 0).toBe(tree.quality.status === 'suspect');
}

describe('hostile screens', () => {
  it('are modelled, named, matched and told without a crash', () => {
    fc.assert(
      fc.property(screens, words, (raw, word) => {
        const tree = buildTree(raw);
        promises(tree);
        const table = new HandleTable();
        const handles = table.assign(tree);
        expect(new Set(handles).size).toBe(tree.elements.length);
        const handle = handles.at(-1);
        if (handle !== undefined) expect(table.resolve(handle, buildTree(raw)).kind).toBe('found');
        expect(outline(tree, handles, { revision: 1 }).length).toBeLessThanOrEqual(
          Math.max(1_500, 25 * tree.elements.length),
        );
        expect(() => JSON.stringify(treeToWire(tree, handles))).not.toThrow();
        expect([fingerprint(tree), signature(tree)]).toEqual([
          fingerprint(buildTree(raw)),
          signature(buildTree(raw)),
        ]);
        loadingState(tree);
        findElement(tree, word);
        if (word.trim() !== '') {
          for (const contains of [true, false]) resolveTarget(tree, { text: word, contains });
          matchElements(tree, { resource_id: word, accessibility_id: word });
        }
        for (const element of tree.elements.slice(0, 30)) {
          const control = actionableOf(tree, element);
          const spot = tapPoint(tree, control);
          if ('point' in spot) {
            expect(spot.point[0]).toBeGreaterThanOrEqual(control.bounds[0]);
            expect(spot.point[0]).toBeLessThanOrEqual(control.bounds[2]);
            expect(control.visible).toBe(true);
          } else expect(whyNotTappable(tree, control)).not.toBeNull();
          conditionHolds(tree, element, 'clickable');
        }
      }),
      { numRuns: 200 },
    );
  });

  it.each(['\n', ' ', '1', '1 ', ',', 'tab 1 of ', '\u202e', '😀', '"', '\\'])(
    'of 10,000 times %j take no time to speak of',
    (part) => {
      const long = `1${part.repeat(10_000)}x`;
      const tree = treeOf(
        ...Array.from({ length: 10 }, (_, i) =>
          button(long, [0, i * 100, 900, i * 100 + 90], { description: long, hint: long, value: long }),
        ),
      );
      const spent = cpuMs(() => {
        const again = buildTree(
          screen([window({}, node({}, button(long, [0, 0, 900, 90], { description: long })))]),
        );
        fingerprint(again);
        outline(tree, new HandleTable().assign(tree), { revision: 1 });
        findElement(tree, long.slice(0, 50));
        resolveTarget(tree, { text: 'nothing like it', contains: true });
      });
      expect(spent).toBeLessThan(1_000);
    },
  );
});
