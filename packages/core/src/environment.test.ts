/** PATH as each system writes it. */
import { expect, test } from 'vitest';
import { pathFolders } from './environment.ts';

test.each([
  [{ PATH: '/usr/bin:/opt/bin' }, 'linux', ['/usr/bin', '/opt/bin']],
  [{ PATH: ':/usr/bin::' }, 'darwin', ['/usr/bin']],
  [{ Path: 'C:\\Windows;D:\\Tools;' }, 'win32', ['C:\\Windows', 'D:\\Tools']],
  [{ PATH: '' }, 'linux', []],
  [{}, 'linux', []],
])('%j on %s', (env, platform, folders) => {
  expect(pathFolders(env, platform)).toEqual(folders);
});
