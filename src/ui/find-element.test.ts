/** The order of scores, ties, and what is told of rivals. */
import { describe, expect, it } from 'vitest';
import { button, node, row, screen, text, treeOf, window } from '../../test/fixtures/raw-screens.ts';
import { buildTree } from './build-tree.ts';
import { findElement } from './find-element.ts';
import type { Bounds } from './ui-tree.ts';

const at: Bounds = [0, 0, 500, 100];
const id = (name: string) => ({ identifier: `com.example.app:id/${name}` });

describe('findElement', () => {
  it('ranks from exact text down to words of an id', () => {
    const tree = treeOf(
      node({ ...id('btn_sign_in'), clickable: true, bounds: [0, 0, 10, 10] }),
      text('resigninging signinx', [0, 10, 10, 20]),
      text('please sign in here', [0, 20, 10, 30]),
      text('sign input', [0, 30, 10, 40]),
      text('design inspiration', [0, 35, 10, 40]),
      node({ description: 'Sign in', bounds: [0, 40, 10, 50] }),
      button('Sign In', [0, 50, 10, 60]),
    );
    const { best, score, reason, alternates } = findElement(tree, 'sign in');
    expect([best?.text, score, reason]).toEqual(['Sign In', 1, 'exact text']);
    expect(alternates.map((found) => found.reason)).toEqual([
      'exact description',
      'whole word of the text',
      'start of the text',
      'part of the text',
      'words of the id',
    ]);
    const scores = alternates.map((found) => found.score);
    expect(scores).toEqual([...scores].sort((a, b) => b - a));
  });

  it('prefers the same case, among what can be seen', () => {
    const tree = treeOf(
      button('SAVE', [0, 0, 0, 0]),
      button('Save', [0, 100, 100, 200]),
      node({ text: 'SAVE', enabled: false, bounds: [0, 200, 100, 300] }),
    );
    expect(findElement(tree, 'SAVE').best?.index).toBe(3);
    expect(findElement(tree, 'Save')).toMatchObject({ best: { index: 2 }, reason: 'exact text' });
    expect(findElement(tree, 'save').best?.index).toBe(2);
  });

  it.each([
    ['I \u2764 it', 'I \u2764\ufe0f it'],
    ['ab', 'a\u180eb'],
    ['tagx', 'tag\u{e0061}x'],
  ])('reads past marks that nobody sees, as selectors do: %j', (query, shown) => {
    expect(findElement(treeOf(text(shown, at)), query, { exact: true }).best?.text).toBe(shown);
    expect(findElement(treeOf(text(`${shown} now`, at)), query).best).not.toBeNull();
  });

  it.each([
    ['sign in button', 2],
    ['Sign in Button', 2],
    ['the button sign in', 2],
    ['email field', 3],
    ['alerts switch', 4],
    ['sign in', 1],
  ])('%j names a control by its kind', (query, index) => {
    const tree = treeOf(
      text('Sign in', [0, 0, 500, 100]),
      button('Sign in', [0, 100, 500, 200]),
      node({ type: 'android.widget.EditText', hint: 'Email', bounds: [0, 200, 500, 300] }),
      node({ type: 'android.widget.Switch', text: 'Alerts', checkable: true, bounds: [0, 300, 500, 400] }),
    );
    const { best, reason } = findElement(tree, query);
    if (query === 'sign in') expect(best?.label).toBe('Sign in');
    else expect([best?.index, reason]).toEqual([index, expect.stringMatching(/, as /)]);
  });

  it('prefers what is called so as a whole, and finds nothing of another kind', () => {
    const tree = treeOf(
      text('Button', [0, 0, 500, 100]),
      button('Save', [0, 100, 500, 200]),
      button('Save button', [0, 200, 500, 300]),
    );
    expect(findElement(tree, 'save button').best?.text).toBe('Save button');
    expect(findElement(tree, 'save slider').best).toBeNull();
    expect(findElement(tree, 'button').best?.text).toBe('Button');
  });

  it('takes an id for exact, with or without its package', () => {
    const tree = treeOf(node({ ...id('login'), clickable: true, bounds: at }));
    expect(findElement(tree, 'login')).toMatchObject({ score: 0.95, reason: 'exact id' });
    expect(findElement(tree, 'com.example.app:id/login', { exact: true }).score).toBe(0.95);
  });

  it('answers a row once and prefers what can be seen and is enabled', () => {
    const tree = treeOf(
      button('Next', at, { displayed: false }),
      button('Next', at, { enabled: false }),
      row([0, 100, 500, 200], text('Next', [0, 100, 200, 200])),
    );
    const found = findElement(tree, 'next');
    expect(found.best?.parentId).toBe(3);
    expect(found.alternates.map((a) => a.element.index)).toEqual([2, 1]);
    expect(found.confidence).toBe(1);
  });

  it('offers nothing of the status bar as an alternative, and finds it for whoever asks for it', () => {
    const bar = window(
      { kind: 'system', layer: 2, bounds: [0, 0, 1080, 63] },
      node({ packageName: 'com.android.systemui' }, text('Signal full', [0, 0, 100, 60]), text('Pay', at)),
    );
    const app = window(
      { kind: 'app', layer: 1, bounds: [0, 63, 1080, 2_000] },
      node({}, button('Pay', [0, 100, 500, 200]), button('Pay later', [0, 200, 500, 300])),
    );
    const tree = buildTree(screen([bar, app]));
    const found = findElement(tree, 'pay');
    expect(found).toMatchObject({ best: { role: 'button', text: 'Pay' }, confidence: 1 });
    expect(found.alternates.map(({ element }) => element.text)).toEqual(['Pay later']);
    expect(findElement(tree, 'signal').best?.text).toBe('Signal full');
  });

  it('trusts less when others fit as well', () => {
    const tree = treeOf(button('Add', [0, 0, 9, 9]), button('Add', [0, 10, 9, 19]));
    expect(findElement(tree, 'add')).toMatchObject({
      score: 1,
      confidence: 0.5,
      reason: 'exact text; 1 more match as well',
    });
  });

  it('finds another spelling, but nothing partial when exact is asked', () => {
    const tree = treeOf(button('Don’t allow', at));
    expect(findElement(tree, "Don't allow", { exact: true }).score).toBe(0.9);
    expect(findElement(tree, 'allow', { exact: true })).toMatchObject({
      best: null,
      score: 0,
      confidence: 0,
      alternates: [],
    });
    expect(findElement(tree, '  ').best).toBeNull();
    // Nothing is left of this query once unseen characters are taken out.
    expect(findElement(tree, '\u202e').best).toBeNull();
  });

  it('never looks into a password', () => {
    const tree = treeOf(
      node({ type: 'android.widget.EditText', password: true, text: '•••••t', bounds: at }),
    );
    expect(findElement(tree, '•••••t').best).toBeNull();
  });
});
