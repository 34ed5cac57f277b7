/** For tests only: pairs of screens of one device, of either platform, with whatever elements can be and change. */
import fc from '@mobile-debug/core/testing/property.ts';
import { button, node, phone, screen, window } from '../../../test/fixtures/raw-screens.ts';
import { buildTree } from '../build-tree.ts';
import type { RawNode } from '../raw-screen.ts';
import type { Bounds, UiTree } from '../ui-tree.ts';

interface Kind {
  readonly android: Partial<RawNode>;
  readonly ios: Partial<RawNode>;
}

const kinds: readonly Kind[] = [
  { android: { type: 'android.widget.Button', clickable: true }, ios: { type: 'Button', clickable: true } },
  { android: { type: 'android.widget.TextView' }, ios: { type: 'StaticText' } },
  {
    android: {
      type: 'android.widget.EditText',
      editable: true,
      clickable: true,
      focusable: true,
      hint: 'Name',
    },
    ios: { type: 'TextField', editable: true, clickable: true },
  },
  {
    android: { type: 'android.widget.Switch', checkable: true, clickable: true },
    ios: { type: 'Switch', clickable: true },
  },
  {
    android: { type: 'android.widget.CheckBox', checkable: true, clickable: true },
    ios: { type: 'CheckBox' },
  },
  {
    android: { type: 'android.widget.SeekBar', valueRange: { min: 0, max: 10 } },
    ios: { type: 'Slider', valueRange: { min: 0, max: 10 } },
  },
  { android: { type: 'android.view.ViewGroup' }, ios: { type: 'Group' } },
];

interface Drawn {
  readonly kind: number;
  readonly words: string;
  readonly id: string | undefined;
  readonly top: number;
  readonly enabled: boolean;
  readonly checked: boolean | undefined;
  readonly focused: boolean;
  readonly selected: boolean;
  readonly expanded: boolean | undefined;
  readonly value: number | undefined;
}

function drawn(words: readonly string[], ids: readonly string[]): fc.Arbitrary<Drawn> {
  const option = <T>(of: fc.Arbitrary<T>) => fc.option(of, { nil: undefined });
  return fc.record({
    kind: fc.nat(kinds.length - 1),
    words: fc.constantFrom(...words),
    id: option(fc.constantFrom(...ids)),
    top: fc.nat(9),
    enabled: fc.boolean(),
    checked: option(fc.boolean()),
    focused: fc.boolean(),
    selected: fc.boolean(),
    expanded: option(fc.boolean()),
    value: option(fc.nat(10)),
  });
}

type Platform = 'android' | 'ios';

function rawOf(platform: Platform, element: Drawn): RawNode {
  const { kind, words, id, top, enabled, checked, focused, selected, expanded, value } = element;
  const [width, height] = platform === 'ios' ? [380, 80] : [1_000, 100];
  const bounds: Bounds = [0, top * height, width, (top + 1) * height];
  return node({
    ...kinds[kind]?.[platform],
    bounds,
    enabled,
    focused,
    selected,
    ...(words === '' ? {} : platform === 'ios' ? { description: words } : { text: words }),
    ...(id === undefined ? {} : { identifier: platform === 'ios' ? id : `com.example.app:id/${id}` }),
    ...(checked === undefined ? {} : { checkable: true, checked }),
    ...(expanded === undefined ? {} : { expanded }),
    ...(value === undefined ? {} : { value }),
  });
}

type Fate = 'same' | 'changed' | 'gone' | 'new' | 'moved';

/** Before and after, of the same platform: most elements stay, some change, move, come and go. */
export function screenPairs({
  words,
  ids,
  maxLength,
}: {
  readonly words: readonly string[];
  readonly ids: readonly string[];
  readonly maxLength: number;
}): fc.Arbitrary<readonly [UiTree, UiTree]> {
  const element = drawn(words, ids);
  const fate = fc.constantFrom<Fate>('same', 'same', 'changed', 'changed', 'gone', 'new', 'moved');
  const lives = fc.array(fc.record({ was: element, now: element, fate }), { maxLength });
  const keys = fc.tuple(fc.nat(2), fc.nat(2));
  return fc.tuple(fc.constantFrom<Platform>('android', 'ios'), lives, keys).map(([platform, all, [a, b]]) => {
    const made = (drawnOnes: readonly Drawn[], keyCount: number): UiTree =>
      treeOn(platform, drawnOnes, keyCount);
    const before = all.flatMap(({ was, fate }) => (fate === 'new' ? [] : [was]));
    const stays = all.flatMap(({ was, now, fate }) =>
      fate === 'gone' || fate === 'moved'
        ? []
        : [
            fate === 'changed'
              ? { ...now, kind: was.kind, id: was.id, top: was.top }
              : fate === 'new'
                ? now
                : was,
          ],
    );
    const moved = all.flatMap(({ was, fate }) => (fate === 'moved' ? [was] : []));
    return [made(before, a), made([...stays, ...moved], b)] as const;
  });
}

/** An app, and over it a keyboard of so many keys; none of it with 0. */
function treeOn(platform: Platform, elements: readonly Drawn[], keyCount: number): UiTree {
  const ios = platform === 'ios';
  const size = ios ? { width: 393, height: 852 } : phone;
  const pane = node(
    { identifier: 'com.example.app:id/pane', ...(ios ? { type: 'Group' } : {}) },
    ...elements.map((element) => rawOf(platform, element)),
  );
  const root = node({ type: ios ? 'Application' : '', bounds: [0, 0, size.width, size.height] }, pane);
  const low: Bounds = [0, size.height - 200, size.width, size.height];
  const keys = Array.from({ length: keyCount }, (_, at) => button(`key ${at}`, low));
  const board = window({ kind: 'keyboard', layer: 1, bounds: low }, node({ bounds: low }, ...keys));
  const windows = [window({ layer: 0 }, root), ...(keyCount > 0 ? [board] : [])];
  return buildTree(screen(windows, { platform, size }));
}
