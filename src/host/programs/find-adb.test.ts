import { describe, expect, it } from 'vitest';
import { readStartOutput } from '../adb-start.ts';
import { findAdb } from './find-adb.ts';

const having =
  (...paths: string[]) =>
  (path: string): boolean =>
    paths.includes(path);

describe('findAdb', () => {
  it.each([
    [
      'linux',
      { ANDROID_SDK_ROOT: '/a', ANDROID_HOME: '/b' },
      ['/a/platform-tools/adb', '/b/platform-tools/adb'],
      'ANDROID_SDK_ROOT',
    ],
    [
      'linux',
      { ANDROID_HOME: '/b', PATH: '/usr/bin' },
      ['/usr/bin/adb', '/b/platform-tools/adb'],
      'ANDROID_HOME',
    ],
    ['linux', { PATH: '/bin::/usr/bin' }, ['/usr/bin/adb'], 'PATH'],
    ['linux', { HOME: '/home/x', PATH: '/bin' }, ['/home/x/Android/Sdk/platform-tools/adb'], 'usual folder'],
    ['darwin', { HOME: '/Users/x' }, ['/Users/x/Library/Android/sdk/platform-tools/adb'], 'usual folder'],
    ['win32', { Path: 'C:\\tools;D:\\sdk' }, ['D:\\sdk\\adb.exe'], 'PATH'],
    ['win32', { LOCALAPPDATA: 'C:\\l' }, ['C:\\l\\Android\\Sdk\\platform-tools\\adb.exe'], 'usual folder'],
  ] as const)('on %s with %j', (platform, env, paths, source) => {
    expect(findAdb({ env, platform, exists: having(...paths) }).source).toBe(source);
  });

  it('never falls back from an ADB_PATH that does not work', () => {
    const env = { ADB_PATH: '/wrong/adb', PATH: '/usr/bin' };
    expect(() => findAdb({ env, platform: 'linux', exists: having('/usr/bin/adb') })).toThrow(
      expect.objectContaining({ code: 'TOOL_NOT_FOUND', message: expect.stringContaining('ADB_PATH') }),
    );
  });

  it.each([
    ['linux', 'apt install adb'],
    ['darwin', 'brew install'],
    ['win32', 'winget install'],
  ] as const)('says on %s how to install it', (platform, hint) => {
    expect(() => findAdb({ env: {}, platform, exists: () => false })).toThrow(
      expect.objectContaining({ code: 'TOOL_NOT_FOUND', nextStep: expect.stringContaining(hint) }),
    );
  });
});

describe('readStartOutput', () => {
  it('passes chatter', () => {
    const words = '* daemon not running; starting now at tcp:5037\n* daemon started successfully\n';
    expect(readStartOutput(words, 'adb')).toEqual({ failure: null, warning: null });
  });

  it('warns once of a replaced server, with both versions and the path', () => {
    const words =
      "adb server version (32) doesn't match this client (36); killing...\n* daemon started successfully *";
    const { failure, warning } = readStartOutput(words, '/sdk/adb');
    expect(failure).toBeNull();
    for (const part of ['32', '36', '/sdk/adb']) expect(warning).toContain(part);
  });

  it('takes a port in use as a failure', () => {
    const words =
      "adb server version (31) doesn't match this client (39); killing..\nerror: could not install *smartsocket* listener: Address already in use\nadb server didn't ACK";
    expect(readStartOutput(words, 'adb').failure).toMatchObject({
      code: 'DEVICE_UNAVAILABLE',
      message: 'The adb server could not start (port in use).',
    });
    expect(readStartOutput("adb server didn't ACK", 'adb').failure).toMatchObject({
      code: 'DEVICE_UNAVAILABLE',
    });
  });
});
