/** Crash reports (`.ips`) that the system wrote for its user. Read only. */
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Operation } from '@mobile-debug/core/operation.ts';

export interface CrashReportFile {
  readonly name: string;
  readonly modifiedMs: number;
  readonly text: string;
}

const mostFiles = 40;
const mostBytes = 4 << 20;

/** Those changed since `sinceEpochMs`, the newest 40, oldest first. Empty where there is no such folder. */
export async function crashReports(
  op: Operation,
  folder: string,
  sinceEpochMs: number,
): Promise<readonly CrashReportFile[]> {
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.ips'));
  const stats = await Promise.all(
    names.map(async (name) => ({ name, found: await stat(join(folder, name)).catch(() => null) })),
  );
  const recent = stats
    .flatMap(({ name, found }) =>
      found?.isFile() ? [{ name, modifiedMs: found.mtimeMs, size: found.size }] : [],
    )
    .filter(({ modifiedMs, size }) => modifiedMs >= sinceEpochMs && size <= mostBytes)
    .sort((a, b) => a.modifiedMs - b.modifiedMs)
    .slice(-mostFiles);
  const files: CrashReportFile[] = [];
  for (const { name, modifiedMs } of recent) {
    op.check();
    // It may have been moved to the retired ones since.
    const text = await readFile(join(folder, name), 'utf8').catch(() => null);
    if (text !== null) files.push({ name, modifiedMs, text });
  }
  return files;
}
