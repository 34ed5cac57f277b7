/** The commands for people: what they print, where, and their exit codes. */
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import { commands, settings } from '../../src/config.ts';
import { startTestPhone, type TestPhone } from './phone.ts';
import { cleanEnvironment, collect, ended, program, run } from './program.ts';

describe('help and version', () => {
  test.each([['--help'], ['serve', '--help'], ['--help', '--virtual']])('%s %s', async (...args) => {
    const { code, stdout, stderr } = await run(args);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    for (const name of Object.keys(commands)) expect(stdout).toContain(`  ${name} `);
    for (const name of Object.keys(settings)) expect(stdout).toContain(`--${name}`);
  });

  test('--version', async () => {
    expect(await run(['--version'])).toEqual({ code: 0, stdout: `${manifest.version}\n`, stderr: '' });
  });
});

test.each([
  ['an unknown command', ['fly'], /INVALID_ARGUMENT.*"fly".*\n.*serve/],
  ['an unknown flag', ['--fly'], /INVALID_ARGUMENT.*--fly.*\n.*--help/],
  ['an unknown tool set', ['--tools', 'fly'], /INVALID_ARGUMENT.*"fly".*\n.*core/],
  ['no tool set at all', ['--tools', ','], /INVALID_ARGUMENT.*--tools/],
  [
    'an unknown tool to leave out',
    ['--virtual', '--exclude', 'tap,swip'],
    /INVALID_ARGUMENT.*--exclude.*"swip"/,
  ],
  ['an odd adb server', ['devices', '--adb-server', 'x'], /INVALID_ARGUMENT.*"x".*\n.*tcp:HOST:PORT/],
  ['a port that is none', ['virtual-phone', '--port', '99999'], /INVALID_ARGUMENT.*99999/],
  ['an unknown timing', ['virtual-phone', '--virtual-timing', 'x'], /INVALID_ARGUMENT.*"x".*\n.*instant/],
  ['call without a tool', ['call'], /INVALID_ARGUMENT.*Name a tool.*\n.*list_devices/],
  ['call with broken JSON', ['call', 'tap', '--json', '{'], /INVALID_ARGUMENT.*--json/],
])('%s: a line of what is wrong, a line of what to do, exit code 1', async (_, args, words) => {
  const { code, stdout, stderr } = await run(args);
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(stderr).toMatch(words);
  expect(stderr.trimEnd().split('\n')).toHaveLength(2);
});

test('a reader that leaves early, such as head, is no error', async () => {
  const child = spawn(process.execPath, [program, 'doctor', '--virtual'], {
    env: cleanEnvironment(),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const stderr = collect(child.stderr);
  child.stdout.once('data', () => child.stdout.destroy());
  expect({ code: await ended(child), stderr: stderr() }).toEqual({ code: 0, stderr: '' });
});

describe('with a phone', () => {
  let phone: TestPhone;

  beforeAll(async () => {
    phone = await startTestPhone();
    phone.open('com.example.shop');
  });
  afterAll(async () => {
    await phone.close();
  });

  test('devices lists it', async () => {
    const { code, stdout, stderr } = await run(['devices', ...phone.args]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toBe('virtual-android-1\tready\tandroid 14 sdk_gphone64_x86_64 virtual\n');
  });

  test('call answers JSON and 0', async () => {
    const { code, stdout } = await run(['call', 'get_current_screen', ...phone.args]);
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ package: 'com.example.shop' });
  });

  test('call of an outline is readable', async () => {
    const args = ['call', 'get_ui_tree', '--json', '{"responseMode":"outline"}', ...phone.args];
    const { code, stdout } = await run(args);
    expect(code).toBe(0);
    expect(stdout).toContain('"Sign in"');
  });

  test('call that fails answers the fault and 1', async () => {
    const args = ['call', 'tap_element', '--json', '{"selector":{"text":"nothing"}}', ...phone.args];
    const { code, stdout } = await run(args);
    expect(code).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject({ success: false, failure_code: 'ELEMENT_NOT_FOUND' });
  });

  test('call of an unknown tool answers the nearest and 1', async () => {
    const { code, stdout } = await run(['call', 'screenshot', ...phone.args]);
    expect(code).toBe(1);
    expect(stdout).toContain('capture_screenshot');
  });
});

test('devices --virtual needs nothing else', async () => {
  const { code, stdout } = await run(['devices', '--virtual'], {
    ADB_PATH: '/nowhere/adb',
    PATH: '/nowhere',
  });
  expect(stdout).toContain('virtual-android-1\tready');
  expect(code).toBe(0);
});

test.each(['end of input', 'SIGTERM'])('virtual-phone says where it is and ends on %s', async (way) => {
  const child = spawn(process.execPath, [program, 'virtual-phone', '--virtual-android', '11'], {
    env: cleanEnvironment(),
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const over = ended(child);
  const line = await new Promise<string>((resolve) => {
    createInterface({ input: child.stdout }).once('line', resolve);
  });
  const { serial, adbServer } = JSON.parse(line);
  expect(serial).toBe('virtual-android-1');
  const found = await run(['devices', '--adb-server', adbServer]);
  expect(found.stdout).toContain('android 11');
  if (way === 'SIGTERM') child.kill('SIGTERM');
  else child.stdin.end();
  expect(await over).toBe(0);
});

test('--virtual-helper: the virtual phone has the helper, and readings go through it', async () => {
  const call = ['call', 'get_ui_tree', '--virtual', '--json', JSON.stringify({ platform: 'android' })];
  const source = /"source":"([^"]+)"/;
  const [plain, helped] = await Promise.all([run(call), run([...call, '--virtual-helper'])]);
  expect(source.exec(plain.stdout)?.[1], plain.stderr).toBe('uiautomator-dump');
  expect(source.exec(helped.stdout)?.[1], helped.stderr).toBe('uiautomator2-server');
});

test('--virtual-users: the virtual phone has other users, each with the demo apps', async () => {
  const asked = { platform: 'android', appId: 'com.example.shop', user: 10, verificationMode: 'none' };
  const call = ['call', 'start_app', '--virtual', '--json', JSON.stringify(asked)];
  const [two, alone, wrong] = await Promise.all([
    run([...call, '--virtual-users', '10,999']),
    run(call),
    run([...call, '--virtual-users', 'work']),
  ]);
  expect(two.stdout, two.stderr).toContain('"user":10');
  expect(alone.stdout + alone.stderr).toContain('INVALID_ARGUMENT');
  expect(wrong.stdout + wrong.stderr).toContain('--virtual-users');
});
