/** What may be sent to a device: files of the project and the allowed folders, and none of keys or of the system. */
import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { assertReadable, projectFolder } from './readable-files.ts';

let base: string;

beforeEach(async () => {
  base = await realpath(await mkdtemp(join(tmpdir(), 'readable-')));
  for (const folder of ['home/work/app', 'home/.ssh', 'home/work/app/.aws', 'other'])
    await mkdir(join(base, folder), { recursive: true });
});
afterEach(async () => {
  await rm(base, { recursive: true });
});

async function refusal(path: string, workFolder = 'home/work/app', roots: readonly string[] = []) {
  const options = { workFolder: join(base, workFolder), home: join(base, 'home'), roots };
  return await assertReadable(path, options).then(
    () => null,
    (fault: unknown) => fault as { message: string; nextStep: string },
  );
}

async function file(path: string): Promise<string> {
  await writeFile(join(base, path), 'x');
  return join(base, path);
}

it('takes files of the project and of the folders that were allowed', async () => {
  expect(await refusal(await file('home/work/app/a.txt'))).toBeNull();
  expect(await refusal(await file('other/b'), 'home/work/app', [join(base, 'other')])).toBeNull();
  expect(await refusal(join(base, 'home/work/app/not-there'))).toBeNull();
});

it('refuses what lies elsewhere, also behind a link, and says how to allow it', async () => {
  const outside = await file('other/b');
  expect(await refusal(outside)).toMatchObject({
    code: 'INVALID_ARGUMENT',
    nextStep: expect.stringContaining(`--root ${join(base, 'other')}`),
  });
  await symlink(outside, join(base, 'home/work/app/link'));
  expect((await refusal(join(base, 'home/work/app/link')))?.message).toContain('lies outside');
});

it('refuses keys even in a folder that is allowed', async () => {
  for (const path of [
    'home/.ssh/config',
    'home/work/app/.aws/credentials',
    'home/work/app/.npmrc',
    'home/work/app/id_rsa',
  ])
    expect((await refusal(await file(path), 'home/work/app', [base]))?.message, path).toContain('keys');
});

it.runIf(process.platform === 'linux')('refuses what the kernel shows, whatever is allowed', async () => {
  for (const path of ['/proc/self/environ', '/sys/kernel', '/dev/null'])
    expect((await refusal(path, 'home/work/app', ['/']))?.message, path).toContain('system');
});

it('takes no home folder and nothing above one for a project', () => {
  const home = join('/', 'home', 'ann');
  for (const workFolder of ['/', '/home', home]) expect(projectFolder({ workFolder, home })).toBeNull();
  expect(projectFolder({ workFolder: join(home, 'app'), home })).toBe(join(home, 'app'));
  expect(projectFolder({ workFolder: '/srv/app', home })).toBe('/srv/app');
  expect(projectFolder({ workFolder: homedir(), home: homedir() })).toBeNull();
});

it('says so of a file that cannot be looked at', async () => {
  expect((await refusal(`/${'x'.repeat(300)}`))?.message).toContain('ENAMETOOLONG');
});
