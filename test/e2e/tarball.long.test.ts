/** The package as a user gets it: packed, installed from the tarball into an empty folder, and started by npx. Needs npm's registry for sharp. */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import { cleanEnvironment } from './program.ts';

const folder = mkdtempSync(join(tmpdir(), 'mobile-debug-tarball-'));

afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('installs from its tarball into an empty folder, and npx starts it', (context) => {
  execFileSync('npm', ['pack', '--ignore-scripts', '--pack-destination', folder], { stdio: 'ignore' });
  const tarball = readdirSync(folder).find((file) => file.endsWith('.tgz')) ?? '';
  const home = join(folder, 'home');
  execFileSync('mkdir', [home]);
  writeFileSync(join(home, 'package.json'), '{"private":true}');
  const env = cleanEnvironment();
  const install = ['install', '--no-audit', '--no-fund', '--prefer-offline', join(folder, tarball)];
  const installed = spawnSync('npm', install, { cwd: home, env, encoding: 'utf8', timeout: 120_000 });
  if (/ENOTFOUND|ECONNREFUSED|EAI_AGAIN|ETIMEDOUT/.test(installed.stderr ?? '')) {
    context.skip('npm could not reach its registry');
  }
  expect(installed.status, installed.stderr).toBe(0);
  const npx = (...args: readonly string[]): string =>
    execFileSync('npx', ['--no-install', 'mobile-debug-mcp', ...args], { cwd: home, env, encoding: 'utf8' });
  expect(npx('--version')).toBe(`${manifest.version}\n`);
  const answer = npx('call', 'list_devices', '--virtual', '--json', '{}');
  expect(answer).toContain('virtual-android-1');
  // Nothing of the workspaces is needed or left behind.
  const packages = readdirSync(join(home, 'node_modules')).filter((name) => !name.startsWith('.'));
  expect(packages).not.toContain('@mobile-debug');
  // What the JDI backend compiles when it is first used.
  const worker = readdirSync(join(home, 'node_modules/mobile-debug-mcp/worker/src/mobiledebug'));
  expect(worker).toContain('Worker.java');
}, 180_000);
