import { isFault } from '@mobile-debug/core/fault.ts';
import fc from '@mobile-debug/core/testing/property.ts';
import { describe, expect, test } from 'vitest';
import { buildTree } from '../../../../ui/build-tree.ts';
import { type AxElement, parseAx, parseAxPoint } from './ax-json.ts';
import { axScreen } from './ax-screen.ts';

/** The General row of Settings, as a simulator gave it. */
const general = {
  AXFrame: '{{20, 264}, {362, 44}}',
  AXUniqueId: 'com.apple.settings.general',
  frame: { y: 264, x: 20, width: 362, height: 44 },
  role_description: 'button',
  AXLabel: 'General',
  content_required: false,
  type: 'Button',
  title: null,
  help: null,
  custom_actions: [],
  AXValue: '',
  enabled: true,
  role: 'AXButton',
  subrole: null,
};
const application = {
  ...general,
  AXFrame: '{{0, 0}, {402, 874}}',
  frame: { x: 0, y: 0, width: 402, height: 874 },
  type: 'Application',
  role: 'AXApplication',
  AXLabel: 'Settings',
  AXUniqueId: null,
};

const one = (fields: object): AxElement =>
  parseAx(JSON.stringify([{ ...general, ...fields }])).roots[0] ?? expect.fail('nothing was read');

describe('an element', () => {
  test('of a companion is read by its own names', () => {
    expect(one({})).toEqual({
      type: 'Button',
      subrole: null,
      roleDescription: 'button',
      label: 'General',
      identifier: 'com.apple.settings.general',
      value: '',
      title: null,
      placeholder: null,
      enabled: true,
      focused: null,
      expanded: null,
      hidden: null,
      pid: null,
      frame: [20, 264, 382, 308],
      actions: 0,
      children: [],
    });
  });

  test.each<[string, object, object]>([
    ['old identifiers are numbers', { AXUniqueId: 7 }, { identifier: '7' }],
    ['enabled may be unknown', { enabled: null }, { enabled: null }],
    ['disabled is told', { enabled: false }, { enabled: false }],
    ['without a type the role says it', { type: undefined, role: 'AXSlider' }, { type: 'Slider' }],
    ['a value may be a number', { AXValue: 0.5 }, { value: 0.5 }],
    ['a value may be a truth', { AXValue: true }, { value: true }],
    ['a value may be nothing', { AXValue: null }, { value: null }],
    ['a value may be a list', { AXValue: ['alpha', 'beta'] }, { value: ['alpha', 'beta'] }],
    ['a value may be an object', { AXValue: { max: 10, min: 0 } }, { value: { max: 10, min: 0 } }],
    [
      'edges lie a fraction beside whole points',
      { frame: { x: 15.999999999999986, y: 117.33333333333331, width: 370.00000000000006, height: 52 } },
      { frame: [16, 117, 386, 169] },
    ],
    [
      'an edge beyond numbers leaves the text',
      { frame: { x: null, y: 0, width: 1, height: 1 } },
      { frame: [20, 264, 382, 308] },
    ],
    ['no frame at all', { frame: null, AXFrame: null }, { frame: null }],
    ['a process id', { pid: 4242 }, { pid: 4242 }],
    ['an old process id', { AXPid: 99 }, { pid: 99 }],
    ['actions are counted', { custom_actions: ['Delete', 'Move'] }, { actions: 2 }],
    [
      'WebDriverAgent has its own words',
      {
        AXLabel: undefined,
        AXUniqueId: undefined,
        frame: '{{1, 2}, {3, 4}}',
        AXFrame: undefined,
        enabled: undefined,
        label: 'Save',
        rawIdentifier: 'save',
        rect: { x: 1, y: 2, width: 3, height: 4 },
        isEnabled: '0',
        isVisible: '0',
        placeholderValue: 'hint',
      },
      {
        label: 'Save',
        identifier: 'save',
        frame: [1, 2, 4, 6],
        enabled: false,
        hidden: true,
        placeholder: 'hint',
      },
    ],
  ])('%s', (_, given, read) => {
    expect(one(given)).toMatchObject(read);
  });
});

describe('an answer', () => {
  test('that is flat puts everything into the application', () => {
    const reading = parseAx(JSON.stringify([application, general, { ...general, AXLabel: 'About' }]));
    expect(reading).toMatchObject({ shape: 'array', nested: false, count: 3 });
    expect(reading.roots).toHaveLength(1);
    expect(reading.roots[0]?.children.map(({ label }) => label)).toEqual(['General', 'About']);
  });

  test('that is nested keeps its order', () => {
    const row = (label: string): object => ({ ...general, AXLabel: label, children: [] });
    const nested = [
      { ...application, children: [{ ...row('a'), children: [row('b'), row('c')] }, row('d')] },
    ];
    const reading = parseAx(JSON.stringify(nested));
    expect(reading).toMatchObject({ nested: true, count: 5 });
    expect(reading.roots[0]?.children.map(({ label }) => label)).toEqual(['a', 'd']);
    expect(reading.roots[0]?.children[0]?.children.map(({ label }) => label)).toEqual(['b', 'c']);
  });

  test('that is complete says more, under clean names', () => {
    const element = {
      label: 'Volume',
      value: '50%',
      identifier: 'volume',
      type: 'Slider',
      frame: { x: 0, y: 1, width: 2, height: 3 },
      enabled: true,
      focused: true,
      expanded: false,
      hidden: false,
      pid: 12,
      placeholder: 'p',
      children: [],
    };
    const reading = parseAx(
      JSON.stringify({
        elements: [element],
        backend: 'axbridge-persistent',
        screen: { width: 402, height: 874, coordinate_space: 'screen' },
        truncated: true,
        modal: { kind: 'system', element_type: 'Alert', label: 'Sure?' },
        target: { kind: 'frontmost' },
        profile: null,
      }),
    );
    expect(reading).toMatchObject({
      shape: 'complete',
      backend: 'axbridge-persistent',
      screen: { width: 402, height: 874 },
      truncated: true,
      modal: { kind: 'system', label: 'Sure?' },
    });
    expect(reading.roots[0]).toMatchObject({
      label: 'Volume',
      identifier: 'volume',
      focused: true,
      expanded: false,
      pid: 12,
    });
  });

  test('may have chatter around it', () => {
    const noise =
      'objc[56872]: Class FBProcess is implemented in both /A/FrontBoard (0x2b1c1a460) and /opt/FBControlCore (0x10512e2f0).\n';
    expect(parseAx(`${noise}${JSON.stringify([general])}\ndone [x]`).count).toBe(1);
    expect(parseAx(`${noise}${JSON.stringify([general], null, 1)}\n`).count).toBe(1);
    expect(parseAx('[]').roots).toEqual([]);
  });

  test.each(['', 'null', '7', 'Traceback (most recent call last):', '[{"a":', '{"elements"'])(
    '%j is none',
    (text) => {
      expect(() => parseAx(text)).toThrow(expect.objectContaining({ code: 'OBSERVATION_FAILED' }));
    },
  );

  test('of a point is one element, or nothing', () => {
    expect(parseAxPoint(JSON.stringify(general))?.label).toBe('General');
    expect(parseAxPoint(JSON.stringify([general]))?.label).toBe('General');
    expect(parseAxPoint(JSON.stringify({ elements: [], backend: 'ax' }))).toBeNull();
    expect(parseAxPoint('null')).toBeNull();
    expect(parseAxPoint('')).toBeNull();
  });
});

function screenOf(text: string): ReturnType<typeof buildTree> {
  const orientation = { rotation: 0, size: { width: 402, height: 874 } } as const;
  return buildTree(
    axScreen(parseAx(text), {
      appId: null,
      orientation,
      source: { tier: 't', detail: [] },
      qualityWarnings: [],
      probed: new Map(),
    }),
  );
}

test('a tree of any depth is read', () => {
  const depth = 5_000;
  const open = `{"type":"Cell","AXLabel":"x","frame":{"x":0,"y":0,"width":9,"height":9},"children":[`;
  const text = `[${open.repeat(depth)}${']}'.repeat(depth)}]`;
  expect(parseAx(text).count).toBe(depth);
  expect(screenOf(text).elements).toHaveLength(depth);
});

test('five thousand broken answers give a tree or a fault, never a crash', () => {
  const tree = JSON.stringify([{ ...application, children: [general, { ...general, children: [general] }] }]);
  const complete = JSON.stringify({ elements: [general], backend: 'ax', screen: { width: 1, height: 2 } });
  const cut = fc.record({ at: fc.nat(tree.length), length: fc.nat(40), put: fc.string({ maxLength: 12 }) });
  fc.assert(
    fc.property(
      fc.constantFrom(tree, complete),
      fc.array(cut, { minLength: 1, maxLength: 4 }),
      (text, cuts) => {
        const broken = cuts.reduce(
          (all, { at, length, put }) => all.slice(0, at) + put + all.slice(at + length),
          text,
        );
        try {
          screenOf(broken);
        } catch (error) {
          expect(isFault(error, 'OBSERVATION_FAILED')).toBe(true);
        }
      },
    ),
    { numRuns: 2_500 },
  );
  const odd = fc.constantFrom<unknown>(
    ...[null, 0, -1, 1e308, '', ' ', 'x', '1', true, [], [null], [[[]]], {}, { x: 'a' }, '{{a, b}, {c, d}}'],
    ...[
      { x: 1e308, y: -1e308, width: 1e308, height: 1 },
      { min: 0, max: 'x' },
      { value: {} },
      [general],
      [7, [general]],
    ],
  );
  const fields = fc.array(fc.tuple(fc.constantFrom(...Object.keys(general), 'children', 'pid'), odd), {
    maxLength: 6,
  });
  fc.assert(
    fc.property(fc.array(fields, { maxLength: 4 }), (list) => {
      screenOf(JSON.stringify(list.map((changed) => ({ ...general, ...Object.fromEntries(changed) }))));
    }),
    { numRuns: 2_500 },
  );
});
