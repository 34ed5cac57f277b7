/** The demo's chapter with the debugger, where a JDK is installed. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { hasJava } from '../debugger/jvm.ts';
import { run } from './program.ts';

const folder = mkdtempSync(join(tmpdir(), 'mobile-debug-demo-java-'));

afterAll(() => rmSync(folder, { recursive: true, force: true }));

test.skipIf(!hasJava())('finds by a breakpoint why the checkout fails', async () => {
  const args = ['demo', '--virtual-timing', 'instant', '--report', folder];
  const { code, stdout } = await run(args, { ADB_PATH: '/nowhere/adb' });
  expect(code, stdout).toBe(0);
  expect(stdout).toContain('percent is 150');
  expect(stdout).toContain('DEBUGGER_PAUSED, nothing was sent');
  expect(stdout).not.toContain('is left out');
});
