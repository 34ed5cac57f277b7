/** Java's own debug interface as a way to debug: a worker in Java, led to the process by a forward of its own. */
import type { Clock } from '@mobile-debug/core/clock.ts';
import { Fault, foreseen, isFault } from '@mobile-debug/core/fault.ts';
import { Operation } from '@mobile-debug/core/operation.ts';
import type { DebugForward } from '../../devices/port/debug.ts';
import type { Debuggee, DebuggerBackend, DebugListener, DebugTarget } from '../backend.ts';
import { attachMachine } from '../jdwp/jvm-debuggee.ts';
import type { MachineLink, MachineListener } from '../jdwp/machine.ts';
import { jdiMachine } from './jdi-machine.ts';
import { type WorkerChannel, WorkerClient } from './worker-client.ts';
import { readEvents } from './worker-values.ts';

/** Starts a worker that removes this forward when it ends. */
export type StartWorker = (op: Operation, forward: DebugForward) => Promise<WorkerChannel>;

export interface JdiBackendOptions {
  /** Finds a JDK and makes the worker ready. DEBUGGER_UNSUPPORTED where there is no JDK. */
  readonly prepare: (op: Operation) => Promise<StartWorker>;
  /** The same without making anything. */
  readonly ready: (op: Operation) => Promise<void>;
  readonly forward: (op: Operation, pid: number) => Promise<DebugForward>;
  readonly clock: Clock;
}

/** JDI waits for a handshake without end, and an old ART queues a second debugger in silence. */
const silenceMs = 4_000;
/** For the end of the worker and the removal of its forward. */
const closeMs = 4_000;

export class JdiBackend implements DebuggerBackend {
  readonly name = 'jdi';
  readonly #options: JdiBackendOptions;

  constructor(options: JdiBackendOptions) {
    this.#options = options;
  }

  async ready(op: Operation): Promise<void> {
    await this.#options.ready(op);
  }

  async attach(op: Operation, { pid }: DebugTarget, listener: DebugListener): Promise<Debuggee> {
    const { prepare, forward, clock } = this.#options;
    const start = await prepare(op);
    const way = await forward(op, pid);
    return await attachMachine(op, (told) => this.#connect(op, { start, way, told }), { listener, clock });
  }

  async #connect(
    op: Operation,
    {
      start,
      way,
      told,
    }: { readonly start: StartWorker; readonly way: DebugForward; readonly told: MachineListener },
  ): Promise<MachineLink> {
    const { clock } = this.#options;
    let client: WorkerClient | null = null;
    const close = async (): Promise<readonly string[]> => {
      await client?.stop();
      return await removed(way, clock);
    };
    try {
      client = new WorkerClient(await start(op, way), {
        event: (set) => told.event(readEvents(set)),
        closed(cause, message) {
          told.closed(cause, message);
          // The session may be over by this, with nobody to detach.
          void close();
        },
      });
      const { host, port, adb } = way;
      using own = op.within(Math.min(silenceMs, op.remainingMs));
      const body = await client.ask(own, 'attach', { host, port, ...(adb && { adb }) });
      const version = { name: body.text('name'), version: body.text('version') };
      return { machine: jdiMachine(client, version), close };
    } catch (error) {
      await close();
      if (!isFault(error, 'TIMEOUT') || op.ended) throw error;
      throw new Fault(
        'DEBUGGER_BUSY',
        'The process keeps silent, as it does while another debugger is attached.',
      );
    }
  }
}

/** What remains: nothing, or the forward. */
async function removed(forward: DebugForward, clock: Clock): Promise<readonly string[]> {
  using op = Operation.start(closeMs, { clock });
  try {
    await forward.remove(op);
    return [];
  } catch (error) {
    const { code } = foreseen(error);
    return [`forward tcp:${forward.port} (${code})`];
  }
}
