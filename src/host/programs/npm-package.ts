/** Fetches one pinned package with the user's own npm, and believes it only when its digest is the recorded one. */

import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Environment } from '@mobile-debug/core/environment.ts';
import { Fault } from '@mobile-debug/core/fault.ts';
import type { Operation } from '@mobile-debug/core/operation.ts';
import { errorCode } from '../paths.ts';
import { runProcess } from '../process.ts';

export interface PinnedPackage {
  readonly name: string;
  /** Exact. */
  readonly version: string;
  /** As npm prints it: `sha512-` and base64. */
  readonly integrity: string;
}

export interface FetchOptions {
  /** Where the archive is kept; made when it does not exist. */
  readonly folder: string;
  readonly env: Environment;
}

/**
 * The package's archive. From the folder when it lies there unchanged, else by `npm pack`, which runs no script of the
 * package. TOOL_NOT_FOUND without npm, UNKNOWN when npm fails or the digest is another.
 */
export async function fetchPackage(
  op: Operation,
  pinned: PinnedPackage,
  { folder, env }: FetchOptions,
): Promise<Buffer> {
  const kept = join(folder, `${pinned.name}-${pinned.version}.tgz`);
  const found = await readIfThere(kept);
  if (found && integrityOf(found) === pinned.integrity) return found;
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const fresh = await mkdtemp(join(folder, 'fetch-'));
  try {
    await npmPack(op, pinned, { folder: fresh, env });
    const [file] = (await readdir(fresh)).filter((name) => name.endsWith('.tgz'));
    const bytes = file === undefined ? null : await readFile(join(fresh, file));
    if (!bytes) throw new Fault('UNKNOWN', `npm did not create an archive of ${pinned.name}.`);
    const integrity = integrityOf(bytes);
    if (integrity !== pinned.integrity) {
      throw new Fault(
        'UNKNOWN',
        `The archive that npm returned for ${pinned.name}@${pinned.version} does not have the recorded digest.`,
        {
          details: { expected: pinned.integrity, got: integrity },
          nextStep: 'Nothing was installed. Check which registry or mirror npm uses.',
        },
      );
    }
    await rename(join(fresh, file ?? ''), kept);
    return bytes;
  } finally {
    await rm(fresh, { recursive: true, force: true });
  }
}

function integrityOf(bytes: Uint8Array): string {
  return `sha512-${createHash('sha512').update(bytes).digest('base64')}`;
}

async function readIfThere(path: string): Promise<Buffer | null> {
  try {
    return await readFile(path);
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return null;
    throw error;
  }
}

async function npmPack(op: Operation, { name, version }: PinnedPackage, { folder, env }: FetchOptions) {
  const args = ['pack', `${name}@${version}`, '--ignore-scripts', '--silent', '--pack-destination', folder];
  const { command, first } = npmCommand();
  const { exitCode, stderr } = await runProcess(op, { command, args: [...first, ...args], cwd: folder, env });
  if (exitCode === 0) return;
  const words = stderr.toString('utf8').trim().split('\n').slice(0, 5).join(' ');
  throw new Fault('UNKNOWN', `npm could not fetch ${name}@${version}: ${words || `exit code ${exitCode}`}`, {
    nextStep: 'Check the network and the npm configuration (registry, proxy), then try again.',
    retryable: true,
  });
}

/** On Windows npm is a script that needs a shell; its program beside node does not. */
function npmCommand(): { readonly command: string; readonly first: readonly string[] } {
  if (process.platform !== 'win32') return { command: 'npm', first: [] };
  const program = join(dirname(process.execPath), 'node_modules', 'npm', 'bin', 'npm-cli.js');
  return { command: process.execPath, first: [program] };
}
