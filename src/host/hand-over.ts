/**
 * What several servers of one user on this computer use in turn: who has it is written in a folder of theirs, and whoever
 * wants it asks there. Only advice: the device itself decides who gets it.
 */

import { createHash } from 'node:crypto';
import { watch } from 'node:fs';
import { lstat, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

export interface Holder {
  readonly pid: number;
  /** In words of the holder: when it lets go. */
  readonly until: string;
}

export class HandOver {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Says that this process has it; `onWanted` hears of everybody who asks. The returned function says that it is free. */
  async hold(name: string, until: string, onWanted: () => void): Promise<() => Promise<void>> {
    if (!(await this.#ready())) return async () => {};
    const [held, wanted] = [this.#path(name, 'held'), this.#path(name, 'wanted')];
    await rm(wanted, { force: true }).catch(() => {});
    await writeFile(held, JSON.stringify({ pid: process.pid, until }), { mode: 0o600 }).catch(() => {});
    const watcher = watch(this.#folder, { persistent: false }, (_event, file) => {
      if (file !== null && wanted.endsWith(file)) onWanted();
    });
    watcher.on('error', () => {}); // the folder was removed: nobody can ask any more
    return async () => {
      watcher.close();
      for (const path of [held, wanted]) await rm(path, { force: true }).catch(() => {});
    };
  }

  /** Null when nobody of us has it, or whoever had it is gone. */
  async holder(name: string): Promise<Holder | null> {
    if (!(await this.#own())) return null;
    try {
      const { pid, until } = JSON.parse(await readFile(this.#path(name, 'held'), 'utf8')) as Partial<Holder>;
      if (typeof pid !== 'number' || typeof until !== 'string' || !runs(pid)) return null;
      return { pid, until };
    } catch {
      return null; // none, or not written to the end
    }
  }

  /** Asks the holder to let go when it does not need it. */
  async ask(name: string): Promise<void> {
    if (await this.#own())
      await writeFile(this.#path(name, 'wanted'), `${process.pid}`, { mode: 0o600 }).catch(() => {});
  }

  /** Names hold serial numbers and addresses, which are no file names. */
  #path(name: string, ending: string): string {
    return join(this.#folder, `use-${createHash('sha1').update(name).digest('hex').slice(0, 16)}.${ending}`);
  }

  async #ready(): Promise<boolean> {
    await mkdir(this.#folder, { mode: 0o700, recursive: true }).catch(() => {});
    return await this.#own();
  }

  /** A folder of another user under our name must neither be read nor written. */
  async #own(): Promise<boolean> {
    const found = await lstat(this.#folder).catch(() => null);
    return found?.isDirectory() === true && found.uid === process.getuid?.() && (found.mode & 0o077) === 0;
  }
}

function runs(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
