import { eventsOf, startDispatch } from '@mobile-debug/core/testing/test-dispatch.ts';
import { describe, expect, it } from 'vitest';
import { scriptedAdb } from '../testing/facet-bed.ts';
import { androidApps } from './apps.ts';
import { componentsOf } from './launchers.ts';
import { parsePids } from './processes.ts';

const app = 'com.example.shop';
const main = `${app}/${app}.MainActivity`;
const leak = `${app}/leakcanary.internal.activity.LeakLauncherActivity`;

interface Phone {
  installed: boolean;
  launchers: string[];
  front: string;
  am: string;
  pid: string;
  words: string;
}

function bed(change: Partial<Phone> = {}, sdk = 34) {
  const phone: Phone = {
    installed: true,
    launchers: [main],
    front: main,
    am: `Starting: Intent { }\nStatus: ok\nLaunchState: COLD\nActivity: ${main}\nTotalTime: 612\nWaitTime: 640\nComplete\n`,
    pid: '4321\n',
    words: '',
    ...change,
  };
  const adb = scriptedAdb((command) => {
    if (command.startsWith('cmd package query-activities')) {
      const { launchers } = phone;
      const lines = launchers.map(
        (each, at) => `  Activity #${at}:\n    priority=0 match=0x108000\n    ${each}\n`,
      );
      return launchers.length > 0
        ? `${launchers.length} activities found:\n${lines.join('')}`
        : 'No activities found\n';
    }
    if (command.startsWith('cmd package resolve-activity')) return 'No activity found\n';
    if (command === `pm path ${app}`)
      return phone.words || (phone.installed ? 'package:/data/app/x/base.apk\n' : '');
    if (command.startsWith('am start')) return phone.am;
    if (command.startsWith('pidof')) return phone.pid;
    if (command === 'pm clear --user 0 com.example.shop') return phone.words || 'Success\n';
    if (command.startsWith('dumpsys')) {
      return sdk >= 29
        ? `  Display: mDisplayId=0\n  mFocusedApp=${phone.front && `ActivityRecord{1 u0 ${phone.front} t1}`}\n`
        : `Display #0 (activities from top to bottom):\n    mResumedActivity: ActivityRecord{1 u0 ${phone.front} t1}\n`;
    }
    return '';
  });
  return {
    phone,
    adb,
    apps: androidApps(adb, sdk),
    dispatch: startDispatch(8_000),
  };
}

describe('start', () => {
  it.each([26, 34])(
    'resolves, starts and proves it in two round trips, then in one (SDK %i)',
    async (sdk) => {
      const { adb, apps, dispatch } = bed({}, sdk);
      expect(await apps.start(dispatch, app)).toMatchObject({
        launchTimeMs: 612,
        launchState: 'COLD',
        activity: main,
        otherLaunchers: [],
        pid: 4321,
        foreground: { appId: app, activity: `${app}.MainActivity` },
      });
      expect([adb.lines.length, eventsOf(dispatch)]).toEqual([2, ['sending', 'answered']]);
      await apps.start(dispatch, app);
      expect(adb.lines).toHaveLength(3);
    },
  );

  it('takes the first of two launchers and names the other', async () => {
    const { apps, dispatch } = bed({ launchers: [main, leak] });
    expect(await apps.start(dispatch, app)).toMatchObject({ activity: main, otherLaunchers: [leak] });
  });

  it('tells not installed, nothing to launch and not ready apart, with nothing sent', async () => {
    for (const [change, code] of [
      [{ installed: false, launchers: [] }, 'APP_NOT_INSTALLED'],
      [{ launchers: [] }, 'LAUNCH_FAILED'],
      [{ words: "cmd: Can't find service: package\n", launchers: [] }, 'DEVICE_UNAVAILABLE'],
      [
        { words: 'Error: Could not access the Package Manager.  Is the system running?\n', launchers: [] },
        'DEVICE_UNAVAILABLE',
      ],
    ] as const) {
      const { apps, dispatch } = bed({ ...change, launchers: [] });
      await expect(apps.start(dispatch, app)).rejects.toMatchObject({ code });
      expect(eventsOf(dispatch)).toEqual([]);
    }
  });

  it.each([
    ['another app', 'com.android.launcher3/.Launcher', 'com.android.launcher3'],
    ['nothing', '', 'nothing'],
  ])('fails when %s is in front, and says so', async (_what, front, named) => {
    const { apps, dispatch } = bed({ front });
    await expect(apps.start(dispatch, app)).rejects.toMatchObject({
      code: 'LAUNCH_FAILED',
      message: expect.stringContaining(named),
    });
  });

  it('accepts a permission dialog over the app', async () => {
    const { apps, dispatch } = bed({
      front: 'com.google.android.permissioncontroller/.GrantPermissionsActivity',
    });
    expect((await apps.start(dispatch, app)).foreground?.appId).toBe(
      'com.google.android.permissioncontroller',
    );
  });

  it('waits for a focus that is between two windows', async () => {
    const { phone, apps, dispatch } = bed({ front: '' });
    const starting = apps.start(dispatch, app);
    await expect.poll(() => eventsOf(dispatch).length).toBe(2);
    phone.front = main;
    expect((await starting).foreground?.appId).toBe(app);
  });

  it('takes the error text and not the exit code', async () => {
    const { apps, dispatch } = bed({ am: 'Error type 3\nError: Activity class {x} does not exist.\n' });
    await expect(apps.start(dispatch, app)).rejects.toMatchObject({ code: 'LAUNCH_FAILED' });
    const denied = bed({
      am: 'java.lang.SecurityException: Permission Denial: starting Intent { } not exported from uid 1\n',
    });
    await expect(denied.apps.start(denied.dispatch, app)).rejects.toMatchObject({
      code: 'LAUNCH_FAILED',
      message: expect.stringContaining('not exported'),
    });
  });

  it('finds the launcher anew when a remembered one is gone', async () => {
    const { phone, apps, dispatch } = bed();
    await apps.start(dispatch, app);
    const am = phone.am;
    phone.am = 'Error: Activity class {x} does not exist.\n';
    phone.installed = false;
    await expect(apps.start(dispatch, app)).rejects.toMatchObject({ code: 'APP_NOT_INSTALLED' });
    phone.installed = true;
    phone.am = am;
    expect((await apps.start(dispatch, app)).activity).toBe(main);
  });
});

describe('terminate, reset, installed, pids', () => {
  it('does each in one round trip', async () => {
    const { adb, apps, dispatch } = bed();
    await apps.terminate(dispatch, app);
    expect(await apps.reset(dispatch, { appId: app, user: null })).toEqual({ how: 'pm clear' });
    expect(await apps.installed(dispatch, app)).toBe(true);
    expect(adb.lines).toHaveLength(3);
    expect(adb.lines[0]).toContain(`am force-stop ${app}`);
  });

  it('says when there is no such app or the device refuses', async () => {
    const none = bed({ installed: false });
    await expect(none.apps.terminate(none.dispatch, app)).rejects.toMatchObject({
      code: 'APP_NOT_INSTALLED',
    });
    expect(await none.apps.installed(none.dispatch, app)).toBe(false);
    const notReady = bed({ words: "cmd: Can't find service: package\n" });
    await expect(notReady.apps.installed(notReady.dispatch, app)).rejects.toMatchObject({
      code: 'DEVICE_UNAVAILABLE',
    });
  });

  it('checks the id before anything is sent', async () => {
    const { adb, apps, dispatch } = bed();
    for (const id of [
      '',
      'a b',
      'com.x; reboot',
      '$(id)',
      'com.example/.Main',
      '-n',
      `a.${'b'.repeat(300)}`,
    ]) {
      await expect(apps.start(dispatch, id), id).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' });
      await expect(apps.terminate(dispatch, id), id).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' });
      await expect(apps.pids(dispatch, id), id).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' });
    }
    expect(adb.lines).toEqual([]);
  });

  it('reads process lists of toybox and toolbox, main process first', () => {
    const toybox = `  PID NAME\n    1 init\n  900 ${app}:push\n  800 ${app}\n  901 ${app}.other\n`;
    expect(parsePids(toybox, app)).toEqual([800, 900]);
    const toolbox = `USER      PID   PPID  VSIZE  RSS   WCHAN              PC  NAME\nu0_a12    800   200   1 2 ep_poll 00000000 S ${app}\nu0_a12    900   200   1 2 ep_poll 00000000 S ${app}:push\n`;
    expect(parsePids(toolbox, app)).toEqual([800, 900]);
    expect(parsePids('ps: bad option', app)).toEqual([]);
  });

  it('reads the two launchers of a package and not the resolver', () => {
    const text = `2 activities found:\n  Activity #0: ... ${main}\n  Activity #1: ... ${leak}\nandroid/com.android.internal.app.ResolverActivity`;
    expect(componentsOf(text, app)).toEqual([main, leak]);
  });
});
