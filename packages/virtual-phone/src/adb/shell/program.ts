/** What a device program gets and gives back. Each program is one entry of the registry. */
import type { Operation } from '@mobile-debug/core/operation.ts';
import type { Phone } from '../../phone/phone-types.ts';
import type { CommandRecord } from '../command-log.ts';
import { forkCostOf } from '../costs.ts';
import type { ProgramFault } from '../fault-script.ts';
import type { HostedPhone } from '../hosted-phone.ts';
import type { ByteReader } from '../wire/byte-reader.ts';
import type { ByteSink } from './pipes.ts';

/** What is the same for all programs of one opened service. */
export interface Session {
  readonly device: HostedPhone;
  readonly record: CommandRecord;
  /** The raw pty of `exec:` and shell v1; null in `shell,v2,raw`, where /dev/tty cannot be opened. */
  readonly tty: ByteSink | null;
  readonly programs: ReadonlyMap<string, Program>;
}

export interface Call {
  readonly name: string;
  readonly args: readonly string[];
  readonly stdin: ByteReader;
  readonly stdout: ByteSink;
  readonly stderr: ByteSink;
  readonly cwd: string;
  readonly env: ReadonlyMap<string, string>;
  readonly pid: number;
  readonly session: Session;
}

export interface Program {
  readonly name: string;
  /**
   * Resolves with the exit code. Throws what `op` throws when the client hangs up; must call `op.check()` before
   * anything that the phone could notice.
   */
  run(op: Operation, call: Call): Promise<number>;
}

/** Runs it as a process of the device: listed while it runs, charged for its start. */
export async function runProgram(op: Operation, program: Program, call: Call): Promise<number> {
  const { programs, timing } = call.session.device;
  programs.set(call.pid, program.name);
  try {
    await spend(op, call, forkCostOf(timing, program.name));
    return await program.run(op, call);
  } finally {
    programs.delete(call.pid);
  }
}

export function phoneOf(call: Call): Phone {
  return call.session.device.phone;
}

/** The scripted fault of this kind that hits the call now; using it is counted. */
export function faultOf<K extends ProgramFault['kind']>(
  call: Call,
  kind: K,
): Extract<ProgramFault, { kind: K }> | null {
  const { device, record } = call.session;
  return device.faults.take(kind, device.serial, record.service);
}

/** Lets the device work for `ms`: charged to the record, slept on the phone's clock. */
export async function spend(op: Operation, call: Call, ms: number): Promise<void> {
  if (ms > 0) {
    call.session.record.deviceTimeMs += ms;
    await op.sleep(ms);
  }
  op.check();
}

export async function out(call: Call, text: string): Promise<void> {
  if (text !== '') await call.stdout.write(Buffer.from(text, 'utf8'));
}

export async function err(call: Call, text: string): Promise<void> {
  if (text !== '') await call.stderr.write(Buffer.from(text, 'utf8'));
}
