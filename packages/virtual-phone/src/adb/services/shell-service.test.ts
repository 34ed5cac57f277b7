/** Shell v1, v2, exec, abb and sync on the wire; hang-ups; records. */

import { ManualClock } from '@mobile-debug/core/testing/manual-clock.ts';
import { expect, test } from 'vitest';
import { eventually, patiently, startBed } from '../testing/bed.ts';
import { decodeShell, exec, openService, shell, shellPacket } from '../testing/raw-client.ts';

test('v2 keeps the streams apart and gives the exit code', async () => {
  const bed = await startBed();
  expect(await shell(bed, 'echo out; echo err >&2; exit 3')).toEqual({
    stdout: 'out\n',
    stderr: 'err\n',
    code: 3,
  });
  expect(await shell(bed, 'cat; exit 7', 'from stdin')).toEqual({
    stdout: 'from stdin',
    stderr: '',
    code: 7,
  });
  const [first] = bed.adbServer.commands();
  expect(first).toMatchObject({
    kind: 'shell_v2',
    outcome: 'exited',
    exitCode: 3,
    programs: ['echo', 'echo'],
  });
});

test('v1 and exec merge the streams, give no code, keep line ends and have a tty', async () => {
  const bed = await startBed();
  const v1 = await openService(bed.port, bed.serial, 'shell:echo a; nosuch');
  expect((await v1.rest()).toString()).toBe('a\n/system/bin/sh: nosuch: inaccessible or not found\n');
  expect((await exec(bed, "printf 'x\\r\\n\\0y'")).toString('latin1')).toBe('x\r\n\0y');
  expect((await exec(bed, 'echo t > /dev/tty')).toString()).toBe('t\n');
  expect((await shell(bed, 'echo t > /dev/tty')).stderr).toContain(
    "can't create /dev/tty: No such device or address",
  );
});

test('a device without shell_v2 refuses v2', async () => {
  const bed = await startBed({ version: { release: '6.0', sdk: 23, features: [], properties: {} } });
  await expect(shell(bed, 'echo')).rejects.toThrow('closed');
  expect((await exec(bed, 'echo old')).toString()).toBe('old\n');
});

test('closing the socket stops the command: nothing is injected later', async () => {
  const clock = new ManualClock();
  const bed = await startBed({ clock, timing: 'emulator' });
  const socket = await openService(bed.port, bed.serial, 'shell,v2,raw:input tap 500 500; input tap 600 600');
  await eventually(() => expect(bed.adbServer.commands()[0]?.programs).toEqual(['input']));
  await clock.advance(10);
  socket.close();
  await eventually(() => expect(bed.adbServer.commands()[0]?.outcome).toBe('hangup'));
  await clock.advance(60_000);
  expect(bed.phone.record).toEqual([]);
  expect(bed.adbServer.runningServices).toBe(0);
});

test('what a command costs is charged on the phone clock and recorded', async () => {
  const clock = new ManualClock();
  const bed = await startBed({ clock, timing: 'emulator' });
  await clock.advance(5_000); // the launcher's own arrival
  const answer = exec(bed, 'uiautomator dump --windows /dev/tty');
  await eventually(async () => {
    await clock.advance(500);
    expect(bed.adbServer.commands()[0]?.outcome).toBe('exited');
  });
  expect((await answer).toString()).toMatch(/^<\?xml.*<\/displays>UI hierchary dumped to: \/dev\/tty\n$/s);
  expect(bed.adbServer.commands()[0]).toMatchObject({ deviceTimeMs: 2000 });
});

test('a resident sh answers command by command and survives multi-line input', async () => {
  const bed = await startBed();
  const socket = await openService(bed.port, bed.serial, 'shell,v2,raw:sh');
  socket.write(shellPacket(0, '{ echo one; } 2>&1; echo "m1:$?"\n'));
  await socket.takeUntil('m1:0\n');
  socket.write(shellPacket(0, '{ nosuch\n} 2>&1; echo "m2:$?"\nexit 4\n'));
  const rest = decodeShell(await socket.rest());
  expect(rest).toEqual({
    stdout: '/system/bin/sh: nosuch: inaccessible or not found\nm2:127\n',
    stderr: '',
    code: 4,
  });
});

test('abb and abb_exec take arguments without any shell, where the version has them', async () => {
  const bed = await startBed();
  const raw = await openService(bed.port, bed.serial, 'abb_exec:settings\0put\0system\0note\0a b "c" $d;\n');
  await raw.rest();
  expect(bed.phone.settings.get('system', 'note')).toBe('a b "c" $d;\n');
  const packets = await openService(bed.port, bed.serial, 'abb:nosuch\0x');
  expect(decodeShell(await packets.rest())).toEqual({
    stdout: '',
    stderr: "cmd: Can't find service: nosuch\n",
    code: 20,
  });
  const old = await startBed({ version: '8' });
  await expect(openService(old.port, old.serial, 'abb_exec:settings\0list\0system')).rejects.toThrow(
    'closed',
  );
});

test('install reads exactly the announced bytes, then answers', async () => {
  const bed = await startBed();
  const good = await openService(bed.port, bed.serial, 'abb_exec:package\0install\0-r\0-S\x006\0');
  good.write('PK\x03\x04ab');
  expect((await good.rest()).toString()).toBe('Success\n');
  const bad = await openService(bed.port, bed.serial, "exec:cmd package 'install' '-r' -S 4");
  bad.write('nope');
  expect((await bad.rest()).toString()).toContain('Failure [INSTALL_PARSE_FAILED_NOT_APK');
  const handle = bed.adbServer.faults.add({
    do: {
      kind: 'install',
      failure:
        'INSTALL_FAILED_VERSION_DOWNGRADE: Downgrade detected: Update version code 34 is older than current 35',
    },
  });
  const down = await openService(bed.port, bed.serial, 'exec:cmd package install -S 4');
  down.write('PK\x03\x04');
  expect((await down.rest()).toString()).toBe(
    'Failure [INSTALL_FAILED_VERSION_DOWNGRADE: Downgrade detected: Update version code 34 is older than current 35]\n',
  );
  expect(handle.uses).toBe(1);
});

test('jdwp lists debuggable processes; track-jdwp in frames on change', async () => {
  const bed = await startBed();
  const debuggable = [...bed.phone.packages.values()].find(
    (entry) => entry.debuggable && entry.activities.some(({ launcher }) => launcher),
  );
  const tracker = await openService(bed.port, bed.serial, 'track-jdwp');
  const size = Number.parseInt((await tracker.take(4)).toString(), 16);
  const before = (await tracker.take(size)).toString();
  if (!debuggable) throw new Error('no debuggable app');
  bed.phone.start(debuggable.name, null);
  const pid = bed.phone.processes.find(({ packageName }) => packageName === debuggable.name)?.pid;
  const grown = Number.parseInt((await tracker.take(4)).toString(), 16);
  expect((await tracker.take(grown)).toString()).toBe(`${before}${pid}\n`);
  tracker.close();
  expect((await (await openService(bed.port, bed.serial, 'jdwp')).rest()).toString()).toContain(`${pid}\n`);
});

test('track-app speaks protobuf where the version has it; pty output has CR LF', async () => {
  const bed = await startBed();
  bed.phone.start('com.example.notes', null);
  const tracker = await openService(bed.port, bed.serial, 'track-app');
  const size = Number.parseInt((await tracker.take(4)).toString(), 16);
  const entry = await tracker.take(size);
  expect([entry[0], entry[2]]).toEqual([0x0a, 0x08]);
  expect(entry.toString('latin1')).toContain('x86_64');
  tracker.close();
  const old = await startBed({ version: '11' });
  await expect(openService(old.port, old.serial, 'track-app')).rejects.toThrow('closed');
  const pty = await openService(bed.port, bed.serial, 'shell,v2,TERM=xterm,pty:echo a; nosuch');
  expect(decodeShell(await pty.rest())).toEqual({
    stdout: 'a\r\n/system/bin/sh: nosuch: inaccessible or not found\r\n',
    stderr: '',
    code: 127,
  });
});

test('ps shows what runs now: a dump, and who holds UiAutomation from outside', async () => {
  const bed = await startBed();
  const release = bed.adbServer.registerUiAutomation(bed.serial, 'io.appium.uiautomator2.server');
  const held = await openService(bed.port, bed.serial, 'shell,v2,raw:logcat');
  const listed = (await shell(bed, 'ps -A -o PID,NAME')).stdout;
  expect(listed).toContain(' logcat\n');
  expect(listed).toContain(' io.appium.uiautomator2.server\n');
  release?.();
  held.close();
  await expect
    .poll(async () => (await shell(bed, 'ps -A -o NAME')).stdout, patiently)
    .not.toMatch(/logcat|appium/);
});
