/** The server endpoint on bare sockets: framing, selection, texts, tracking, pipelining, forwards. */

import { systemClock } from '@mobile-debug/core/operation.ts';
import { expect, test } from 'vitest';
import { createPhone } from '../../phone/phone.ts';
import { startBed } from '../testing/bed.ts';
import { frame, hostRequest, openService, RawSocket, shell } from '../testing/raw-client.ts';

test('one-shot host requests answer in frames and close', async () => {
  const { port, serial } = await startBed();
  expect(await hostRequest(port, 'host:version')).toBe('OKAY00040029');
  expect(await hostRequest(port, 'host:devices')).toBe(`OKAY${frame(`${serial}\tdevice\n`)}`);
  expect(await hostRequest(port, 'host:devices-l')).toContain(
    'model:sdk_gphone64_x86_64 device:emu64x transport_id:1',
  );
  expect(await hostRequest(port, `host-serial:${serial}:features`)).toMatch(
    /^OKAY[0-9a-f]{4}cmd,shell_v2,.*abb_exec/,
  );
  expect(await hostRequest(port, `host-transport-id:1:get-state`)).toBe('OKAY0006device');
  expect(await hostRequest(port, `host:get-serialno`)).toBe(`OKAY${frame(serial)}`);
  expect(await hostRequest(port, 'host:bogus')).toBe('FAIL0014unknown host service');
  expect(await hostRequest(port, 'host:connect:127.0.0.1:1')).toContain(
    "failed to connect to '127.0.0.1:1': Connection refused",
  );
});

test('selection fails in the words of the real server', async () => {
  const { port, adbServer, serial } = await startBed();
  expect(await hostRequest(port, 'host:transport:nope')).toBe(`FAIL${frame("device 'nope' not found")}`);
  expect(await hostRequest(port, 'host:transport-id:99')).toBe(
    `FAIL${frame("no device with transport id '99'")}`,
  );
  adbServer.setState(serial, 'offline');
  expect(await hostRequest(port, `host:transport:${serial}`)).toBe(`FAIL${frame('device offline')}`);
  adbServer.setState(serial, 'unauthorized');
  expect(await hostRequest(port, `host-serial:${serial}:get-state`)).toContain(
    "device unauthorized.\nThis adb server's $ADB_VENDOR_KEYS",
  );
  expect(await hostRequest(port, 'host:devices-l')).toMatch(/unauthorized transport_id:1\n$/);
  adbServer.setState(serial, 'no permissions');
  expect(await hostRequest(port, 'host:devices')).toContain(
    'no permissions (user in plugdev group; are your udev rules wrong?); see [http',
  );
});

test('several phones: any is ambiguous, serials with colons, blanks and brackets are told apart', async () => {
  const { port, adbServer } = await startBed({ serial: '192.0.2.21:40559' });
  const odd = createPhone({ clock: systemClock, serial: 'adb-R5 (2)._adb-tls-connect._tcp' });
  await adbServer.addPhone(odd);
  expect(await hostRequest(port, 'host:features')).toBe(`FAIL${frame('more than one device/emulator')}`);
  expect(await hostRequest(port, 'host-serial:192.0.2.21:40559:get-state')).toBe('OKAY0006device');
  expect(await hostRequest(port, `host-serial:${odd.serial}:get-state`)).toBe('OKAY0006device');
  expect((await shell({ port, serial: odd.serial }, 'echo here')).stdout).toBe('here\n');
  odd.close();
});

test('a pipelined second request breaks as in the real server', async () => {
  const { port, serial } = await startBed();
  const byId = await RawSocket.open(port);
  byId.write(frame('host:transport-id:1') + frame('shell,v2,raw:echo hi'));
  expect((await byId.rest()).toString()).toBe(`FAIL${frame('invalid transport id')}`);
  const byTport = await RawSocket.open(port);
  byTport.write(frame(`host:tport:serial:${serial}`) + frame('exec:echo hi'));
  expect((await byTport.take(12)).subarray(0, 5)).toEqual(Buffer.from('OKAY\x01'));
  expect(byTport.pending).toHaveLength(0);
  byTport.write(frame('exec:echo late'));
  expect((await byTport.take(9)).toString()).toBe('OKAYlate\n');
  byTport.close();
});

test('requests may come byte by byte; garbage lengths close the connection', async () => {
  const { port } = await startBed();
  const slow = await RawSocket.open(port);
  for (const char of frame('host:version')) slow.write(char);
  expect((await slow.rest()).toString()).toBe('OKAY00040029');
  const bad = await RawSocket.open(port);
  bad.write('zzzzhello');
  expect(await bad.rest()).toHaveLength(0);
});

test('refused services answer closed and are recorded', async () => {
  const { port, serial, adbServer } = await startBed();
  await expect(openService(port, serial, 'bogus:')).rejects.toThrow(`FAIL${frame('closed')}`);
  await expect(openService(port, serial, 'tcp:6790')).rejects.toThrow('closed');
  expect(adbServer.commands(serial).map(({ kind, outcome }) => [kind, outcome])).toEqual([
    ['other', 'refused'],
    ['socket', 'refused'],
  ]);
});

test('track-devices-l sends the list now and on every change; ids are never reused', async () => {
  const { port, adbServer, serial } = await startBed();
  const tracker = await RawSocket.open(port);
  tracker.write(frame('host:track-devices-l'));
  const next = async (): Promise<string> => {
    const size = Number.parseInt((await tracker.take(4)).toString(), 16);
    return (await tracker.take(size)).toString();
  };
  expect((await tracker.take(4)).toString()).toBe('OKAY');
  expect(await next()).toContain('transport_id:1');
  adbServer.setState(serial, 'gone');
  expect(await next()).toBe('');
  adbServer.setState(serial, 'device');
  expect(await next()).toContain('transport_id:2');
  adbServer.setState(serial, 'offline');
  expect(await next()).toMatch(/offline transport_id:2/);
  tracker.close();
});

test('wait-for answers twice: now, and when the state is reached', async () => {
  const { port, adbServer, serial } = await startBed();
  adbServer.setState(serial, 'offline');
  const waiting = await RawSocket.open(port);
  waiting.write(frame(`host-serial:${serial}:wait-for-any-device`));
  expect((await waiting.take(4)).toString()).toBe('OKAY');
  expect(waiting.pending).toHaveLength(0);
  adbServer.setState(serial, 'device');
  expect((await waiting.rest()).toString()).toBe('OKAY');
});

test('forward: real listeners, tcp:0, norebind, list and removal', async () => {
  const { port, adbServer, serial } = await startBed();
  adbServer.listen(serial, 'localabstract:echo', async (stream) => {
    for (let chunk = await stream.input.read(); chunk; chunk = await stream.input.read())
      await stream.write(chunk);
  });
  const answer = await hostRequest(port, `host-serial:${serial}:forward:tcp:0;localabstract:echo`);
  const local = Number(/^OKAYOKAY000.(\d+)$/.exec(answer)?.[1]);
  const through = await RawSocket.open(local);
  through.write('ping');
  expect((await through.take(4)).toString()).toBe('ping');
  expect(await hostRequest(port, 'host:list-forward')).toBe(
    `OKAY${frame(`${serial} tcp:${local} localabstract:echo\n`)}`,
  );
  expect(await hostRequest(port, `host-serial:${serial}:forward:norebind:tcp:${local};tcp:1`)).toContain(
    'cannot rebind existing socket',
  );
  expect(await hostRequest(port, `host-serial:${serial}:killforward:tcp:9`)).toBe(
    `FAIL${frame("listener 'tcp:9' not found")}`,
  );
  expect(await hostRequest(port, `host-serial:${serial}:killforward:tcp:${local}`)).toBe('OKAYOKAY');
  await through.rest();
  expect(adbServer.forwardCount).toBe(0);
});

test('reverse: answers inside the stream, and leads to the host', async () => {
  const { port, adbServer, serial } = await startBed();
  const host = await startBed({ serial: 'other' });
  const socket = await openService(port, serial, `reverse:forward:tcp:0;tcp:${host.port}`);
  const answer = (await socket.rest()).toString();
  const devicePort = /^OKAY0005(\d+)$/.exec(answer)?.[1];
  expect(devicePort).toBeDefined();
  const back = await openService(port, serial, `tcp:${devicePort}`);
  back.write(frame('host:version'));
  expect((await back.rest()).toString()).toBe('OKAY00040029');
  expect((await (await openService(port, serial, 'reverse:list-forward')).rest()).toString()).toContain(
    `host tcp:${devicePort} tcp:${host.port}`,
  );
  expect(adbServer.runningServices).toBe(0);
});

test('the server goes and comes back on the same port', async () => {
  const { port, adbServer, serial } = await startBed();
  const stream = await openService(port, serial, 'shell,v2,raw:logcat');
  await adbServer.stopServer();
  await stream.rest();
  await expect(RawSocket.open(port)).rejects.toThrow('ECONNREFUSED');
  await adbServer.startServer();
  expect((await shell({ port, serial }, 'echo back')).stdout).toBe('back\n');
  expect(await hostRequest(port, 'host:devices-l')).toContain('transport_id:2');
});

test('a device service without a transport, or on one that went, is refused', async () => {
  const { port, adbServer, serial } = await startBed();
  const without = await RawSocket.open(port);
  without.write(frame('shell,v2,raw:echo'));
  expect((await without.rest()).toString()).toBe(`FAIL${frame('device offline (no transport)')}`);
  const late = await RawSocket.open(port);
  late.write(frame(`host:transport:${serial}`));
  await late.take(4);
  adbServer.setState(serial, 'gone');
  adbServer.setState(serial, 'device');
  late.write(frame('exec:echo'));
  expect((await late.rest()).toString()).toBe(`FAIL${frame('device offline (transport offline)')}`);
});
