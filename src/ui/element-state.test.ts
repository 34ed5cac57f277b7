/** States as the platforms really report them, and nothing beyond. */
import { describe, expect, it } from 'vitest';
import { iosTreeOf, list, node, row, text, treeOf } from '../../test/fixtures/raw-screens.ts';
import type { RawNode } from './raw-screen.ts';
import type { Bounds } from './ui-tree.ts';

const android = (fields: Partial<RawNode>) => treeOf(node({ identifier: 'x', ...fields })).elements[1];
const ios = (fields: Partial<RawNode>) =>
  iosTreeOf(node({ bounds: [0, 0, 90, 90], identifier: 'x', ...fields })).elements[1];

describe('state', () => {
  it('takes checked only from what can be checked', () => {
    expect(android({ checkable: false, checked: false })?.state.checked).toBeNull();
    expect(android({ checkable: true, checked: false })?.state.checked).toBe(false);
    expect(android({ type: 'android.widget.Switch', checked: true })?.state.checked).toBe(true);
    expect(android({})?.state).toEqual({
      checked: null,
      selected: null,
      focused: null,
      expanded: null,
      enabled: true,
      text_value: null,
      value: null,
      raw_value: null,
      value_range: null,
    });
  });

  it.each<[string, Partial<RawNode>, object]>([
    [
      'a switch that is on',
      { type: 'CheckBox', subrole: 'AXSwitch', value: '1' },
      { checked: true, value: 1, raw_value: '1' },
    ],
    [
      'a switch that is off',
      { type: 'CheckBox', subrole: 'AXSwitch', value: '0' },
      { checked: false, value: 0 },
    ],
    ['a mixed box', { type: 'CheckBox', value: 2 }, { checked: null, value: 2 }],
    [
      'a chosen tab',
      { type: 'RadioButton', subrole: 'AXTabButton', value: 1 },
      { selected: true, checked: null },
    ],
    ['a slider in percent', { type: 'Slider', value: '50%' }, { value: 50, raw_value: '50%' }],
    ['a slider as a share', { type: 'Slider', value: 0.5 }, { value: 0.5, raw_value: 0.5 }],
    ['a text', { type: 'StaticText', value: 'Page 1 of 2' }, { value: 'Page 1 of 2' }],
    ['nothing', { type: 'Button', value: null }, { value: null, raw_value: null }],
    ['a truth', { type: 'Button', value: true }, { value: true }],
    ['a trait', { type: 'Button', traits: ['Button', 'Selected'] }, { selected: true }],
  ])('of iOS: %s', (_what, fields, state) => {
    expect(ios(fields)?.state).toMatchObject(state);
  });

  it('reads the position of a seek bar from its text, and what the platform says of a state', () => {
    expect(android({ type: 'android.widget.SeekBar', text: '12.5' })?.state).toMatchObject({
      value: 12.5,
      raw_value: '12.5',
    });
    expect(android({ stateDescription: 'Half full' })?.state.value).toBe('Half full');
  });

  it('keeps blanks that a field holds, and takes them for no text elsewhere', () => {
    const blank = { text: '   ' };
    expect(android({ ...blank, type: 'android.widget.EditText' })).toMatchObject({
      text: null,
      state: { text_value: '   ' },
    });
    expect(
      android({ ...blank, type: 'android.widget.EditText', password: true })?.state.text_value,
    ).toBeNull();
    expect(android(blank)?.state.text_value).toBeNull();
  });

  it('takes a disabled trait for disabled', () => {
    expect(ios({ type: 'Button', traits: ['NotEnabled'] })?.enabled).toBe(false);
  });
});

describe('semantic', () => {
  it.each<[string, Partial<RawNode>, object]>([
    [
      'slider',
      { type: 'android.widget.SeekBar' },
      { semantic_role: 'slider', adjustable: true, state_shape: 'continuous' },
    ],
    [
      'stepper',
      { type: 'android.widget.NumberPicker' },
      { semantic_role: 'stepper', adjustable: true, state_shape: 'discrete' },
    ],
    [
      'dropdown',
      { type: 'android.widget.Spinner' },
      { semantic_role: 'dropdown', adjustable: false, state_shape: 'semantic' },
    ],
    [
      'custom',
      { type: 'a.Dial', valueRange: { min: 0, max: 9 } },
      { semantic_role: 'custom_adjustable', adjustable: true },
    ],
    [
      'a determinate bar',
      { type: 'android.widget.ProgressBar', valueRange: { min: 0, max: 9 } },
      { semantic_role: null, adjustable: false },
    ],
    ['a field', { type: 'android.widget.EditText', clickable: true }, { supported_actions: ['tap', 'type'] }],
  ])('of a %s', (_what, fields, semantic) => {
    expect(android(fields)?.semantic).toMatchObject(semantic);
  });

  it('calls a control that holds controls composite, and a segmented one that', () => {
    const tree = treeOf(row([0, 0, 900, 90], node({ clickable: true, bounds: [0, 0, 90, 90] })));
    expect(tree.elements[1]?.semantic).toMatchObject({
      semantic_role: 'composite_control',
      is_container: true,
    });
    expect(ios({ type: 'SegmentedControl' })?.semantic.semantic_role).toBe('segmented_control');
  });
});

describe('roles', () => {
  it('says of a text that can be clicked that it can', () => {
    const place: Bounds = [0, 0, 900, 90];
    const clickable = text('Wi-Fi', place, { clickable: true });
    expect(treeOf(clickable).elements[1]?.role).toBe('link');
    expect(treeOf(list(place, clickable)).elements[2]?.role).toBe('list_item');
    expect(treeOf(list(place, text('Wi-Fi', place))).elements[2]?.role).toBe('text');
  });

  it.each([
    ['android.widget.Button', 'button'],
    ['android.widget.ImageButton', 'button'],
    ['com.google.android.material.floatingactionbutton.FloatingActionButton', 'button'],
    ['android.widget.RadioButton', 'radio'],
    ['android.widget.CheckBox', 'checkbox'],
    ['android.widget.CheckedTextView', 'checkbox'],
    ['androidx.appcompat.widget.SwitchCompat', 'switch'],
    ['android.widget.ToggleButton', 'switch'],
    ['android.widget.EditText', 'text_field'],
    ['android.widget.TwoLineListItem', 'list_item'],
    ['android.widget.SeekBar', 'slider'],
    ['android.widget.ProgressBar', 'progress'],
    ['android.widget.Spinner', 'dropdown'],
    ['androidx.recyclerview.widget.RecyclerView', 'list'],
    ['android.webkit.WebView', 'webview'],
    ['android.widget.ImageView', 'image'],
    ['android.widget.TextView', 'text'],
    ['com.google.android.material.tabs.TabLayout$TabView', 'tab'],
    ['androidx.appcompat.widget.Toolbar', 'toolbar'],
    ['android.widget.ScrollView', 'container'],
    ['com.vendor.Whatever', null],
  ])('of %s is %s', (type, role) => {
    expect(android({ type, text: 'a' })?.role).toBe(role);
  });

  it.each<[string, Partial<RawNode>, string | null]>([
    [
      'a bare view with a name that can be tapped',
      { type: 'android.view.View', description: 'Buy', clickable: true },
      'button',
    ],
    [
      'a bare view that can be checked',
      { type: 'android.view.View', checkable: true, clickable: true },
      'checkbox',
    ],
    ['a bare view that can be edited', { type: 'android.view.View', editable: true }, 'text_field'],
    [
      'a Flutter tab',
      { type: 'android.widget.ImageView', description: 'Home\nTab 1 of 4', clickable: true },
      'tab',
    ],
    [
      'a React Native tab',
      { type: 'android.view.ViewGroup', description: 'Home, tab, 1 of 4', clickable: true },
      'tab',
    ],
    ['a heading', { text: 'Title', type: 'android.widget.TextView', heading: true }, 'heading'],
    ['a bare view', { type: 'android.view.View' }, null],
  ])('by shape: %s', (_what, fields, role) => {
    expect(android(fields)?.role).toBe(role);
  });

  it.each([
    [{ type: 'CheckBox', subrole: 'AXSwitch' }, 'switch'],
    [{ type: 'RadioButton', subrole: 'AXTabButton' }, 'tab'],
    [{ type: 'TextField', subrole: 'AXSearchField' }, 'text_field'],
    [{ type: 'AXButton' }, 'button'],
    [{ type: 'XCUIElementTypeCell' }, 'list_item'],
    [{ type: 'PopUpButton' }, 'dropdown'],
    [{ type: 'StaticText' }, 'text'],
    [{ type: 'Group', traits: ['Button'] }, 'button'],
    [{ type: 'Link' }, 'link'],
  ])('of iOS %j is %s', (fields, role) => {
    expect(ios(fields)?.role).toBe(role);
  });
});
