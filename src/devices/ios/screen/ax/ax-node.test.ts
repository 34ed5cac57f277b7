import { describe, expect, test } from 'vitest';
import { buildTree } from '../../../../ui/build-tree.ts';
import type { RawNode } from '../../../../ui/raw-screen.ts';
import type { UiTree } from '../../../../ui/ui-tree.ts';
import { parseAx } from './ax-json.ts';
import { rawNodes } from './ax-node.ts';
import { axScreen } from './ax-screen.ts';

const frame = { x: 16, y: 200, width: 370, height: 52 };
const app = { type: 'Application', AXLabel: 'Shop', frame: { x: 0, y: 0, width: 402, height: 874 } };

function nodeOf(fields: object): RawNode {
  const [node] = rawNodes(
    parseAx(JSON.stringify([{ type: 'Button', frame, enabled: true, ...fields }])).roots,
  );
  return node ?? expect.fail('no node');
}

function treeOf(children: readonly object[], root: object = app, more: object = {}): UiTree {
  const reading = parseAx(JSON.stringify({ elements: [{ ...root, children }], ...more }));
  const orientation = { rotation: 0, size: { width: 402, height: 874 } } as const;
  const source = { tier: 'idb-companion', detail: [] };
  return buildTree(
    axScreen(reading, {
      appId: 'com.example.shop',
      orientation,
      source,
      qualityWarnings: [],
      probed: new Map(),
    }),
  );
}

function elementOf(fields: object) {
  return treeOf([{ frame, enabled: true, children: [], ...fields }]).elements[1];
}

const made = { text: null, role: null, clickable: false };

describe('controls', () => {
  test.each<[string, object, object]>([
    [
      'a switch is its row, with its state as text',
      { type: 'CheckBox', subrole: 'AXSwitch', role_description: 'switch', AXLabel: 'Wi-Fi', AXValue: '1' },
      { role: 'switch', clickable: true, state: { checked: true }, contentDescription: 'Wi-Fi' },
    ],
    [
      'a switch that is off',
      { type: 'CheckBox', subrole: 'AXSwitch', AXValue: '0' },
      { state: { checked: false } },
    ],
    [
      'a check box that is mixed',
      { type: 'CheckBox', AXValue: '2', AXLabel: 'All' },
      { state: { checked: null } },
    ],
    [
      'a slider says its share as text',
      { type: 'Slider', AXLabel: 'Volume', AXValue: '50%' },
      { role: 'slider', state: { value: 50, raw_value: '50%', value_range: { min: 0, max: 100 } } },
    ],
    [
      'a slider says its share as number',
      { type: 'Slider', AXValue: 0.5 },
      { state: { value: 0.5, value_range: { min: 0, max: 1 } } },
    ],
    [
      'above one it is of a hundred',
      { type: 'Slider', AXValue: 30 },
      { state: { value_range: { min: 0, max: 100 } } },
    ],
    [
      'the dots of the home screen have no range',
      { type: 'Slider', AXUniqueId: 'spotlight-pill', AXValue: 'Page 1 of 2' },
      { state: { value: 'Page 1 of 2', value_range: null }, resourceId: 'spotlight-pill' },
    ],
    [
      'a tab says its state as number',
      { type: 'RadioButton', subrole: 'AXTabButton', role_description: 'tab', AXLabel: 'Home', AXValue: 1 },
      { role: 'tab', clickable: true, state: { selected: true, checked: null } },
    ],
    [
      'another tab',
      { type: 'RadioButton', subrole: 'AXTabButton', AXLabel: 'Cart', AXValue: 0 },
      { state: { selected: false } },
    ],
    [
      'a field holds its text as value',
      { type: 'TextField', AXLabel: 'Email', AXValue: 'a@b.c', placeholder: 'you@example.com' },
      {
        role: 'text_field',
        text: 'a@b.c',
        contentDescription: 'Email',
        hint: 'you@example.com',
        editable: true,
      },
    ],
    [
      'a field without a label',
      { type: 'TextArea', AXLabel: null, AXValue: 'note' },
      { text: 'note', contentDescription: null },
    ],
    [
      'an empty search field shows its prompt',
      { type: 'TextField', subrole: 'AXSearchField', AXLabel: 'Search', AXValue: 'Search' },
      { hint: 'Search', state: { text_value: '' } },
    ],
    [
      'a field with its prompt as value is empty',
      { type: 'TextField', AXValue: 'Name', placeholder: 'Name' },
      { hint: 'Name', state: { text_value: '' } },
    ],
    [
      'a secure field is masked',
      { type: 'TextField', subrole: 'AXSecureTextField', AXLabel: 'Password', AXValue: '•••••••' },
      { secure: true, text: '•••••••', contentDescription: 'Password' },
    ],
    [
      'a text can be read',
      { type: 'StaticText', AXLabel: 'Total' },
      { ...made, text: 'Total', role: 'text' },
    ],
    ['a heading is one', { type: 'Heading', AXLabel: 'Settings' }, { text: 'Settings', role: 'heading' }],
    [
      'a link can be tapped',
      { type: 'Link', AXLabel: 'More' },
      { text: 'More', role: 'link', clickable: true },
    ],
    ['a cell can be tapped', { type: 'Cell', AXLabel: 'Row' }, { role: 'list_item', clickable: true }],
    [
      'a button has its label',
      { type: 'Button', AXLabel: 'Buy', AXValue: '' },
      { label: 'Buy', clickable: true, role: 'button' },
    ],
    [
      'the way back',
      { type: 'Button', AXUniqueId: 'BackButton', AXLabel: 'Settings', role_description: 'back button' },
      { resourceId: 'BackButton', clickable: true },
    ],
    [
      'disabled is told',
      { type: 'Button', AXLabel: 'Pay', enabled: false },
      { enabled: false, state: { enabled: false } },
    ],
    [
      'unknown is not disabled',
      { type: 'Button', AXLabel: 'Pay', enabled: null },
      { enabled: true, state: { enabled: null } },
    ],
    [
      'a navigation bar is called by its identifier',
      { type: 'Group', role_description: 'Nav bar', AXLabel: null, AXUniqueId: 'General' },
      { role: 'toolbar', contentDescription: 'General', resourceId: 'General', type: 'Group' },
    ],
    [
      'a tab bar is a bar',
      { type: 'Group', role_description: 'Tab bar', AXLabel: 'Tab Bar' },
      { role: 'toolbar' },
    ],
    ['a toolbar too', { type: 'Group', role_description: 'Toolbar', AXUniqueId: 'x' }, { role: 'toolbar' }],
    ['what scrolls', { type: 'ScrollArea', AXLabel: 'List' }, { scrollable: true }],
    ['a web page', { type: 'WebArea', AXLabel: 'Page' }, { role: 'webview' }],
    [
      'a value that is a list',
      { type: 'GenericElement', AXValue: ['alpha', 'beta'] },
      { state: { value: 'alpha, beta' } },
    ],
    [
      'a value with its range',
      { type: 'GenericElement', AXValue: { max: 10, min: 0 } },
      { state: { value_range: { min: 0, max: 10 } } },
    ],
    [
      'a value that is a truth',
      { type: 'GenericElement', AXValue: true, AXUniqueId: 'x' },
      { state: { value: true } },
    ],
    ['hidden is not seen', { type: 'Button', AXLabel: 'x', hidden: true }, { visible: false }],
    [
      'focus and folding',
      { type: 'Button', AXLabel: 'x', focused: true, expanded: false },
      { state: { focused: true, expanded: false } },
    ],
  ])('%s', (_, fields, expected) => {
    expect(elementOf(fields)).toMatchObject(expected);
  });

  test('identifiers need not be unique', () => {
    const twin = { type: 'Button', AXUniqueId: 'Maps', frame };
    const tree = treeOf([twin, { ...twin, frame: { ...frame, y: 300 } }]);
    expect(tree.elements.map(({ resourceId }) => resourceId)).toEqual([null, 'Maps', 'Maps']);
  });
});

test('unlabelled groups around one element are left out', () => {
  const group = (...children: object[]): object => ({ type: 'Group', frame, children });
  expect(nodeOf(group(group(group({ type: 'Button', AXLabel: 'In', frame })))).description).toBe('In');
  expect(nodeOf({ ...group(group({ type: 'Button', frame })), AXUniqueId: 'card' }).identifier).toBe('card');
  expect(nodeOf(group({ type: 'Button', frame }, { type: 'Button', frame })).children).toHaveLength(2);
});

describe('windows', () => {
  const key = { type: 'Key', AXLabel: 'q', frame: { x: 0, y: 600, width: 40, height: 40 } };
  const low = { x: 0, y: 580, width: 402, height: 294 };

  test('the app is one, with its name', () => {
    const tree = treeOf([{ type: 'Button', AXLabel: 'Buy', frame }]);
    expect(tree.windows).toMatchObject([{ kind: 'app', package: 'com.example.shop' }]);
    expect(tree.foreground).toEqual({ appId: 'com.example.shop', activity: null, focusedWindow: null });
    expect(tree.quality.status).toBe('ok');
  });

  test('the keyboard lies over the app', () => {
    const tree = treeOf([
      { type: 'Button', AXLabel: 'Buy', frame },
      { type: 'Keyboard', frame: low, children: [key] },
    ]);
    expect(tree.windows.map(({ kind, title }) => [kind, title])).toEqual([
      ['app', null],
      ['keyboard', 'keyboard'],
    ]);
  });

  test('a group of letters that is called the keyboard is one; a keypad of digits is not', () => {
    const group = (keys: string) => ({
      type: 'Group',
      AXUniqueId: 'Keyboard',
      frame: low,
      children: [...keys].map((name) => ({ type: 'Button', AXLabel: name, frame: low })),
    });
    const kinds = (keys: string) => treeOf([group(keys)]).windows.map(({ kind }) => kind);
    expect(kinds('qwertzuiop')).toEqual(['app', 'keyboard']);
    expect(kinds('0123456789')).toEqual(['app']);
  });

  test('an alert of the app lies over it, by its words', () => {
    const sheet = { type: 'Alert', frame, children: [{ type: 'StaticText', AXLabel: 'Delete it?', frame }] };
    const tree = treeOf([
      { type: 'Button', AXLabel: 'Buy', frame },
      { type: 'Group', children: [sheet, key] },
    ]);
    expect(tree.windows.map(({ kind, title }) => [kind, title])).toEqual([
      ['app', null],
      ['dialog', 'Delete it?'],
    ]);
    expect(tree.foreground?.focusedWindow).toBe('Delete it?');
  });

  test('a question of the system is all there is', () => {
    const question = '“Shop” Would Like to Send You Notifications';
    const buttons = [
      { type: 'Button', AXLabel: 'Don’t Allow', AXUniqueId: 'alert-deny', frame },
      { type: 'Button', AXLabel: 'Allow', AXUniqueId: 'alert-allow', frame },
    ];
    const tree = treeOf([{ type: 'StaticText', AXLabel: question, frame }, ...buttons], {
      ...app,
      AXLabel: ' ',
    });
    expect(tree.windows).toMatchObject([{ kind: 'permission', title: question }]);
  });

  test('the home screen is none', () => {
    const icons = ['Maps', 'Calendar'].map((label) => ({ type: 'Button', AXLabel: label, frame }));
    const dots = { type: 'Slider', AXUniqueId: 'spotlight-pill', AXValue: 'Page 1 of 2', frame };
    expect(treeOf([...icons, dots], { ...app, AXLabel: ' ' }).windows).toMatchObject([{ kind: 'app' }]);
  });

  test('a reader that stopped at its bound leaves a doubt', () => {
    const tree = treeOf([{ type: 'Button', AXLabel: 'Buy', frame }], app, { truncated: true, backend: 'ax' });
    expect(tree.quality).toEqual({
      status: 'suspect',
      reasons: ['truncated: the reader stopped after 2 elements; there may be more'],
    });
  });
});
