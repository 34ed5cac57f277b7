/** A server that is killed leaves the program running: the adapter hears of it and lets go. */
import { spawn } from 'node:child_process';
import { afterAll, describe, expect, it } from 'vitest';
import { Debugged, lineOf, nativePrograms, type Programs } from './native-program.ts';

const found = await nativePrograms();
const missing = typeof found === 'string' ? found : null;
if (missing !== null) console.warn(`LLDB suite skipped: ${missing}`);
const programs = found as Programs;
afterAll(() => {
  if (missing === null) programs.remove();
});

/** Node 20 reads no TypeScript by itself. */
const holder =
  "import { runnerImport } from 'vite'; await runnerImport('./test/debugger/holder.ts', { oxc: { target: 'es2022' } });";

describe.skipIf(missing !== null)('after kill -9 of the server', () => {
  it.each([
    ['that held it at a stop', 'plain', 'stop'],
    ['that passed log points as fast as it can', 'hot', 'log'],
  ])('the program %s runs on within two seconds', async (_, mode, what) => {
    const at = new Debugged(programs.program, mode);
    try {
      await at.rounds(1);
      const HOLDER = [at.pid, programs.lldb, lineOf('added'), what].join(' ');
      const server = spawn(process.execPath, ['--input-type=module', '--eval', holder], {
        stdio: ['ignore', 'pipe', 'inherit'],
        env: { ...process.env, HOLDER },
      });
      await at.op.race(new Promise((resolve) => server.stdout.once('data', resolve)));
      server.kill('SIGKILL');
      const killedAt = performance.now();
      // What it printed before the stop may still come.
      await at.rounds(20);
      expect(performance.now() - killedAt).toBeLessThan(2_000);
      expect(at.process.exitCode ?? at.process.signalCode).toBeNull();
    } finally {
      await at.end();
    }
  });
});
