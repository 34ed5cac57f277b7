/** build_app, install_app, build_and_install and jobs with a real wrapper script: what came out, what the phone received, what is left. */
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runningWith } from '../../src/host/testing/process-list.ts';
import { makeTestBed, type TestBed } from '../harness.ts';

let bed: TestBed;
let folder = '';
let project = '';

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'builds-'));
  project = join(folder, 'app');
  cpSync('test/fixtures/projects/gradle-app', project, { recursive: true });
});

afterEach(async () => {
  expect(bed.bugs).toEqual([]);
  await bed.close();
  rmSync(folder, { recursive: true, force: true });
});

async function start(environment: Record<string, string> = {}): Promise<void> {
  bed = await makeTestBed({ environment });
}

describe('build_app', () => {
  it('builds the app module, finds the product by the metadata, keeps the log', async () => {
    await start();
    const { data, isError, texts } = await bed.call('build_app', { projectPath: project });
    expect(isError, texts[0]).toBe(false);
    expect(data).toMatchObject({
      success: true,
      artifactPath: join(project, 'app/build/outputs/apk/debug/app-debug.apk'),
      errors: [],
      warningsCount: 1,
      command: 'gradlew :app:assembleDebug --console=plain',
    });
    const log = readFileSync(String(data['logPath']), 'utf8');
    expect(log).toContain('BUILD SUCCESSFUL');
    expect(log).toMatch(/JAVA_HOME=\S*fixtures\/tools\/jdk/);
  });

  it('answers the first real errors, also those of stderr', async () => {
    await start({ FAKE_GRADLE: 'kotlin_error' });
    const { data, isError } = await bed.call('build_app', { projectPath: project });
    expect(isError).toBe(false);
    expect(data).toMatchObject({
      success: false,
      errors: [
        {
          file: join(project, 'app/src/main/kotlin/Main.kt'),
          line: 12,
          column: 9,
          message: "Unresolved reference 'foo'.",
        },
      ],
    });
  });

  it('takes exit 0 with a failure in the text for a failure, and names causes', async () => {
    await start({ FAKE_GRADLE: 'exit_zero' });
    expect((await bed.call('build_app', { projectPath: project })).data).toMatchObject({ success: false });
    await bed.close();
    await start({ FAKE_GRADLE: 'no_sdk' });
    expect((await bed.call('build_app', { projectPath: project })).data).toMatchObject({
      success: false,
      cause: { code: 'sdk_missing' },
      errors: [{ file: null, message: expect.stringContaining('SDK location not found') }],
    });
  });

  it('gives choices instead of taking the first of several', async () => {
    writeFileSync(join(project, 'settings.gradle.kts'), 'include(":app", ":wear")\n');
    mkdirSync(join(project, 'wear'));
    cpSync(join(project, 'app/build.gradle.kts'), join(project, 'wear/build.gradle.kts'));
    await start();
    const { data } = await bed.call('build_app', { projectPath: project });
    expect(data).toMatchObject({
      error: { code: 'INVALID_ARGUMENT', details: { modules: [':app', ':wear'] } },
    });
    expect((await bed.call('build_app', { projectPath: project, variant: ':app:debug' })).data).toMatchObject(
      { success: true },
    );
    mkdirSync(join(project, 'ios', 'App.xcodeproj'), { recursive: true });
    expect((await bed.call('build_app', { projectPath: project })).data).toMatchObject({
      error: { details: { choices: ['android', 'ios'] } },
    });
  });

  it('refuses to guess when MCP_DISABLE_AUTODETECT says so, a JDK that does not fit, a folder that is no project', async () => {
    await start({ MCP_DISABLE_AUTODETECT: '1' });
    expect((await bed.call('build_app', { projectPath: project })).data).toMatchObject({
      error: { message: expect.stringContaining('MCP_DISABLE_AUTODETECT') },
    });
    expect(
      (await bed.call('build_app', { projectPath: project, platform: 'android', projectType: 'native' }))
        .data,
    ).toMatchObject({ success: true });
    await bed.close();
    await start();
    expect((await bed.call('build_app', { projectPath: folder })).data).toMatchObject({
      error: { code: 'INVALID_ARGUMENT' },
    });
    writeFileSync(
      join(project, 'gradle/wrapper/gradle-wrapper.properties'),
      'distributionUrl=x/gradle-6.1-bin.zip\n',
    );
    mkdirSync(join(folder, 'jdk/bin'), { recursive: true });
    const { data } = await bed.call('build_app', { projectPath: project });
    expect(data).toMatchObject({
      error: { code: 'TOOL_NOT_FOUND', message: expect.stringContaining('Java 17') },
    });
  });

  it('answers a job when it takes longer than the wait; cancelling it leaves no process of its group', async () => {
    const nap = `97${process.pid}`;
    await start({ FAKE_GRADLE: 'hang', FAKE_SLEEP: nap });
    const { data } = await bed.call('build_app', { projectPath: project, waitMs: 300 });
    expect(data).toMatchObject({ job_id: expect.any(String), state: 'running' });
    const job_id = String(data['job_id']);
    await expect.poll(() => runningWith(`sleep ${nap}`)).toHaveLength(2);
    expect((await bed.call('get_job', { job_id })).data).toMatchObject({
      kind: 'build',
      state: 'running',
      log_path: expect.any(String),
    });
    expect((await bed.call('cancel_job', { job_id })).data).toMatchObject({
      state: 'cancelled',
      error: { code: 'CANCELLED' },
    });
    expect(runningWith(`sleep ${nap}`)).toEqual([]);
    expect((await bed.call('get_job', { job_id: 'job_unknown' })).data).toMatchObject({
      error: { code: 'INVALID_ARGUMENT' },
    });
  });

  it('ends with the call that is withdrawn, and with the server', async () => {
    const nap = `98${process.pid}`;
    await start({ FAKE_GRADLE: 'hang', FAKE_SLEEP: nap });
    const client = new AbortController();
    const called = bed
      .call('build_app', { projectPath: project }, { signal: client.signal })
      .catch(() => null);
    await expect.poll(() => runningWith(`sleep ${nap}`)).toHaveLength(2);
    client.abort();
    await called;
    await expect.poll(() => runningWith(`sleep ${nap}`)).toEqual([]);
    await bed.call('build_app', { projectPath: project, waitMs: 200 });
    await expect.poll(() => runningWith(`sleep ${nap}`)).toHaveLength(2);
    await bed.pool.jobs.close();
    expect(runningWith(`sleep ${nap}`)).toEqual([]);
  });

  it('keeps to the limit of MCP_GRADLE_TIMEOUT', async () => {
    await start({ FAKE_GRADLE: 'hang', FAKE_SLEEP: `96${process.pid}`, MCP_GRADLE_TIMEOUT: '300' });
    expect((await bed.call('build_app', { projectPath: project, platform: 'android' })).data).toMatchObject({
      error: { code: 'TIMEOUT' },
    });
    expect(runningWith(`sleep 96${process.pid}`)).toEqual([]);
  });
});

describe('install_app', () => {
  const apk = 'test/fixtures/projects/shop.apk';

  it('streams the package; the phone has it then', async () => {
    await start();
    bed.phone.setInstalled('com.example.shop', false);
    const { data, texts, isError } = await bed.call('install_app', { appPath: apk });
    expect(isError, texts[0]).toBe(false);
    expect(data).toMatchObject({
      installed: true,
      output: 'Success',
      device: { id: 'virtual-android-1' },
      diagnostics: { how: 'streamed', files: 1 },
    });
    expect(bed.adbServer.packageChanges('virtual-android-1')).toEqual([
      {
        kind: 'install',
        packageName: 'com.example.shop',
        sizesBytes: [readFileSync(apk).length],
        args: ['-r', '-t', '-S', String(readFileSync(apk).length)],
      },
    ]);
    expect(bed.phone.packages.has('com.example.shop')).toBe(true);
  });

  it('installs a folder of splits in one session, of several megabytes', async () => {
    await start();
    const splits = join(folder, 'splits');
    mkdirSync(splits);
    writeFileSync(join(splits, 'base.apk'), Buffer.concat([readFileSync(apk), Buffer.alloc(3_000_000, 7)]));
    writeFileSync(join(splits, 'split_config.en.apk'), readFileSync(apk));
    const { data } = await bed.call('install_app', { appPath: splits });
    expect(data).toMatchObject({ installed: true, diagnostics: { files: 2 } });
    expect(bed.adbServer.packageChanges('virtual-android-1')[0]?.sizesBytes).toEqual([
      3_000_000 + readFileSync(apk).length,
      readFileSync(apk).length,
    ]);
  });

  it('works on every Android that is simulated', async () => {
    for (const android of ['8', '11', '16'] as const) {
      bed = await makeTestBed({ android });
      expect((await bed.call('install_app', { appPath: apk })).data, android).toMatchObject({
        installed: true,
      });
      expect(bed.adbServer.packageChanges('virtual-android-1')).toHaveLength(1);
      if (android !== '16') await bed.close();
    }
  });

  it.each([
    [
      'INSTALL_FAILED_VERSION_DOWNGRADE: Downgrade detected: Update version code 34 is older than current 35',
      { new_version_code: 34, installed_version_code: 35 },
    ],
    [
      "INSTALL_FAILED_CONFLICTING_PROVIDER: Scanning Failed.: Can't install because provider name com.example.provider (in package com.example.new) is already used by com.example.old",
      { blocker: 'com.example.old' },
    ],
    ['INSTALL_FAILED_USER_RESTRICTED: Install canceled by user', {}],
    ['INSTALL_FAILED_HYPEROS_ISOLATION_VIOLATION', {}],
    ['INSTALL_FAILED_SOMETHING_OF_A_VENDOR: no', {}],
  ])('maps %s', async (failure, facts) => {
    await start();
    bed.faults.add({ do: { kind: 'install', failure } });
    const { data, isError } = await bed.call('install_app', { appPath: apk });
    const code = failure.split(':')[0];
    expect(isError).toBe(true);
    expect(data).toMatchObject({
      error: { code: 'INSTALL_FAILED', details: { failure_code: code, ...facts } },
    });
    const { next_step } = (data as { error: { next_step: string } }).error;
    expect(next_step.length).toBeGreaterThan(15);
    expect(bed.adbServer.packageChanges('virtual-android-1')).toEqual([]);
  });

  it('says what is wrong with the file before and after the device sees it', async () => {
    await start();
    writeFileSync(join(folder, 'text.apk'), 'no zip');
    expect((await bed.call('install_app', { appPath: join(folder, 'text.apk') })).data).toMatchObject({
      error: { details: { failure_code: 'INSTALL_PARSE_FAILED_NOT_APK' } },
    });
    writeFileSync(join(folder, 'empty.apk'), '');
    expect((await bed.call('install_app', { appPath: join(folder, 'empty.apk') })).data).toMatchObject({
      error: { code: 'INVALID_ARGUMENT' },
    });
    expect((await bed.call('install_app', { appPath: join(folder, 'none.apk') })).data).toMatchObject({
      error: { code: 'INVALID_ARGUMENT' },
    });
    writeFileSync(join(folder, 'a.aab'), 'PK');
    expect((await bed.call('install_app', { appPath: join(folder, 'a.aab') })).data).toMatchObject({
      error: { code: 'TOOL_NOT_FOUND', next_step: expect.stringContaining('bundletool') },
    });
  });

  it('turns a bundle into an APK where bundletool is', async () => {
    const tool = join(folder, 'bundletool');
    writeFileSync(
      tool,
      '#!/bin/sh\nfor arg; do case $arg in --output=*) out=$(echo "$arg" | cut -c10-);; esac; done\nmkdir -p "$out"\nprintf \'PK\\003\\004 package="com.example.shop"\' > "$out/universal.apk"\n',
      { mode: 0o755 },
    );
    writeFileSync(join(folder, 'a.aab'), 'PK');
    await start({ BUNDLETOOL_PATH: tool });
    expect((await bed.call('install_app', { appPath: join(folder, 'a.aab') })).data).toMatchObject({
      installed: true,
    });
    expect(bed.adbServer.packageChanges('virtual-android-1')[0]?.packageName).toBe('com.example.shop');
  });

  it('waits for a package manager that is not up yet, and no longer than that', async () => {
    await start();
    bed.faults.add({ do: { kind: 'no_service', name: 'package' }, when: { times: 1, service: 'install' } });
    expect((await bed.call('install_app', { appPath: apk })).data).toMatchObject({ installed: true });
  });

  it('builds a project folder first, and says why when that fails', async () => {
    await start();
    expect((await bed.call('install_app', { appPath: project })).data).toMatchObject({
      installed: true,
      built: { logPath: expect.any(String) },
    });
    await bed.close();
    await start({ FAKE_GRADLE: 'kotlin_error' });
    expect((await bed.call('install_app', { appPath: project })).data).toMatchObject({
      error: {
        code: 'BUILD_FAILED',
        message: expect.stringContaining('Main.kt:12'),
        details: { errors: [{ line: 12 }] },
      },
    });
    expect(bed.adbServer.packageChanges('virtual-android-1')).toEqual([]);
  });

  it('says how it went when the device breaks off in the middle', async () => {
    await start();
    bed.faults.add({ when: { service: 'install' }, do: { kind: 'cut', afterBytes: 0 } });
    const { data } = await bed.call('install_app', { appPath: apk });
    expect(data).toMatchObject({ error: { code: 'DEVICE_UNAVAILABLE' } });
  });
});

describe('build_and_install', () => {
  it('tells both as events, then the result', async () => {
    await start();
    const { texts } = await bed.call('build_and_install', { projectPath: project });
    const events = (texts[0] ?? '').split('\n').map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(events.map(({ type, status }) => `${String(type)} ${String(status)}`)).toEqual([
      'build started',
      'build finished',
      'install started',
      'install finished',
    ]);
    expect(JSON.parse(texts[1] ?? '')).toMatchObject({
      success: true,
      artifactPath: expect.stringContaining('app-debug.apk'),
      output: 'Success',
    });
    expect(bed.adbServer.packageChanges('virtual-android-1')).toHaveLength(1);
  });

  it('stops at the build that fails, and at the installation that is refused', async () => {
    await start({ FAKE_GRADLE: 'kotlin_error' });
    const failed = await bed.call('build_and_install', { projectPath: project });
    expect(JSON.parse(failed.texts[1] ?? '')).toMatchObject({
      success: false,
      errors: [{ line: 12 }],
      error: { code: 'BUILD_FAILED' },
    });
    await bed.close();
    await start();
    bed.faults.add({
      do: {
        kind: 'install',
        failure:
          'INSTALL_FAILED_UPDATE_INCOMPATIBLE: Package com.example.shop signatures do not match previously installed version; ignoring!',
      },
    });
    const refused = await bed.call('build_and_install', { projectPath: project });
    expect(JSON.parse(refused.texts[1] ?? '')).toMatchObject({
      success: false,
      error: { code: 'INSTALL_FAILED', details: { blocker: 'com.example.shop' } },
    });
    expect(existsSync(join(project, 'app/build/outputs/apk/debug/app-debug.apk'))).toBe(true);
  });
});
