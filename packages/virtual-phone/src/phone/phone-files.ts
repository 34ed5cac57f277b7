/** The part of the file system that a shell user meets: writable and closed folders, files in memory. */
import type { Clock } from '@mobile-debug/core/clock.ts';
import type { PhoneFiles } from './phone-types.ts';

const DIRECTORY = 0o40771;
const FILE = 0o100660;
const writableRoots = ['/sdcard', '/data/local/tmp', '/data/misc/perfetto-traces'];
const folders = [
  '/',
  '/data',
  '/data/local',
  '/data/local/tmp',
  '/data/misc',
  '/data/misc/perfetto-traces',
  '/proc',
  '/sdcard',
  '/sdcard/Android',
  '/sdcard/Android/data',
  '/sdcard/DCIM',
  '/sdcard/Download',
  '/sdcard/Pictures',
  '/storage',
  '/system',
  '/system/bin',
];

interface Stored {
  readonly bytes: Uint8Array;
  readonly mode: number;
  readonly mtimeSec: number;
}

export function createFiles(now: Clock['epochMs']): PhoneFiles {
  const files = new Map<string, Stored>();
  const known = new Set(folders);
  const createdSec = Math.floor(now() / 1000);
  return {
    read: (path) => files.get(normal(path))?.bytes ?? null,
    write(path, bytes, mode = FILE) {
      const at = normal(path);
      const folder = at.slice(0, at.lastIndexOf('/')) || '/';
      const open = writableRoots.some((root) => at.startsWith(`${root}/`));
      if (!open || !known.has(folder) || known.has(at)) return false;
      files.set(at, { bytes, mode, mtimeSec: Math.floor(now() / 1000) });
      return true;
    },
    remove: (path) => files.delete(normal(path)),
    list(folder) {
      const at = normal(folder);
      if (!known.has(at)) return null;
      const prefix = at === '/' ? '/' : `${at}/`;
      const names = [...files.keys(), ...known]
        .filter((path) => path !== at && path.startsWith(prefix) && !path.slice(prefix.length).includes('/'))
        .map((path) => path.slice(prefix.length));
      return names.filter((name) => name !== '').sort((a, b) => (a < b ? -1 : 1));
    },
    stat(path) {
      const at = normal(path);
      if (known.has(at)) return { mode: DIRECTORY, size: 4096, mtimeSec: createdSec, directory: true };
      const file = files.get(at);
      if (!file) return null;
      return { mode: file.mode, size: file.bytes.length, mtimeSec: file.mtimeSec, directory: false };
    },
  };
}

/** One name per file: `/storage/emulated/0` and its kin are links to `/sdcard`. */
function normal(path: string): string {
  const clean = path.replace(/\/+/g, '/').replace(/(.)\/$/, '$1');
  return clean.replace(
    /^\/(storage\/emulated\/(0|legacy)|mnt\/sdcard|storage\/self\/primary)(?=\/|$)/,
    '/sdcard',
  );
}
