import { expect, test } from 'vitest';
import { makeTestBed } from './testing/bed.ts';
import { at, byId, flat, show } from './testing/elements.ts';

test('a switch is a check box of the whole row with its state as text', () => {
  const bed = makeTestBed();
  show(bed, 'TogglesActivity');
  expect(byId(bed, 'alerts')).toMatchObject({
    type: 'CheckBox',
    role: 'AXCheckBox',
    subrole: 'AXSwitch',
    role_description: 'switch',
    AXLabel: 'Alerts',
    AXValue: '0',
    enabled: true,
    frame: { x: 20, width: 362, height: 64 },
  });
  expect(byId(bed, 'disabled_switch')).toMatchObject({ AXValue: '1', enabled: false });
  expect(byId(bed, 'submit')).toMatchObject({ type: 'Button', enabled: false });
  show(bed, 'ComposeActivity');
  expect(byId(bed, 'favorite_toggle')).toMatchObject({ subrole: 'AXSwitch', AXLabel: 'Favorite' });
});

test('a slider tells its share as text or as number, or keeps it to itself', () => {
  const bed = makeTestBed();
  show(bed, 'SliderActivity');
  expect(byId(bed, 'volume')).toMatchObject({ type: 'Slider', AXLabel: 'Volume', AXValue: '30%' });
  expect(byId(bed, 'stepped')).toMatchObject({ type: 'Slider', AXLabel: null, AXValue: 0.4 });
  expect(byId(bed, 'blind').AXValue).toBeNull();
});

test('bars list no children; their items answer to points', () => {
  const bed = makeTestBed();
  show(bed, 'TabsActivity');
  const bar = byId(bed, 'tab_bar');
  expect(bar).toMatchObject({ type: 'Group', role_description: 'Tab bar', AXLabel: null });
  expect(flat(bed).some(({ subrole }) => subrole === 'AXTabButton')).toBe(false);
  const { x, y, height } = bar.frame;
  expect(at(bed, x + 20, y + height / 2)).toMatchObject({
    type: 'RadioButton',
    subrole: 'AXTabButton',
    role_description: 'tab',
    AXLabel: 'Home',
    AXValue: 1,
  });
  expect(at(bed, x + 150, y + height / 2)).toMatchObject({ AXLabel: 'Saved Homes', AXValue: 0 });
  expect(byId(bed, 'Tabs')).toMatchObject({ type: 'Group', role_description: 'Nav bar' });
});

test('text fields hold their text as value, empty ones their placeholder', () => {
  const bed = makeTestBed();
  show(bed, 'FieldsActivity');
  expect(byId(bed, 'filled')).toMatchObject({ type: 'TextField', AXLabel: null, AXValue: 'old@example.com' });
  expect(byId(bed, 'password')).toMatchObject({ subrole: 'AXSecureTextField', AXValue: 'Password' });
  expect(byId(bed, 'search')).toMatchObject({ subrole: 'AXSearchField', AXValue: 'Search' });
  expect(byId(bed, 'multi').type).toBe('TextArea');
  expect(byId(bed, 'disabled').enabled).toBe(false);
  const [asked] = flat(bed, {
    keys: [
      'placeholder',
      'type',
      'AXLabel',
      'AXValue',
      'AXUniqueId',
      'subrole',
      'role_description',
      'enabled',
      'frame',
    ],
  }).filter(({ AXUniqueId }) => AXUniqueId === 'plain');
  expect(asked).toMatchObject({ placeholder: 'Plain text' });
});

test('a password never shows, only how long it is', () => {
  const bed = makeTestBed();
  show(bed, 'FieldsActivity');
  bed.phone.tap(600, 690);
  bed.phone.setFocusedText('secret');
  expect(byId(bed, 'password').AXValue).toBe('\u2022'.repeat(6));
});

test('a row is one element: title as label, what stands below as value', () => {
  const bed = makeTestBed();
  show(bed, 'Settings', 'com.android.settings');
  const row = flat(bed).find(({ AXLabel }) => AXLabel === 'Battery');
  expect(row).toMatchObject({ type: 'Button', AXValue: '100%', AXUniqueId: 'dashboard_tile' });
  expect(flat(bed).some(({ AXLabel }) => AXLabel === '100%')).toBe(false);
  show(bed, 'EqualRowsActivity');
  expect(flat(bed).filter(({ AXUniqueId }) => AXUniqueId === 'choose').length).toBeGreaterThan(5);
});

test('a page in a web view is empty for all but the guest\u2019s own reader and points', () => {
  const bed = makeTestBed();
  show(bed, 'WebActivity');
  expect(byId(bed, 'web_view')).toMatchObject({ type: 'WebArea', AXLabel: 'Orders' });
  expect(flat(bed).some(({ AXLabel }) => AXLabel === 'Send')).toBe(false);
  const seen = flat(bed, { backend: 'axbridge-persistent' });
  expect(seen.map(({ AXLabel }) => AXLabel)).toEqual(expect.arrayContaining(['Orders', 'Help', 'Send']));
});

test('labels that were written for it replace what a control shows', () => {
  const bed = makeTestBed();
  show(bed, 'CalculatorActivity');
  expect(flat(bed).find(({ AXLabel }) => AXLabel === 'minus')).toMatchObject({ type: 'Button', AXValue: '' });
  show(bed, 'MapActivity');
  const markers = flat(bed).filter(({ AXLabel }) => AXLabel?.includes('Map Marker'));
  expect([markers.length, byId(bed, 'map').subrole]).toEqual([12, 'AXMapArea']);
});

test('a screen that draws itself has a bar and nothing else', () => {
  const bed = makeTestBed();
  show(bed, 'SparseActivity');
  expect(flat(bed).map(({ type }) => type)).toEqual(['Application', 'Group']);
});

test('nothing of Android shows: no decor, no bars, no ids of its own', () => {
  const bed = makeTestBed();
  for (const activity of ['TogglesActivity', 'DialogActivity', 'TabsActivity']) {
    show(bed, activity);
    const text = JSON.stringify(bed.read({ format: 'nested', backend: 'axbridge' }));
    expect(text).not.toMatch(/android:|decor|action_bar|status_bar|navigation_bar|:id\/|"content"/);
  }
});

test('layout nests as containers without label for the guest\u2019s own reader', () => {
  const bed = makeTestBed();
  show(bed, 'NestedScrollActivity');
  const types = flat(bed, { backend: 'axbridge' }).map(({ type }) => type);
  expect(types.filter((type) => type === 'ScrollArea').length).toBeGreaterThan(1);
  expect(flat(bed).some(({ type }) => type === 'ScrollArea')).toBe(false);
});
