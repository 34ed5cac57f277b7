/** `shell:`, `shell,v2...:`, `exec:`: one command line on the device's shell, with the streams of that service. */
import { Operation } from '@mobile-debug/core/operation.ts';
import type { CommandRecord } from '../command-log.ts';
import type { StreamFault } from '../fault-script.ts';
import type { HostedPhone } from '../hosted-phone.ts';
import { programs } from '../programs/index.ts';
import { readScript } from '../programs/sh.ts';
import { BrokenPipe, type ByteSink } from '../shell/pipes.ts';
import type { Session } from '../shell/program.ts';
import { Shell } from '../shell/shell.ts';
import { ByteReader } from '../wire/byte-reader.ts';
import type { ServiceStream } from '../wire/service-stream.ts';
import { readShellPacket, shellPacketIds } from '../wire/shell-v2.ts';
import {
  bendOutput,
  type CommandOutput,
  foreverMs,
  packetOutput,
  packetPtyOutput,
  rawOutput,
} from './command-output.ts';

export interface CommandLine {
  readonly wire: 'v2' | 'raw';
  readonly pty: boolean;
  /** Empty: an interactive shell that reads commands from its input. */
  readonly command: string;
}

/** Reads the service string; null when it is none of these. */
export function parseCommandLine(service: string): CommandLine | null {
  const match = /^(shell|exec)((?:,[^,:]*)*):([\s\S]*)$/.exec(service);
  if (!match) return null;
  const options = (match[2] ?? '').split(',');
  const command = match[3] ?? '';
  if (match[1] === 'exec') return { wire: 'raw', pty: true, command };
  const pty = options.includes('pty') || (!options.includes('raw') && command === '');
  if (options.includes('v2')) return { wire: 'v2', pty, command };
  return { wire: 'raw', pty: true, command };
}

export interface ServedService {
  readonly device: HostedPhone;
  readonly record: CommandRecord;
  readonly faults: readonly StreamFault[];
}

export async function serveCommandLine(
  served: ServedService,
  line: CommandLine,
  stream: ServiceStream,
): Promise<void> {
  const output =
    line.wire === 'raw' ? rawOutput(stream) : line.pty ? packetPtyOutput(stream) : packetOutput(stream);
  const stdin = line.wire === 'raw' ? stream.input : unpackStdin(stream);
  await runCommand(served, stream, output, async (op, bent) => {
    const tty: ByteSink = { write: (bytes) => bent.stdout(bytes), close() {} };
    const session: Session = {
      device: served.device,
      record: served.record,
      tty: line.pty ? tty : null,
      programs,
    };
    const streams = {
      stdin,
      stdout: tty,
      stderr: { write: (bytes: Uint8Array) => bent.stderr(bytes), close() {} },
    };
    const shell = new Shell(session);
    if (line.command === '') return await readScript(op, shell, streams);
    return await shell.run(op, line.command, streams);
  });
}

/** Runs `work` under the faults of the service and writes its exit; the stream is left to the caller to end. */
export async function runCommand(
  { device, record, faults }: ServedService,
  stream: ServiceStream,
  plain: CommandOutput,
  work: (op: Operation, output: CommandOutput) => Promise<number>,
): Promise<void> {
  const { clock } = device.phone;
  const stop = new AbortController();
  const onHangup = (): void => stop.abort();
  if (stream.hangup.aborted) stop.abort();
  else stream.hangup.addEventListener('abort', onHangup, { once: true });
  using op = Operation.start(foreverMs, { signal: stop.signal, clock });
  const bent = bendOutput(plain, faults, () => stop.abort());
  try {
    await op.race(bent.before(op));
    let code: number;
    if (bent.replacement) {
      await op.race(bent.output.stdout(bent.replacement.output));
      code = bent.replacement.exitCode;
    } else if (faults.some((fault) => fault.kind === 'kill')) code = 137;
    else code = await op.race(work(op, bent.output));
    const exitCode = bent.exitCode ?? code;
    await op.race(bent.output.exit(exitCode));
    device.log.close(record, clock, bent.cut ? 'cut' : 'exited', exitCode);
  } catch (error) {
    if (!op.ended && !(error instanceof BrokenPipe)) throw error;
    device.log.close(record, clock, bent.cut ? 'cut' : 'hangup');
  } finally {
    stream.hangup.removeEventListener('abort', onHangup);
  }
}

function unpackStdin(stream: ServiceStream): ByteReader {
  const stdin = new ByteReader();
  const pump = async (): Promise<void> => {
    for (
      let packet = await readShellPacket(stream.input);
      packet;
      packet = await readShellPacket(stream.input)
    ) {
      if (packet.id === shellPacketIds.stdin) stdin.push(packet.payload);
      else if (packet.id === shellPacketIds.closeStdin) stdin.end();
    }
    stdin.end();
  };
  void pump();
  return stdin;
}
