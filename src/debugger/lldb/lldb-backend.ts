/** LLDB as a way to debug: iOS apps in simulators, whose processes are processes of this computer. */
import type { Clock } from '@mobile-debug/core/clock.ts';
import type { Operation } from '@mobile-debug/core/operation.ts';
import type { Debuggee, DebuggerBackend, DebugListener, DebugTarget } from '../backend.ts';
import type { AdapterChannel } from './dap-client.ts';
import { attachLldb } from './lldb-attach.ts';

export interface LldbBackendOptions {
  /** Starts the adapter, which is to hear `farewell` when this server is gone. TOOL_NOT_FOUND where there is none. */
  readonly start: (op: Operation) => Promise<AdapterChannel>;
  readonly clock: Clock;
}

export class LldbBackend implements DebuggerBackend {
  readonly name = 'lldb-dap';
  readonly #options: LldbBackendOptions;

  constructor(options: LldbBackendOptions) {
    this.#options = options;
  }

  async attach(op: Operation, target: DebugTarget, listener: DebugListener): Promise<Debuggee> {
    const { start, clock } = this.#options;
    const channel = await start(op);
    return await attachLldb(op, { pid: target.pid, channel, clock, listener });
  }
}
