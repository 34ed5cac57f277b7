/** Which nodes are kept, what they are called, and how they can be named again. */
import { describe, expect, it } from 'vitest';
import {
  button,
  iosTreeOf,
  node,
  row,
  screen,
  text,
  the,
  treeOf,
  whole,
  window,
} from '../../test/fixtures/raw-screens.ts';
import { buildTree } from './build-tree.ts';
import { findElement } from './find-element.ts';
import { matchElements } from './selector.ts';
import type { Bounds } from './ui-tree.ts';

describe('kept and dropped', () => {
  it('drops layout and keeps what says or does something, with its place among the kept', () => {
    const tree = treeOf(
      node({}, node({}, row([0, 100, 1080, 200], node({}, text('Wi-Fi', [10, 110, 300, 190]))))),
      node({ identifier: 'com.example.app:id/pane' }),
    );
    expect(tree.elements.map((e) => [e.type.split('.').pop(), e.depth, e.parentId, e.children])).toEqual([
      ['FrameLayout', 0, null, [1, 3]],
      ['LinearLayout', 1, 0, [2]],
      ['TextView', 2, 1, []],
      ['FrameLayout', 1, 0, []],
    ]);
    expect(tree.nodeCount).toBe(7);
    expect(tree.quality).toEqual({ status: 'ok', reasons: [] });
  });

  it.each([
    ['text', { text: 'a' }],
    ['description', { description: 'a' }],
    ['hint', { hint: 'a' }],
    ['identifier', { identifier: 'a' }],
    ['click', { clickable: true }],
    ['long click', { longClickable: true }],
    ['check', { checkable: true }],
    ['scroll', { scrollable: true }],
    ['edit', { editable: true }],
    ['state', { selected: true }],
    ['value', { value: 0.5 }],
    ['error', { error: 'too short' }],
    ['a role that matters', { type: 'android.widget.ProgressBar' }],
  ])('keeps a node for its %s', (_what, fields) => {
    expect(treeOf(node(fields)).elements).toHaveLength(2);
  });

  it.each([[{}], [{ text: '  ' }], [{ type: 'android.widget.TextView' }], [{ focusable: true }]])(
    'drops %j',
    (fields) => {
      expect(treeOf(node(fields)).elements).toHaveLength(1);
    },
  );

  it('goes 5,000 deep', () => {
    let deep = text('bottom', whole);
    for (let i = 0; i < 5_000; i++) deep = node({ clickable: i % 7 === 0 }, deep);
    const tree = treeOf(deep);
    expect(the(tree, 'bottom').depth).toBe(716);
    expect(tree.nodeCount).toBe(5_002);
  });
});

describe('words', () => {
  it('names a row from what lies in it, without other controls', () => {
    const tree = treeOf(
      row(
        [0, 0, 1080, 200],
        text('Ann', [0, 0, 500, 90]),
        text('online', [0, 90, 500, 190]),
        button('Call', [900, 0, 1080, 200]),
      ),
    );
    expect(tree.elements[1]?.label).toBe('Ann, online');
  });

  it('names a row from its only button when there is nothing else', () => {
    expect(treeOf(row([0, 0, 1080, 200], button('Call', [900, 0, 1080, 200]))).elements[1]?.label).toBe(
      'Call',
    );
  });

  it('calls a field by its description or hint and not by what was typed', () => {
    const field = { type: 'android.widget.EditText', bounds: [0, 0, 500, 100] as Bounds };
    const tree = treeOf(node({ ...field, text: 'ann@example.com', hint: 'Email' }));
    expect(tree.elements[1]).toMatchObject({ label: 'Email', role: 'text_field', editable: true });
    expect(treeOf(node({ ...field, text: 'Email', hint: 'Email' })).elements[1]?.state.text_value).toBe('');
  });

  it('does not take glyphs of an icon font for a label', () => {
    const tree = treeOf(
      row([0, 0, 100, 100], text('\uf47f', [0, 0, 50, 50]), text('\ue001 Home', [0, 50, 50, 99])),
    );
    expect(tree.elements.map((e) => e.label)).toEqual([null, 'Home', null, 'Home']);
    expect(tree.elements[2]?.text).toBe('\uf47f');
  });

  it.each(['😀👩‍👩‍👧', '\u200fمرحبا\u200e', 'a\ufffdb', '<&>"\'', 'x'.repeat(10_000), 'line\nbreak'])(
    'keeps text as it is: %j',
    (words) => {
      expect(treeOf(text(words, whole)).elements[1]?.text).toBe(words);
    },
  );

  it('masks a password for good (PARSE-10)', () => {
    const frame: Bounds = [36, 213, 342, 231];
    const tree = iosTreeOf(
      node({ type: 'TextField', subrole: 'AXSecureTextField', value: '••••••2', bounds: frame }),
      node({ type: 'TextField', value: 'Email', bounds: frame }),
    );
    const [, password, email] = tree.elements;
    expect(password).toMatchObject({ secure: true, text: '•••••••', role: 'text_field' });
    expect(JSON.stringify(password)).not.toContain('•2');
    expect(email).toMatchObject({ secure: false, text: 'Email' });
  });

  it('keeps the prompt of an empty password field readable', () => {
    const field = { type: 'android.widget.EditText', password: true, text: 'Password', hint: 'Password' };
    expect(treeOf(node(field)).elements[1]?.text).toBe('Password');
  });

  it.each([
    ['android', { type: 'android.widget.EditText', text: 'Your password' }],
    ['ios', { type: 'TextField', subrole: 'AXSecureTextField', value: 'Your password' }],
  ])('takes what is no bullets in a password field of %s as its hint', (platform, fields) => {
    const made = node({ ...fields, password: true, bounds: [36, 213, 342, 231] });
    const tree = platform === 'ios' ? iosTreeOf(made) : treeOf(made);
    expect(tree.elements[1]).toMatchObject({
      hint: 'Your password',
      secure: true,
      state: { text_value: '', value: null, raw_value: null },
    });
    expect(findElement(tree, 'your password').best?.index).toBe(1);
    expect(matchElements(tree, { text: 'Your password' })).toHaveLength(1);
  });

  it.each([
    ['Password *', true],
    ['****', false],
    ['***d', false],
    ['*', false],
    ['•••d', false],
  ])('%j in a password field is its hint: %s', (shown, isHint) => {
    const field = node({ type: 'android.widget.EditText', password: true, text: shown });
    expect(treeOf(field).elements[1]?.hint).toBe(isHint ? shown : null);
  });

  it('an empty field has no value, also where its placeholder is given as one', () => {
    const fields = { type: 'TextField', editable: true, text: 'Name', value: 'Name', hint: 'Name' };
    const tree = iosTreeOf(node({ ...fields, bounds: [36, 213, 342, 231] }));
    expect(tree.elements[1]).toMatchObject({
      hint: 'Name',
      state: { text_value: '', value: null, raw_value: null },
    });
  });

  it('does not know a package that is not given (PARSE-12)', () => {
    const { packageName: _, ...bare } = node({ clickable: true, description: 'Settings', enabled: false });
    const tree = buildTree(screen([window({}, bare)], { foreground: null }));
    expect(tree.elements[0]).toMatchObject({ package: null, enabled: false, label: 'Settings' });
    expect(tree.windows[0]?.package).toBeNull();
  });
});

describe('identity and hints', () => {
  it('takes stable ids from what developers gave, never from visible text', () => {
    const tree = treeOf(
      text('Hi', whole),
      text('Hi', whole, { description: 'greeting' }),
      text('Hi', whole, { description: 'greeting', identifier: 'com.example.app:id/hi' }),
    );
    expect(tree.elements.slice(1).map((e) => [e.stable_id, e.test_tag])).toEqual([
      [null, null],
      ['greeting', 'greeting'],
      ['com.example.app:id/hi', 'com.example.app:id/hi'],
    ]);
    expect(iosTreeOf(node({ type: 'Button', description: 'Save' })).elements[1]?.stable_id).toBeNull();
  });
});
