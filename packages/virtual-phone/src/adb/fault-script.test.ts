/** Every scripted fault through the wire: what the client gets, how often, and that it can be taken back. */

import { ManualClock } from '@mobile-debug/core/testing/manual-clock.ts';
import { expect, test } from 'vitest';
import { FaultScript } from './fault-script.ts';
import { eventually, patiently, startBed } from './testing/bed.ts';
import { exec, hostRequest, openService, RawSocket, shell } from './testing/raw-client.ts';

test('rules count by match, number and time, and can be removed', () => {
  const clock = new ManualClock();
  const script = new FaultScript([], clock);
  const handle = script.add({ when: { service: /input/, nth: 2, times: 1 }, do: { kind: 'refuse' } });
  const hits = (service: string): number => script.forService('s', service).length;
  expect([hits('shell:input'), hits('shell:ls'), hits('shell:input'), hits('shell:input')]).toEqual([
    0, 0, 1, 0,
  ]);
  expect(handle.uses).toBe(1);
  handle.remove();
  expect(hits('shell:input')).toBe(0);
  script.add({ when: { serial: 'other' }, do: { kind: 'null_root' } });
  expect(script.take('null_root', 's', 'x')).toBeNull();
  expect(script.take('null_root', 'other', 'x')).toEqual({ kind: 'null_root' });
});

test('a late rule waits for its time', async () => {
  const clock = new ManualClock();
  const script = new FaultScript([{ when: { afterMs: 100 }, do: { kind: 'hang' } }], clock);
  expect(script.forService('s', 'x')).toEqual([]);
  await clock.advance(100);
  expect(script.forService('s', 'x')).toEqual([{ kind: 'hang' }]);
});

test('hang ends only with the client; delay passes', async () => {
  const clock = new ManualClock();
  const bed = await startBed({ clock });
  const hang = bed.adbServer.faults.add({ when: { service: 'getprop' }, do: { kind: 'hang' } });
  const socket = await openService(bed.port, bed.serial, 'shell,v2,raw:getprop');
  await clock.advance(100_000);
  expect(socket.pending).toHaveLength(0);
  socket.close();
  await eventually(() => expect(bed.adbServer.commands()[0]?.outcome).toBe('hangup'));
  hang.remove();
  bed.adbServer.faults.add({ do: { kind: 'delay', ms: 500 }, when: { times: 1 } });
  const slow = shell(bed, 'echo late');
  await eventually(async () => {
    await clock.advance(100);
    expect(bed.adbServer.commands()[1]?.outcome).toBe('exited');
  });
  expect((await slow).stdout).toBe('late\n');
});

test('cut streams have no exit packet; kill and exit change the code', async () => {
  const bed = await startBed();
  const { faults } = bed.adbServer;
  faults.add({ when: { times: 1 }, do: { kind: 'cut', afterBytes: 3 } });
  expect(await shell(bed, 'echo abcdef')).toEqual({ stdout: 'abc', stderr: '', code: null });
  faults.add({ when: { times: 1 }, do: { kind: 'cut', afterBytes: 0 } });
  expect(await shell(bed, 'input tap 1 1')).toEqual({ stdout: '', stderr: '', code: null });
  faults.add({ when: { times: 1 }, do: { kind: 'kill' } });
  expect(await shell(bed, 'echo x')).toEqual({ stdout: '', stderr: '', code: 137 });
  faults.add({ when: { times: 1 }, do: { kind: 'exit', code: 9 } });
  expect(await shell(bed, 'echo x')).toEqual({ stdout: 'x\n', stderr: '', code: 9 });
  expect(bed.adbServer.commands().map(({ outcome }) => outcome)).toEqual(['cut', 'cut', 'exited', 'exited']);
  expect(bed.phone.record.filter(({ kind }) => kind === 'tap')).toEqual([]);
});

test('a stall lets a part out and then nothing; dropped streams end without an exit packet', async () => {
  const bed = await startBed();
  bed.adbServer.faults.add({ when: { times: 1 }, do: { kind: 'stall', afterBytes: 2 } });
  const stalled = await openService(bed.port, bed.serial, 'exec:echo abcdef; input tap 1 1');
  expect((await stalled.take(2)).toString()).toBe('ab');
  stalled.close();
  await expect.poll(() => bed.adbServer.commands()[0]?.outcome, patiently).toBe('hangup');
  expect(bed.phone.record.some(({ kind }) => kind === 'tap')).toBe(false);
  const running = shell(bed, 'logcat -T 1');
  await expect.poll(() => bed.adbServer.commands()[1]?.programs, patiently).toEqual(['logcat']);
  bed.adbServer.dropStreams(bed.serial);
  expect((await running).code).toBeNull();
  expect((await shell(bed, 'echo on')).stdout).toBe('on\n');
  expect(bed.adbServer.acceptedConnections).toBe(3);
});

test('garbage around, truncation, replacement', async () => {
  const bed = await startBed();
  const { faults } = bed.adbServer;
  faults.add({ when: { times: 1 }, do: { kind: 'garbage', before: 'WARNING: linker\n', after: '\n#tail' } });
  const dump = (await exec(bed, 'uiautomator dump /dev/tty')).toString();
  expect(dump).toMatch(/^WARNING: linker\n<\?xml/);
  expect(dump).toMatch(/tty\n\n#tail$/);
  faults.add({ when: { times: 1 }, do: { kind: 'truncate', share: 0.5 } });
  const half = (await exec(bed, 'uiautomator dump /dev/tty')).toString();
  expect(half.startsWith('<?xml') && !half.includes('</hierarchy>')).toBe(true);
  faults.add({
    when: { times: 1, service: 'wm' },
    do: { kind: 'replace', output: 'Physical size: 1x1\n', exitCode: 2 },
  });
  expect(await shell(bed, 'wm size')).toEqual({ stdout: 'Physical size: 1x1\n', stderr: '', code: 2 });
});

test('the device goes offline, vanishes or reboots in the middle of a command', async () => {
  const clock = new ManualClock();
  const bed = await startBed({ clock });
  const { faults } = bed.adbServer;
  faults.add({ when: { times: 1 }, do: { kind: 'state', state: 'offline', afterMs: 50, forMs: 200 } });
  const tap = shell(bed, 'sleep 1; input tap 1 1');
  await eventually(() => expect(bed.adbServer.commands()).toHaveLength(1));
  await clock.advance(60);
  expect((await tap).code).toBeNull();
  expect(await hostRequest(bed.port, 'host:get-state')).toContain('device offline');
  await clock.advance(5_000);
  expect(await hostRequest(bed.port, 'host:get-state')).toBe('OKAY0006device');
  expect(bed.phone.record.filter(({ kind }) => kind === 'tap')).toEqual([]);
  const bootId = bed.phone.bootId;
  faults.add({ when: { times: 1 }, do: { kind: 'reboot' } });
  expect((await shell(bed, 'sleep 1')).code).toBeNull();
  await clock.advance(60_000);
  expect(await hostRequest(bed.port, 'host:get-state')).toBe('OKAY0006device');
  expect(bed.phone.bootId).not.toBe(bootId);
});

test('the adb server goes away in the middle and comes back', async () => {
  const clock = new ManualClock();
  const bed = await startBed({ clock });
  bed.adbServer.faults.add({ when: { times: 1 }, do: { kind: 'server_gone', afterMs: 10, forMs: 100 } });
  const answer = shell(bed, 'sleep 5');
  await eventually(() => expect(bed.adbServer.commands()).toHaveLength(1));
  await clock.advance(20);
  expect((await answer).code).toBeNull();
  await expect(RawSocket.open(bed.port)).rejects.toThrow('ECONNREFUSED');
  await clock.advance(200);
  await eventually(() => expect(bed.adbServer.serverRunning).toBe(true));
  expect((await shell(bed, 'echo back')).stdout).toBe('back\n');
});

test('files: full disk and missing rights', async () => {
  const bed = await startBed();
  bed.adbServer.faults.add({ when: { times: 1 }, do: { kind: 'disk_full' } });
  expect((await shell(bed, 'echo a > /sdcard/f')).stderr).toContain('No space left on device');
  bed.adbServer.faults.add({ when: { times: 1 }, do: { kind: 'permission_denied' } });
  expect((await shell(bed, 'echo a > /sdcard/f')).stderr).toContain('Permission denied');
  expect((await shell(bed, 'echo a > /sdcard/f; cat /sdcard/f')).stdout).toBe('a\n');
});

test('services that are not up, clock jumps, sockets that break', async () => {
  const bed = await startBed();
  bed.adbServer.faults.add({ when: { times: 1 }, do: { kind: 'no_service', name: 'package' } });
  expect(await shell(bed, 'cmd package list packages')).toMatchObject({
    stderr: "cmd: Can't find service: package\n",
    code: 20,
  });
  bed.adbServer.faults.add({ when: { times: 1 }, do: { kind: 'clock_jump', ms: 3_600_000 } });
  const seconds = Number((await shell(bed, 'date +%s.%N')).stdout);
  expect(seconds - Date.now() / 1000).toBeGreaterThan(3_590);
  bed.adbServer.listen(
    bed.serial,
    'tcp:6790',
    async (stream) => await stream.write(Buffer.from('0123456789')),
  );
  bed.adbServer.faults.add({ when: { service: 'tcp:6790', times: 1 }, do: { kind: 'cut', afterBytes: 4 } });
  expect((await (await openService(bed.port, bed.serial, 'tcp:6790')).rest()).toString()).toBe('0123');
  expect((await (await openService(bed.port, bed.serial, 'tcp:6790')).rest()).toString()).toBe('0123456789');
});
