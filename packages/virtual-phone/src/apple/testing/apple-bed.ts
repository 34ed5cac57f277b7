/** For tests only: a simulated Mac with one iPhone, whose tools run in this process. */
import type { Clock } from '@mobile-debug/core/clock.ts';
import { systemClock } from '@mobile-debug/core/operation.ts';
import type { Phone } from '../../phone/phone-types.ts';
import type { TimingProfile } from '../../phone/timing.ts';
import type { EndSignal } from '../program.ts';
import { createIphone } from '../simulator.ts';
import {
  startVirtualAppleTools,
  type VirtualAppleTools,
  type VirtualAppleToolsOptions,
} from '../virtual-apple-tools.ts';

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
  readonly result: Promise<Result>;
  kill(signal: EndSignal): void;
  /** Resolves when stdout or stderr has held the text. */
  printed(text: string): Promise<void>;
}

export interface AppleBed {
  readonly appleTools: VirtualAppleTools;
  readonly phone: Phone;
  start(tool: string, args: readonly string[], options?: RunOptions): Started;
  run(tool: string, ...args: readonly string[]): Promise<Result>;
  simctl(...args: readonly string[]): Promise<Result>;
  close(): Promise<void>;
}

export async function makeAppleBed(
  options: Omit<Partial<VirtualAppleToolsOptions>, 'clock'> & {
    readonly clock?: Clock;
    readonly timing?: TimingProfile['name'];
    readonly state?: 'Booted' | 'Shutdown';
  } = {},
): Promise<AppleBed> {
  const { clock = systemClock, timing = 'instant', state = 'Booted' } = options;
  const phone = createIphone({ clock, timing });
  const simulators = options.simulators ?? [{ udid, name: 'iPhone 17', phone, state }];
  const appleTools = await startVirtualAppleTools({ ...options, simulators, clock });
  const start = (tool: string, args: readonly string[], run: RunOptions = {}): Started =>
    startProgram(appleTools, { tool, args, ...run });
  return {
    appleTools,
    phone,
    start,
    run: async (tool, ...args) => await start(tool, args).result,
    simctl: async (...args) => await start('xcrun', ['simctl', ...args]).result,
    async close() {
      await appleTools.close();
      phone.close();
    },
  };
}

function startProgram(
  appleTools: VirtualAppleTools,
  {
    tool,
    args,
    env = {},
    cwd = appleTools.folder,
    stdin,
  }: RunOptions & { tool: string; args: readonly string[] },
): Started {
  const printed = { stdout: [] as Uint8Array[], stderr: [] as Uint8Array[] };
  const textOf = (stream: 'stdout' | 'stderr'): string => Buffer.concat(printed[stream]).toString();
  const waiting = new Set<() => void>();
  const hosted = appleTools.start({
    tool,
    args,
    cwd,
    stdin,
    env: { ...appleTools.environment(), ...env },
    onOutput: (stream, bytes) => {
      printed[stream].push(bytes);
      for (const look of waiting) look();
    },
  });
  return {
    kill: (signal) => hosted.signal(signal),
    result: hosted.ended.then((how) => ({
      code: 'code' in how ? how.code : null,
      signal: 'code' in how ? null : how.signal,
      stdout: textOf('stdout'),
      stderr: textOf('stderr'),
      bytes: Buffer.concat(printed.stdout),
    })),
    printed: (text) =>
      new Promise((resolve) => {
        const look = (): void => {
          if (!`${textOf('stdout')}${textOf('stderr')}`.includes(text)) return;
          waiting.delete(look);
          resolve();
        };
        waiting.add(look);
        look();
      }),
  };
}
