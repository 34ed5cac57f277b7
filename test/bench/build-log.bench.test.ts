/** Goal of builds: a log of 300 MB in bounded memory, streamed to its file. Prints memory and speed. */
import { cpSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Operation } from '@mobile-debug/core/operation.ts';
import { expect, it } from 'vitest';
import { ProjectFiles } from '../../src/host/project-files.ts';
import { buildProject } from '../../src/projects/build.ts';

const logBytes = 300_000_000;
const mostGrowthBytes = 120_000_000;

it('a log of 300 MB', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'build-log-'));
  try {
    cpSync('test/fixtures/projects/gradle-app', join(folder, 'app'), { recursive: true });
    const env = {
      PATH: '/usr/bin:/bin',
      JAVA_HOME: resolve('test/fixtures/tools/jdk'),
      FAKE_GRADLE: 'huge',
      FAKE_BYTES: String(logBytes),
    };
    const host = new ProjectFiles({
      env,
      platform: process.platform,
      artifactFolder: join(folder, 'artifacts'),
      workFolder: folder,
    });
    using op = Operation.start(300_000);
    const before = process.memoryUsage.rss();
    let most = before;
    const watch = (): void => {
      most = Math.max(most, process.memoryUsage.rss());
    };
    const cancel = every(op, 100, watch);
    const started = performance.now();
    const report = await buildProject(op, host, { path: 'app' }, { say: watch, logsTo: () => {} });
    cancel();
    const seconds = (performance.now() - started) / 1_000;
    const sizeBytes = statSync(report.logPath).size;
    process.stdout.write(
      `[bench] build log: ${(sizeBytes / 1e6).toFixed(0)} MB in ${seconds.toFixed(1)} s (${(sizeBytes / 1e6 / seconds).toFixed(0)} MB/s), RSS ${(before / 1e6).toFixed(0)} -> at most ${(most / 1e6).toFixed(0)} MB\n`,
    );
    expect(report.success).toBe(true);
    expect(sizeBytes).toBeGreaterThan(logBytes);
    expect(most - before).toBeLessThan(mostGrowthBytes);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

function every(op: Operation, ms: number, work: () => void): () => void {
  let cancel = (): void => {};
  const beat = (): void => {
    work();
    cancel = op.clock.after(ms, beat);
  };
  beat();
  return () => cancel();
}
