/** A phone with a work profile and a clone: whose app is started, ended, cleared, installed; and never the wrong one's. */
import { ManualClock } from '@mobile-debug/core/testing/manual-clock.ts';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { makeTestBed, type TestBed } from '../harness.ts';

const shop = 'com.example.shop';
const notes = 'com.example.notes';
const users = [
  { id: 10, name: 'Work profile', flags: '1030', apps: ['com.example.gallery'] },
  { id: 999, name: 'Clone: 2', flags: '1030', apps: [shop] },
];

interface Told {
  readonly code: string;
  readonly message: string;
  readonly next_step: string;
}

const fault = (answer: { data: Record<string, unknown> }): Told => answer.data['error'] as Told;

describe.each([['14'], ['8'], ['16']] as const)('users of Android %s', (android) => {
  let bed: TestBed;
  beforeEach(async () => {
    bed = await makeTestBed({ android, users });
  });
  afterEach(async () => await bed.close());

  const got = (kind: string): unknown[] =>
    bed.phone.record.filter((one) => one.kind === kind).map(({ detail }) => detail);

  test('the clone in front is told, and its data is what is cleared', async () => {
    bed.phone.start(shop, null, { user: 999 });
    expect((await bed.call('get_current_screen')).data).toMatchObject({ package: shop, user: 999 });
    expect((await bed.call('get_ui_tree')).texts[0]).toContain('user 999');
    expect((await bed.call('reset_app_data', { appId: shop })).data).toMatchObject({
      reset: true,
      user: 999,
    });
    expect(got('clear')).toEqual([{ packageName: shop, user: 999 }]);
  });

  test('the owner in front is not told, and is meant', async () => {
    bed.phone.start(shop, null);
    expect((await bed.call('get_current_screen')).data).not.toHaveProperty('user');
    expect((await bed.call('reset_app_data', { appId: shop })).data).toMatchObject({ reset: true, user: 0 });
    expect(got('clear')).toEqual([{ packageName: shop }]);
  });

  test('an app that several have and that does not run for who is in front is refused', async () => {
    bed.phone.start(shop, null, { user: 999 });
    bed.phone.start(notes, null);
    const calls = [
      ['reset_app_data', {}],
      ['terminate_app', {}],
      ['uninstall_app', {}],
      ['set_permission', { permission: 'android.permission.POST_NOTIFICATIONS', state: 'grant' }],
    ] as const;
    for (const [name, more] of calls) {
      const answer = await bed.call(name, { appId: shop, ...more });
      expect(answer.isError, name).toBe(true);
      expect(fault(answer)).toMatchObject({ code: 'USER_AMBIGUOUS' });
      expect(fault(answer).message).toContain('999 (Clone: 2)');
      expect(fault(answer).next_step).toContain('0 or 999');
    }
    const started = await bed.call('start_app', { appId: shop });
    expect(started.data).toMatchObject({ success: false, failure_code: 'USER_AMBIGUOUS' });
    expect(got('clear')).toEqual([]);
    expect(got('stop')).toEqual([]);
    expect(got('start')).toHaveLength(2);
    expect(bed.phone.packages.has(shop)).toBe(true);
    expect(bed.phone.packagesOf(999).has(shop)).toBe(true);
  });

  test('a named user is meant, whoever is in front', async () => {
    bed.phone.start(shop, null);
    expect((await bed.call('reset_app_data', { appId: shop, user: 999 })).data).toMatchObject({ user: 999 });
    expect(got('clear')).toEqual([{ packageName: shop, user: 999 }]);
    expect((await bed.call('terminate_app', { appId: shop, user: 999 })).data).toMatchObject({ user: 999 });
    expect(got('stop')).toEqual([{ packageName: shop, user: 999 }]);
    const started = await bed.call('start_app', { appId: shop, user: 999 });
    expect(started.data).toMatchObject({
      success: true,
      details: { user: 999, observed_app: { user: 999 } },
    });
    const pid = bed.phone.processes.find(({ name, uid }) => name === shop && uid >= 99_900_000)?.pid;
    expect(started.data).toMatchObject({ details: { observed_app: { pid, matchedTarget: true } } });
    expect((await bed.call('restart_app', { appId: shop })).data).toMatchObject({ details: { user: 999 } });
    expect(got('start').slice(1)).toMatchObject([{ user: 999 }, { user: 999 }]);
  });

  test('a user without the app, and one that is not there', async () => {
    const without = await bed.call('reset_app_data', { appId: shop, user: 10 });
    expect(fault(without).code).toBe('APP_NOT_INSTALLED');
    const nobody = await bed.call('reset_app_data', { appId: shop, user: 11 });
    expect(fault(nobody)).toMatchObject({ code: 'INVALID_ARGUMENT' });
    expect(fault(nobody).message).toContain('10 (Work profile)');
    expect(got('clear')).toEqual([]);
  });

  test('an app that only one user has needs no user', async () => {
    expect((await bed.call('uninstall_app', { appId: notes })).data).toMatchObject({
      uninstalled: true,
      user: 0,
    });
    expect(bed.phone.packages.has(notes)).toBe(false);
  });

  test('apps are listed and uninstalled for one user', async () => {
    const list = async (more: object) => {
      const { apps } = (await bed.call('list_apps', { ...more })).data as { apps: { appId: string }[] };
      return apps.map(({ appId }) => appId);
    };
    expect(await list({ user: 999 })).toEqual([shop]);
    expect(await list({})).toContain(notes);
    expect((await bed.call('uninstall_app', { appId: shop, user: 999 })).data).toMatchObject({ user: 999 });
    expect(await list({ user: 999 })).toEqual([]);
    expect(bed.phone.packages.has(shop)).toBe(true);
  });

  test('a permission is that of the user', async () => {
    const permission = 'android.permission.POST_NOTIFICATIONS';
    await bed.call('set_permission', { appId: shop, user: 999, permission, state: 'grant' });
    expect(bed.phone.packagesOf(999).get(shop)?.permissions[permission]).toBe(true);
    expect(bed.phone.packages.get(shop)?.permissions[permission]).toBe(false);
  });

  test('a package is installed for the named user, else for the one in front', async () => {
    const appPath = 'test/fixtures/projects/shop.apk';
    bed.phone.setInstalled(shop, false, 'all');
    expect((await bed.call('install_app', { appPath, user: 10 })).data).toMatchObject({
      installed: true,
      user: 10,
    });
    expect(bed.phone.packagesOf(10).has(shop)).toBe(true);
    expect(bed.phone.packages.has(shop)).toBe(false);
    expect((await bed.call('install_app', { appPath })).data).toMatchObject({ installed: true, user: 0 });
    expect(bed.phone.packagesOf(999).has(shop)).toBe(false);
  });
});

test('a phone with one user is told nothing of users', async () => {
  const bed = await makeTestBed();
  const done = await bed.call('reset_app_data', { appId: shop });
  expect(done.data).not.toHaveProperty('user');
  await bed.close();
});

const withProfile = '\tUserInfo{0:Owner:c13} running\n\tUserInfo{10:Work profile:1030} running\n';

describe('a phone that told of one user a moment ago', () => {
  let bed: TestBed;
  let clock: ManualClock;
  beforeEach(async () => {
    clock = new ManualClock();
    bed = await makeTestBed({ clock });
    await bed.call('start_app', { appId: notes, ...unverified });
    bed.wire.clear();
    bed.faults.add({ when: { service: /list users/ }, do: { kind: 'replace', output: withProfile } });
  });
  afterEach(async () => await bed.close());

  const unverified = { verificationMode: 'none' } as const;
  /** What the phone was asked, by name and in order. */
  const order = (): readonly string[] =>
    bed.wire.asked().flatMap(({ what }) => /list users|am start|am force-stop|pm clear/.exec(what) ?? []);

  test('starts and restarts without being asked, for a minute', async () => {
    const started = await bed.call('start_app', { appId: notes, ...unverified });
    expect(started.data).toMatchObject({ success: true });
    expect(started.data['details']).not.toHaveProperty('user');
    expect(order()).toEqual(['am start']);
    await bed.call('restart_app', { appId: notes, ...unverified });
    expect(order()).toEqual(['am start', 'am force-stop', 'am start']);
    bed.wire.clear();
    await clock.advance(60_000);
    const later = await bed.call('start_app', { appId: notes, ...unverified });
    expect(later.data).toMatchObject({ success: true, details: { user: 0 } });
    expect(order()).toEqual(['list users', 'am start']);
    expect(bed.wire.asked().find(({ what }) => what.includes('am start'))?.what).toContain('--user 0');
  });

  test('is asked before data is cleared or an app is ended', async () => {
    expect((await bed.call('reset_app_data', { appId: notes })).data).toMatchObject({ user: 0 });
    expect((await bed.call('terminate_app', { appId: notes })).data).toMatchObject({ user: 0 });
    expect(order()).toEqual(['list users', 'pm clear', 'list users', 'am force-stop']);
  });

  test('is asked when a user is named', async () => {
    const answer = await bed.call('start_app', { appId: notes, user: 10, ...unverified });
    expect(answer.data).toMatchObject({ success: false, failure_code: 'APP_NOT_INSTALLED' });
    expect(order()).toEqual(['list users']);
  });
});

test('an iPhone has no users: the field is refused by name and nothing is sent', async () => {
  const bed = await makeTestBed({ ios: {} });
  const appId = bed.traits.appId(shop);
  const calls = [
    ['reset_app_data', { appId }],
    ['terminate_app', { appId }],
    ['uninstall_app', { appId }],
    ['list_apps', {}],
    ['set_permission', { appId, permission: 'photos', state: 'grant' }],
  ] as const;
  const before = bed.phone.record.length;
  for (const [name, more] of calls) {
    const answer = await bed.call(name, { ...more, user: 0 });
    expect(fault(answer), name).toMatchObject({ code: 'INVALID_ARGUMENT' });
    expect(fault(answer).message).toContain('user');
  }
  const started = await bed.call('start_app', { appId, user: 10 });
  expect(started.data).toMatchObject({ failure_code: 'INVALID_ARGUMENT', delivery_status: 'not_delivered' });
  expect(bed.phone.record.length).toBe(before);
  await bed.close();
});
