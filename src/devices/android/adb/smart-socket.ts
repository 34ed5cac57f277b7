/**
 * The adb server's request framing: four hex digits of length and a service name, answered by OKAY or FAIL. Every frame
 * waits for its answer: adb 29 and 34 lose the second of two frames that arrive together. Source: [A2].
 */
import { Fault } from '@mobile-debug/core/fault.ts';
import { refusalFault } from './device-errors.ts';
import type { Wire } from './wire.ts';

/** As much as four hex digits can say. */
const maxServiceBytes = 0xffff;

/** Sends one request and waits for OKAY. The refusal's own fault on FAIL, DEVICE_UNAVAILABLE on garbage. */
export async function ask(wire: Wire, service: string, serial: string): Promise<void> {
  await wire.write(frame(service));
  const status = (await wire.take(4)).toString('latin1');
  if (status === 'OKAY') return;
  if (status === 'FAIL') throw refusalFault((await takeBlock(wire)).toString('utf8'), serial);
  throw garbled(`"${printable(status)}" in the place of OKAY or FAIL`);
}

/** A block behind four hex digits of length. */
export async function takeBlock(wire: Wire): Promise<Buffer> {
  const digits = (await wire.take(4)).toString('latin1');
  if (!/^[0-9a-fA-F]{4}$/.test(digits)) throw garbled(`"${printable(digits)}" in the place of a length`);
  return await wire.take(Number.parseInt(digits, 16));
}

function frame(service: string): Buffer {
  const bytes = Buffer.from(service, 'utf8');
  if (bytes.length > maxServiceBytes) {
    throw new Fault(
      'INVALID_ARGUMENT',
      `A device command of ${bytes.length} bytes is longer than adb takes.`,
    );
  }
  return Buffer.concat([Buffer.from(bytes.length.toString(16).padStart(4, '0'), 'latin1'), bytes]);
}

function garbled(what: string): Fault {
  return new Fault(
    'DEVICE_UNAVAILABLE',
    `The adb server answered with ${what}; is something else listening there?`,
  );
}

function printable(text: string): string {
  return text.replaceAll(/[^\x20-\x7e]/g, '.');
}
