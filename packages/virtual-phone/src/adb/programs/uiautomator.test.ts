/** `uiautomator dump` as clients meet it: places, options, failures that look like success, escaping, versions. */

import { ManualClock } from '@mobile-debug/core/testing/manual-clock.ts';
import { expect, test } from 'vitest';
import { eventually, startBed } from '../testing/bed.ts';
import { exec, shell } from '../testing/raw-client.ts';
import { escapeValue } from './dump-xml.ts';

test('through exec the XML comes first and the sentence is glued behind it', async () => {
  const bed = await startBed();
  const text = (await exec(bed, 'uiautomator dump /dev/tty')).toString();
  expect(text).toMatch(
    /^<\?xml version='1\.0' encoding='UTF-8' standalone='yes' \?><hierarchy rotation="0"><node index="0" .*<\/hierarchy>UI hierchary dumped to: \/dev\/tty\n$/s,
  );
});

test('--windows lists displays and windows since Android 11 and is passed over before', async () => {
  const now = await startBed();
  const text = (await exec(now, 'uiautomator dump --windows /dev/tty')).toString();
  expect(text).toContain('<displays><display id="0"><window index="0" title="');
  expect(text).toMatch(
    / active="true" focused="true" accessibility-focused="false" id="\d+" layer="\d+" type="TYPE_APPLICATION"/,
  );
  const old = await startBed({ version: '8' });
  expect((await exec(old, 'uiautomator dump --windows /dev/tty')).toString()).not.toContain('<displays>');
});

test('in shell v2 there is no tty: nothing is written and success is claimed all the same', async () => {
  const bed = await startBed();
  const answer = await shell(bed, 'uiautomator dump /dev/tty');
  expect(answer).toEqual({ stdout: 'UI hierchary dumped to: /dev/tty\n', stderr: '', code: 0 });
  const swallowed = await shell(bed, 'uiautomator dump /system/x.xml; cat /system/x.xml');
  expect(swallowed.stdout).toBe('UI hierchary dumped to: /system/x.xml\n');
  expect(swallowed.stderr).toContain('No such file or directory');
  expect((await shell(bed, 'uiautomator dump >/dev/null; head -c 5 /sdcard/window_dump.xml')).stdout).toBe(
    '<?xml',
  );
});

test('idle error and null root go to stderr with exit 0, as often as the script says', async () => {
  const bed = await startBed();
  const { faults } = bed.adbServer;
  const idle = faults.add({ do: { kind: 'idle_error' }, when: { times: 1 } });
  const root = faults.add({ do: { kind: 'null_root' }, when: { times: 2, service: 'uiautomator' } });
  const answers = [];
  for (let n = 0; n < 4; n++) answers.push(await shell(bed, 'uiautomator dump /sdcard/d.xml'));
  expect(answers.map(({ stderr, code }) => [stderr, code])).toEqual([
    ['ERROR: could not get idle state.\n', 0],
    ['ERROR: null root node returned by UiTestAutomationBridge.\n', 0],
    ['ERROR: null root node returned by UiTestAutomationBridge.\n', 0],
    ['', 0],
  ]);
  expect([idle.uses, root.uses]).toEqual([1, 2]);
});

test('a second UiAutomation client is killed', async () => {
  const bed = await startBed();
  const release = bed.adbServer.registerUiAutomation(bed.serial, 'appium');
  const answer = await shell(bed, 'uiautomator dump /sdcard/d.xml');
  expect(answer.stderr).toContain('Proxy@1f3c2a6already registered!');
  expect(answer).toMatchObject({ stdout: '', code: 137 });
  release?.();
  expect((await shell(bed, 'uiautomator dump /sdcard/d.xml')).code).toBe(0);
});

test('two dumps at once exclude each other; a hung-up one lets go', async () => {
  const clock = new ManualClock();
  const bed = await startBed({ clock, timing: 'emulator' });
  await clock.advance(5_000);
  const first = exec(bed, 'uiautomator dump /dev/tty');
  await eventually(() => expect(bed.adbServer.commands()[0]?.programs).toEqual(['uiautomator']));
  await clock.advance(200);
  const second = exec(bed, 'uiautomator dump /dev/tty');
  await eventually(async () => {
    await clock.advance(300);
    expect(bed.adbServer.commands().map(({ outcome }) => outcome)).toEqual(['exited', 'exited']);
  });
  expect((await first).toString()).toContain('</hierarchy>');
  expect((await second).toString()).toContain('Killed');
});

test('an animating screen never gets idle and costs the whole ten seconds', async () => {
  const clock = new ManualClock();
  const bed = await startBed({ clock, timing: 'emulator' });
  bed.phone.isAnimating = () => true;
  const answer = exec(bed, 'uiautomator dump /dev/tty');
  await eventually(async () => {
    await clock.advance(2_000);
    expect(bed.adbServer.commands()[0]?.outcome).toBe('exited');
  });
  expect((await answer).toString()).toBe('ERROR: could not get idle state.\n');
  expect(bed.adbServer.commands()[0]?.deviceTimeMs).toBe(10_130);
});

test('recent versions append drawing-order and hint; --compressed leaves unimportant views out', async () => {
  const recent = await startBed({ version: '16' });
  const node = /<node [^>]*>/.exec((await exec(recent, 'uiautomator dump /dev/tty')).toString())?.[0];
  expect(node).toMatch(/ bounds="\[0,0\]\[1080,2400\]" drawing-order="0" hint=""\/?>?$/);
  const bed = await startBed();
  const count = (text: Buffer): number => text.toString().split('<node').length;
  expect(count(await exec(bed, 'uiautomator dump --compressed /dev/tty'))).toBeLessThan(
    count(await exec(bed, 'uiautomator dump /dev/tty')),
  );
});

test('values are escaped as the serialiser does it', () => {
  expect(escapeValue(`a&b<c>"d"'e'\n\tf`)).toBe(`a&amp;b&lt;c&gt;&quot;d&quot;'e'&#10;&#9;f`);
  expect(escapeValue('\u{1f600}')).toBe('&#128512;');
  expect(escapeValue('x\0\x01\x7fy')).toBe('x...y');
  expect(escapeValue('−x²')).toBe('−x²');
});
