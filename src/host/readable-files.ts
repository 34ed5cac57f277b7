/**
 * Which files of this computer a caller may send to a device: those below the folders that were allowed, links resolved,
 * and none that holds keys or the state of the system. What reaches a device may be read by its apps.
 */
import { realpath } from 'node:fs/promises';
import { basename, dirname, parse, resolve } from 'node:path';
import { Fault } from '@mobile-debug/core/fault.ts';
import { errorCode, isBelow } from './paths.ts';

/** Of the kernel and of devices: without an end, or with the secrets of processes. */
const systemFolders = ['/proc', '/sys', '/dev', '/run'];
/** Where programs keep keys and tokens [O1]. */
const secretFolder =
  /[/\\](?:\.ssh|\.gnupg|\.aws|\.azure|\.kube|\.docker|\.password-store|\.config[/\\](?:gcloud|gh)|library[/\\]keychains)[/\\]/i;
/** Files of keys, tokens and passwords [O1]. */
const secretFile =
  /^(?:\.netrc|\.npmrc|\.pypirc|\.git-credentials|\.env|adbkey|id_(?:rsa|dsa|ecdsa|ed25519).*)$/i;

export interface ReadableOptions {
  readonly workFolder: string;
  /** Of the user; a work folder that is it, or holds it, is no project and allows nothing. */
  readonly home: string;
  /** Further folders, the artifact folder among them. */
  readonly roots: readonly string[];
}

/** Null where the work folder is the root of the system, a home folder or above one. */
export function projectFolder({
  workFolder,
  home,
}: Pick<ReadableOptions, 'workFolder' | 'home'>): string | null {
  const folder = resolve(workFolder);
  if (folder === parse(folder).root || home === '') return null;
  const own = resolve(home);
  return folder === own || isBelow(own, folder) ? null : folder;
}

/** INVALID_ARGUMENT with what to do; nothing was read. A file that is not there is not refused here. */
export async function assertReadable(path: string, options: ReadableOptions): Promise<void> {
  const wanted = await real(path);
  if (wanted === null) return;
  if (systemFolders.some((folder) => wanted === folder || isBelow(wanted, folder)) || isSecret(wanted)) {
    throw new Fault(
      'INVALID_ARGUMENT',
      `${path} is a file of the system or may hold keys; it is not sent to a device.`,
      {
        nextStep: 'Copy what is meant to a file of the project and pass that.',
      },
    );
  }
  const project = projectFolder(options);
  const roots = await Promise.all([...(project === null ? [] : [project]), ...options.roots].map(real));
  if (roots.some((root) => root !== null && (wanted === root || isBelow(wanted, root)))) return;
  const where = project === null ? 'the artifact folder' : `the working folder ${project}`;
  throw new Fault(
    'INVALID_ARGUMENT',
    `${path} lies outside of what this server may send to a device: ${where} and --root.`,
    {
      nextStep: `Move the file there, or start the server with --root ${dirname(path)}.`,
    },
  );
}

function isSecret(path: string): boolean {
  return secretFolder.test(path) || secretFile.test(basename(path));
}

/** Links resolved; null for what is not there. */
async function real(path: string): Promise<string | null> {
  try {
    return await realpath(path);
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes(String(errorCode(error)))) return null;
    throw new Fault(
      'INVALID_ARGUMENT',
      `${path.slice(0, 200)} cannot be read: ${errorCode(error) ?? String(error)}.`,
      {
        cause: error,
        nextStep: 'Pass the path of a file that this user may read.',
      },
    );
  }
}
