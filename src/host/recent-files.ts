/** The newest text files of a folder that another program fills, such as crash reports. Read only. */
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Operation } from '@mobile-debug/core/operation.ts';

export interface RecentFile {
  readonly name: string;
  readonly modifiedMs: number;
  readonly text: string;
}

export interface RecentRequest {
  /** Such as `.ips`. */
  readonly ending: string;
  readonly sinceEpochMs: number;
  readonly mostFiles: number;
  /** Larger ones are left out. */
  readonly mostBytes: number;
}

/** Those changed since `sinceEpochMs`, the newest `mostFiles`, oldest first. Empty where there is no such folder. */
export async function recentFiles(
  op: Operation,
  folder: string,
  { ending, sinceEpochMs, mostFiles, mostBytes }: RecentRequest,
): Promise<readonly RecentFile[]> {
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith(ending));
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
  const files: RecentFile[] = [];
  for (const { name, modifiedMs } of recent) {
    op.check();
    // Its writer may have moved it since.
    const text = await readFile(join(folder, name), 'utf8').catch(() => null);
    if (text !== null) files.push({ name, modifiedMs, text });
  }
  return files;
}
