/** `mobile-debug-mcp helper`: nothing without being asked, only the recorded package, and everything said beforehand. */
import { createHash } from 'node:crypto';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { isFault } from '@mobile-debug/core/fault.ts';
import { Operation } from '@mobile-debug/core/operation.ts';
import { helperPackage, helperTestPackage } from '@mobile-debug/virtual-phone/helper/helper-apps.ts';
import { expect, it, onTestFinished } from 'vitest';
import { helper } from '../../src/cli/helper.ts';
import { helperChoice } from '../../src/cli/helper-choice.ts';
import { readConfig } from '../../src/config.ts';
import { helperFiles, installHelper } from '../../src/devices/android/uia2/helper-packages.ts';
import { fetchPackage } from '../../src/host/programs/npm-package.ts';
import { filesOfTarball } from '../../src/host/tarball.ts';
import { helperBed } from './helper-bed.ts';

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'helper-command-'));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

function tarball(files: Readonly<Record<string, Uint8Array>>): Buffer {
  const blocks: Buffer[] = [];
  for (const [name, bytes] of Object.entries(files)) {
    const header = Buffer.alloc(512);
    header.write(name, 0, 100);
    header.write(`${bytes.length.toString(8).padStart(11, '0')}\0`, 124);
    header.write('0', 156);
    header.write('ustar\0', 257);
    blocks.push(header, Buffer.from(bytes), Buffer.alloc((512 - (bytes.length % 512)) % 512));
  }
  return gzipSync(Buffer.concat([...blocks, Buffer.alloc(1024)]));
}

/** A program called npm that packs what it is told to and writes down how it was called. */
function fakeNpm(archive: Buffer): { readonly env: Record<string, string>; calls(): string } {
  const home = folder();
  writeFileSync(join(home, 'archive'), archive);
  writeFileSync(
    join(home, 'npm'),
    `#!/bin/sh\necho "$@" >> ${home}/calls\nfor last; do :; done\ncp ${home}/archive "$last/package.tgz"\n`,
  );
  chmodSync(join(home, 'npm'), 0o755);
  const path = [home, dirname(process.execPath), '/usr/bin', '/bin'].join(delimiter);
  return {
    env: { PATH: path, XDG_CACHE_HOME: home },
    calls: () => readFileSync(join(home, 'calls'), 'utf8'),
  };
}

it.skipIf(process.platform === 'win32')(
  'fetches with npm once and believes only the recorded digest',
  async () => {
    const archive = tarball({ 'package/a.apk': Buffer.from('PK one') });
    const npm = fakeNpm(archive);
    const integrity = `sha512-${createHash('sha512').update(archive).digest('base64')}`;
    const pinned = { name: 'thing', version: '1.2.3', integrity };
    const cache = folder();
    using op = Operation.start(10_000);
    const options = { folder: cache, env: npm.env };
    expect(await fetchPackage(op, pinned, options)).toEqual(archive);
    expect(await fetchPackage(op, pinned, options)).toEqual(archive);
    expect(npm.calls().trim().split('\n')).toHaveLength(1);
    expect(npm.calls()).toContain('pack thing@1.2.3 --ignore-scripts');
    const other = { ...pinned, version: '1.2.4', integrity: 'sha512-other' };
    const failure = await fetchPackage(op, other, options).catch((error: unknown) => error);
    expect(isFault(failure) && failure.message).toContain('does not have the recorded digest');
  },
);

it('takes only what was asked for out of an archive, and says when it is broken', async () => {
  const wanted = { 'package/apks/a.apk': Buffer.from('one'), 'package/b': Buffer.alloc(1_000, 7) };
  const archive = tarball({ ...wanted, 'package/c': Buffer.from('other') });
  const names = Object.keys(wanted);
  expect(Object.fromEntries(await filesOfTarball(archive, names, 1 << 20))).toEqual(wanted);
  for (const broken of [archive.subarray(0, 40), Buffer.from('no'), gzipSync(Buffer.alloc(700, 65))]) {
    const failure = await filesOfTarball(broken, names, 1 << 20).catch((error: unknown) => error);
    expect(isFault(failure, 'UNKNOWN')).toBe(true);
  }
  const missing = await filesOfTarball(archive, ['package/d'], 1 << 20).catch((error: unknown) => error);
  expect(isFault(missing) && missing.message).toContain('package/d');
  const large = await filesOfTarball(archive, names, 100).catch((error: unknown) => error);
  expect(isFault(large, 'UNKNOWN')).toBe(true);
});

it('installs both packages, after which the next device uses them', async () => {
  const bed = await helperBed();
  bed.helper.uninstall();
  using op = Operation.start(10_000);
  const adb = await bed.source.connect(op, bed.phone.serial);
  const apk = (name: string): Buffer =>
    Buffer.concat([Buffer.from(`PK package="${name}" `), Buffer.alloc(300_000, 7)]);
  const names = [helperPackage, helperTestPackage];
  await installHelper(op, adb, new Map(helperFiles.map((path, at) => [path, apk(names[at] ?? '')])));
  expect(names.every((name) => bed.phone.packages.has(name))).toBe(true);
  const device = await bed.source.open(op, bed.phone.serial);
  expect((await device.screen?.read(op))?.source.tier).toBe('uiautomator2-server');
  await device.close();
});

it('says what is there, how fast it is, and takes it off', async () => {
  const bed = await helperBed();
  const said: string[] = [];
  const run = async (...words: string[]): Promise<number> => {
    said.length = 0;
    const socket = `tcp:${bed.adbServer.host}:${bed.adbServer.port}`;
    const config = readConfig(['helper', ...words, '--adb-server', socket], {});
    return await helper(config, (line) => said.push(line));
  };
  expect(await run('status')).toBe(0);
  expect(said.join('\n')).toMatch(/io\.appium\.uiautomator2\.server 10\.6\.6/);
  expect(said.join('\n')).toMatch(/reading {3}uiautomator2-server in \d+ ms/);
  expect(await run('remove', '--device', bed.phone.serial)).toBe(0);
  expect(said.join('\n')).toContain('Removed io.appium.uiautomator2.server.test');
  expect(bed.phone.packages.has(helperPackage)).toBe(false);
  expect(await run('status')).toBe(1);
  expect(said.join('\n')).toMatch(/uiautomator-dump in \d+ ms/);
  expect(said.join('\n')).toContain('without authentication');
  await expect(run('polish')).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' });
});

it('refuses modes and times that are none', () => {
  const choice = (...args: string[]) => helperChoice(readConfig(args, {}));
  expect(choice()).toMatchObject({ mode: 'auto', idleReleaseMs: 30_000 });
  expect(choice('--android-helper', 'off', '--helper-idle-seconds', '5')).toMatchObject({
    mode: 'off',
    idleReleaseMs: 5_000,
  });
  expect(() => choice('--android-helper', 'always')).toThrow('always');
  expect(() => choice('--helper-idle-seconds', 'soon')).toThrow('helper-idle-seconds');
});
