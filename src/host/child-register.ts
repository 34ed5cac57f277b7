/**
 * Remembers in a folder of ours which long-running programs this server started, so that the next server can end what a
 * killed one left behind. Nothing is ended that is not provably ours: process id, start time and arguments must all
 * be as written down, and the server that wrote them must be gone.
 */

import { lstat, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Operation } from '@mobile-debug/core/operation.ts';
import { errorCode } from './paths.ts';
import { type ProcessAsker, type RunningProcess, runningProcesses } from './process-facts.ts';

/** What is written down of a process. */
type Identity = Omit<RunningProcess, 'commandLine'>;

interface Entry {
  readonly kind: string;
  readonly child: Identity;
  /** Arguments without the program: `xcrun` replaces itself by the tool that it found. */
  readonly args: readonly string[];
  readonly server: Identity;
  /** Whatever the owner needs to reuse it, such as its socket. */
  readonly note: string;
}

/** One that a dead server left behind and that still runs. */
export interface Leftover {
  readonly kind: string;
  readonly pid: number;
  readonly args: readonly string[];
  readonly note: string;
}

export interface ChildRegisterOptions extends ProcessAsker {
  /** Made with mode 0700 when first needed. One that others can write to, or that is a link, is not used. */
  readonly folder: string;
  readonly serverPid: number;
  /** `process.kill` unless told. */
  readonly kill?: (pid: number, signal: 'SIGTERM' | 'SIGKILL') => void;
}

/** A program that was asked to end gets this long before it is killed [O1]. */
const graceMs = 500;
const lookEveryMs = 50;

export class ChildRegister {
  readonly #options: ChildRegisterOptions;

  constructor(options: ChildRegisterOptions) {
    this.#options = options;
  }

  /** Writes a running child down; the returned function strikes it out. Failing to write never fails the caller. */
  async add(
    op: Operation,
    child: { readonly kind: string; readonly pid: number; readonly args: readonly string[]; note?: string },
  ): Promise<() => Promise<void>> {
    const { serverPid, folder } = this.#options;
    const running = await runningProcesses(op, [child.pid, serverPid], this.#options);
    const own = running.get(child.pid);
    const server = running.get(serverPid);
    if (!own || !server || !(await this.#ready())) return async () => {};
    const path = join(folder, `${child.kind}-${child.pid}.json`);
    const entry: Entry = {
      kind: child.kind,
      child: { pid: own.pid, startedAt: own.startedAt },
      args: child.args,
      server: { pid: server.pid, startedAt: server.startedAt },
      note: child.note ?? '',
    };
    await writeFile(path, JSON.stringify(entry), { mode: 0o600 }).catch(() => {});
    return async () => await rm(path, { force: true }).catch(() => {});
  }

  /**
   * Those of dead servers that still run. What is written of processes that are gone is thrown away; `onGone` is told
   * its note first, to tidy up what stays behind a process.
   */
  async leftovers(
    op: Operation,
    kind: string,
    onGone: (note: string) => Promise<void> = async () => {},
  ): Promise<readonly Leftover[]> {
    const entries = await this.#entries(kind);
    if (entries.length === 0) return [];
    const pids = entries.flatMap(({ entry }) => [entry.child.pid, entry.server.pid]);
    const running = await runningProcesses(op, pids, this.#options);
    const left: Leftover[] = [];
    for (const { path, entry } of entries) {
      if (isSame(running.get(entry.server.pid), entry.server)) continue;
      const child = running.get(entry.child.pid);
      if (isSame(child, entry.child) && child?.commandLine.endsWith(entry.args.join(' '))) {
        left.push({ kind, pid: entry.child.pid, args: entry.args, note: entry.note });
      } else {
        await onGone(entry.note);
        await rm(path, { force: true });
      }
    }
    return left;
  }

  /** Ends the leftovers of one kind with their groups, and answers how many there were. */
  async endLeftovers(op: Operation, kind: string): Promise<number> {
    const left = await this.leftovers(op, kind);
    for (const { pid } of left) await this.#end(op, kind, pid);
    return left.length;
  }

  /**
   * Ends the leftovers of every kind, and answers how many of each there were. `onGone` is told kind and note of every
   * one, to tidy up what stays behind it.
   */
  async endAll(
    op: Operation,
    onGone: (kind: string, note: string) => Promise<void>,
  ): Promise<ReadonlyMap<string, number>> {
    const counts = new Map<string, number>();
    const kinds = new Set((await this.#entries()).map(({ entry }) => entry.kind));
    for (const kind of kinds) {
      const left = await this.leftovers(op, kind, async (note) => await onGone(kind, note));
      if (left.length === 0) continue;
      await this.endLeftovers(op, kind);
      for (const { note } of left) await onGone(kind, note);
      counts.set(kind, left.length);
      await this.leftovers(op, kind);
    }
    return counts;
  }

  async #end(op: Operation, kind: string, pid: number): Promise<void> {
    this.#signal(pid, 'SIGTERM');
    const until = op.clock.monotonicMs() + graceMs;
    while (op.clock.monotonicMs() < until) {
      if ((await this.leftovers(op, kind)).every((each) => each.pid !== pid)) return;
      await op.sleep(lookEveryMs);
    }
    if ((await this.leftovers(op, kind)).some((each) => each.pid === pid)) this.#signal(pid, 'SIGKILL');
  }

  /** Ours lead a group of their own; to it, so that what they started goes with them. */
  #signal(pid: number, signal: 'SIGTERM' | 'SIGKILL'): void {
    try {
      const { kill = process.kill } = this.#options;
      kill(-pid, signal);
    } catch (error) {
      // ESRCH: it ended by itself; EPERM: it is somebody else's after all.
      const code = errorCode(error);
      if (code !== 'ESRCH' && code !== 'EPERM') throw error;
    }
  }

  /** Of one kind, or of all. */
  async #entries(kind?: string): Promise<readonly { readonly path: string; readonly entry: Entry }[]> {
    if (!(await this.#own())) return [];
    const names = await readdir(this.#options.folder).catch(() => []);
    const found: { path: string; entry: Entry }[] = [];
    for (const name of names) {
      if (!name.endsWith('.json') || (kind !== undefined && !name.startsWith(`${kind}-`))) continue;
      const path = join(this.#options.folder, name);
      const entry = readEntry(await readFile(path, 'utf8').catch(() => ''));
      if (entry && (kind === undefined || entry.kind === kind)) found.push({ path, entry });
    }
    return found;
  }

  async #ready(): Promise<boolean> {
    await mkdir(this.#options.folder, { mode: 0o700, recursive: true }).catch(() => {});
    return await this.#own();
  }

  /** A folder of another user under our name must neither be read nor written. */
  async #own(): Promise<boolean> {
    const found = await lstat(this.#options.folder).catch(() => null);
    return found?.isDirectory() === true && found.uid === process.getuid?.() && (found.mode & 0o077) === 0;
  }
}

function isSame(found: RunningProcess | undefined, written: Identity): boolean {
  return found?.pid === written.pid && found.startedAt === written.startedAt;
}

/** Null for what we did not write, or not to the end. */
function readEntry(text: string): Entry | null {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return null;
  }
  if (typeof value !== 'object' || value === null) return null;
  const { kind, child, args, server, note } = value as Partial<Record<keyof Entry, unknown>>;
  const strings = Array.isArray(args) && args.every((each) => typeof each === 'string');
  if (typeof kind !== 'string' || typeof note !== 'string' || !strings) return null;
  if (!isWritten(child) || !isWritten(server)) return null;
  return { kind, child, args, server, note };
}

function isWritten(value: unknown): value is Identity {
  if (typeof value !== 'object' || value === null) return false;
  const { pid, startedAt } = value as Partial<Record<keyof Identity, unknown>>;
  return Number.isInteger(pid) && Number(pid) > 1 && typeof startedAt === 'string';
}
