/** A process debugged by JDWP over a byte channel. */
import type { Clock } from '@mobile-debug/core/clock.ts';
import type { Operation } from '@mobile-debug/core/operation.ts';
import type { Debuggee, DebugListener } from '../backend.ts';
import { readEventSet } from './events.ts';
import { type ByteChannel, JdwpClient } from './jdwp-client.ts';
import { attachMachine } from './jvm-debuggee.ts';
import { machineOf } from './machine.ts';

/** Attaches to the process behind the channel. Faults: those of `JdwpClient.connect`. The channel is closed on failure. */
export async function attachNative(
  op: Operation,
  channel: ByteChannel,
  how: { readonly listener: DebugListener; readonly clock: Clock },
): Promise<Debuggee> {
  return await attachMachine(
    op,
    async (listener) => {
      const client = await JdwpClient.connect(op, channel, {
        event: (data) => listener.event(readEventSet(data)),
        closed: (message) => listener.closed('lost', message),
      });
      const close = async (): Promise<readonly string[]> => {
        await client.close();
        return [];
      };
      return { machine: machineOf(client), close };
    },
    how,
  );
}
