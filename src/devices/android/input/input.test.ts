import { startDispatch, toldTo } from '@mobile-debug/core/testing/test-dispatch.ts';
import { describe, expect, it } from 'vitest';
import { result, scriptedAdb } from '../testing/facet-bed.ts';
import { androidInput } from './input.ts';

function bed(sdk: number, run: Parameters<typeof scriptedAdb>[0] = () => '') {
  const adb = scriptedAdb(run);
  return {
    adb,
    input: androidInput(adb, sdk),
    op: startDispatch(5_000),
  };
}

describe('touches and keys', () => {
  it('sends one command each, marked right around it', async () => {
    const { adb, input, op } = bed(34);
    await input.tap(op, [10.4, 20.6]);
    await input.longPress(op, { at: [5, 6], durationMs: 800 });
    await input.swipe(op, { from: [1, 2], to: [3, 4], durationMs: 300 });
    await input.key(op, 'enter');
    await input.key(op, 'KEYCODE_WAKEUP');
    await input.key(op, '187');
    await input.back?.(op);
    expect(adb.lines).toEqual([
      'input tap 10 21',
      'input swipe 5 6 5 6 800',
      'input swipe 1 2 3 4 300',
      'input keyevent 66',
      'input keyevent 224',
      'input keyevent 187',
      'input keyevent 4',
    ]);
    expect(toldTo(op)).toEqual(Array.from({ length: 7 }, () => ['sending', 'answered']).flat());
  });

  it('refuses unknown keys and impossible places before anything is sent', async () => {
    const { adb, input, op } = bed(34);
    await expect(input.key(op, 'enter; reboot')).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' });
    await expect(input.tap(op, [Number.NaN, 1])).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' });
    await expect(input.tap(op, [-1, 1])).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' });
    expect([adb.lines, toldTo(op)]).toEqual([[], []]);
  });

  it('knows every name that it offers', async () => {
    const { input, op } = bed(34);
    for (const name of input.keyNames) await input.key(op, name);
  });
});

describe('what the device says', () => {
  it.each([
    [
      'java.lang.SecurityException: Injecting input events requires the caller (or the source of the instrumentation, if any) to have the INJECT_EVENTS permission.',
      255,
      'ACTION_REJECTED',
      'USB debugging (Security settings)',
    ],
    ['Error: Invalid arguments for command: tap', 0, 'ACTION_REJECTED', 'coordinates'],
    [
      'java.lang.NullPointerException: Attempt to read from null array at InputShellCommand.sendText',
      0,
      'ACTION_REJECTED',
      'screen',
    ],
    ['', 137, 'ACTION_REJECTED', 'screen'],
    ["cmd: Can't find service: input", 20, 'DEVICE_UNAVAILABLE', 'started'],
    ['/system/bin/sh: input: inaccessible or not found', 127, 'ACTION_REJECTED', 'screen'],
  ])('takes %j, exit %i, as %s', async (words, exitCode, code, fix) => {
    const { input, op } = bed(34, () => result('', exitCode, words));
    await expect(input.tap(op, [1, 1])).rejects.toMatchObject({
      code,
      nextStep: expect.stringContaining(fix),
    });
    expect(toldTo(op)).toEqual(['sending', 'answered']);
  });

  it('passes linker chatter', async () => {
    const { input, op } = bed(24, () =>
      result('', 0, 'WARNING: linker: /system/lib/libfoo.so: unused DT entry; type Error 0x1d'),
    );
    await input.tap(op, [1, 1]);
  });
});

describe('text', () => {
  it('types ASCII without asking anything', async () => {
    const { adb, input, op } = bed(34);
    expect(await input.type(op, "don't 100%s\n")).toEqual({ method: 'input text' });
    expect(adb.lines).toEqual(["input text 'don'\\''t%s100%' && input text s && input keyevent 66"]);
  });

  it('pastes only what the clipboard was seen to hold', async () => {
    let clip = 'old';
    const { adb, input, op } = bed(34, (command) => {
      const set = /^cmd clipboard set text '([\s\S]*)'$/.exec(command)?.[1];
      if (set !== undefined) clip = set;
      return command === 'cmd clipboard get text' ? `clipboard text: ${clip}\n` : '';
    });
    expect(await input.type(op, 'grüße 😀\n')).toEqual({ method: 'clipboard paste' });
    expect(adb.lines.at(-1)).toBe('input keyevent 279');
    expect([adb.lines.length, toldTo(op)]).toEqual([2, ['sending', 'answered']]);
  });

  it.each(['No shell command implementation.\n', "cmd: Can't find service: clipboard\n", ''])(
    'sends nothing when the clipboard command answers %j, and asks only once',
    async (words) => {
      const { adb, input, op } = bed(34, () => words);
      for (let round = 0; round < 2; round++) {
        await expect(input.type(op, 'ä')).rejects.toMatchObject({ code: 'CAPABILITY_MISSING' });
      }
      expect([adb.lines.length, toldTo(op)]).toEqual([1, []]);
    },
  );

  it('clears by combination from Android 12 on, by keys before, and by keys where the combination is unknown', async () => {
    const modern = bed(31);
    await modern.input.clear(modern.op, 3);
    expect(modern.adb.lines).toEqual(['input keycombination 113 29 && input keyevent 67']);
    const old = bed(30);
    await old.input.clear(old.op, 3);
    await old.input.clear(old.op, 0);
    expect(old.adb.lines).toEqual(['input keyevent 123 67 67 67']);
    const without = bed(31, (command) =>
      command.includes('keycombination') ? result('Error: Unknown command: keycombination\n', 255) : '',
    );
    await without.input.clear(without.op, 1);
    expect(without.adb.lines.at(-1)).toBe('input keyevent 123 67');
  });
});
