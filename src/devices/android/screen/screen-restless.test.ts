/** A screen that never rests costs its ten seconds once; later readings are short until another app or the helper comes. */
import { Operation } from '@mobile-debug/core/operation.ts';
import { ManualClock } from '@mobile-debug/core/testing/manual-clock.ts';
import { describe, expect, it } from 'vitest';
import type { UiTree } from '../../../ui/ui-tree.ts';
import { uprightDump } from '../fixtures/dumps.ts';
import { type Asked, frameText, markerIn, scriptedAdb } from '../fixtures/scripted-adb.ts';
import { faultOf } from '../testing/scripted-dumps.ts';
import { androidScreen } from './screen.ts';

const idle = 'ERROR: could not get idle state.\n';
const views = [
  'TASK org.demo.kettle id=12 userId=0',
  '  ACTIVITY org.demo.kettle/.MainActivity 4d5e6f pid=311',
  '    View Hierarchy:',
  '      DecorView@1[MainActivity]',
  '        android.widget.Button{8e VFED..CL. .F...... 24,200-300,280 #7f0a0012 app:id/add}',
].join('\n');

/** A phone on which `app` is in front and a dump waits `waitMs` before it fails, or gives the tree. */
function restlessPhone({ sdk = 34, top = views }: { sdk?: number; top?: string } = {}) {
  /** `waits`: a dump without a limit of its own is not answered before its call has ended. */
  const now: { app: string; rests: boolean; waits: boolean } = {
    app: 'org.demo.kettle',
    rests: false,
    waits: false,
  };
  const clock = new ManualClock();
  const adb = scriptedAdb((asked) => {
    if (now.waits && asked.line.startsWith('uiautomator')) return 'hang';
    const frame = frameText().replaceAll('org.demo.kettle', now.app);
    const about = asked.line.startsWith('dumpsys activity top')
      ? top.replaceAll('org.demo.kettle', now.app)
      : now.rests
        ? uprightDump
        : asked.line.startsWith('timeout')
          ? ''
          : idle;
    return `${about}\n${markerIn(asked.line)}\n${frame}`;
  });
  const screen = androidScreen(adb, sdk);
  const read = async (budgetMs = 30_000): Promise<{ tree: UiTree; asked: string[] }> => {
    using op = Operation.start(budgetMs, { clock });
    const before = adb.asked.length;
    const tree = await screen.read(op);
    return { tree, asked: adb.asked.slice(before).map(kindOf) };
  };
  return { now, read, screen, adb, clock };
}

function kindOf({ line }: Asked): string {
  if (line.startsWith('dumpsys activity top')) return 'views';
  return /^(timeout \d+ )?uiautomator dump( --compressed)?/.exec(line)?.[0] ?? line;
}

describe('a screen that does not rest', () => {
  it('is waited for once; later readings wait three seconds, and each says so with what helps', async () => {
    const { read } = restlessPhone();
    const first = await read();
    expect(first.asked).toEqual(['uiautomator dump', 'uiautomator dump --compressed', 'views']);
    const second = await read();
    expect(second.asked).toEqual(['timeout 3 uiautomator dump --compressed', 'views']);
    for (const { tree } of [first, second]) {
      expect(tree.quality.reasons.join()).toMatch(
        /org\.demo\.kettle does not come to rest: a dump waited \d+ s.*helper install.*animations off/,
      );
    }
  });

  it('that rests later is read whole, and the next reading is patient again', async () => {
    const { read, now } = restlessPhone();
    await read();
    now.rests = true;
    const rested = await read();
    expect(rested.asked).toEqual(['timeout 3 uiautomator dump --compressed']);
    expect(rested.tree.quality.status).toBe('ok');
    expect((await read()).asked).toEqual(['uiautomator dump']);
  });

  it('says nothing of another app: that one is waited for', async () => {
    const { read, now } = restlessPhone();
    await read();
    now.app = 'org.demo.other';
    expect((await read()).asked).toEqual([
      'timeout 3 uiautomator dump --compressed',
      'uiautomator dump',
      'uiautomator dump --compressed',
      'views',
    ]);
  });

  it('is not dumped at all where the budget holds no dump', async () => {
    const { read } = restlessPhone();
    await read();
    const { tree, asked } = await read(4_000);
    expect(asked).toEqual(['views']);
    expect(tree.quality.reasons.join()).toContain('does not come to rest');
  });

  it('is read by its views alone where the device has no timeout command', async () => {
    const { read } = restlessPhone({ sdk: 25 });
    await read();
    expect((await read()).asked).toEqual(['views']);
  });

  it('that has no views either fails with what it cost and what helps', async () => {
    const { screen, adb, clock } = restlessPhone({ top: '' });
    const failed = async () => {
      using op = Operation.start(30_000, { clock });
      return await faultOf(screen.read(op));
    };
    await failed();
    const before = adb.asked.length;
    const fault = await failed();
    expect(adb.asked.slice(before).map(kindOf)).toEqual(['timeout 3 uiautomator dump --compressed', 'views']);
    expect(fault).toMatchObject({ code: 'OBSERVATION_FAILED', reason: 'not_idle' });
    expect(`${fault.message} ${fault.nextStep}`).toMatch(/waited \d+ s.*helper install/);
  });

  it('is known also when each call had too little time to wait for it: the next is given its views', async () => {
    const { now, read, clock } = restlessPhone();
    now.waits = true;
    const cut = read(4_000);
    const failed = expect(cut).rejects.toMatchObject({ code: 'TIMEOUT' });
    await clock.advance(4_000);
    await failed;
    const { tree, asked } = await read(4_600);
    expect(asked).toEqual(['timeout 3 uiautomator dump', 'views']);
    expect(tree.quality.reasons.join()).toContain('the screen may not come to rest: a dump waited 4 s');
  });

  it('may as well be a slow device where a dump was cut early: with enough time it is waited for', async () => {
    const { now, read, clock } = restlessPhone();
    now.waits = true;
    const failed = expect(read(2_500)).rejects.toMatchObject({ code: 'TIMEOUT' });
    await clock.advance(2_500);
    await failed;
    now.waits = false;
    now.rests = true;
    expect((await read(10_000)).asked).toEqual(['uiautomator dump']);
  });

  it('is sure after six seconds: then it is waited for no more, whatever the time', async () => {
    const { now, read, clock } = restlessPhone();
    now.waits = true;
    const first = read(10_000);
    await clock.advance(8_000);
    expect((await first).tree.quality.reasons.join()).toContain('does not come to rest: a dump waited 8 s');
    expect((await read(10_000)).asked).toEqual(['timeout 3 uiautomator dump', 'views']);
  });
});
