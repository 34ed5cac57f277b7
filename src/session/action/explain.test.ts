import { expect, it } from 'vitest';
import type { UiTree } from '../../ui/ui-tree.ts';
import { explainNoChange } from './explain.ts';

const tree: UiTree = {
  platform: 'ios',
  foreground: null,
  size: { width: 402, height: 874 },
  rotation: 0,
  windows: [],
  elements: [],
  orderTold: false,
  nodeCount: 0,
  quality: { status: 'ok', reasons: [] },
  source: { tier: 'idb-companion', detail: [] },
  notes: [],
};

it('says that a point lies outside: pixels were taken for input coordinates', () => {
  const words = explainNoChange(tree, { target: undefined, named: { x: 600, y: 100 }, lookedMs: 512 });
  expect(words).toContain('600,100 is outside the 402x874 screen');
});

it.each([{ x: 401, y: 873 }, { text: 'Buy' }, null])('says nothing of the kind for %j', (named) => {
  expect(explainNoChange(tree, { target: undefined, named, lookedMs: 512 })).toMatch(
    /^Nothing changed so far, looked for 512 ms\. /,
  );
});

it('says that nothing takes a touch there, where nothing else explains it', () => {
  const given = { target: undefined, named: { x: 10, y: 10 }, lookedMs: 512, onNothing: true };
  expect(explainNoChange(tree, given)).toContain('512 ms: nothing there takes a touch');
  expect(explainNoChange(tree, { ...given, touchless: true })).toContain('no touch screen');
});
