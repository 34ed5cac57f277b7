/** Which nodes are kept, where they lie, what can be seen of them, how far a reading is trusted. */
import { describe, expect, it } from 'vitest';
import {
  button,
  iosTreeOf,
  list,
  node,
  phone,
  row,
  screen,
  text,
  the,
  treeOf,
  whole,
  window,
} from '../../test/fixtures/raw-screens.ts';
import { buildTree } from './build-tree.ts';
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
      node({ type: 'TextField', subrole: 'AXSecureTextField', value: 'hunter2', bounds: frame }),
      node({ type: 'TextField', value: 'Email', bounds: frame }),
    );
    const [, password, email] = tree.elements;
    expect(password).toMatchObject({ secure: true, text: '•••••••', role: 'text_field' });
    expect(JSON.stringify(password)).not.toContain('hunter2');
    expect(email).toMatchObject({ secure: false, text: 'Email' });
  });

  it('keeps the prompt of an empty password field readable', () => {
    const field = { type: 'android.widget.EditText', password: true, text: 'Password', hint: 'Password' };
    expect(treeOf(node(field)).elements[1]?.text).toBe('Password');
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

  it('ranks ways to name an element and says when they are shared', () => {
    const id = 'com.example.app:id/item';
    const tree = treeOf(
      text('One', whole, { identifier: id, description: 'first' }),
      text('Two', whole, { identifier: id }),
    );
    expect(tree.elements[1]?.selector).toEqual([
      { value: 'first', confidence: { score: 0.9, reason: 'content_description' } },
      { value: 'One', confidence: { score: 0.6, reason: 'text_match' } },
      { value: id, confidence: { score: 0.5, reason: 'resource_id (2 on this screen)' } },
      {
        value: 'android.widget.TextView',
        confidence: { score: 0.18, reason: 'class_match (2 on this screen)' },
      },
    ]);
  });
});

describe('place', () => {
  it('sees that a node below the fold is off screen although its bounds are inverted (PARSE-04)', () => {
    const tree = treeOf(
      list(
        [66, 136, 1014, 1664],
        text('A', [66, 1777, 1014, 1664]),
        text('B', [97, 1682, 983, 1664]),
        text('C', [66, 500, 1014, 90]),
      ),
    );
    expect(the(tree, 'A')).toMatchObject({
      visible: false,
      offscreen: 'below',
      bounds: [66, 1664, 1014, 1664],
    });
    expect(the(tree, 'B')).toMatchObject({ visible: false, offscreen: 'below' });
    expect(the(tree, 'C').visible).toBe(false);
  });

  it('has no place for zero bounds (PARSE-05)', () => {
    expect(the(treeOf(text('小游戏', [0, 0, 0, 0])), '小游戏')).toMatchObject({
      visible: false,
      offscreen: null,
    });
  });

  it('clips to the display before it takes the centre (PARSE-07)', () => {
    expect(the(treeOf(text('Card', [-540, 300, 540, 900])), 'Card')).toMatchObject({
      bounds: [0, 300, 540, 900],
      center: [270, 600],
      clipped: true,
      visible: true,
    });
  });

  it('takes the whole display, not what is left beside the bars (SCREEN-01)', () => {
    const raw = screen([window({}, node({}, button('OK', [764, 2153, 976, 2285])))], {
      size: { width: 1080, height: 2340 },
    });
    expect(the(buildTree(raw), 'OK')).toMatchObject({ visible: true, center: [870, 2219] });
  });

  it('believes the platform that something is hidden', () => {
    expect(the(treeOf(text('gone', whole, { displayed: false })), 'gone').visible).toBe(false);
  });

  it('says of a row at the edge of its list that it is cut (TAP-02)', () => {
    const tree = treeOf(
      list(
        [0, 200, 1080, 2000],
        button('one', [0, 200, 1080, 320]),
        button('two', [0, 320, 1080, 440]),
        button('last', [0, 1976, 1080, 2000]),
      ),
    );
    expect([the(tree, 'one'), the(tree, 'two'), the(tree, 'last')].map((e) => e.clipped)).toEqual([
      false,
      false,
      true,
    ]);
    expect(
      the(treeOf(list([0, 200, 1080, 2000], button('alone', [0, 1976, 1080, 2000]))), 'alone').clipped,
    ).toBe(true);
  });

  it('knows the display from the roots when the reader does not', () => {
    const tree = buildTree(screen([window({}, node({}, text('a', [0, 0, 10, 10])))], { size: null }));
    expect(tree.size).toEqual({ ...phone });
  });
});

describe('windows', () => {
  const app = window(
    { layer: 0, title: 'Main', bounds: whole },
    node({}, button('Send', [0, 1600, 1080, 1800]), button('Top', [0, 100, 1080, 200])),
  );

  it('merges them bottom to top and names them', () => {
    const keyboard = window(
      { kind: 'keyboard', layer: 5, bounds: [0, 1500, 1080, 2400] },
      node(
        { packageName: 'com.example.keys', bounds: [0, 1500, 1080, 2400] },
        button('q', [0, 1500, 100, 2400]),
        button('p', [980, 1500, 1080, 2400]),
      ),
    );
    const tree = buildTree(screen([keyboard, app]));
    expect(tree.windows.map((w) => [w.kind, w.layer])).toEqual([
      ['app', 0],
      ['keyboard', 5],
    ]);
    expect(the(tree, 'Send').coveredBy).toBe('keyboard');
    expect(the(tree, 'Top').coveredBy).toBeNull();
  });

  it.each([
    ['dialog', { bounds: [140, 900, 940, 1500] as Bounds }, node({ bounds: [140, 900, 940, 1500] })],
    ['dialog', {}, node({}, text('Title', whole, { identifier: 'android:id/alertTitle' }))],
    ['permission', {}, node({ packageName: 'com.google.android.permissioncontroller' })],
    ['anr', { title: 'Application Not Responding: com.example.app' }, node({ packageName: 'android' })],
    [
      'anr',
      {},
      node({ packageName: 'android' }, button('Wait', whole, { identifier: 'android:id/aerr_wait' })),
    ],
    ['system', {}, node({ packageName: 'com.android.systemui' })],
    [
      'keyboard',
      { bounds: [0, 1500, 1080, 2400] as Bounds },
      node({ packageName: 'com.google.android.inputmethod.latin', bounds: [0, 1500, 1080, 2400] }),
    ],
    ['app', {}, node({})],
    ['app', { bounds: [0, 0, 1080, 1200] as Bounds }, node({ bounds: [0, 0, 1080, 1200] })],
  ] as const)('sees that it is a %s', (kind, fields, root) => {
    expect(buildTree(screen([window({ kind: 'unknown', ...fields }, root)])).windows[0]?.kind).toBe(kind);
  });

  it('does not take an empty bar over the whole display for a cover', () => {
    const bar = window(
      { kind: 'system', layer: 9, bounds: whole },
      node(
        { packageName: 'com.android.systemui' },
        text('12:00', [0, 0, 200, 60], { packageName: 'com.android.systemui' }),
      ),
    );
    expect(buildTree(screen([app, bar])).elements.filter((e) => e.coveredBy !== null)).toEqual([]);
  });

  it('leaves other displays out and says so', () => {
    const tree = buildTree(screen([app, window({ displayId: 7 }, node({}, text('other', whole)))]));
    expect(tree.elements.some((e) => e.text === 'other')).toBe(false);
    expect(tree.nodeCount).toBe(5);
    expect(tree.notes).toEqual(['1 windows on display 7 are left out: input goes to this display.']);
  });

  it('keeps two roots with their packages and does not call the first the one in front (DUMP-19)', () => {
    const bar = window(
      { kind: 'unknown' },
      node({ packageName: 'com.android.systemui', bounds: [0, 0, 1080, 66] }, text('9:41', [0, 0, 90, 66])),
    );
    const tree = buildTree(
      screen([bar, window({ kind: 'unknown' }, node({}, text('Hello', [0, 0, 1080, 500])))]),
    );
    expect(tree.windows.map((w) => [w.kind, w.package])).toEqual([
      ['system', 'com.android.systemui'],
      ['app', 'com.example.app'],
    ]);
    expect(tree.quality.status).toBe('ok');
    expect(tree.elements.filter((e) => e.coveredBy !== null)).toEqual([]);
  });

  it('tells what control is drawn over a centre in the same window', () => {
    const marker = (words: string, at: Bounds) =>
      node({ type: 'android.view.View', description: words, bounds: at });
    const tree = treeOf(
      node(
        {
          type: 'android.view.View',
          description: 'Google Map',
          clickable: true,
          bounds: [0, 236, 1080, 2127],
        },
        marker('first', [100, 500, 200, 600]),
        marker('second', [140, 540, 240, 640]),
        marker('third', [600, 500, 700, 600]),
      ),
    );
    expect([the(tree, 'first'), the(tree, 'second'), the(tree, 'third')].map((e) => e.coveredBy)).toEqual([
      'another element "second"',
      null,
      null,
    ]);
  });
});

describe('quality', () => {
  const judged = (...parameters: Parameters<typeof screen>) => buildTree(screen(...parameters)).quality;

  it('doubts a reading without nodes', () => {
    expect(judged([])).toMatchObject({ status: 'suspect', reasons: ['no nodes: the reading is empty'] });
    expect(judged([window({})]).status).toBe('suspect');
  });

  it('doubts a root alone, and a root of size zero', () => {
    expect(judged([window({}, node())]).reasons[0]).toMatch(/^root only/);
    const zero = judged([window({}, node({ type: 'Application', bounds: [0, 0, 0, 0] }))], {
      platform: 'ios',
    });
    expect(zero.reasons).toContainEqual(expect.stringMatching(/^zero-size root/));
  });

  it('doubts a single view that covers the screen (DUMP-07)', () => {
    const deep = node({}, node({}, node({}, node({ type: 'android.view.View' }))));
    expect(judged([window({}, deep)]).reasons[0]).toMatch(/^sparse/);
  });

  it('doubts much source that yields next to nothing', () => {
    const many = Array.from({ length: 100 }, () => node());
    expect(judged([window({}, node({}, ...many, text('only', whole)))]).reasons[0]).toMatch(
      /^sparse: 102 nodes/,
    );
  });

  it('doubts bars alone while an app is in front (DUMP-06), but not an open shade', () => {
    const bar = window(
      { kind: 'unknown' },
      node(
        { packageName: 'com.android.systemui' },
        text('9:41', [0, 0, 90, 66], { packageName: 'com.android.systemui' }),
      ),
    );
    const foreground = { appId: 'com.example.app', activity: null, focusedWindow: null };
    expect(judged([bar], { foreground }).reasons[0]).toMatch(/^only nodes of com.android.systemui/);
    expect(judged([bar], { foreground: { ...foreground, focusedWindow: 'NotificationShade' } }).status).toBe(
      'ok',
    );
    expect(judged([bar], { foreground: null }).status).toBe('ok');
  });

  it('doubts a foreign package in front, but not a prompt', () => {
    const other = (packageName: string) => [
      window({ kind: 'unknown' }, node({ packageName }, button('OK', whole, { packageName }))),
    ];
    expect(judged(other('com.other')).reasons[0]).toMatch(
      /^foreign package in front: the tree shows com.other/,
    );
    expect(judged(other('com.google.android.permissioncontroller')).status).toBe('ok');
  });

  it('passes the doubts of the reader on', () => {
    expect(judged([window({}, node({}, text('a', whole)))], { doubts: ['truncated at 5000 nodes'] })).toEqual(
      {
        status: 'suspect',
        reasons: ['truncated at 5000 nodes'],
      },
    );
  });

  it('tells how a Compose screen shows its test tags', () => {
    const compose = (identifier?: string) =>
      treeOf(
        node(
          { type: 'androidx.compose.ui.platform.ComposeView' },
          text('Hi', whole, identifier ? { identifier } : {}),
        ),
      ).notes;
    expect(compose()).toEqual([expect.stringContaining('testTagsAsResourceId')]);
    expect(compose('greeting')).toEqual([]);
  });
});
