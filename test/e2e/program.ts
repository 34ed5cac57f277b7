/** The built program, run as its users run it: in a process of its own. */
import { type ChildProcess, spawn } from 'node:child_process';
import { resolve } from 'node:path';

export const program = resolve('dist/main.mjs');

export interface Finished {
  /** Null when a signal ended it. */
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/**
 * An environment without settings of this computer that would change what is tested, and without adb: a server of it,
 * started because nobody listened, would stay behind on this computer.
 */
export function cleanEnvironment(more: Readonly<Record<string, string>> = {}): Record<string, string> {
  const kept: Record<string, string> = {};
  for (const [name, value] of Object.entries(process.env)) {
    if (value !== undefined && !/^(MOBILE_DEBUG_|ANDROID_|ADB_|NODE_|VITEST)/.test(name)) kept[name] = value;
  }
  return { ...kept, ADB_PATH: '/nowhere/adb', ...more };
}

/** Runs a command of the program to its end, with its standard input closed. */
export async function run(args: readonly string[], env: Record<string, string> = {}): Promise<Finished> {
  const child = spawn(process.execPath, [program, ...args], {
    env: cleanEnvironment(env),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [stdout, stderr] = [collect(child.stdout), collect(child.stderr)];
  return { code: await ended(child), stdout: stdout(), stderr: stderr() };
}

/** The exit code, once all output is there; null when a signal ended it. */
export async function ended(child: ChildProcess): Promise<number | null> {
  return await new Promise((resolve, reject) => {
    child.once('close', (code) => resolve(code));
    child.once('error', reject);
  });
}

export function collect(stream: NodeJS.ReadableStream): () => string {
  const chunks: Buffer[] = [];
  stream.on('data', (chunk: Buffer) => chunks.push(chunk));
  return () => Buffer.concat(chunks).toString('utf8');
}

export function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
