/** Which debugger serves which device: JDWP over the device's own stream or JDI where there is a debug port, else LLDB by process id. */

import type { Clock } from '@mobile-debug/core/clock.ts';
import { Fault, failedBecause, isFault } from '@mobile-debug/core/fault.ts';
import { Operation } from '@mobile-debug/core/operation.ts';
import type { Config } from '../config.ts';
import type { DebuggerBackend } from '../debugger/backend.ts';
import type { BackendChoice } from '../debugger/debug-sessions.ts';
import { JdiBackend } from '../debugger/jdi/jdi-backend.ts';
import type { ByteChannel } from '../debugger/jdwp/jdwp-client.ts';
import { attachNative } from '../debugger/jdwp/native-debuggee.ts';
import type { DebugFacet, DebugStream } from '../devices/port/debug.ts';
import { jdiWorkers, jdkThere } from './jdi-choice.ts';
import { lldbBackend } from './lldb-choice.ts';

const names = ['native', 'jdi'] as const;
/** Longer than a session may live. */
const lifetimeMs = 3_600_000;
/** An old ART queues a second debugger in silence; the handshake itself takes milliseconds. */
const silenceMs = 4_000;

/** INVALID_ARGUMENT for a name that is no backend. */
export function debugBackends(
  clock: Clock,
  { values, environment }: Pick<Config, 'values' | 'environment'>,
): BackendChoice {
  const wanted = values['debugger-backend'] ?? 'native';
  if (!(names as readonly string[]).includes(wanted)) {
    throw new Fault('INVALID_ARGUMENT', `--debugger-backend: there is no ${JSON.stringify(wanted)}.`, {
      nextStep: `One of ${names.join(', ')}.`,
    });
  }
  const lldb = lldbBackend(environment);
  if (wanted === 'native') return ({ debug }) => (debug.open ? nativeBackend(debug.open, clock) : lldb);
  const prepare = jdiWorkers(environment);
  const ready = (op: Operation): Promise<void> => jdkThere(op, environment);
  return ({ debug }) =>
    debug.forward ? new JdiBackend({ prepare, ready, forward: debug.forward.bind(debug), clock }) : lldb;
}

/** A machine that a debugger has just left listens again after some milliseconds; one that is held does not. */
const retryPausesMs = [50, 150, 400];

function nativeBackend(open: NonNullable<DebugFacet['open']>, clock: Clock): DebuggerBackend {
  return {
    name: 'native',
    async attach(op, { pid }, listener) {
      for (const pauseMs of [...retryPausesMs, null]) {
        const own = op.within(Math.min(silenceMs, op.remainingMs));
        try {
          return await attachNative(own, channelOf(await open(op, pid), clock), { listener, clock });
        } catch (error) {
          if (failedBecause(error, 'closed_at_once') && pauseMs !== null && op.remainingMs > pauseMs) {
            await op.sleep(pauseMs);
            continue;
          }
          if (!isFault(error, 'TIMEOUT') || op.ended) throw error;
          throw noAnswer();
        } finally {
          own[Symbol.dispose]();
        }
      }
      throw noAnswer();
    },
  };
}

function noAnswer(): Fault {
  return new Fault(
    'DEBUGGER_BUSY',
    'The process does not answer, as happens while another debugger is attached.',
  );
}

function channelOf(stream: DebugStream, clock: Clock): ByteChannel {
  const life = Operation.start(lifetimeMs, { clock });
  const chunks = stream.chunks[Symbol.asyncIterator]();
  return {
    async next() {
      const { value, done } = await chunks.next();
      return done ? null : value;
    },
    write: (bytes) => stream.write(life, bytes),
    async close() {
      life[Symbol.dispose]();
      await stream.close();
    },
  };
}
