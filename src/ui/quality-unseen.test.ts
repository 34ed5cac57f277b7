/** What a reading could not have shown is told, and proves nothing absent. */
import { describe, expect, test } from 'vitest';
import { node, screen, treeOf, window } from '../../test/fixtures/raw-screens.ts';
import { buildTree } from './build-tree.ts';
import { whyUnproved } from './quality.ts';
import { matchElements } from './selector.ts';

const screenWith = (root: ReturnType<typeof node>) => screen([window({}, root)]);
const title = node({ text: 'Title', bounds: [0, 0, 1_080, 200] });
const below = (type: string, more: Parameters<typeof node>[0] = {}) =>
  treeOf(
    node({
      bounds: [0, 0, 1_080, 2_400],
      children: [title, node({ type, bounds: [0, 200, 1_080, 2_300], ...more })],
    }),
  );

describe('views that show more than they list', () => {
  test.each([
    ['android.webkit.WebView', 'web view'],
    ['android.view.SurfaceView', 'drawn by itself'],
    ['android.view.TextureView', 'drawn by itself'],
    ['io.flutter.embedding.android.FlutterView', 'drawn by itself'],
    ['com.unity3d.player.UnityPlayer', 'drawn by itself'],
    ['Group', 'group without a name'],
    ['Other', 'group without a name'],
    ['TabBar', 'bar does not list'],
  ])('an empty %s below a title', (type, words) => {
    const tree = below(type);
    expect(tree.quality.status).toBe('ok');
    expect(whyUnproved(tree)).toContain(words);
    expect(whyUnproved(tree)).toContain('capture_screenshot');
  });

  /** Layout that says nothing, two levels of it. */
  const layout = (type: string) => {
    const bounds = [0, 200, 1_080, 2_300] as const;
    return [
      node({ type, bounds, children: [node({ type, bounds }), node({ type, bounds: [0, 200, 90, 290] })] }),
    ];
  };

  test.each([
    ['web view', below('android.webkit.WebView', { children: layout('android.view.View') })],
    [
      'web view',
      below('android.webkit.WebView', { text: 'Terms', children: layout('android.webkit.WebView') }),
    ],
    [
      'drawn by itself',
      below('io.flutter.embedding.android.FlutterView', { children: layout('android.view.View') }),
    ],
    ['drawn by itself', below('com.unity3d.player.UnityPlayer', { children: layout('android.view.View') })],
    [
      'drawn by itself',
      below('androidx.compose.ui.platform.ComposeView', { children: layout('android.view.View') }),
    ],
    ['drawn by itself', below('android.view.SurfaceView', { description: 'Map' })],
    ['group without a name', below('Group', { children: layout('Other') })],
  ])('layout without words below it is nothing that it lists: %s', (words, tree) => {
    expect(whyUnproved(tree)).toContain(words);
  });

  test.each([
    [
      'a page of controls without words',
      below('android.webkit.WebView', {
        children: [node({ clickable: true, bounds: [0, 300, 900, 400] })],
      }),
    ],
    [
      'a group around a picture',
      below('Group', { children: [node({ type: 'Image', bounds: [0, 300, 900, 400] })] }),
    ],
    [
      'with content',
      below('android.webkit.WebView', { children: [node({ text: 'Page', bounds: [0, 300, 900, 400] })] }),
    ],
    ['plain layout', below('android.view.View')],
    ['a small surface', below('android.view.SurfaceView', { bounds: [0, 200, 100, 300] })],
    ['not shown', below('android.view.SurfaceView', { displayed: false })],
    ['a group with a name', below('Group', { description: 'Chart' })],
  ])('%s: proved', (_, tree) => expect(whyUnproved(tree)).toBeNull());
});

test('a focused popup that a plain dump does not hold', () => {
  const raw = screenWith(
    node({ bounds: [0, 0, 1_080, 2_400], packageName: 'com.example.app', children: [title] }),
  );
  const focus = {
    appId: 'com.example.app',
    activity: 'com.example.app.Main',
    focusedWindow: 'PopupWindow:3f2a',
  };
  const source = { tier: 'uiautomator-dump', detail: [] };
  expect(whyUnproved(buildTree({ ...raw, foreground: focus, source }))).toContain('PopupWindow:3f2a');
  expect(
    whyUnproved(buildTree({ ...raw, foreground: { ...focus, focusedWindow: null }, source })),
  ).toBeNull();
});

test('only the name of the app and nameless groups: doubtful', () => {
  const bare = node({ type: 'Other', bounds: [0, 0, 402, 874] });
  const raw = screenWith(
    node({
      type: 'Application',
      description: 'Shop',
      bounds: [0, 0, 402, 874],
      children: [{ ...bare, children: [bare, bare] }],
    }),
  );
  expect(buildTree({ ...raw, platform: 'ios' }).quality.status).toBe('suspect');
});

test('the words below a selected parent without words are selected; a control beside them is not', () => {
  const tab = (text: string, selected: boolean) =>
    node({
      selected,
      bounds: [0, 2_200, 300, 2_400],
      children: [
        node({ text, bounds: [0, 2_300, 300, 2_400], selected: false }),
        node({ text: `${text} menu`, bounds: [0, 2_200, 300, 2_300], selected: false, clickable: true }),
      ],
    });
  const tree = treeOf(
    node({ bounds: [0, 0, 1_080, 2_400], children: [tab('Home', true), tab('Search', false)] }),
  );
  const selected = (text: string) => matchElements(tree, { text })[0]?.state.selected;
  expect([selected('Home'), selected('Search'), selected('Home menu')]).toEqual([true, false, false]);
});
