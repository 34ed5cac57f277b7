/** A tree that is too long keeps its header and whole elements, what can be used first. */
import { describe, expect, it } from 'vitest';
import { shorterSnapshot, shorterTree } from './shorter-tree.ts';

const element = (at: number, more: object) => ({ elementId: `e${at}`, type: 'View', parentId: 0, ...more });
const header = { screen: 'Main', snapshot_revision: 7, windows: [{ kind: 'app' }, { kind: 'system' }] };
const elements = [
  ...Array.from({ length: 50 }, (_, at) => element(at, {})),
  ...Array.from({ length: 50 }, (_, at) => element(50 + at, { text: `Line ${at}` })),
  ...Array.from({ length: 50 }, (_, at) =>
    element(100 + at, { text: 'Gone', clickable: true, visible: false }),
  ),
  ...Array.from({ length: 10 }, (_, at) => element(150 + at, { text: `Button ${at}`, clickable: true })),
  element(160, { text: 'Clock', window: 1 }),
];
const tree = { ...header, elements };

describe('shorterTree', () => {
  it('leaves a tree alone that fits', () => {
    expect(shorterTree(tree, 100_000)).toBe(tree);
  });

  it('keeps header and whole elements at any size, and counts the others', () => {
    for (const most of [400, 1_000, 3_000, 6_000]) {
      const short = shorterTree(tree, most);
      expect(JSON.stringify(short).length).toBeLessThanOrEqual(most);
      expect(short).toMatchObject(header);
      const kept = short['elements'] as { index: number }[];
      expect(kept.length + Number(short['elements_omitted'])).toBe(elements.length);
      for (const { index, ...rest } of kept) expect(rest).toEqual(elements[index]);
      expect(kept.map(({ index }) => index)).toEqual(kept.map(({ index }) => index).sort((a, b) => a - b));
    }
  });

  it('keeps what can be seen and used first, then what says something', () => {
    const places = (most: number) =>
      (shorterTree(tree, most)['elements'] as { index: number }[]).map(({ index }) => index);
    expect(places(1_050).every((index) => index >= 150 && index < 160)).toBe(true);
    expect(
      places(4_000).every((index) => (index >= 50 && index < 100) || (index >= 150 && index < 160)),
    ).toBe(true);
  });
});

describe('shorterSnapshot', () => {
  it('keeps every field, most of the room for the tree, and the newest records', () => {
    const logs = Array.from({ length: 200 }, (_, at) => ({ message: `record ${at} with some words in it` }));
    const snapshot = {
      semantic: { screen: 'Main' },
      raw: { reason: 'lost', ui_tree: tree, logs },
      evidence: {},
    };
    const short = shorterSnapshot(snapshot, 8_000) as typeof snapshot & { raw: { logs_omitted: number } };
    expect(JSON.stringify(short).length).toBeLessThanOrEqual(8_000);
    expect(short).toMatchObject({ semantic: { screen: 'Main' }, raw: { reason: 'lost', ui_tree: header } });
    expect(short.raw.logs.at(-1)).toEqual(logs.at(-1));
    expect(short.raw.logs.length + short.raw.logs_omitted).toBe(200);
  });
});
