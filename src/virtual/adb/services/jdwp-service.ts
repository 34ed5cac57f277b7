/** `jdwp` and `track-jdwp`: which processes can be debugged, once or on every change. */
import { Operation } from '../../../core/operation.ts';
import type { HostedPhone } from '../hosted-phone.ts';
import type { ServiceStream } from '../wire/service-stream.ts';
import { foreverMs } from './command-output.ts';

/** The model has no process events; real adbd notices within this order of time. */
const pollMs = 100;

export async function serveProcessList(
  device: HostedPhone,
  track: boolean,
  stream: ServiceStream,
): Promise<void> {
  if (!track) {
    await stream.write(Buffer.from(debuggablePids(device)));
    return;
  }
  using op = Operation.start(foreverMs, { signal: stream.hangup, clock: device.phone.clock });
  let sent: string | null = null;
  while (!stream.hangup.aborted) {
    const list = debuggablePids(device);
    if (list !== sent) {
      await stream.write(Buffer.from(list.length.toString(16).padStart(4, '0') + list));
      sent = list;
    }
    if (stream.hangup.aborted) return;
    await op.sleep(pollMs).catch(ignoreHangup);
  }
}

/** The loop's condition looks at the same signal. */
function ignoreHangup(): void {}

export function debuggablePids(device: HostedPhone): string {
  const { processes, packages } = device.phone;
  return processes
    .filter((process) => packages.get(process.packageName)?.debuggable)
    .map((process) => `${process.pid}\n`)
    .join('');
}
