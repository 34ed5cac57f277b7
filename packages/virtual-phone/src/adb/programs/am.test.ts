/** `am` and `pm`: launches in every version's words, failures that exit 0, packages and activities. */
import { expect, test } from 'vitest';
import { startBed } from '../testing/bed.ts';
import { shell } from '../testing/raw-client.ts';

const settings = 'com.android.settings/.Settings';

test('am start -W reports state and the activity that is shown', async () => {
  const bed = await startBed();
  const cold = await shell(bed, `am start -W -n ${settings}`);
  expect(cold.stdout).toMatch(
    /^Starting: Intent \{ cmp=com\.android\.settings\/\.Settings \}\nStatus: ok\nLaunchState: COLD\nActivity: com\.android\.settings\/\.Settings\nTotalTime: \d+\nWaitTime: \d+\nComplete\n$/,
  );
  const again = await shell(bed, `am start -W -n ${settings}`);
  expect(again.stderr).toContain('Warning: Activity not started');
  expect(bed.phone.resumedActivity()?.packageName).toBe('com.android.settings');
  const stopped = await shell(bed, `am start -S -W -n ${settings}`);
  expect(stopped.stdout).toMatch(/^Stopping: com\.android\.settings\nStarting: /);
  expect(stopped.stdout).toContain('LaunchState: COLD');
});

test('Android 8 prints ThisTime and no LaunchState', async () => {
  const bed = await startBed({ version: '8' });
  const { stdout } = await shell(bed, `am start -W -n ${settings}`);
  expect(stdout).toMatch(/Status: ok\nActivity: .*\nThisTime: \d+\nTotalTime: \d+\n/);
  expect(stdout).not.toContain('LaunchState');
});

test('a missing activity: stderr with exit 0 on 14, stdout with "Error type 3" on 8, exit 1 on 11', async () => {
  const missing = 'am start -W -n com.android.settings/.Nope';
  const sentence = 'Error: Activity class {com.android.settings/com.android.settings.Nope} does not exist.\n';
  expect(await shell(await startBed(), missing)).toMatchObject({
    code: 0,
    stderr: expect.stringContaining(sentence),
  });
  expect(await shell(await startBed({ version: '11' }), missing)).toMatchObject({ code: 1 });
  expect(await shell(await startBed({ version: '8' }), missing)).toMatchObject({
    code: 0,
    stderr: '',
    stdout: expect.stringContaining(`Error type 3\n${sentence}`),
  });
});

test('what cannot be resolved, unknown options, packages by name', async () => {
  const bed = await startBed();
  expect((await shell(bed, 'am start -a android.intent.action.VIEW -d x://y')).stderr).toBe(
    'Error: Activity not started, unable to resolve Intent { act=android.intent.action.VIEW dat=x://y flg=0x10000000 }\n',
  );
  expect(await shell(bed, 'am start --frob x')).toMatchObject({
    code: 1,
    stderr: 'Error: Unknown option: --frob\n',
  });
  expect((await shell(bed, 'am start -W com.android.settings')).stdout).toContain(`Activity: ${settings}`);
  expect(await shell(bed, 'am frobnicate')).toMatchObject({
    code: 255,
    stdout: 'Unknown command: frobnicate\n',
  });
  expect((await shell(bed, 'monkey -p no.such -c android.intent.category.LAUNCHER 1')).stdout).toContain(
    '** No activities found to run, monkey aborted.',
  );
});

test('force-stop, kill, crash and exit-info', async () => {
  const bed = await startBed();
  await shell(bed, `am start -n ${settings}`);
  expect((await shell(bed, 'pidof com.android.settings')).stdout).toMatch(/^\d+\n$/);
  expect(await shell(bed, 'am force-stop com.android.settings')).toEqual({ stdout: '', stderr: '', code: 0 });
  expect(await shell(bed, 'pidof com.android.settings')).toEqual({ stdout: '', stderr: '', code: 1 });
  await shell(bed, `am start -n ${settings}; am crash com.android.settings`);
  const info = (await shell(bed, 'dumpsys activity exit-info com.android.settings')).stdout;
  expect(info).toMatch(
    /ApplicationExitInfo #0:\n\s+timestamp=.* pid=\d+ .*\n\s+process=com\.android\.settings reason=4 \(APP CRASH\(EXCEPTION\)\)/,
  );
  expect(info).toContain('reason=10 (USER REQUESTED) subreason=21 (FORCE STOP)');
  expect((await shell(bed, 'dumpsys dropbox --print data_app_crash')).stdout).toContain(
    'Process: com.android.settings',
  );
});

test('the foreground in every spelling', async () => {
  for (const [version, spelling] of [
    ['8', /mResumedActivity: ActivityRecord\{\w+ u0 com\.android\.settings\/\.Settings t\d+\}/],
    ['11', /mResumedActivity: ActivityRecord\{\w+ u0 com\.android\.settings\/\.Settings t\d+\}/],
    ['14', /topResumedActivity=ActivityRecord\{\w+ u0 com\.android\.settings\/\.Settings\} t\d+\}/],
    ['16', / ResumedActivity: ActivityRecord\{\w+ u0 com\.android\.settings\/\.Settings\} t\d+\}/],
  ] as const) {
    const bed = await startBed({ version });
    await shell(bed, `am start -n ${settings}`);
    expect((await shell(bed, 'dumpsys activity activities')).stdout).toMatch(spelling);
    const where = version === '8' ? 'windows' : 'displays';
    const focus = (await shell(bed, `dumpsys window ${where}`)).stdout;
    expect(focus).toMatch(
      /mCurrentFocus=Window\{\w+ u0 com\.android\.settings\/com\.android\.settings\.Settings\}/,
    );
    expect(focus).toMatch(/mFocusedApp=\w*.*u0 com\.android\.settings\/\.Settings/);
    const elsewhere = version === '8' ? 'displays' : 'windows';
    expect((await shell(bed, `dumpsys window ${elsewhere}`)).stdout).not.toContain('mCurrentFocus');
    expect((await shell(bed, 'dumpsys activity top')).stdout).toMatch(
      /ACTIVITY com\.android\.settings\/\.Settings \w+ pid=\d+/,
    );
  }
});

test('packages: list, path, resolve, query, clear, permissions', async () => {
  const bed = await startBed();
  const name = 'com.example.notes';
  expect((await shell(bed, 'cmd package list packages -3 -f --show-versioncode -U')).stdout).toMatch(
    /^package:\/data\/app\/.*\/base\.apk=com\.example\.notes versionCode:\d+ uid:\d+$/m,
  );
  expect(await shell(bed, 'pm path no.such')).toEqual({ stdout: '', stderr: '', code: 1 });
  expect(
    (
      await shell(
        bed,
        `cmd package resolve-activity --brief -a android.intent.action.MAIN -c android.intent.category.LAUNCHER ${name}`,
      )
    ).stdout,
  ).toMatch(/^priority=0 .*\ncom\.example\.notes\/\S+\n$/);
  expect(
    (await shell(bed, 'cmd package resolve-activity --brief -c android.intent.category.LAUNCHER no.such'))
      .stdout,
  ).toBe('No activity found\n');
  expect(
    (
      await shell(
        bed,
        `cmd package query-activities --brief -a android.intent.action.MAIN -c android.intent.category.LAUNCHER -p ${name}`,
      )
    ).stdout,
  ).toMatch(/^\d activities found:\n {2}Activity #0:\n/);
  expect((await shell(bed, `pm clear ${name}`)).stdout).toBe('Success\n');
  expect(bed.phone.record.at(-1)).toMatchObject({ kind: 'clear' });
  expect((await shell(bed, 'pm clear no.such')).stdout).toBe('Failed\n');
  expect((await shell(bed, `pm grant ${name} android.permission.NOPE`)).stderr).toContain(
    `Package ${name} has not requested permission android.permission.NOPE`,
  );
  expect((await shell(bed, 'pm list packages --frob')).stderr).toContain('Error: Unknown option: --frob');
  expect((await shell(bed, `dumpsys package ${name}`)).stdout).toMatch(/versionName=\S+/);
});

test('clipboard: absent on most builds, working where the option says so', async () => {
  const bed = await startBed();
  expect(await shell(bed, 'cmd clipboard set-text hi')).toEqual({
    stdout: '',
    stderr: 'No shell command implementation.\n',
    code: 0,
  });
  const rich = await startBed({}, { clipboardCommand: true });
  expect((await shell(rich, "cmd clipboard set text 'a b'; cmd clipboard get text")).stdout).toBe(
    'clipboard text: a b\n',
  );
});
