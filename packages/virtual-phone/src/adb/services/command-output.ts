/** Where a command's output goes on the wire, in the three shapes that adbd has, and the faults that bend it. */
import type { Operation } from '@mobile-debug/core/operation.ts';
import type { StreamFault } from '../fault-script.ts';
import type { ServiceStream } from '../wire/service-stream.ts';
import { encodeShellPackets, shellPacketIds } from '../wire/shell-v2.ts';

export interface CommandOutput {
  stdout(bytes: Uint8Array): Promise<void>;
  stderr(bytes: Uint8Array): Promise<void>;
  exit(code: number): Promise<void>;
}

/** Shell v2 without a pty: separate streams and an exit packet. */
export function packetOutput(stream: ServiceStream): CommandOutput {
  return {
    stdout: (bytes) => stream.write(encodeShellPackets(shellPacketIds.stdout, bytes)),
    stderr: (bytes) => stream.write(encodeShellPackets(shellPacketIds.stderr, bytes)),
    exit: (code) => stream.write(encodeShellPackets(shellPacketIds.exit, Uint8Array.of(code & 255))),
  };
}

/** Shell v2 on a cooked pty: one stream with CR LF line ends, an exit packet follows. */
export function packetPtyOutput(stream: ServiceStream): CommandOutput {
  const packets = packetOutput(stream);
  const cooked = (bytes: Uint8Array): Promise<void> => packets.stdout(withCarriageReturns(bytes));
  return { ...packets, stdout: cooked, stderr: cooked };
}

function withCarriageReturns(bytes: Uint8Array): Uint8Array {
  return Buffer.from(Buffer.from(bytes).toString('latin1').replaceAll('\n', '\r\n'), 'latin1');
}

/** `exec:`, shell v1, `abb_exec:`: bytes only, no exit code. */
export function rawOutput(stream: ServiceStream): CommandOutput {
  return {
    stdout: (bytes) => stream.write(bytes),
    stderr: (bytes) => stream.write(bytes),
    exit: async () => {},
  };
}

export interface BentOutput {
  readonly output: CommandOutput;
  /** Replaces running the command. */
  readonly replacement: { readonly output: Uint8Array; readonly exitCode: number } | null;
  /** Waits out delays and hangs before the command runs. */
  before(op: Operation): Promise<void>;
  /** True once the stream must end without another byte. */
  readonly cut: boolean;
  /** The exit code that faults force, or null. */
  readonly exitCode: number | null;
}

/** `onCut` must end the command and the stream. */
export function bendOutput(
  plain: CommandOutput,
  faults: readonly StreamFault[],
  onCut: () => void,
): BentOutput {
  const stops = faults.flatMap((fault) => (fault.kind === 'cut' || fault.kind === 'stall' ? [fault] : []));
  const stalls = stops.some(({ kind }) => kind === 'stall');
  const share = minimum(faults.flatMap((fault) => (fault.kind === 'truncate' ? [fault.share] : [])));
  const garbage = faults.flatMap((fault) => (fault.kind === 'garbage' ? [fault] : []));
  const replace = faults.find((fault) => fault.kind === 'replace');
  const held: Uint8Array[] = [];
  let left = minimum(stops.map(({ afterBytes }) => afterBytes));
  let cut = false;

  async function limited(bytes: Uint8Array, write: (part: Uint8Array) => Promise<void>): Promise<void> {
    if (cut) return;
    const part = bytes.subarray(0, Math.min(bytes.length, left));
    if (part.length > 0) await write(part);
    left -= part.length;
    if (left > 0) return;
    if (stalls) await new Promise<never>(() => {});
    cut = true;
    onCut();
  }

  const output: CommandOutput = {
    async stdout(bytes) {
      if (share < 1) held.push(Uint8Array.from(bytes));
      else await limited(bytes, plain.stdout);
    },
    stderr: (bytes) => limited(bytes, plain.stderr),
    async exit(code) {
      const whole = Buffer.concat(held);
      if (share < 1) await limited(whole.subarray(0, Math.floor(whole.length * share)), plain.stdout);
      for (const { after } of garbage)
        if (after !== undefined) await limited(Buffer.from(after), plain.stdout);
      if (!cut) await plain.exit(code);
    },
  };
  return {
    output,
    replacement: replace ? { output: Buffer.from(replace.output), exitCode: replace.exitCode ?? 0 } : null,
    async before(op) {
      for (const fault of faults) {
        if (fault.kind === 'delay') await op.sleep(fault.ms);
        if (fault.kind === 'hang') await op.sleep(foreverMs);
      }
      if (left <= 0) await limited(new Uint8Array(), plain.stdout);
      for (const { before } of garbage)
        if (before !== undefined) await limited(Buffer.from(before), plain.stdout);
    },
    get cut() {
      return cut;
    },
    exitCode: forcedExit(faults),
  };
}

function forcedExit(faults: readonly StreamFault[]): number | null {
  for (const fault of faults) {
    if (fault.kind === 'kill') return fault.code ?? 137;
    if (fault.kind === 'exit') return fault.code;
  }
  return null;
}

/** Longer than any test or call; a timer can't hold more than 2^31 - 1 ms. */
export const foreverMs = 2_000_000_000;

function minimum(values: readonly number[]): number {
  return Math.min(Number.POSITIVE_INFINITY, ...values);
}
