/** The XML parser before what is well-formed: every dialect, and every text that must come through. */

import fc from '@mobile-debug/core/testing/property.ts';
import { describe, expect, it } from 'vitest';
import type { RawNode } from '../../../ui/raw-screen.ts';
import { bareDump, hierarchy, nodeXml, windowsDump } from '../fixtures/dumps.ts';
import { parseUiXml, type UiXml } from './ui-xml.ts';

const rootOf = (screen: UiXml): RawNode => {
  const root = screen.windows[0]?.roots[0];
  if (!root) throw new Error('no root');
  return root;
};

describe('dialects', () => {
  it('reads the framework dump', () => {
    const screen = parseUiXml(bareDump);
    expect(screen.rotation).toBe(90);
    expect(screen.nodeCount).toBe(4);
    expect(screen.windows).toHaveLength(1);
    expect(screen.windows[0]).toMatchObject({ kind: 'unknown', displayId: 0 });
    const [title, button] = rootOf(screen).children;
    expect(title).toEqual({
      type: 'android.widget.TextView',
      text: 'Tea & biscuits <fresh>',
      identifier: 'org.demo.kettle:id/title',
      packageName: 'org.demo.kettle',
      bounds: [24, 80, 900, 160],
      checkable: false,
      checked: false,
      clickable: false,
      enabled: true,
      focusable: false,
      focused: false,
      scrollable: false,
      longClickable: false,
      password: false,
      selected: false,
      children: [],
    });
    expect(button).toMatchObject({ description: 'Add "one"', clickable: true, hint: 'Double tap' });
    expect(button?.children).toHaveLength(1);
  });

  it('reads --windows over several displays, with the rotation of the active window', () => {
    const screen = parseUiXml(windowsDump);
    expect(screen.rotation).toBe(270);
    expect(
      screen.windows.map(({ kind, layer, active, focused, displayId, title, bounds }) => ({
        kind,
        layer,
        active,
        focused,
        displayId,
        title,
        bounds,
      })),
    ).toEqual([
      {
        kind: 'system',
        layer: 3,
        active: false,
        focused: false,
        displayId: 0,
        title: 'Bar',
        bounds: [0, 0, 900, 60],
      },
      {
        kind: 'keyboard',
        layer: 2,
        active: false,
        focused: false,
        displayId: 0,
        title: undefined,
        bounds: [0, 1200, 900, 1800],
      },
      {
        kind: 'unknown',
        layer: 0,
        active: true,
        focused: true,
        displayId: 0,
        title: 'Kettle',
        bounds: [0, 0, 900, 1800],
      },
      {
        kind: 'unknown',
        layer: 1,
        active: false,
        focused: false,
        displayId: 0,
        title: undefined,
        bounds: [100, 500, 800, 900],
      },
      {
        kind: 'unknown',
        layer: 0,
        active: false,
        focused: false,
        displayId: 7,
        title: undefined,
        bounds: [0, 0, 400, 400],
      },
    ]);
    expect(screen.nodeCount).toBe(5);
  });

  it('keeps every top-level node as a window with its own package (DUMP-19)', () => {
    const screen = parseUiXml(
      hierarchy(
        '<node class="a.Bar" package="com.android.systemui" bounds="[0,0][9,1]" display-id="0"/>' +
          '<node class="a.App" package="org.demo.kettle" bounds="[0,1][9,9]" display-id="2" visible-to-user="false"/>',
      ),
    );
    expect(screen.windows.map((window) => [window.displayId, window.roots[0]?.packageName])).toEqual([
      [0, 'com.android.systemui'],
      [2, 'org.demo.kettle'],
    ]);
    expect(screen.windows[1]?.roots[0]?.displayed).toBe(false);
  });

  it('reads element names as classes, with what only that dialect tells', () => {
    const screen = parseUiXml(
      '<hierarchy index="0" class="hierarchy" rotation="3" width="900" height="1700">\r\r\n' +
        '<android.widget.EditText index="0" text="Your name" showing-hint="true" displayed="true" heading="false"' +
        ' error="Required" pane-title="Form" bounds="[0,0][9,9]"/>' +
        '<com.demo.Outer$Inner class="com.demo.Shown" bounds="[0,0][1,1]"/></hierarchy>',
    );
    expect(screen.rotation).toBe(270);
    const root = rootOf(screen);
    expect(root).toMatchObject({
      type: 'android.widget.EditText',
      hint: 'Your name',
      displayed: true,
      error: 'Required',
      paneTitle: 'Form',
    });
    expect(root.text).toBeUndefined();
    expect(screen.windows[1]?.roots[0]?.type).toBe('com.demo.Shown');
  });

  it('reads attributes over several lines and leaves an absent package absent (PARSE-12)', () => {
    const screen = parseUiXml(
      hierarchy('<node index="0" text = \'Hi\'\n     class="a.B"\n\t bounds= "[-3,4][5,6]"\n />'),
    );
    expect(rootOf(screen)).toEqual({ type: 'a.B', text: 'Hi', bounds: [-3, 4, 5, 6], children: [] });
  });

  it('keeps inverted and empty bounds for the model to judge (PARSE-04, PARSE-05)', () => {
    const screen = parseUiXml(
      hierarchy('<node bounds="[66,1777][1014,1664]"><node bounds="[0,0][0,0]"/><node/></node>'),
    );
    expect(rootOf(screen).bounds).toEqual([66, 1777, 1014, 1664]);
    expect(rootOf(screen).children.map((child) => child.bounds)).toEqual([
      [0, 0, 0, 0],
      [0, 0, 0, 0],
    ]);
  });

  it('reads an empty hierarchy as no window', () => {
    expect(parseUiXml('<hierarchy rotation="1" />')).toEqual({
      windows: [],
      rotation: 90,
      nodeCount: 0,
      windowIds: [],
      notes: [],
    });
  });
});

describe('text', () => {
  const textOf = (attribute: string): string | undefined =>
    rootOf(parseUiXml(hierarchy(`<node text="${attribute}"/>`))).text;

  it.each([
    ['a&#10;b&#x9;c', 'a\nb\tc'],
    ['&lt;&gt;&quot;&apos;&amp;amp;', '<>"\'&amp;'],
    ['&#55357;&#56832;!', '\u{1f600}!'],
    ['&#128512;', '\u{1f600}'],
    ['&#55357;x', '\ufffdx'],
    ['a\0b\x07&#0;&#xFFFFFFFF;', 'a\ufffdb\ufffd\ufffd\ufffd'],
    ['>\u202e\u0627 \u{1f468}\u200d\u{1f469} \ue001', '>\u202e\u0627 \u{1f468}\u200d\u{1f469} \ue001'],
    ['ÚîÊ├ù', 'ÚîÊ├ù'],
    ['..', '..'],
    ['x'.repeat(10_000), 'x'.repeat(10_000)],
    ['line\nbreak', 'line\nbreak'],
  ])('keeps %j', (attribute, text) => {
    expect(textOf(attribute)).toBe(text);
  });

  it('reads UTF-16 with and without a byte order mark', () => {
    const little = Buffer.from(bareDump, 'utf16le');
    const expected = parseUiXml(bareDump);
    expect(parseUiXml(little)).toEqual(expected);
    expect(parseUiXml(Buffer.concat([Buffer.from([0xff, 0xfe]), little]))).toEqual(expected);
    expect(parseUiXml(Buffer.concat([Buffer.from([0xfe, 0xff]), little.swap16()]))).toEqual(expected);
    expect(parseUiXml(Buffer.from(`\ufeff${bareDump}`))).toEqual(expected);
  });

  it('gives back every text that was escaped into it', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must be replaced
        const legal = text.replace(/[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff\ud800-\udfff]/gu, '\ufffd');
        expect(rootOf(parseUiXml(hierarchy(nodeXml({ text })))).text ?? '').toBe(legal);
      }),
    );
  });
});
