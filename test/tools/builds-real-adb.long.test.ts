/** Installing through the real adb server. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { adbPath } from '../../src/host/testing/private-adb.ts';
import { makeTestBed } from '../harness.ts';

const apk = 'test/fixtures/projects/shop.apk';

it.skipIf(adbPath === undefined)('streams one package, and splits', async () => {
  const splits = mkdtempSync(join(tmpdir(), 'builds-'));
  const bed = await makeTestBed({ through: 'adb' });
  onTestFinished(async () => {
    await bed.close();
    rmSync(splits, { recursive: true, force: true });
  });
  expect((await bed.call('install_app', { appPath: apk })).data).toMatchObject({ installed: true });
  for (const name of ['base.apk', 'split_a.apk'])
    writeFileSync(join(splits, name), Buffer.concat([readFileSync(apk), Buffer.alloc(700_000, 3)]));
  expect((await bed.call('install_app', { appPath: splits })).data).toMatchObject({ installed: true });
  expect(
    bed.adbServer.packageChanges('virtual-android-1').map(({ sizesBytes }) => sizesBytes.length),
  ).toEqual([1, 2]);
  expect(bed.bugs).toEqual([]);
});
