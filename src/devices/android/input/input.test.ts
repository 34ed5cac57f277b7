import { eventsOf, startDispatch } from '@mobile-debug/core/testing/test-dispatch.ts';
import { describe, expect, it } from 'vitest';
import { result, scriptedAdb } from '../testing/facet-bed.ts';
import { androidInput } from './input.ts';

function bed(sdk: number, run: Parameters<typeof scriptedAdb>[0] = () => '') {
  const adb = scriptedAdb(run);
  return {
    adb,
    input: androidInput(adb, sdk),
    dispatch: startDispatch(5_000),
  };
}

describe('touches and keys', () => {
  it('sends one command each, marked right around it', async () => {
    const { adb, input, dispatch } = bed(34);
    await input.tap(dispatch, [10.4, 20.6]);
    await input.longPress(dispatch, { at: [5, 6], durationMs: 800 });
    await input.swipe(dispatch, { from: [1, 2], to: [3, 4], durationMs: 300 });
    await input.key(dispatch, 'enter');
    await input.key(dispatch, 'KEYCODE_WAKEUP');
    await input.key(dispatch, '187');
    await input.back?.(dispatch);
    expect(adb.lines).toEqual([
      'input tap 10 21',
      'input swipe 5 6 5 6 800',
      'input swipe 1 2 3 4 300',
      'input keyevent 66',
      'input keyevent 224',
      'input keyevent 187',
      'input keyevent 4',
    ]);
    expect(eventsOf(dispatch)).toEqual(Array.from({ length: 7 }, () => ['sending', 'answered']).flat());
  });

  it('refuses unknown keys and impossible places before anything is sent', async () => {
    const { adb, input, dispatch } = bed(34);
    await expect(input.key(dispatch, 'enter; reboot')).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' });
    await expect(input.tap(dispatch, [Number.NaN, 1])).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' });
    await expect(input.tap(dispatch, [-1, 1])).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' });
    expect([adb.lines, eventsOf(dispatch)]).toEqual([[], []]);
  });

  it('knows every name that it offers', async () => {
    const { input, dispatch } = bed(34);
    for (const name of input.keyNames) await input.key(dispatch, name);
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
    const { input, dispatch } = bed(34, () => result('', exitCode, words));
    await expect(input.tap(dispatch, [1, 1])).rejects.toMatchObject({
      code,
      nextStep: expect.stringContaining(fix),
    });
    expect(eventsOf(dispatch)).toEqual(['sending', 'answered']);
  });

  it('passes linker chatter', async () => {
    const { input, dispatch } = bed(24, () =>
      result('', 0, 'WARNING: linker: /system/lib/libfoo.so: unused DT entry; type Error 0x1d'),
    );
    await input.tap(dispatch, [1, 1]);
  });
});

describe('text', () => {
  it('types ASCII without asking anything', async () => {
    const { adb, input, dispatch } = bed(34);
    expect(await input.type(dispatch, "don't 100%s\n")).toEqual({ method: 'input text' });
    expect(adb.lines).toEqual(["input text 'don'\\''t%s100%' && input text s && input keyevent 66"]);
  });

  it('pastes only what the clipboard was seen to hold', async () => {
    let clip = 'old';
    const { adb, input, dispatch } = bed(34, (command) => {
      const set = /^cmd clipboard set text '([\s\S]*)'$/.exec(command)?.[1];
      if (set !== undefined) clip = set;
      return command === 'cmd clipboard get text' ? `clipboard text: ${clip}\n` : '';
    });
    expect(await input.type(dispatch, 'grüße 😀\n')).toEqual({ method: 'clipboard paste' });
    expect(adb.lines.at(-1)).toBe('input keyevent 279');
    expect([adb.lines.length, eventsOf(dispatch)]).toEqual([2, ['sending', 'answered']]);
  });

  it.each(['No shell command implementation.\n', "cmd: Can't find service: clipboard\n", ''])(
    'sends nothing when the clipboard command answers %j, and asks only once',
    async (words) => {
      const { adb, input, dispatch } = bed(34, () => words);
      for (let round = 0; round < 2; round++) {
        await expect(input.type(dispatch, 'ä')).rejects.toMatchObject({ code: 'CAPABILITY_MISSING' });
      }
      expect([adb.lines.length, eventsOf(dispatch)]).toEqual([1, []]);
    },
  );

  it('clears by combination from Android 12 on, by keys before, and by keys where the combination is unknown', async () => {
    const modern = bed(31);
    await modern.input.clear(modern.dispatch, 3);
    expect(modern.adb.lines).toEqual(['input keycombination 113 29 && input keyevent 67']);
    const old = bed(30);
    await old.input.clear(old.dispatch, 3);
    await old.input.clear(old.dispatch, 0);
    expect(old.adb.lines).toEqual(['input keyevent 123 67 67 67']);
    const without = bed(31, (command) =>
      command.includes('keycombination') ? result('Error: Unknown command: keycombination\n', 255) : '',
    );
    await without.input.clear(without.dispatch, 1);
    expect(without.adb.lines.at(-1)).toBe('input keyevent 123 67');
  });
});
