import { isFault } from '@mobile-debug/core/fault.ts';
import { systemClock } from '@mobile-debug/core/operation.ts';
import { eventsOf, startDispatch } from '@mobile-debug/core/testing/test-dispatch.ts';
import { startBed } from '@mobile-debug/virtual-phone/adb/testing/bed.ts';
import { androidVersions } from '@mobile-debug/virtual-phone/phone/versions.ts';
import { describe, expect, it } from 'vitest';
import type { PackageFile } from '../../port/install.ts';
import { AndroidSource } from '../android-source.ts';
import { adbClientBed } from '../testing/adb-client-bed.ts';
import { androidInstall } from './install.ts';

const packageName = 'com.example.shop';

/** A stand-in for an apk: a zip's signature, its package name, and filling. */
function apk(name: string, sizeBytes = 700_000): PackageFile {
  const bytes = Buffer.alloc(sizeBytes, 7);
  bytes.write(`PK package="${packageName}" ${name}`, 0, 'latin1');
  return {
    name,
    sizeBytes,
    async *chunks() {
      for (let at = 0; at < sizeBytes; at += 65_536) yield bytes.subarray(at, at + 65_536);
    },
  };
}

async function phone(features?: readonly string[]) {
  const version = { ...androidVersions['14'], ...(features ? { features } : {}) };
  const bed = await startBed({ version });
  bed.phone.setInstalled(packageName, false);
  const address = { host: bed.adbServer.host, port: bed.port };
  const source = new AndroidSource({ address, clock: systemClock });
  using dispatch = startDispatch(5_000);
  const adb = await source.connect(dispatch, bed.serial);
  const install = async (files: readonly PackageFile[], budgetMs = 5_000) => {
    using own = startDispatch(budgetMs);
    const progress: number[] = [];
    const request = { path: 'app.apk', files, onProgress: (sent: number) => void progress.push(sent) };
    const outcome = await androidInstall(adb)
      .install(own, request)
      .catch((error: unknown) => error);
    return { outcome, progress, marks: eventsOf(own) };
  };
  return { ...bed, source, install, services: () => bed.adbServer.commands().map(({ service }) => service) };
}

describe.each([
  ['abb_exec', undefined],
  ['cmd', ['shell_v2', 'cmd']],
] as const)('streamed by %s', (_method, features) => {
  it('installs one file, telling how much was sent', async () => {
    const bed = await phone(features);
    const { outcome, progress, marks } = await bed.install([apk('base.apk')]);
    expect(outcome).toEqual({ how: 'streamed', output: 'Success' });
    expect(progress.at(-1)).toBe(700_000);
    expect(progress).toEqual([...progress].sort((a, b) => a - b));
    expect(marks).toEqual(['sending', 'answered']);
    expect(bed.phone.packages.has(packageName)).toBe(true);
    await bed.source.close();
  });

  it('installs a base with its splits in one session', async () => {
    const bed = await phone(features);
    const { outcome } = await bed.install([apk('base.apk'), apk("split_o'dd name.apk", 1_000)]);
    expect(outcome).toMatchObject({ how: 'streamed as a session of 2 files' });
    expect(bed.phone.packages.has(packageName)).toBe(true);
    await bed.source.close();
  });

  it('gives the code, its meaning and the words of a refusal, and leaves no session', async () => {
    const bed = await phone(features);
    const failure = 'INSTALL_FAILED_OLDER_SDK: Requires newer sdk version #40 (current version is #34)';
    bed.adbServer.faults.add({ do: { kind: 'install', failure } });
    for (const files of [[apk('base.apk')], [apk('base.apk'), apk('split.apk')]]) {
      const { outcome } = await bed.install(files);
      expect(isFault(outcome, 'INSTALL_FAILED')).toBe(true);
      expect(outcome).toMatchObject({ details: { failure_code: 'INSTALL_FAILED_OLDER_SDK' } });
    }
    expect(bed.phone.packages.has(packageName)).toBe(false);
    await bed.source.close();
  });

  it('reads the words of a device that refuses before it has read the file', async () => {
    const bed = await phone(features);
    bed.adbServer.faults.add({ do: { kind: 'disk_full' } });
    const { outcome } = await bed.install([apk('base.apk', 8_000_000)]);
    expect(outcome).toMatchObject({ details: { failure_code: 'INSTALL_FAILED_INSUFFICIENT_STORAGE' } });
    await bed.source.close();
  });

  it('ends with its operation', async () => {
    const bed = await phone(features);
    bed.adbServer.faults.add({ when: { service: 'install' }, do: { kind: 'hang' } });
    const { outcome, marks } = await bed.install([apk('base.apk')], 300);
    expect(isFault(outcome, 'TIMEOUT')).toBe(true);
    expect(marks[0]).toBe('sending');
    await expect.poll(() => bed.adbServer.runningServices, { interval: 5 }).toBe(0);
    await bed.source.close();
  });
});

it('is pushed where nothing can be streamed, and the file taken away again', async () => {
  const bed = await phone(['shell_v2']);
  const { outcome, progress } = await bed.install([apk('base.apk')]);
  expect(outcome).toMatchObject({ how: 'pushed and installed' });
  expect(progress.at(-1)).toBe(700_000);
  expect(bed.phone.packages.has(packageName)).toBe(true);
  expect(bed.phone.files.list('/data/local/tmp') ?? []).toEqual([]);
  const splits = await bed.install([apk('base.apk'), apk('split.apk')]);
  expect(isFault(splits.outcome, 'CAPABILITY_MISSING')).toBe(true);
  await bed.source.close();
});

it('takes silence behind the whole file for a device that broke off, not for a refusal', async () => {
  const { device, opened } = await adbClientBed();
  device.features = 'shell_v2,cmd';
  using dispatch = startDispatch(5_000);
  const installed = androidInstall(await opened()).install(dispatch, {
    path: 'a.apk',
    files: [apk('a.apk', 200)],
  });
  await expect(installed).rejects.toMatchObject({ code: 'DEVICE_UNAVAILABLE' });
  expect(eventsOf(dispatch)[0]).toBe('sending');
});
