import { expect, test } from 'vitest';
import type { AppDefinition } from '../../phone/app-types.ts';
import { stack, text } from '../../phone/widgets.ts';
import { MAX_DEPTH, MAX_NODES } from './ax-json.ts';
import { foundationJson } from './foundation-json.ts';
import { makeTestBed, UDID } from './testing/bed.ts';
import { flat, show } from './testing/elements.ts';

const old = [
  'AXFrame',
  'AXLabel',
  'AXUniqueId',
  'AXValue',
  'content_required',
  'custom_actions',
  'enabled',
  'frame',
  'help',
  'role',
  'role_description',
  'subrole',
  'title',
  'type',
];

/** One screen with more texts on one spot than a read lists. */
const crowded: AppDefinition = {
  packageName: 'com.example.crowd',
  label: 'Crowd',
  uid: 10_300,
  versionName: '1',
  versionCode: 1,
  debuggable: true,
  system: false,
  permissions: {},
  activities: [
    {
      name: 'com.example.crowd.Main',
      exported: true,
      launcher: true,
      create: () => {
        const views = Array.from({ length: MAX_NODES + 100 }, () => text('x', { width: 20, height: 20 }));
        return () => stack(views);
      },
    },
  ],
};

const sorted = (names: readonly string[]): readonly string[] => names.toSorted((a, b) => (a < b ? -1 : 1));

test('each version gives its own keys, the newer one those that are asked', () => {
  expect(sorted(Object.keys(flat(makeTestBed({ version: '1.1.8' }))[1] ?? {}))).toEqual(old);
  const bed = makeTestBed();
  expect(sorted(Object.keys(flat(bed)[1] ?? {}))).toEqual(sorted([...old, 'pid', 'traits']));
  expect(bed.read({ keys: ['type', 'frobnicate'] })).toContainEqual({ type: 'Application' });
  expect(() => bed.read({ keys: ['frobnicate'] })).toThrow(
    'no recognized accessibility keys in ["frobnicate"]',
  );
  const asked = { keys: ['AXLabel'], format: 'complete', backend: 'axbridge-persistent' } as const;
  expect(flat(makeTestBed({ version: '1.1.8' }), asked)).toBeInstanceOf(Array);
});

test('asked and empty is null, not asked is absent', () => {
  const [root] = makeTestBed().read({ keys: ['title', 'expanded'] }) as object[];
  expect(root).toEqual({ title: null, expanded: null });
});

test('frames are points, drift like doubles, and the frame as text has the same numbers', () => {
  const bed = makeTestBed();
  const [root] = flat(bed);
  expect(root).toMatchObject({
    AXFrame: '{{0, 0}, {402, 874}}',
    frame: { x: 0, y: 0, width: 402, height: 874 },
  });
  const icon = flat(bed).find(({ AXLabel }) => AXLabel === 'Settings');
  expect(icon?.frame.x).toBe(15.999999999999986);
  expect(icon?.['AXFrame']).toBe('{{15.999999999999986, 154.33333333333334}, {92.33333333333333, 105}}');
});

test('Foundation writes 17 digits the old way, the shortest form the new way, and escapes slashes', () => {
  const value = { n: 1 / 3, i: 20, path: 'a/b', no: Number.POSITIVE_INFINITY };
  expect(foundationJson(value, { seventeenDigits: true })).toBe(
    '{"n":0.33333333333333331,"i":20,"path":"a\\/b","no":null}',
  );
  expect(foundationJson(value, { seventeenDigits: false })).toContain('"n":0.3333333333333333,');
});

test('nested: children on every element, also where there are none', () => {
  const bed = makeTestBed();
  show(bed, 'TogglesActivity');
  const [root] = bed.read({ format: 'nested' }) as { children: { children: unknown }[] }[];
  expect(root?.children.length).toBeGreaterThan(5);
  expect(root?.children.every(({ children }) => Array.isArray(children))).toBe(true);
});

test('the complete document has all its keys, clean names, and says who served it', () => {
  const bed = makeTestBed();
  show(bed, 'TogglesActivity');
  const keys = ['AXLabel', 'AXUniqueId', 'type', 'role', 'AXFrame', 'frame'];
  const read = bed.read({ format: 'complete', backend: 'axbridge-persistent', keys });
  expect(read).toMatchObject({
    backend: 'axbridge-persistent',
    target: { kind: 'frontmost', pid: null, x: null, y: null, value: null, match_key: null },
    screen: { width: 402, height: 874, coordinate_space: 'screen' },
    truncated: false,
    modal: null,
    automation: null,
    coverage: null,
    profile: null,
  });
  const { elements } = read as { elements: object[] };
  expect(sorted(Object.keys(elements[0] ?? {}))).toEqual([
    'children',
    'frame',
    'identifier',
    'label',
    'type',
  ]);
  expect(bed.read({ format: 'complete', point: { x: 1, y: 870 } })).toMatchObject({
    target: { kind: 'point', x: 1, y: 870 },
    elements: [{ type: 'Application' }],
  });
});

test('a point: one object, null beside the screen, and a failure there in the old version', () => {
  const bed = makeTestBed();
  expect(bed.read({ point: { x: 60, y: 200 } })).toMatchObject({ AXLabel: 'Settings' });
  expect(bed.read({ point: { x: -5, y: 5_000 } })).toBeNull();
  const before = makeTestBed({ version: '1.1.8' });
  expect(() => before.read({ point: { x: -5, y: 5_000 } })).toThrow(
    'No translation object returned for simulator',
  );
});

test('a marker: the first element that holds it, not deeper than asked', () => {
  const bed = makeTestBed();
  const marker = { text: 'Gall', key: 'AXLabel', depth: 10 };
  expect(bed.read({ marker })).toMatchObject({ elements: { type: 'Button', AXLabel: 'Gallery' } });
  expect(() => bed.read({ marker: { ...marker, depth: 0 } })).toThrow("matching 'Gall'");
});

test('a read stops at fifty levels and says so', () => {
  const bed = makeTestBed();
  show(bed, 'DeepTreeActivity', 'com.example.stress');
  const deepest = (element: { children?: unknown }, depth = 0): number =>
    Math.max(depth, ...((element.children ?? []) as object[]).map((child) => deepest(child, depth + 1)));
  const read = bed.read({ format: 'complete', backend: 'axbridge' }) as { elements: object[] };
  expect(read).toMatchObject({ truncated: true });
  expect(deepest(read.elements[0] ?? {})).toBe(MAX_DEPTH - 1);
  expect(bed.read({ format: 'complete' })).toMatchObject({ truncated: false });
});

test('a read stops at three thousand elements and says so', () => {
  const bed = makeTestBed({ phone: { apps: [crowded] } });
  bed.phone.start('com.example.crowd', null);
  const read = bed.read({ format: 'complete', keys: ['type'] });
  expect(read).toMatchObject({ truncated: true });
  expect(JSON.stringify(read).split('"children"').length - 1).toBe(MAX_NODES);
  expect(flat(bed)).toHaveLength(MAX_NODES);
});

const elementsOf = (bed: ReturnType<typeof makeTestBed>): readonly (string | null)[] =>
  flat(bed).map(({ type, AXLabel }) => (type === 'Application' ? AXLabel : type));

test('what can go wrong with a read', () => {
  const bed = makeTestBed();
  const { faults } = bed.mac;
  faults.add({ when: { times: 2 }, do: { kind: 'zero_root' } });
  expect(flat(bed)).toEqual([
    expect.objectContaining({
      AXLabel: null,
      AXFrame: '{{0, 0}, {0, 0}}',
      frame: { x: 0, y: 0, width: 0, height: 0 },
    }),
  ]);
  expect(flat(bed)).toHaveLength(1);
  expect(flat(bed).length).toBeGreaterThan(1);
  faults.add({ when: { times: 1 }, do: { kind: 'root_only' } });
  expect(elementsOf(bed)).toEqual([' ']);
  faults.add({ when: { times: 1 }, do: { kind: 'dock_folder' } });
  expect(elementsOf(bed)).toEqual(['DockFolderViewService']);
  faults.add({
    when: { rpc: 'accessibility_info', udid: UDID, times: 1 },
    do: { kind: 'no_translation_object' },
  });
  expect(() => bed.read()).toThrow('No translation object returned for simulator');
  faults.add({ do: { kind: 'traits_empty_tree' } });
  expect(bed.read({ format: 'nested' })).toMatchObject([{ children: [] }]);
  expect(bed.read({ format: 'nested', keys: ['type'] })).not.toMatchObject([{ children: [] }]);
});

test('accessibility that is off comes with both defaults', () => {
  const bed = makeTestBed();
  bed.mac.faults.add({ do: { kind: 'accessibility_off' } });
  expect(flat(bed)).toHaveLength(1);
  bed.simulator.memory.defaults.set('com.apple.Accessibility AccessibilityEnabled', '1');
  expect(flat(bed)).toHaveLength(1);
  bed.simulator.memory.defaults.set('com.apple.Accessibility ApplicationAccessibilityEnabled', '1');
  expect(flat(bed).length).toBeGreaterThan(1);
});

test('a simulator that is off reads nothing', () => {
  const bed = makeTestBed();
  bed.simulator.state = 'Shutdown';
  expect(() => bed.read()).toThrow('as it is not booted');
});
