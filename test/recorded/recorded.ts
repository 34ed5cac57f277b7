/** Access to test/fixtures/recorded: output of devices and tools, re-created in our own words; its README says whence. */
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../fixtures/recorded/', import.meta.url));

export function recordedBytes(file: string): Buffer {
  return readFileSync(root + file);
}

export function recorded(file: string): string {
  return recordedBytes(file).toString('utf8');
}

/** Names of the files in one folder, without the folder. */
export function recordedIn(folder: string): readonly string[] {
  return readdirSync(root + folder);
}

/** Folder and name of every recorded file but the README. */
export function allRecorded(): readonly string[] {
  return readdirSync(root, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .flatMap(({ name }) => recordedIn(name).map((file) => `${name}/${file}`));
}
