/** The view hierarchy of `dumpsys activity top`, and texts that only look like one. */

import fc from '@mobile-debug/core/testing/property.ts';
import { describe, expect, it } from 'vitest';
import { parseActivityTop } from './activity-top.ts';
import { readDumpOutput, readFrame } from './screen-command.ts';

const hierarchy = [
  'TASK org.demo.kettle id=12 userId=0',
  '  ACTIVITY org.demo.kettle/.MainActivity 4d5e6f pid=311',
  '    Local Activity 99 State:',
  '      mResumed=true',
  '    View Hierarchy:',
  '      DecorView@1[MainActivity]',
  '        android.widget.LinearLayout{5b8a V.E...... ........ 0,0-900,1800}',
  '          android.view.ViewStub{6c G.E...... ........ 0,0-0,0 #10201c4 android:id/stub}',
  '          android.widget.ScrollView{7d VFED.V... ......ID 0,100-900,1800 #1020002 android:id/content aid=3}',
  '            org.demo.kettle.Gauge$Needle{8e VFED..CL. .FS..... 24,-20-300,280 #7f0a0012 app:id/needle}',
  '            android.widget.FrameLayout{9f I.ED..... ........ 0,0-10,10}',
  '              android.widget.TextView{a0 V.ED..... ........ 0,0-5,5}',
  '          android.view.View{a1 V.E...... ........ 0,1800-900,1800}',
  '    Looper (main, tid 2) {1}',
  '  ACTIVITY org.demo.other/.Main 9999 pid=400',
  '    View Hierarchy:',
  '      android.view.View{aa V.E...... ........ 0,0-1,1}',
];

describe('dumpsys activity top', () => {
  it.each(['\n', '\r\n'])('gives the visible views with absolute places (line break %j)', (lineBreak) => {
    const [root, ...more] = parseActivityTop(hierarchy.join(lineBreak), 'org.demo.kettle');
    expect(more).toEqual([]);
    expect(root).toMatchObject({ type: 'android.widget.LinearLayout', bounds: [0, 0, 900, 1800] });
    expect(root?.children.map(({ type }) => type)).toEqual([
      'android.widget.ScrollView',
      'android.view.View',
    ]);
    expect(root?.children[0]?.children).toEqual([
      {
        type: 'org.demo.kettle.Gauge$Needle',
        packageName: 'org.demo.kettle',
        identifier: 'org.demo.kettle:id/needle',
        bounds: [24, 80, 300, 380],
        focusable: true,
        enabled: true,
        clickable: true,
        longClickable: true,
        focused: true,
        selected: true,
        children: [],
      },
    ]);
  });

  it('takes the upper activity when the app in front is not among them', () => {
    expect(parseActivityTop(hierarchy.join('\n'), null)[0]?.packageName).toBe('org.demo.other');
    expect(parseActivityTop('ACTIVITY MANAGER\nnothing\n', 'a.b')).toEqual([]);
  });

  it('reads 5,000 levels', () => {
    const deep = Array.from(
      { length: 5_000 },
      (_, depth) => `${' '.repeat(depth)}a.B{1 V.E...... ........ 0,0-9,9}`,
    );
    let node = parseActivityTop(['ACTIVITY a.b/.C 1 pid=2', 'View Hierarchy:', ...deep].join('\n'), null)[0];
    let levels = 0;
    for (; node; node = node.children[0]) levels += 1;
    expect(levels).toBe(5_000);
  });
});

describe('any text', () => {
  it('is taken apart without a failure', () => {
    const piece = fc.oneof(fc.constantFrom(...hierarchy), fc.string({ unit: 'binary' }), fc.string());
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), fc.nat(200), (pieces, cut) => {
        const text = pieces.join('\n').slice(cut);
        parseActivityTop(text, 'org.demo.kettle');
        readFrame(text);
        expect(['xml', 'failure']).toContain(readDumpOutput(Buffer.from(text)).kind);
      }),
      { numRuns: 3_000 },
    );
  });
});
