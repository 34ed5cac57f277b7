/** LLDB as a way to debug: iOS apps in simulators, whose processes are processes of this computer. */
import type { Clock } from '@mobile-debug/core/clock.ts';
import { Fault, isFault } from '@mobile-debug/core/fault.ts';
import type { Operation } from '@mobile-debug/core/operation.ts';
import type { Debuggee, DebuggerBackend, DebugListener, DebugTarget } from '../backend.ts';
import type { AdapterChannel } from './dap-client.ts';
import { attachLldb, permission } from './lldb-attach.ts';

export interface LldbBackendOptions {
  /** Starts the adapter, which is to hear `farewell` when this server is gone. TOOL_NOT_FOUND where there is none. */
  readonly start: (op: Operation) => Promise<AdapterChannel>;
  /** Only looks for it. TOOL_NOT_FOUND as above. */
  readonly find: (op: Operation) => Promise<unknown>;
  /** Whether another debugger holds the process. */
  readonly isHeld: (op: Operation, pid: number) => Promise<boolean>;
  /** Why this computer forbids it; asked after an attach failed. Null where it does not. */
  readonly refusal: (op: Operation, pid: number) => Promise<string | null>;
  readonly clock: Clock;
}

export class LldbBackend implements DebuggerBackend {
  readonly name = 'lldb-dap';
  readonly #options: LldbBackendOptions;

  constructor(options: LldbBackendOptions) {
    this.#options = options;
  }

  async ready(op: Operation): Promise<void> {
    await this.#options.find(op).catch(unsupported);
  }

  async attach(op: Operation, { pid }: DebugTarget, listener: DebugListener): Promise<Debuggee> {
    const { start, clock, isHeld } = this.#options;
    // LLDB itself calls this a missing permission.
    if (await isHeld(op, pid)) {
      throw new Fault('DEBUGGER_BUSY', `Another debugger holds process ${pid}.`, {
        nextStep: 'Stop debugging it in Xcode or the other debugger, then attach again.',
      });
    }
    const channel = await start(op).catch(unsupported);
    try {
      return await attachLldb(op, { pid, channel, clock, listener });
    } catch (error) {
      if (!isFault(error, 'DEBUGGER_ATTACH_FAILED')) throw error;
      // LLDB 19 on Linux says "lost connection" when the kernel forbids it.
      const refusal = await this.#options.refusal(op, pid);
      if (refusal === null) throw error;
      const words = `This computer lets no debugger attach to process ${pid}: ${refusal}.`;
      throw new Fault('DEBUGGER_UNSUPPORTED', words, { cause: error, nextStep: permission });
    }
  }
}

/** A missing LLDB in the debugger's codes. */
function unsupported(error: unknown): never {
  if (!isFault(error, 'TOOL_NOT_FOUND')) throw error;
  throw new Fault('DEBUGGER_UNSUPPORTED', error.message, { cause: error, nextStep: error.nextStep });
}
