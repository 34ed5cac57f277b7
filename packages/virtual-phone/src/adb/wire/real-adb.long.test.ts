/** The real adb binary against the adbd port, on a private server that is stopped afterwards. Skipped without adb. */
import { execFile, spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemClock } from '@mobile-debug/core/operation.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { freePort } from '../../../../../src/host/testing/private-adb.ts';
import { createPhone } from '../../phone/phone.ts';
import type { VersionName } from '../../phone/versions.ts';
import { patiently } from '../testing/bed.ts';
import { RawSocket } from '../testing/raw-client.ts';
import { startVirtualAdbServer, type VirtualAdbServer } from '../virtual-adb-server.ts';

const hasAdb = spawnSync('adb', ['version']).status === 0;
const environment = { ...process.env, ADB_LIBUSB: '0', ADB_USB: '0', ADB_EMU: '0', ADB_MDNS: '0' };
let serverPort = 0;

interface Ended {
  readonly code: number | string | null;
  readonly stdout: Buffer;
  readonly stderr: string;
}

async function adb(args: readonly string[], stdin?: Uint8Array): Promise<Ended> {
  return await new Promise((resolve) => {
    const child = execFile(
      'adb',
      ['-P', String(serverPort), ...args],
      { env: environment, encoding: 'buffer', maxBuffer: 64 * 1024 * 1024, timeout: 15_000 },
      (error, stdout, stderr) =>
        resolve({
          code: error ? (error.code ?? error.signal ?? null) : 0,
          stdout,
          stderr: stderr.toString(),
        }),
    );
    child.stdin?.end(stdin);
  });
}

async function text(args: readonly string[]): Promise<string> {
  return (await adb(args)).stdout.toString();
}

if (!hasAdb) process.stderr.write('adb is not installed: the real-adb suite is skipped\n');

describe.skipIf(!hasAdb)('real adb', () => {
  let folder = '';

  beforeAll(async () => {
    serverPort = await freePort();
    folder = mkdtempSync(join(tmpdir(), 'adb-server-'));
    await adb(['start-server']);
  }, 30_000);

  afterAll(async () => {
    await adb(['kill-server']);
    rmSync(folder, { recursive: true, force: true });
  });

  async function withPhone(
    version: VersionName,
    act: (bed: {
      adbServer: VirtualAdbServer;
      s: readonly string[];
      phone: ReturnType<typeof createPhone>;
    }) => Promise<void>,
  ): Promise<void> {
    const phone = createPhone({ clock: systemClock, version });
    const adbServer = await startVirtualAdbServer({ phones: [phone] });
    const address = `127.0.0.1:${adbServer.adbdPort(phone.serial)}`;
    try {
      expect(await text(['connect', address])).toBe(`connected to ${address}\n`);
      await act({ adbServer, s: ['-s', address], phone });
    } finally {
      await adb(['disconnect', address]);
      await adbServer.close();
      phone.close();
    }
  }

  for (const version of ['8', '11', '14', '16'] as const) {
    test(`Android ${version}: shell with codes, stdin, exec-out, files, properties`, {
      timeout: 40_000,
    }, async () => {
      await withPhone(version, async ({ s, phone }) => {
        expect(await text([...s, 'get-state'])).toBe('device\n');
        expect(await adb([...s, 'shell', 'echo out; echo err >&2; exit 3'])).toEqual({
          code: 3,
          stdout: Buffer.from('out\n'),
          stderr: 'err\n',
        });
        expect(await adb([...s, 'shell', 'cat; exit 7'], Buffer.from('piped'))).toMatchObject({
          code: 7,
          stdout: Buffer.from('piped'),
        });
        expect((await adb([...s, 'shell', '-x', 'echo v1; nosuch'])).stdout.toString()).toMatch(
          /^v1\n.*nosuch: .*not found\n$/,
        );
        expect(await text([...s, 'shell', 'getprop', 'ro.build.version.release'])).toBe(
          `${phone.version.release}\n`,
        );
        const body = Buffer.concat([randomBytes(300_000), Buffer.from('\r\n\0')]);
        writeFileSync(join(folder, 'body'), body);
        expect((await adb([...s, 'push', join(folder, 'body'), '/data/local/tmp/body'])).code).toBe(0);
        expect((await adb([...s, 'exec-out', 'cat /data/local/tmp/body'])).stdout.equals(body)).toBe(true);
        expect((await adb([...s, 'pull', '/data/local/tmp/body', join(folder, 'back')])).code).toBe(0);
        expect(readFileSync(join(folder, 'back')).equals(body)).toBe(true);
        expect(await text([...s, 'ls', '/data/local/tmp'])).toContain(' body');
        expect((await adb([...s, 'push', join(folder, 'body'), '/system/x'])).code).toBe(1);
      });
    });

    test(`Android ${version}: dump, input, screencap, logcat`, { timeout: 40_000 }, async () => {
      await withPhone(version, async ({ s, phone }) => {
        expect(await text([...s, 'exec-out', 'uiautomator dump /dev/tty'])).toMatch(
          /^<\?xml.*UI hierchary dumped to: \/dev\/tty\n$/s,
        );
        expect((await adb([...s, 'shell', 'input', 'tap', '5', '6'])).code).toBe(0);
        expect(phone.record.at(-1)).toMatchObject({ kind: 'tap', detail: { x: 5, y: 6 } });
        const png = (await adb([...s, 'exec-out', 'screencap', '-p'])).stdout;
        expect(png.subarray(0, 8)).toEqual(Buffer.from([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10]));
        expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([1080, 2400]);
        expect(png.subarray(-8).toString('latin1', 0, 4)).toBe('IEND');
        const raw = (await adb([...s, 'exec-out', 'screencap'])).stdout;
        expect(raw.length - 1080 * 2400 * 4).toBe(phone.version.sdk >= 28 ? 16 : 12);
        phone.log.append({
          uid: 10_001,
          pid: 77,
          tid: 78,
          priority: 'W',
          tag: 'Probe',
          message: 'hello',
          buffer: 'main',
        });
        expect(await text([...s, 'logcat', '-d', '-v', 'brief', 'Probe:V', '*:S'])).toContain(
          'W/Probe   (   77): hello\n',
        );
      });
    });
  }

  test('devices -l, forward with data, reverse, streaming logcat', { timeout: 40_000 }, async () => {
    await withPhone('14', async ({ adbServer, s, phone }) => {
      expect(await text(['devices', '-l'])).toMatch(
        /device product:sdk_gphone64_x86_64 model:sdk_gphone64_x86_64 device:emu64x transport_id:\d+/,
      );
      adbServer.listen(phone.serial, 'tcp:6790', async (stream) => {
        const got = await stream.input.read();
        await stream.write(Buffer.concat([Buffer.from('echo '), got ?? Buffer.alloc(0)]));
      });
      const port = Number(await text([...s, 'forward', 'tcp:0', 'tcp:6790']));
      const through = await RawSocket.open(port);
      through.write('ping');
      expect((await through.rest()).toString()).toBe('echo ping');
      expect((await adb([...s, 'forward', '--remove-all'])).code).toBe(0);
      expect(await text([...s, 'reverse', 'tcp:0', 'tcp:9'])).toMatch(/^\d+\n$/);
      const streaming = spawn(
        'adb',
        ['-P', String(serverPort), ...s, 'logcat', '-v', 'tag', '-T', '1', 'Live:V', '*:S'],
        { env: environment },
      );
      let seen = '';
      const arrived = new Promise<void>((resolve) => {
        streaming.stdout.on('data', (bytes: Buffer) => {
          seen += bytes.toString();
          if (seen.includes('second')) resolve();
          else if (seen.includes('first'))
            phone.log.append({
              uid: 1,
              pid: 1,
              tid: 1,
              priority: 'I',
              tag: 'Live',
              message: 'second',
              buffer: 'main',
            });
        });
      });
      phone.log.append({
        uid: 1,
        pid: 1,
        tid: 1,
        priority: 'I',
        tag: 'Live',
        message: 'first',
        buffer: 'main',
      });
      await arrived;
      streaming.kill();
      expect(seen).toContain('I/Live    : first\nI/Live    : second\n');
    });
  });

  test('install answers, uninstall refuses, unauthorized and offline show', { timeout: 40_000 }, async () => {
    await withPhone('14', async ({ adbServer, s, phone }) => {
      const apk = join(folder, 'app.apk');
      writeFileSync(apk, Buffer.concat([Buffer.from('PK\x03\x04'), randomBytes(5000)]));
      expect(await text([...s, 'install', '-r', apk])).toContain('Success');
      adbServer.faults.add({
        when: { times: 1 },
        do: { kind: 'install', failure: 'INSTALL_FAILED_USER_RESTRICTED: Install canceled by user' },
      });
      const refused = await adb([...s, 'install', apk]);
      expect([refused.code, refused.stderr]).toEqual([
        1,
        expect.stringContaining('Failure [INSTALL_FAILED_USER_RESTRICTED: Install canceled by user]'),
      ]);
      expect((await adb([...s, 'uninstall', 'no.such'])).stdout.toString()).toContain(
        'Failure [DELETE_FAILED_INTERNAL_ERROR]',
      );
      adbServer.setState(phone.serial, 'offline');
      expect((await adb([...s, 'shell', 'echo'])).code).toBe(1);
    });
  });

  test('an unauthorized phone becomes usable once it is allowed', { timeout: 40_000 }, async () => {
    const phone = createPhone({ clock: systemClock, version: '14' });
    const adbServer = await startVirtualAdbServer({ phones: [phone] });
    adbServer.setState(phone.serial, 'unauthorized');
    const address = `127.0.0.1:${adbServer.adbdPort(phone.serial)}`;
    try {
      expect((await adb(['connect', address])).stdout.toString()).toContain(
        `failed to authenticate to ${address}`,
      );
      // 'authorizing' while the server still offers its keys.
      await expect.poll(() => text(['devices']), patiently).toContain(`${address}\tunauthorized`);
      adbServer.setState(phone.serial, 'device');
      expect((await adb(['-s', address, 'wait-for-device', 'shell', 'echo in'])).stdout.toString()).toBe(
        'in\n',
      );
    } finally {
      await adb(['disconnect', address]);
      await adbServer.close();
      phone.close();
    }
  });
});
