/** Which variant is built, and which of its packages goes to the phone: never a guess, never success without a product. */
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeTestBed, type TestBed } from '../harness.ts';

let bed: TestBed;
let folder = '';
let project = '';

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'variants-'));
  project = join(folder, 'app');
  // Without what the examples of the documentation have built there.
  const filter = (path: string): boolean => !path.endsWith('/build');
  cpSync('test/fixtures/projects/gradle-app', project, { recursive: true, filter });
});
afterEach(async () => {
  expect(bed.bugs).toEqual([]);
  await bed.close();
  rmSync(folder, { recursive: true, force: true });
});

async function start(environment: Record<string, string> = {}): Promise<void> {
  bed = await makeTestBed({ environment });
}

const build = async (args: Record<string, unknown> = {}) =>
  (await bed.call('build_app', { projectPath: project, ...args })).data;

async function buildAndInstall() {
  const { texts } = await bed.call('build_and_install', { projectPath: project });
  return JSON.parse(texts[1] ?? '') as Record<string, unknown>;
}

describe('flavours in the build script', () => {
  beforeEach(() => {
    writeFileSync(
      join(project, 'app/build.gradle.kts'),
      `plugins { id("com.android.application") }
android {
  flavorDimensions += "tier"
  productFlavors { create("free") { dimension = "tier" }
    create("paid") { dimension = "tier" } }
}
`,
    );
  });

  it('are asked for before anything runs', async () => {
    await start({ FAKE_GRADLE: 'flavors' });
    expect(await build()).toMatchObject({
      error: {
        code: 'INVALID_ARGUMENT',
        next_step: 'Pass variant: freeDebug, paidDebug.',
        details: { choices: ['freeDebug', 'paidDebug'] },
      },
    });
    expect(await buildAndInstall()).toMatchObject({ success: false, error: { code: 'INVALID_ARGUMENT' } });
    expect(bed.adbServer.packageChanges('virtual-android-1')).toEqual([]);
  });

  it('are built by name, and the package of that variant is the product', async () => {
    await start({ FAKE_GRADLE: 'flavors' });
    expect(await build({ variant: 'paidDebug' })).toMatchObject({
      success: true,
      command: 'gradlew :app:assemblePaidDebug --console=plain',
      artifactPath: join(project, 'app/build/outputs/apk/paid/debug/app-paidDebug.apk'),
    });
  });
});

describe('flavours that a plugin adds', () => {
  it('are told by what was built', async () => {
    await start({ FAKE_GRADLE: 'flavors' });
    const data = await build();
    expect(data).toMatchObject({
      success: false,
      errors: [{ file: null, message: expect.stringContaining('Pass variant: freeDebug, paidDebug.') }],
    });
    expect(data['artifactPath']).toBeUndefined();
    expect(await buildAndInstall()).toMatchObject({
      success: false,
      error: { code: 'BUILD_FAILED', message: expect.stringContaining('freeDebug, paidDebug') },
    });
    expect(bed.adbServer.packageChanges('virtual-android-1')).toEqual([]);
  });

  it('need no choice where only one was built', async () => {
    await start({ FAKE_GRADLE: 'one_flavor' });
    expect(await build()).toMatchObject({
      success: true,
      artifactPath: join(project, 'app/build/outputs/apk/free/debug/app-freeDebug.apk'),
    });
  });
});

describe('packages for single processors', () => {
  it('are all told where no device is chosen', async () => {
    await start({ FAKE_GRADLE: 'processors' });
    expect(await build()).toMatchObject({
      success: true,
      artifacts: ['x86', 'armeabi-v7a', 'arm64-v8a'].map((abi) =>
        join(project, `app/build/outputs/apk/debug/app-${abi}.apk`),
      ),
    });
  });

  it('are chosen by what the device runs', async () => {
    await start({ FAKE_GRADLE: 'processors' });
    expect(await buildAndInstall()).toMatchObject({
      success: true,
      artifactPath: join(project, 'app/build/outputs/apk/debug/app-arm64-v8a.apk'),
    });
    expect(bed.adbServer.packageChanges('virtual-android-1')).toHaveLength(1);
  });

  it('are refused where none fits, with what there is', async () => {
    await start({ FAKE_GRADLE: 'processors', FAKE_ABIS: 'x86 armeabi-v7a' });
    expect(await buildAndInstall()).toMatchObject({
      success: false,
      error: { message: expect.stringMatching(/packages for x86, armeabi-v7a; the device runs .*arm64-v8a/) },
    });
    expect(bed.adbServer.packageChanges('virtual-android-1')).toEqual([]);
  });
});

it('takes no build for a success that made no package', async () => {
  await start({ FAKE_GRADLE: 'nothing' });
  expect(await build()).toMatchObject({
    success: false,
    errors: [{ message: expect.stringContaining('made no package') }],
  });
  expect(await buildAndInstall()).toMatchObject({ success: false, error: { code: 'BUILD_FAILED' } });
});
