/** A link that ends before an app: what is in front is named, with what to do; warnings of the device are told. */
import { expect, test } from 'vitest';
import { good } from '../contract/reading.ts';
import { makeTestBed, type TestBedOptions } from '../harness.ts';

test.each([
  ['chooser', 'android/com.android.internal.app.ResolverActivity'],
  ['chooser', 'com.android.intentresolver/.ChooserActivityLauncher'],
  ['first_run', 'com.android.chrome/org.chromium.chrome.browser.firstrun.FirstRunActivity'],
  [
    'permission',
    'com.google.android.permissioncontroller/com.android.permissioncontroller.GrantPermissionsActivity',
  ],
])('%s: %s is not the opened link', async (instead, activity) => {
  const bed = await makeTestBed();
  try {
    const output = `Starting: Intent { act=android.intent.action.VIEW }\nStatus: ok\nActivity: ${activity}\nComplete\n`;
    bed.faults.add({ when: { service: /action\.VIEW/ }, do: { kind: 'replace', output, exitCode: 0 } });
    const data = good(await bed.call('open_url', { url: 'https://example.com/offer' }));
    expect(data).toMatchObject({ opened: false, instead, activity, next_step: expect.any(String) });
  } finally {
    await bed.close();
  }
});

test('an app that took it: opened, and its warning is told', async () => {
  const bed = await makeTestBed();
  try {
    good(await bed.call('open_url', { url: 'shop://cart' }));
    const data = good(await bed.call('open_url', { url: 'shop://cart' }));
    expect(data).toMatchObject({ opened: true, warning: expect.stringContaining('Activity not started') });
    expect(data).not.toHaveProperty('instead');
  } finally {
    await bed.close();
  }
});

const tiers: readonly (readonly [string, TestBedOptions])[] = [
  ['Android 8 by dumps', { android: '8' }],
  ['Android 14 by dumps', { android: '14' }],
  ['Android 14 by the helper', { android: '14', helper: true }],
];

test.each(tiers)(
  '%s: a chooser in front is named with its apps, and a tap on one opens the link',
  async (_, options) => {
    const bed = await makeTestBed(options);
    try {
      bed.phone.setInstalled('android', true);
      const data = good(await bed.call('open_url', { url: 'shop://cart' }));
      expect(data).toMatchObject({
        opened: false,
        instead: 'chooser',
        choices: ['Shop', expect.any(String), expect.any(String)],
      });
      expect(bed.phone.resumedActivity()?.packageName).toBe('android');
      good(await bed.call('tap_element', { selector: { text: 'Shop', resource_id: 'android:id/text1' } }));
      expect(bed.phone.resumedActivity()?.packageName).toBe('com.example.shop');
      const named = good(await bed.call('open_url', { url: 'shop://cart', appId: 'com.example.shop' }));
      expect(named).toMatchObject({ opened: true });
    } finally {
      await bed.close();
    }
  },
);

test.each(tiers)('%s: a page that comes after the command has ended is seen', async (_, options) => {
  const bed = await makeTestBed(options);
  try {
    bed.phone.setInstalled('android', true);
    bed.open('android', 'com.android.internal.app.ResolverActivity');
    const output =
      'Starting: Intent { act=android.intent.action.VIEW }\nStatus: ok\nActivity: com.example.browser/.LinkDispatcher\nComplete\n';
    bed.faults.add({ when: { service: /action\.VIEW/ }, do: { kind: 'replace', output, exitCode: 0 } });
    const data = good(await bed.call('open_url', { url: 'https://example.com/offer' }));
    expect(data).toMatchObject({
      opened: false,
      instead: 'chooser',
      activity: 'com.example.browser/.LinkDispatcher',
    });
  } finally {
    await bed.close();
  }
});

test('a link that is opened behind the lock screen', async () => {
  const bed = await makeTestBed();
  try {
    bed.phone.cover.setLocked(true);
    expect(good(await bed.call('open_url', { url: 'shop://cart' }))).toMatchObject({
      in_the_way: { kind: 'locked' },
    });
  } finally {
    await bed.close();
  }
});

test('iOS: the question of the system is no opened link; Open opens it', async () => {
  const bed = await makeTestBed({ ios: {} });
  try {
    bed.phone.setInstalled('android', true);
    const data = good(await bed.call('open_url', { url: 'shop://cart' }));
    expect(data).toMatchObject({
      opened: false,
      instead: 'confirmation',
      next_step: expect.stringContaining('Tap Open'),
    });
    good(await bed.call('tap_element', { selector: { text: 'Open' } }));
    expect(bed.phone.resumedActivity()?.packageName).toBe('com.example.shop');
    bed.phone.setInstalled('android', false);
    expect(good(await bed.call('open_url', { url: 'shop://cart' }))).toMatchObject({ opened: true });
  } finally {
    await bed.close();
  }
});

test('an app of several users: the link goes to the one that is named', async () => {
  const users = [{ id: 10, name: 'Work', flags: '1030', apps: ['com.example.shop'] }];
  const bed = await makeTestBed({ users });
  try {
    const data = good(
      await bed.call('open_url', { url: 'shop://cart', appId: 'com.example.shop', user: 10 }),
    );
    expect(data).toMatchObject({ opened: true, user: 10 });
    expect(bed.phone.record.at(-1)).toMatchObject({
      kind: 'start',
      detail: { packageName: 'com.example.shop', user: 10 },
    });
    const refused = await bed.call('open_url', { url: 'shop://cart', appId: 'com.example.shop', user: 11 });
    expect(refused.texts[0]).toContain('INVALID_ARGUMENT');
    expect(bed.phone.record.filter(({ kind }) => kind === 'start')).toHaveLength(1);
  } finally {
    await bed.close();
  }
});

test.each(tiers)('%s: a start that only brought the app to the front says so', async (_, options) => {
  const bed = await makeTestBed(options);
  try {
    const start = { appId: 'com.example.shop', verificationMode: 'none' };
    good(await bed.call('start_app', start));
    const again = good(await bed.call('start_app', start));
    expect(again['details']).toMatchObject({ warning: expect.stringMatching(/^Activity not started/) });
  } finally {
    await bed.close();
  }
});

test.each(tiers)('%s: a permission dialog before a started app is named', async (_, options) => {
  const bed = await makeTestBed(options);
  try {
    const gallery = 'com.example.gallery';
    bed.open(gallery);
    bed.phone.start(gallery, `${gallery}.PermissionActivity`);
    good(await bed.call('tap_element', { selector: { resource_id: 'ask_camera' } }));
    for (const verificationMode of ['none', 'light', 'full']) {
      const answer = await bed.call('start_app', {
        appId: gallery,
        verificationMode,
        responseMode: 'compact',
      });
      expect(answer.data, verificationMode).toMatchObject({
        success: true,
        in_the_way: { kind: 'permission', next_step: expect.stringContaining('set_permission') },
      });
      expect(answer.data['lifecycle_state']).not.toBe('verified');
    }
  } finally {
    await bed.close();
  }
});

test('an app that was started and is behind a list of apps', async () => {
  const bed = await makeTestBed();
  try {
    bed.phone.setInstalled('android', true);
    bed.open('android', 'com.android.internal.app.ResolverActivity');
    const output = 'Starting: Intent { cmp=com.example.shop/.MainActivity }\nStatus: ok\nComplete\n';
    bed.faults.add({ when: { service: /am start/ }, do: { kind: 'replace', output, exitCode: 0 } });
    const { data } = await bed.call('start_app', { appId: 'com.example.shop' });
    expect(data).toMatchObject({
      success: false,
      failure_code: 'LAUNCH_FAILED',
      message: expect.stringContaining('a list of apps'),
      next_step: expect.stringContaining('Tap the app'),
    });
  } finally {
    await bed.close();
  }
});

test('iOS: a permission dialog before a started app is named', async () => {
  const bed = await makeTestBed({ ios: {} });
  try {
    const gallery = 'com.example.gallery';
    // The first launch turns accessibility on and starts the app anew.
    good(await bed.call('start_app', { appId: gallery }));
    bed.phone.start(gallery, `${gallery}.PermissionActivity`);
    good(await bed.call('tap_element', { selector: { resource_id: 'ask_camera' } }));
    for (const verificationMode of ['light', 'full']) {
      const { data } = await bed.call('start_app', {
        appId: gallery,
        verificationMode,
        responseMode: 'compact',
      });
      expect(data, verificationMode).toMatchObject({ success: true, in_the_way: { kind: 'permission' } });
    }
  } finally {
    await bed.close();
  }
});
