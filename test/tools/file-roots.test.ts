/** Files that go to a device or are written by name: only of and into allowed folders, and nothing is sent for others. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { makeTestBed, type TestBed } from '../harness.ts';

let bed: TestBed;
let outside: string;

beforeEach(async () => {
  outside = mkdtempSync(join(tmpdir(), 'outside-'));
  bed = await makeTestBed({ readableRoots: [] });
});
afterEach(async () => {
  await bed.close();
  rmSync(outside, { recursive: true });
});

async function refused(tool: string, args: Record<string, unknown>): Promise<string> {
  const before = bed.adbServer.commands().length;
  const { isError, texts, data } = await bed.call(tool, args);
  expect(isError, tool).toBe(true);
  expect(data['error']).toMatchObject({ code: 'INVALID_ARGUMENT', retryable: false });
  const sent = bed.adbServer.commands().slice(before);
  expect(
    sent.filter(({ service }) => /^sync:|install-(?:create|write)|^abb_exec:package\0install/.test(service)),
  ).toEqual([]);
  expect(texts.join()).not.toContain('/src/');
  return texts.join();
}

it.each(['/proc/self/environ', '/etc/passwd', '../../../etc/passwd'])(
  'push_file does not read %s',
  async (localPath) => {
    expect(await refused('push_file', { localPath, devicePath: '/sdcard/x' })).toMatch(/system|outside/);
  },
);

it('install_app takes no package of elsewhere, and says how to allow it', async () => {
  const path = join(outside, 'app.apk');
  writeFileSync(path, 'PK');
  const text = await refused('install_app', { projectType: 'native', appPath: path, waitMs: 20_000 });
  expect(text).toContain(`--root ${outside}`);
});

it('names that are too long are refused as that', async () => {
  const long = 'x'.repeat(300);
  expect(await refused('push_file', { localPath: long, devicePath: '/sdcard/x' })).toContain('ENAMETOOLONG');
  expect(await refused('install_app', { projectType: 'native', appPath: `${long}.apk` })).toContain(
    'ENAMETOOLONG',
  );
  expect(await refused('capture_screenshot', { savePath: `${long}.png` })).toContain('255 bytes');
});

it('under --read-only neither a picture nor a pulled file goes where the caller says', async () => {
  const readOnly = await makeTestBed({ readOnly: true });
  for (const [tool, args] of [
    ['capture_screenshot', { savePath: 'shot.png' }],
    ['pull_file', { devicePath: '/sdcard/x', savePath: 'copy' }],
  ] as const) {
    const { data } = await readOnly.call(tool, args);
    expect(data['error']).toMatchObject({
      code: 'INVALID_ARGUMENT',
      message: expect.stringContaining('--read-only'),
    });
  }
  expect((await readOnly.call('capture_screenshot')).isError).toBe(false);
  await readOnly.close();
});

it('takes files of the folders that the client works in, but not of a whole home', async () => {
  const path = join(outside, 'note.txt');
  writeFileSync(path, 'hello');
  bed.context.computer.allowFolders(['/', outside]);
  const { isError, texts } = await bed.call('push_file', { localPath: path, devicePath: '/sdcard/note.txt' });
  expect(isError, texts[0]).toBe(false);
  await refused('push_file', { localPath: '/etc/passwd', devicePath: '/sdcard/x' });
});
