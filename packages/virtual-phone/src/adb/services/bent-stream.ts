/** A service stream under faults that work on bytes: hang, delay, cut, garbage, replace. For services without commands. */
import type { Clock } from '@mobile-debug/core/clock.ts';
import { Operation } from '@mobile-debug/core/operation.ts';
import type { StreamFault } from '../fault-script.ts';
import type { ServiceStream } from '../wire/service-stream.ts';
import { foreverMs } from './command-output.ts';

export function bendStream(
  stream: ServiceStream,
  faults: readonly StreamFault[],
  clock: Clock,
): ServiceStream {
  const bends = faults.filter((fault) =>
    ['hang', 'delay', 'cut', 'stall', 'garbage', 'replace'].includes(fault.kind),
  );
  if (bends.length === 0) return stream;
  let left = Number.POSITIVE_INFINITY;
  let start: Promise<void> | null = null;
  for (const fault of bends)
    if (fault.kind === 'cut' || fault.kind === 'stall') left = Math.min(left, fault.afterBytes);

  async function begin(): Promise<void> {
    using op = Operation.start(foreverMs, { signal: stream.hangup, clock });
    for (const fault of bends) {
      if (fault.kind === 'delay') await op.sleep(fault.ms);
      else if (fault.kind === 'hang') await op.sleep(foreverMs);
      else if (fault.kind === 'garbage' && fault.before !== undefined)
        await stream.write(Buffer.from(fault.before));
      else if (fault.kind === 'replace') {
        await stream.write(Buffer.from(fault.output));
        stream.end();
      }
    }
  }

  return {
    input: stream.input,
    hangup: stream.hangup,
    async write(bytes) {
      start ??= begin();
      await start;
      const part = bytes.subarray(0, Math.min(bytes.length, left));
      left -= part.length;
      await stream.write(part);
      if (left > 0) return;
      if (bends.some((fault) => fault.kind === 'stall')) await goneClient(stream);
      stream.end();
    },
    end: () => stream.end(),
  };
}

async function goneClient({ hangup }: ServiceStream): Promise<void> {
  if (hangup.aborted) return;
  await new Promise<void>((resolve) => {
    hangup.addEventListener('abort', () => resolve(), { once: true });
  });
}
