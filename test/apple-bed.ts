/** A simulated Mac with one iPhone, and its executables run as processes. */
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import type { Clock } from '@mobile-debug/core/clock.ts';
import { systemClock } from '@mobile-debug/core/operation.ts';
import {
  type AppleFace,
  type AppleFaceOptions,
  startAppleFace,
} from '@mobile-debug/virtual-phone/apple/apple-face.ts';
import { createIphone } from '@mobile-debug/virtual-phone/apple/simulator.ts';
import type { Phone } from '@mobile-debug/virtual-phone/phone/phone-types.ts';
import type { TimingProfile } from '@mobile-debug/virtual-phone/phone/timing.ts';

export const udid = '978BAD6B-EEB8-4A54-9D5F-D17280D12AA5';

export interface Result {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
  /** Of stdout. */
  readonly bytes: Buffer;
}

export interface RunOptions {
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
  readonly stdin?: string;
}

export interface Started {
  readonly child: ChildProcessWithoutNullStreams;
  readonly result: Promise<Result>;
  /** Resolves when stdout or stderr has held the text. */
  printed(text: string): Promise<void>;
}

export interface AppleBed {
  readonly face: AppleFace;
  readonly phone: Phone;
  start(tool: string, args: readonly string[], options?: RunOptions): Started;
  run(tool: string, ...args: readonly string[]): Promise<Result>;
  simctl(...args: readonly string[]): Promise<Result>;
  close(): Promise<void>;
}

export async function makeAppleBed(
  options: Omit<Partial<AppleFaceOptions>, 'clock'> & {
    readonly clock?: Clock;
    readonly timing?: TimingProfile['name'];
    readonly state?: 'Booted' | 'Shutdown';
  } = {},
): Promise<AppleBed> {
  const { clock = systemClock, timing = 'instant', state = 'Booted' } = options;
  const phone = createIphone({ clock, timing });
  const simulators = options.simulators ?? [{ udid, name: 'iPhone 17', phone, state }];
  const face = await startAppleFace({ ...options, simulators, clock });
  const start = (tool: string, args: readonly string[], run: RunOptions = {}): Started =>
    startProcess(tool, args, {
      ...run,
      env: { ...face.environment(), ...run.env },
      cwd: run.cwd ?? face.folder,
    });
  return {
    face,
    phone,
    start,
    run: async (tool, ...args) => await start(tool, args).result,
    simctl: async (...args) => await start('xcrun', ['simctl', ...args]).result,
    async close() {
      await face.close();
      phone.close();
    },
  };
}

function startProcess(
  tool: string,
  args: readonly string[],
  { env, cwd, stdin = '' }: Required<Pick<RunOptions, 'env' | 'cwd'>> & RunOptions,
): Started {
  const child = spawn(tool, args, { env: { ...env }, cwd });
  const out: Buffer[] = [];
  let err = '';
  const waiting = new Set<() => void>();
  const heard = (): void => {
    for (const look of waiting) look();
  };
  child.stdout.on('data', (bytes: Buffer) => {
    out.push(bytes);
    heard();
  });
  child.stderr.on('data', (bytes: Buffer) => {
    err += bytes.toString();
    heard();
  });
  child.stdin.on('error', () => {}); // a program that does not read has ended
  child.stdin.end(stdin);
  const result = new Promise<Result>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code, signal) => {
      const bytes = Buffer.concat(out);
      resolve({ code, signal, stdout: bytes.toString(), stderr: err, bytes });
    });
  });
  return {
    child,
    result,
    printed: (text) =>
      new Promise((resolve) => {
        const look = (): void => {
          if (!`${Buffer.concat(out).toString()}${err}`.includes(text)) return;
          waiting.delete(look);
          resolve();
        };
        waiting.add(look);
        look();
      }),
  };
}
