/** `jdwp`, `track-jdwp`, `track-app`: which processes can be debugged, once or on every change. */
import { Operation } from '@mobile-debug/core/operation.ts';
import type { PhoneProcess } from '../../phone/phone-types.ts';
import type { HostedPhone } from '../hosted-phone.ts';
import type { ServiceStream } from '../wire/service-stream.ts';
import { foreverMs } from './command-output.ts';

/** The model has no process events; real adbd notices within this order of time. */
const pollMs = 100;

export async function serveProcessList(device: HostedPhone, stream: ServiceStream): Promise<void> {
  await Promise.all(
    debuggable(device).map((process) =>
      device.debugPorts.get(process.packageName)?.ready(device.phone, process),
    ),
  );
  await stream.write(debuggablePids(device));
}

/** Frames of hex4 length and content, the first at once. */
export async function trackProcesses(
  device: HostedPhone,
  content: (device: HostedPhone) => Buffer,
  stream: ServiceStream,
): Promise<void> {
  using op = Operation.start(foreverMs, { signal: stream.hangup, clock: device.phone.clock });
  let sent: Buffer | null = null;
  while (!stream.hangup.aborted) {
    const list = content(device);
    if (!sent?.equals(list)) {
      await stream.write(Buffer.concat([Buffer.from(list.length.toString(16).padStart(4, '0')), list]));
      sent = list;
    }
    if (stream.hangup.aborted) return;
    await op.sleep(pollMs).catch(ignoreHangup);
  }
}

/** The loop's condition looks at the same signal. */
function ignoreHangup(): void {}

export function debuggablePids(device: HostedPhone): Buffer {
  return Buffer.from(
    debuggable(device)
      .map((process) => `${process.pid}\n`)
      .join(''),
  );
}

/** Protobuf AppProcesses { repeated ProcessEntry process = 1 { pid = 1, debuggable = 2, profileable = 3, architecture = 4 } }. */
export function appProcesses(device: HostedPhone): Buffer {
  const abi = Buffer.from(device.properties.get('ro.product.cpu.abi') ?? '');
  const entries = debuggable(device).map(({ pid }) => {
    const body = Buffer.concat([
      Buffer.of(0x08),
      varint(pid),
      Buffer.of(0x10, 1, 0x18, 1, 0x22, abi.length),
      abi,
    ]);
    return Buffer.concat([Buffer.of(0x0a), varint(body.length), body]);
  });
  return Buffer.concat(entries);
}

/** Where the debug port of `jdwp:PID` is on the host. Undefined for what is none, or of a process that has none. */
export function debugPort(device: HostedPhone, service: string): string | undefined {
  const pid = Number(/^jdwp:(\d+)$/.exec(service)?.[1]);
  const process = debuggable(device).find((candidate) => candidate.pid === pid);
  return (process && device.debugPorts.get(process.packageName)?.spec(pid)) ?? undefined;
}

function debuggable(device: HostedPhone): readonly PhoneProcess[] {
  const { processes, packages } = device.phone;
  return processes.filter((process) => packages.get(process.packageName)?.debuggable);
}

function varint(value: number): Buffer {
  const bytes: number[] = [];
  for (let rest = value; ; rest >>>= 7) {
    if (rest < 0x80) return Buffer.from([...bytes, rest]);
    bytes.push((rest & 0x7f) | 0x80);
  }
}
