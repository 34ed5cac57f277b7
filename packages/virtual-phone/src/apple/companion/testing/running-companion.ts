/** The companion program as a process would run it, inside the test: its output, its end, a raw client to it. */
import { join } from 'node:path';
import { Operation } from '@mobile-debug/core/operation.ts';
import { expect, onTestFinished } from 'vitest';
import type { EndSignal, ProgramContext } from '../../program.ts';
import { runCompanion } from '../companion-program.ts';
import { type Bed, UDID } from './bed.ts';
import { RawGrpcClient } from './raw-grpc-client.ts';

export interface Started {
  readonly stdout: () => string;
  readonly stderr: () => string;
  readonly exit: Promise<number>;
  kill(signal: EndSignal): void;
}

/** Runs it with these arguments. */
export function startProgram(bed: Bed, args: readonly string[]): Started {
  const controller = new AbortController();
  const op = Operation.start(86_400_000, { clock: bed.mac.clock, signal: controller.signal });
  const out = { stdout: '', stderr: '' };
  const sink = (name: 'stdout' | 'stderr'): ProgramContext['stdout'] => ({
    write(chunk) {
      out[name] += typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString('utf8');
    },
  });
  const exit = runCompanion({
    tool: 'idb_companion',
    args,
    env: {},
    cwd: bed.mac.folder,
    pid: 4_242,
    op,
    signal: controller.signal,
    stdin: (async function* () {})(),
    stdout: sink('stdout'),
    stderr: sink('stderr'),
    mac: bed.mac,
  });
  const kill = (signal: EndSignal): void => controller.abort(signal);
  onTestFinished(async () => {
    kill('SIGTERM');
    await exit;
    op[Symbol.dispose]();
  });
  return { exit, kill, stdout: () => out.stdout, stderr: () => out.stderr };
}

export interface Companion extends Started {
  readonly path: string;
  readonly client: RawGrpcClient;
}

/** Serves on a socket in the bed's folder, and is ready. */
export async function startCompanion(bed: Bed, more: readonly string[] = []): Promise<Companion> {
  const path = join(bed.mac.folder, 'c.sock');
  const program = startProgram(bed, [
    '--udid',
    UDID,
    '--grpc-domain-sock',
    path,
    '--only',
    'simulator',
    ...more,
  ]);
  await expect.poll(program.stdout, { interval: 5 }).toBe(`${JSON.stringify({ grpc_path: path })}\n`);
  const client = new RawGrpcClient({ path });
  onTestFinished(() => client.close());
  return { ...program, path, client };
}
