/** A folder for the time of one call, for programs that answer into files. */
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** `keep` leaves it there after all. */
export async function withScratchFolder<T>(
  work: (folder: string, keep: () => void) => Promise<T>,
): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'mobile-debug-'));
  let kept = false;
  try {
    return await work(folder, () => {
      kept = true;
    });
  } finally {
    if (!kept) await rm(folder, { recursive: true, force: true });
  }
}

/** Empty when the program wrote none. */
export async function readScratch(path: string): Promise<Buffer> {
  return await readFile(path).catch(() => Buffer.alloc(0));
}

export async function writeScratch(path: string, content: AsyncIterable<Uint8Array>): Promise<void> {
  await writeFile(path, content, { mode: 0o600 });
}

/** Empty for a folder that is not there. */
export async function namesIn(folder: string): Promise<readonly string[]> {
  return await readdir(folder).catch(() => []);
}
