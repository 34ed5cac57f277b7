/** A package manager that fails is not an app that is missing, and not an empty list. */
import { afterEach, describe, expect, test } from 'vitest';
import { makeTestBed, type TestBed } from '../harness.ts';

const shop = 'com.example.shop';
const sentences = [
  'cmd: Failure calling service package: Broken pipe (32)',
  'cmd: Failure calling service package: Failed transaction (2147483646)',
  'Killed ',
  'java.lang.SecurityException: Shell does not have permission to access user 150',
  'Error: java.lang.SecurityException: Permission Denial: getPackages asks to run as user 150 but is calling from uid 2000; this requires android.permission.INTERACT_ACROSS_USERS_FULL',
  "\nException occurred while executing 'path':\nandroid.os.DeadSystemException\n\tat com.android.server.Foo.bar(Foo.java:97)",
  'A sentence that nobody foresaw',
] as const;

interface Told {
  readonly code: string;
  readonly message: string;
  readonly retryable: boolean;
  readonly next_step: string;
}

let bed: TestBed;
afterEach(async () => {
  expect(bed.bugs).toEqual([]);
  await bed.close();
});

const told = (data: Record<string, unknown>): Told => data['error'] as Told;
const received = (kind: string): readonly unknown[] => bed.phone.record.filter((one) => one.kind === kind);

describe.each(['8', '14', '16'] as const)('Android %s', (android) => {
  test.each(sentences)('list_apps refuses with the sentence: %s', async (words) => {
    bed = await makeTestBed({ android });
    bed.adbServer.faults.add({
      when: { service: /list packages/ },
      do: { kind: 'package_manager', words, command: 'list' },
    });
    for (const input of [{}, { system: true }, { user: 0 }, { contains: 'shop' }]) {
      const answer = await bed.call('list_apps', input);
      expect(answer.isError).toBe(true);
      expect(answer.data).not.toHaveProperty('apps');
      expect(told(answer.data)).toMatchObject({ code: 'DEVICE_UNAVAILABLE', retryable: true });
      expect(told(answer.data).message).toMatch(
        /Broken pipe|Failed transaction|Killed|SecurityException|DeadSystemException|nobody foresaw/,
      );
    }
  });

  test.each(sentences)('nothing is said to be missing when the question failed: %s', async (words) => {
    bed = await makeTestBed({ android });
    bed.adbServer.faults.add({ do: { kind: 'package_manager', words, command: 'path' } });
    for (const [name, input] of [
      ['start_app', {}],
      ['terminate_app', {}],
      ['set_permission', { permission: 'camera', state: 'grant' }],
    ] as const) {
      const { data } = await bed.call(name, { appId: shop, ...input });
      expect(JSON.stringify(data), name).toContain('DEVICE_UNAVAILABLE');
      expect(JSON.stringify(data), name).not.toContain('APP_NOT_INSTALLED');
    }
    expect(received('start')).toEqual([]);
    const devices = await bed.call('list_devices', { appId: shop });
    expect(devices.data['devices']).toMatchObject([
      { state: 'ready', problem: expect.stringContaining(shop) },
    ]);
    expect(JSON.stringify(devices.data)).not.toContain('appInstalled');
  });
});

test('what the device did all the same is told as done', async () => {
  bed = await makeTestBed();
  bed.adbServer.faults.add({
    do: {
      kind: 'package_manager',
      words: 'cmd: Failure calling service package: Broken pipe (32)',
      command: 'path',
    },
  });
  expect((await bed.call('uninstall_app', { appId: shop })).isError).toBe(false);
  expect(bed.phone.packages.has(shop)).toBe(false);
});

test('a command that was killed without a word is no answer', async () => {
  bed = await makeTestBed();
  bed.adbServer.faults.add({ do: { kind: 'package_manager', words: '', command: 'list' } });
  expect(told((await bed.call('list_apps')).data)).toMatchObject({ code: 'DEVICE_UNAVAILABLE' });
  bed.adbServer.faults.clear();
  bed.adbServer.faults.add({
    when: { service: /pm path/ },
    do: { kind: 'replace', output: '', exitCode: 137 },
  });
  const { data } = await bed.call('terminate_app', { appId: shop });
  expect(JSON.stringify(data)).toContain('DEVICE_UNAVAILABLE');
});

test('once the manager answers again, so does the same call', async () => {
  bed = await makeTestBed();
  bed.adbServer.faults.add({
    when: { times: 1 },
    do: {
      kind: 'package_manager',
      words: 'cmd: Failure calling service package: Broken pipe (32)',
      command: 'list',
    },
  });
  expect((await bed.call('list_apps')).isError).toBe(true);
  expect((await bed.call('list_apps')).data['count']).toBeGreaterThan(0);
});

describe('several users', () => {
  const secure = 'java.lang.SecurityException: Shell does not have permission to access user 150';
  const users = [{ id: 150, name: 'Secure Folder', flags: '1030', apps: [shop] }];

  test('one that the shell may not see spoils neither the list nor the app of the other', async () => {
    bed = await makeTestBed({ users });
    bed.adbServer.faults.add({ do: { kind: 'package_manager', words: secure, user: 150 } });
    expect((await bed.call('list_apps')).data).toMatchObject({
      user: 0,
      apps: expect.arrayContaining([{ appId: shop, versionCode: expect.any(String) }]),
    });
    const refused = await bed.call('list_apps', { user: 150 });
    expect(told(refused.data)).toMatchObject({ code: 'DEVICE_UNAVAILABLE', retryable: true });
    expect(told(refused.data).message).toContain(secure);
    bed.phone.start(shop, null);
    expect((await bed.call('reset_app_data', { appId: shop })).data).toMatchObject({ reset: true, user: 0 });
    expect(received('clear')).toMatchObject([{ detail: { packageName: shop } }]);
  });

  test('but when it is in front, the data of the other is never taken for its own', async () => {
    bed = await makeTestBed({ users });
    bed.adbServer.faults.add({ do: { kind: 'package_manager', words: secure, user: 150 } });
    bed.phone.start(shop, null, { user: 150 });
    const { data } = await bed.call('reset_app_data', { appId: shop });
    expect(told(data)).toMatchObject({ code: 'DEVICE_UNAVAILABLE' });
    expect(received('clear')).toEqual([]);
  });

  test('whoever is asked: a manager that broke leaves nobody out', async () => {
    bed = await makeTestBed({ users });
    bed.phone.start(shop, null);
    bed.adbServer.faults.add({
      do: {
        kind: 'package_manager',
        words: 'cmd: Failure calling service package: Broken pipe (32)',
        command: 'path',
        user: 150,
      },
    });
    expect(told((await bed.call('reset_app_data', { appId: shop })).data)).toMatchObject({
      code: 'DEVICE_UNAVAILABLE',
    });
    expect(received('clear')).toEqual([]);
  });
});
