/** What is a sign of loading and what only looks like one. */
import { describe, expect, it } from 'vitest';
import { button, iosTreeOf, node, screen, text, treeOf, window } from '../../test/fixtures/raw-screens.ts';
import { buildTree } from './build-tree.ts';
import { loadingState, mayBeAtRest } from './loading.ts';
import type { RawNode } from './raw-screen.ts';
import type { Bounds } from './ui-tree.ts';

const at: Bounds = [100, 100, 300, 300];
const bar = (fields: Partial<RawNode> = {}) =>
  node({ type: 'android.widget.ProgressBar', bounds: at, ...fields });

describe('mayBeAtRest', () => {
  const wide = [0, 0, 900, 30] as const;
  it.each<[string, RawNode[], boolean]>([
    ['a wide bar', [bar({ bounds: wide })], true],
    ['a round one', [bar({ bounds: [0, 0, 90, 90] })], false],
    ['one whose class says that it turns', [bar({ type: 'a.LoadingIndicator', bounds: wide })], false],
    ['a wide bar under words that say so', [bar({ bounds: wide }), text('Loading...', at)], false],
    ['nothing that loads', [text('Done', at)], false],
  ])('%s', (_what, children, expected) => {
    expect(mayBeAtRest(treeOf(...children))).toBe(expected);
  });
});

describe('loadingState', () => {
  it.each<[string, RawNode, string]>([
    ['a spinner', bar(), 'ProgressBar'],
    [
      'a spinner with an id',
      bar({ identifier: 'com.example.app:id/busy' }),
      'ProgressBar #com.example.app:id/busy',
    ],
    [
      'a Material indicator',
      bar({ type: 'com.google.android.material.progressindicator.CircularProgressIndicator' }),
      'CircularProgressIndicator',
    ],
  ])('is native for %s', (_what, child, signal) => {
    expect(loadingState(treeOf(child))).toEqual({ active: true, signal, source: 'native' });
  });

  it.each([
    'Loading',
    'loading…',
    'Loading...',
    'Please wait',
    'Please wait…',
    'Loading messages…',
    ' LOADING ',
    'Signing in...',
  ])('is heuristic for the words %j', (words) => {
    expect(loadingState(treeOf(text(words, at)))).toMatchObject({
      active: true,
      signal: words.trim(),
      source: 'heuristic',
    });
    expect(loadingState(treeOf(node({ description: words, bounds: at })))?.source).toBe('heuristic');
  });

  it.each<[string, RawNode]>([
    ['a seek bar', bar({ type: 'android.widget.SeekBar' })],
    ['a rating bar', bar({ type: 'android.widget.RatingBar' })],
    ['a drop-down', bar({ type: 'android.widget.Spinner' })],
    ['a determinate bar', bar({ value: 30, valueRange: { min: 0, max: 100 } })],
    ['a bar that says its percentage', bar({ stateDescription: '30 percent' })],
    ['a bar with a number for a text', bar({ text: '30.0' })],
    ['a hidden spinner', bar({ displayed: false })],
    ['a spinner without size', bar({ bounds: [0, 0, 0, 0] })],
    ['a place for loading', text('Loading dock', at)],
    ['a story about it', text('Loading the truck took us all day. Please wait for us', at)],
    ['a field that holds the word', node({ type: 'android.widget.EditText', text: 'Loading', bounds: at })],
  ])('is null for %s', (_what, child) => {
    expect(loadingState(treeOf(child))).toBeNull();
  });

  it('does not look into the bars of the system', () => {
    const app = window({ layer: 0 }, node({}, button('a', at)));
    const shade = window({ kind: 'system', layer: 1 }, node({}, bar()));
    expect(loadingState(buildTree(screen([app, shade])))).toBeNull();
  });

  it('knows whether an indicator of iOS turns', () => {
    const spinning = (fields: Partial<RawNode>) =>
      loadingState(iosTreeOf(node({ type: 'ActivityIndicator', bounds: at, ...fields })));
    expect(spinning({ description: 'In progress', value: '1' })?.source).toBe('native');
    expect(spinning({ description: 'Progress halted', value: '0' })).toBeNull();
  });

  it.each([
    ['In progress', '1', 'heuristic'],
    ['Signing in', '1', 'heuristic'],
    ['Signing in', '0', undefined],
    ['Seats left', '1', undefined],
    ['Progress', '40%', undefined],
  ])('of iOS, told as a generic element: "%s" = %s', (description, value, source) => {
    const told = node({ type: 'GenericElement', bounds: at, description, value });
    expect(loadingState(iosTreeOf(told))?.source).toBe(source);
    expect(loadingState(iosTreeOf({ ...told, clickable: true }))).toBeNull();
  });
});

it.each([
  [
    'a heading',
    node({
      type: 'android.widget.TextView',
      text: 'Loading',
      bounds: [0, 0, 200, 60],
      identifier: 'com.example.app:id/toolbar_title',
    }),
  ],
  ['the topmost words of the window', text('Loading', [0, 0, 200, 60])],
])('"Loading" as the title of a screen is its name: %s', (_, title) => {
  expect(loadingState(treeOf(title, text('Truck 4', [0, 300, 200, 360])))).toBeNull();
});

it('"Loading" in the middle of a screen, or with dots, is a state', () => {
  const name = text('Shop', [0, 0, 200, 60]);
  expect(loadingState(treeOf(name, text('Loading', [0, 300, 200, 360])))).toMatchObject({
    source: 'heuristic',
  });
  expect(loadingState(treeOf(text('Loading…', [0, 0, 200, 60]), name))).toMatchObject({
    source: 'heuristic',
  });
});
