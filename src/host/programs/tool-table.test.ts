/** Every program in the layouts of the three systems; explicit paths are strict. */

import { Fault } from '@mobile-debug/core/fault.ts';
import { describe, expect, it } from 'vitest';
import type { SearchPaths } from './tool-search.ts';
import { findTool, type ToolName } from './tool-table.ts';

interface Layout {
  readonly platform: NodeJS.Platform;
  readonly env?: Record<string, string>;
  readonly files?: readonly string[];
  readonly folders?: Record<string, readonly string[]>;
}

function search({ platform, env = {}, files = [], folders = {} }: Layout): SearchPaths {
  return {
    platform,
    env,
    exists: (path) => files.includes(path),
    list: (folder) => folders[folder] ?? [],
  };
}

const macHome = { HOME: '/Users/mia' };

describe('found', () => {
  it.each<[ToolName, Layout, string, string]>([
    [
      'xcrun',
      { platform: 'darwin', env: { PATH: '/usr/bin' }, files: ['/usr/bin/xcrun'] },
      '/usr/bin/xcrun',
      'PATH',
    ],
    [
      'xcrun',
      { platform: 'linux', env: { XCRUN_PATH: '/stand-in/xcrun' }, files: ['/stand-in/xcrun'] },
      '/stand-in/xcrun',
      'XCRUN_PATH',
    ],
    [
      'idb',
      {
        platform: 'darwin',
        env: { ...macHome, MCP_IDB_PATH: '/a/idb', IDB_PATH: '/b/idb' },
        files: ['/a/idb', '/b/idb'],
      },
      '/a/idb',
      'MCP_IDB_PATH',
    ],
    [
      'idb',
      { platform: 'darwin', env: macHome, files: ['/Users/mia/.local/bin/idb'] },
      '/Users/mia/.local/bin/idb',
      'usual folder',
    ],
    [
      'idb',
      {
        platform: 'darwin',
        env: { ...macHome, PATH: '/opt/python/bin' },
        files: ['/Users/mia/.pyenv/versions/3.12.1/bin/idb', '/opt/python/bin/idb'],
        folders: { '/Users/mia/.pyenv/versions': ['3.12.1'] },
      },
      '/Users/mia/.pyenv/versions/3.12.1/bin/idb',
      'usual folder',
    ],
    [
      'idb_companion',
      { platform: 'darwin', files: ['/opt/homebrew/bin/idb_companion'] },
      '/opt/homebrew/bin/idb_companion',
      'usual folder',
    ],
    [
      'java',
      {
        platform: 'linux',
        env: { GRADLE_JAVA_HOME: '/jdk17', JAVA_HOME: '/jdk8' },
        files: ['/jdk17/bin/java', '/jdk8/bin/java'],
      },
      '/jdk17/bin/java',
      'GRADLE_JAVA_HOME',
    ],
    [
      'java',
      {
        platform: 'darwin',
        env: { PATH: '/usr/bin' },
        files: ['/usr/bin/java', '/Applications/Android Studio.app/Contents/jbr/Contents/Home/bin/java'],
      },
      '/Applications/Android Studio.app/Contents/jbr/Contents/Home/bin/java',
      'Android Studio',
    ],
    [
      'java',
      {
        platform: 'win32',
        env: { ProgramFiles: 'C:\\Program Files' },
        files: ['C:\\Program Files\\Eclipse Adoptium\\jdk-17\\bin\\java.exe'],
        folders: { 'C:\\Program Files\\Eclipse Adoptium': ['jdk-17'] },
      },
      'C:\\Program Files\\Eclipse Adoptium\\jdk-17\\bin\\java.exe',
      'usual folder',
    ],
    [
      'java',
      { platform: 'linux', env: { PATH: '/usr/bin' }, files: ['/usr/bin/java'] },
      '/usr/bin/java',
      'PATH',
    ],
    [
      'bundletool',
      {
        platform: 'linux',
        env: { BUNDLETOOL_PATH: '/x/bundletool-all.jar' },
        files: ['/x/bundletool-all.jar'],
      },
      '/x/bundletool-all.jar',
      'BUNDLETOOL_PATH',
    ],
    [
      'emulator',
      { platform: 'win32', env: { ANDROID_HOME: 'D:\\sdk' }, files: ['D:\\sdk\\emulator\\emulator.exe'] },
      'D:\\sdk\\emulator\\emulator.exe',
      'ANDROID_HOME',
    ],
    [
      'emulator',
      { platform: 'darwin', env: macHome, files: ['/Users/mia/Library/Android/sdk/emulator/emulator'] },
      '/Users/mia/Library/Android/sdk/emulator/emulator',
      'usual folder',
    ],
  ])('%s on %j', (name, layout, path, source) => {
    expect(findTool(name, search(layout))).toEqual({ path, source });
  });
});

describe('not found', () => {
  it.each<[ToolName, string, string]>([
    ['adb', 'ADB_PATH', '/wrong/adb'],
    ['xcrun', 'XCRUN_PATH', '/wrong/xcrun'],
    ['idb', 'IDB_PATH', '/wrong/idb'],
    ['java', 'JAVA_HOME', '/wrong/jdk'],
    ['bundletool', 'BUNDLETOOL_PATH', '/wrong/bundletool.jar'],
  ])(
    '%s: an explicit %s that is wrong is an error that names it, whatever else is there',
    (name, variable, path) => {
      const everywhere = {
        ...search({ platform: 'darwin', env: { [variable]: path, PATH: '/usr/bin' } }),
        exists: (one: string) => !one.startsWith('/wrong'),
      };
      expect(() => findTool(name, everywhere)).toThrow(variable);
      expect(fault(() => findTool(name, everywhere)).code).toBe('TOOL_NOT_FOUND');
    },
  );

  it.each(['darwin', 'linux', 'win32'] as const)(
    'on a bare %s every answer has a way to install it',
    (platform) => {
      for (const name of [
        'adb',
        'emulator',
        'xcrun',
        'idb',
        'idb_companion',
        'java',
        'bundletool',
      ] as const) {
        const { code, nextStep } = fault(() => findTool(name, search({ platform })));
        expect([name, code]).toEqual([name, 'TOOL_NOT_FOUND']);
        expect(nextStep.length).toBeGreaterThan(20);
      }
      const { nextStep } = fault(() => findTool('java', search({ platform })));
      expect(nextStep).toMatch({ darwin: /brew/, linux: /apt/, win32: /winget/ }[platform]);
    },
  );
});

function fault(work: () => unknown): Fault {
  try {
    work();
  } catch (error) {
    if (error instanceof Fault) return error;
  }
  throw new Error('No fault came.');
}

describe('adb', () => {
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
    expect(findTool('adb', search({ platform, env, files: paths })).source).toBe(source);
  });

  it('never falls back from an ADB_PATH that does not work', () => {
    const env = { ADB_PATH: '/wrong/adb', PATH: '/usr/bin' };
    expect(() => findTool('adb', search({ platform: 'linux', env, files: ['/usr/bin/adb'] }))).toThrow(
      expect.objectContaining({ code: 'TOOL_NOT_FOUND', message: expect.stringContaining('ADB_PATH') }),
    );
  });

  it.each([
    ['linux', 'apt install adb'],
    ['darwin', 'brew install'],
    ['win32', 'winget install'],
  ] as const)('says on %s how to install it', (platform, hint) => {
    expect(() => findTool('adb', search({ platform }))).toThrow(
      expect.objectContaining({ code: 'TOOL_NOT_FOUND', nextStep: expect.stringContaining(hint) }),
    );
  });
});

it.each([
  ['linux', '/usr/lib/android-sdk'],
  ['linux', '/opt/android-sdk'],
  ['linux', '/opt/android-sdk-linux'],
  ['darwin', '/opt/homebrew/share/android-commandlinetools'],
] as const)('finds adb and the emulator in the same SDK: %s %s', (platform, root) => {
  const files = [`${root}/platform-tools/adb`, `${root}/emulator/emulator`];
  const here = search({ platform, env: { HOME: '/home/mia', PATH: '/bin' }, files });
  expect([findTool('adb', here).path, findTool('emulator', here).path]).toEqual(files);
});
