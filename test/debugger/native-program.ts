/** Our C++ program, compiled once per run, and a real LLDB to attach to it. Null where a compiler or LLDB is missing. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Operation } from '@mobile-debug/core/operation.ts';
import { lldbBackend } from '../../src/cli/lldb-choice.ts';
import type { BackendStop, BreakpointRequest, DebugEvent, Debuggee } from '../../src/debugger/backend.ts';
import { runProcess } from '../../src/host/process.ts';
import { findLldb } from '../../src/host/programs/find-lldb.ts';
import { searchPaths } from '../../src/host/programs/tool-search.ts';

export const sourcePath = resolve('test/fixtures/debuggee/shop.cpp');
const source = readFileSync(sourcePath, 'utf8').split('\n');

/** The line with the comment `line: NAME`. */
export function lineOf(name: string): number {
  const index = source.findIndex((line) => line.trimEnd().endsWith(`// line: ${name}`));
  if (index < 0) throw new Error(name);
  return index + 1;
}

export interface Programs {
  readonly lldb: string;
  /** With debug information. */
  readonly program: string;
  /** The same, stripped. */
  readonly stripped: string;
  remove(): void;
}

/** A compiler and LLDB; why not, where one is missing. */
export async function nativeTools(): Promise<{ readonly compiler: string; readonly lldb: string } | string> {
  using op = Operation.start(60_000);
  const compiler = ['c++', 'g++', 'clang++'].find((one) => runs(one));
  if (compiler === undefined) return 'no C++ compiler';
  const search = searchPaths(process.env, process.platform);
  const lldb = await findLldb(op, search, runProcess).catch((error: unknown) => String(error));
  return typeof lldb === 'string' ? lldb : { compiler, lldb: lldb.path };
}

export async function nativePrograms(): Promise<Programs | string> {
  const tools = await nativeTools();
  if (typeof tools === 'string') return tools;
  const { compiler, lldb } = tools;
  const folder = mkdtempSync(join(tmpdir(), 'debuggee-'));
  const bundle = join(folder, 'Shop.app');
  mkdirSync(bundle);
  const [program, stripped] = [join(bundle, 'shop'), join(bundle, 'stripped')];
  execFileSync(compiler, ['-g', '-O0', '-std=c++17', '-pthread', sourcePath, '-o', program]);
  execFileSync(compiler, ['-s', '-O0', '-std=c++17', '-pthread', sourcePath, '-o', stripped]);
  return {
    lldb,
    program,
    stripped,
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

function runs(program: string): boolean {
  try {
    execFileSync(program, ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false; // not installed
  }
}

/** Of one run; a bench takes minutes. */
const lifetimeMs = 300_000;

/** One run of the program with LLDB attached to it. */
export class Debugged {
  readonly process: ChildProcess;
  readonly op: Operation;
  readonly events: DebugEvent[] = [];
  debuggee: Debuggee | null = null;
  lines = 0;
  /** What to attach to, where it is not the program itself. */
  target: number | null = null;
  #wake: () => void = () => {};
  #breakpoints = 0;

  constructor(path: string, mode: string) {
    this.op = Operation.start(lifetimeMs);
    this.process = spawn(path, [mode], { stdio: ['ignore', 'pipe', 'ignore'] });
    this.process.stdout?.on('data', (chunk: Buffer) => {
      this.lines += chunk.toString('latin1').split('\n').length - 1;
      this.#wake();
    });
    this.process.on('exit', () => this.#wake());
  }

  get pid(): number {
    return this.process.pid ?? 0;
  }

  async attach(lldb: string): Promise<Debuggee> {
    await this.rounds(1);
    const backend = lldbBackend({ ...process.env, LLDB_DAP_PATH: lldb });
    const target = { appId: 'com.example.shop', pid: this.target ?? this.pid, processName: 'shop' };
    this.debuggee = await backend.attach(this.op, target, (event) => {
      this.events.push(event);
      this.#wake();
    });
    return this.debuggee;
  }

  get session(): Debuggee {
    if (!this.debuggee) throw new Error('Not attached.');
    return this.debuggee;
  }

  async set(at: BreakpointRequest['at'], more: Partial<BreakpointRequest> = {}): Promise<string> {
    const id = `bp${++this.#breakpoints}`;
    const request = { id, at, condition: null, logMessage: null, ...more };
    const outcome = await this.session.setBreakpoint(this.op, request);
    if (outcome.status !== 'verified') throw new Error(JSON.stringify(outcome));
    return id;
  }

  async atLine(name: string, more: Partial<BreakpointRequest> = {}): Promise<string> {
    return await this.set({ kind: 'file_line', file: 'shop.cpp', line: lineOf(name) }, more);
  }

  /** The next event of a kind, taken off. */
  async next<K extends DebugEvent['kind']>(kind: K): Promise<Extract<DebugEvent, { kind: K }>> {
    return await this.until(() => {
      const index = this.events.findIndex((event) => event.kind === kind);
      const [event] = index < 0 ? [] : this.events.splice(index, 1);
      return event as Extract<DebugEvent, { kind: K }> | undefined;
    });
  }

  async stop(): Promise<BackendStop> {
    return (await this.next('stopped')).stop;
  }

  /** Until the program has printed so many more lines: it runs. */
  async rounds(more: number): Promise<void> {
    const wanted = this.lines + more;
    await this.until(() => this.lines >= wanted || undefined);
  }

  async exited(): Promise<void> {
    await this.until(() => this.process.exitCode !== null || this.process.signalCode !== null || undefined);
  }

  async until<T>(look: () => T | undefined): Promise<T> {
    for (;;) {
      const found = look();
      if (found !== undefined) return found;
      await this.op.race(
        new Promise<void>((resolve) => {
          this.#wake = resolve;
        }),
      );
    }
  }

  async end(): Promise<void> {
    await this.debuggee?.detach(this.op).catch(() => []);
    this.process.kill('SIGKILL');
    this.op[Symbol.dispose]();
  }
}
