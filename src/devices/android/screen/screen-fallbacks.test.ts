/** The screen facet where a dump fails: the right way out of each failure, and the reason when there is none. */

import { Fault } from '@mobile-debug/core/fault.ts';
import { Operation } from '@mobile-debug/core/operation.ts';
import { ManualClock } from '@mobile-debug/core/testing/manual-clock.ts';
import { describe, expect, it } from 'vitest';
import { bareDump, uprightDump } from '../fixtures/dumps.ts';
import { type Asked, frameText, markerIn, type Reply } from '../fixtures/scripted-adb.ts';
import { faultOf, onClock, phone, read } from '../testing/scripted-dumps.ts';

const idle = 'ERROR: could not get idle state.\n';
const nullRoot = 'ERROR: null root node returned by UiTestAutomationBridge.\n';
const taken =
  'java.lang.IllegalStateException: UiAutomationService x@1already registered!\n\tat a.b.C(D.java:1)\nKilled \n';

describe('retries', () => {
  it('asks for the compressed tree after an idle error, for this call only (PARSE-02)', async () => {
    const { adb, screen } = phone([idle, uprightDump, uprightDump]);
    const [first, second] = await onClock(60_000, async (op) => [
      await screen.read(op),
      await screen.read(op),
    ]);
    expect(first?.source.detail).toEqual(['compressed', 'not idle']);
    expect(second?.source.detail).toEqual([]);
    expect(adb.asked.map(({ line }) => line.includes('--compressed'))).toEqual([false, true, false]);
  });

  it('waits out a null root three times', async () => {
    const { adb, tree } = read([nullRoot, '<hierarchy rotation="0" />', nullRoot, uprightDump]);
    expect((await tree).source.detail).toEqual(Array(3).fill('retried: null root'));
    expect(adb.asked).toHaveLength(4);
  });

  it('then says whether the device sleeps', async () => {
    const { tree, adb } = read([nullRoot], () => 'mWakefulness=Asleep\n');
    const fault = await faultOf(tree);
    expect(fault.code).toBe('OBSERVATION_FAILED');
    expect(fault.message).toContain('The device is asleep.');
    expect(fault.details).toMatchObject({ reason: 'asleep' });
    expect(adb.asked.filter(({ line }) => line.includes('uiautomator'))).toHaveLength(4);
  });

  it('treats the sentence of a root that never came like a null root (DUMP-13)', async () => {
    const { tree } = read([
      'Timed out after 10000 milliseconds waiting for root AccessibilityNodeInfo',
      uprightDump,
    ]);
    expect((await tree).nodeCount).toBe(4);
  });

  it('tries once more when UiAutomation was taken, then names the holder and kills nothing', async () => {
    const { tree, adb } = read([taken], () => '  812 am instrument -w io.other.test/androidx.Runner\n');
    const fault = await faultOf(tree);
    expect(fault.details).toMatchObject({ reason: 'busy' });
    expect(fault.message).toContain('812 am instrument -w io.other.test');
    expect(adb.asked.map(({ line }) => line).join('\n')).not.toMatch(/\b(?:kill|force-stop|pkill)\b/);
    expect(adb.asked).toHaveLength(3);
    await expect(read([taken, uprightDump]).tree).resolves.toMatchObject({ nodeCount: 4 });
  });

  it('reads malformed XML once more, then names the offset (PARSE-03)', async () => {
    const broken = bareDump.replace('text=""', 'text="",');
    expect((await read([broken, uprightDump]).tree).source.detail).toEqual(['read again: malformed XML']);
    const { tree, adb } = read([broken]);
    const fault = await faultOf(tree);
    expect(fault.message).toMatch(/offset \d+/);
    expect(adb.asked).toHaveLength(2);
  });

  it('treats a truncated dump the same', async () => {
    expect((await faultOf(read([uprightDump.slice(0, 700)]).tree)).details).toMatchObject({
      reason: 'malformed_xml',
    });
  });
});

describe('without a terminal', () => {
  it('goes over a file of its own, removes it, and remembers', async () => {
    const { adb, screen } = phone(['UI hierchary dumped to: /dev/tty\n', uprightDump]);
    const trees = await onClock(60_000, async (op) => [await screen.read(op), await screen.read(op)]);
    expect(trees.map((tree) => tree.source.detail)).toEqual([['file', 'no terminal'], ['file']]);
    const [, second, third] = adb.asked;
    expect(adb.asked.map(({ kind }) => kind)).toEqual(['exec', 'shell', 'shell']);
    const file = /^rm -f (\S+);/.exec(second?.line ?? '')?.[1] ?? '';
    expect(second?.line).toContain(`uiautomator dump --windows ${file} 2>&1; cat ${file}; rm -f ${file};`);
    expect(file).toMatch(/^\/data\/local\/tmp\/mobile-debug_[0-9a-f]+\.xml$/);
    expect(third?.line).not.toContain(file);
  });

  it('removes the file also when the call is withdrawn', async () => {
    const { adb, screen } = phone(['', 'hang'], () => '');
    const clock = new ManualClock();
    const client = new AbortController();
    using op = Operation.start(30_000, { clock, signal: client.signal });
    const tree = faultOf(screen.read(op));
    await clock.advance(10);
    client.abort();
    await clock.advance(10);
    expect((await tree).code).toBe('CANCELLED');
    expect(adb.asked.at(-1)?.line).toMatch(/^rm -f \/data\/local\/tmp\/mobile-debug_\w+\.xml$/);
  });
});

const activityTop = [
  'TASK org.demo.kettle id=12 userId=0',
  '  ACTIVITY org.demo.kettle/.MainActivity 4d5e6f pid=311',
  '    View Hierarchy:',
  '      DecorView@1[MainActivity]',
  '        android.widget.LinearLayout{5b8a V.E...... ........ 0,0-900,1800}',
  '          android.view.ViewStub{6c G.E...... ........ 0,0-0,0 #10201c4 android:id/stub}',
  '          android.widget.FrameLayout{7d V.E...... ........ 0,100-900,1800 #1020002 android:id/content}',
  '            android.widget.Button{8e VFED..CL. .F...... 24,200-300,280 #7f0a0012 app:id/add}',
  '            android.widget.ImageView{9f I.ED..... ........ 0,0-10,10}',
  '    Looper (main, tid 2) {1}',
  '  ACTIVITY org.demo.other/.Main 9999 pid=400',
  '    View Hierarchy:',
  '      android.view.View{aa V.E...... ........ 0,0-1,1}',
].join('\n');

const lastResort = ({ line }: Asked): Reply =>
  line.startsWith('dumpsys activity top') ? `${activityTop}\n${markerIn(line)}\n${frameText()}` : '';

describe('the last resort', () => {
  it('shows the views and their ids with a doubt when the screen never idles (DUMP-15)', async () => {
    const { tree } = read([idle], lastResort);
    const screen = await tree;
    expect(screen.source).toEqual({ tier: 'dumpsys-activity-top', detail: ['not idle', 'not_idle'] });
    expect(screen.quality.status).toBe('suspect');
    expect(screen.elements.find((element) => element.resourceId === 'org.demo.kettle:id/add')).toMatchObject({
      bounds: [24, 300, 300, 380],
      clickable: true,
      longClickable: true,
    });
    expect(screen.elements.some((element) => element.type === 'android.widget.ImageView')).toBe(false);
  });

  it('comes within the budget after a dump that hangs', async () => {
    const { tree, adb } = read(['hang'], lastResort, 8_000);
    expect((await tree).source.detail).toEqual(['hung']);
    expect(adb.asked).toHaveLength(2);
  });

  it('is not taken for a dump that had no fair chance: a slow one is not one that hangs', async () => {
    const { tree, adb } = read(['hang'], lastResort, 4_000);
    expect((await faultOf(tree)).code).toBe('TIMEOUT');
    expect(adb.asked).toHaveLength(1);
  });

  it.each([
    ['not_found', '/system/bin/sh: uiautomator: inaccessible or not found'],
    ['garbage', 'strange words'],
    ['not_idle', idle],
  ])(
    'gives the reason (%s) and the first line when there is nothing either (DUMP-04)',
    async (reason, dump) => {
      const fault = await faultOf(read([dump]).tree);
      expect(fault.code).toBe('OBSERVATION_FAILED');
      expect(fault.details).toMatchObject({ reason, line: dump.trim() });
      expect(fault.message).toContain(dump.trim());
    },
  );

  it('offers a screenshot where the screen never idles (DUMP-12)', async () => {
    expect((await faultOf(read([idle]).tree)).nextStep).toContain('capture_screenshot');
  });

  it('passes on a device that is gone or not ready', async () => {
    const gone = new Fault('DEVICE_UNAVAILABLE', 'gone');
    expect(await faultOf(read([gone]).tree)).toBe(gone);
    expect((await faultOf(read(["cmd: Can't find service: window"]).tree)).code).toBe('DEVICE_UNAVAILABLE');
  });
});
