/** A link that ends before an app: what is in front is named, with what to do; warnings of the device are told. */
import { expect, test } from 'vitest';
import { good } from '../contract/reading.ts';
import { makeTestBed } from '../harness.ts';

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
