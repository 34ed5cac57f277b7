/** The demo, with phones that take no time: every step right, a report written, no process left. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { run } from './program.ts';

const onWindows = process.platform === 'win32';
const folder = mkdtempSync(join(tmpdir(), 'mobile-debug-demo-test-'));

afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('runs without adb, shows each step and leaves a report', async () => {
  const args = ['demo', '--virtual-timing', 'instant', '--report', folder];
  const { code, stdout, stderr } = await run(args, { PATH: '/nowhere', ADB_PATH: '/nowhere/adb' });
  expect(stderr).toBe('');
  expect(stdout).not.toMatch(/WRONG/);
  expect(code, stdout).toBe(0);
  expect(stdout).not.toContain('\u001b'); // colour belongs on a terminal
  expect(stdout).toContain('The chapter with the debugger is left out'); // no JDK on that path
  const [, right, planned] = /(\d+) of (\d+) steps passed/.exec(stdout) ?? [];
  expect(right).toBe(planned);
  expect(Number(planned)).toBeGreaterThan(onWindows ? 20 : 40);
  expect(stdout.includes('PLATFORM_NOT_SUPPORTED')).toBe(!onWindows); // of the back key, on the iPhone

  const path = /^Report: (.*)$/m.exec(stdout)?.[1] ?? '';
  const report = readFileSync(path, 'utf8');
  expect(report.match(/<section class="ok">/g)).toHaveLength(Number(planned));
  expect(report.match(/<img /g)).toHaveLength(onWindows ? 3 : 5);
  expect(report).toContain('HTTP 500');
  expect(report).not.toMatch(/<script|src="http|href="http/); // needs nothing from elsewhere
  const [made = ''] = readdirSync(folder);
  expect(readdirSync(join(folder, made))).toEqual(
    expect.arrayContaining([
      'checkout-failed.png',
      'note.png',
      'products.png',
      'report.html',
      ...(onWindows ? [] : ['iphone-products.png', 'iphone-checkout-failed.png']),
    ]),
  );
});
