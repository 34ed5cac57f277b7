/** The screen facet against a scripted device: one command when all is well, and a second look at what is doubtful. */
import { describe, expect, it } from 'vitest';
import { barsDump, sparseDump, uprightDump } from '../fixtures/dumps.ts';
import { frameText, markerIn, scriptedAdb } from '../fixtures/scripted-adb.ts';
import { faultOf, labels, onClock, phone, read } from '../testing/scripted-dumps.ts';
import { androidScreen } from './screen.ts';

describe('a reading', () => {
  it('is one device command with tree, foreground, size and rotation', async () => {
    const { adb, tree } = read([`${uprightDump}UI hierchary dumped to: /dev/tty`]);
    const screen = await tree;
    expect(labels(screen)).toContain('Tea & biscuits <fresh>');
    expect(screen).toMatchObject({
      foreground: { appId: 'org.demo.kettle', activity: 'org.demo.kettle.MainActivity', focusedWindow: null },
      size: { width: 900, height: 1800 },
      rotation: 0,
      nodeCount: 4,
      source: { tier: 'uiautomator-dump', detail: [] },
      quality: { status: 'ok' },
    });
    expect(adb.asked.map((asked) => asked.kind)).toEqual(['exec']);
    expect(adb.asked[0]?.line).toMatch(
      /^uiautomator dump --windows \/dev\/tty; echo; echo \S+; dumpsys window displays/,
    );
  });

  it('asks for focus where Android 9 and older keep it', async () => {
    const adb = scriptedAdb((asked) => `${uprightDump}\n${markerIn(asked.line)}\n${frameText()}`);
    await onClock(9_000, (op) => androidScreen(adb, 26).read(op));
    expect(adb.asked[0]?.line).toContain('dumpsys window windows | grep');
  });

  it('keeps the tree and says so when the output breaks off behind it', async () => {
    const adb = scriptedAdb(() => uprightDump);
    const tree = await onClock(9_000, (op) => androidScreen(adb, 34).read(op));
    expect(tree.foreground).toBeNull();
    expect(tree.quality.reasons.join()).toContain('the output ended');
  });

  it('never runs two dumps at once, and lets those go first who asked first', async () => {
    const { adb, screen } = phone([uprightDump]);
    await onClock(30_000, async (op) => {
      await Promise.all([screen.read(op), screen.read(op), screen.read(op)]);
    });
    expect(adb.asked).toHaveLength(3);
    expect(adb.mostAtOnce()).toBe(1);
  });

  it('gives up waiting for its turn when its own time is over', async () => {
    const { adb, screen } = phone(['hang']);
    await onClock(40_000, async (op) => {
      const long = screen.read(op);
      long.catch(() => {});
      using short = op.within(500);
      expect((await faultOf(screen.read(short))).code).toBe('TIMEOUT');
      expect(adb.asked).toHaveLength(1);
      await faultOf(long);
    });
  });
});

describe('a second look', () => {
  it('is taken when only system bars are there while an app is in front (DUMP-06)', async () => {
    const { tree, adb } = read([barsDump, uprightDump]);
    const screen = await tree;
    expect(labels(screen)).toContain('Tea & biscuits <fresh>');
    expect(screen.source.detail.join()).toMatch(/active window only.*only windows of the system/);
    expect(adb.asked[1]?.line).not.toContain('--windows');
  });

  it('leaves a doubt when it shows the same', async () => {
    const screen = await read([barsDump]).tree;
    expect(screen.quality.status).toBe('suspect');
    expect(screen.quality.reasons.join()).toContain('org.demo.kettle');
  });

  it('is taken once for a screen that really is one view (DUMP-07)', async () => {
    const { adb, screen } = phone([sparseDump]);
    const trees = await onClock(60_000, async (op) => [await screen.read(op), await screen.read(op)]);
    expect(trees.map((tree) => tree.quality.status)).toEqual(['suspect', 'suspect']);
    expect(adb.asked).toHaveLength(3);
  });

  it('is not taken when the budget does not hold another dump', async () => {
    const { tree, adb } = read([sparseDump], undefined, 3_000);
    expect((await tree).quality.status).toBe('suspect');
    expect(adb.asked).toHaveLength(1);
  });
});

describe('foreground', () => {
  it.each([
    ['Toast', 1],
    ['NotificationShade', 2],
  ])(
    'is one command, and another one where shade and lock screen are to be told apart: %s',
    async (title, commands) => {
      const { adb, screen } = phone([], () => frameText('org.demo.kettle/.MainActivity', title));
      const foreground = await onClock(1_000, (op) => screen.foreground(op));
      expect(foreground).toEqual({
        appId: 'org.demo.kettle',
        activity: 'org.demo.kettle.MainActivity',
        focusedWindow: title,
      });
      expect(adb.asked).toHaveLength(commands);
    },
  );

  it('is a fault when nothing is named', async () => {
    const { screen } = phone([], () => 'WINDOW MANAGER DISPLAY CONTENTS\n  mCurrentFocus=null\n');
    const fault = await onClock(1_000, (op) => screen.foreground(op)).catch((error: unknown) => error);
    expect(fault).toMatchObject({ code: 'OBSERVATION_FAILED' });
  });
});
