/**
 * Starts log streams of one simulator and makes sure that none is left behind: each is registered, and the first start
 * ends what a killed server left. Left-over streams use up the simulator's file handles.
 */
import { isFault } from '@mobile-debug/core/fault.ts';
import { Operation } from '@mobile-debug/core/operation.ts';
import type { ChildRegister } from '../../../host/child-register.ts';
import type { LineProcess, StartProgram } from '../../../host/line-process.ts';
import type { Xcrun } from '../simctl/run-xcrun.ts';
import { streamCommand } from './logs-command.ts';

export interface LogStreamsDeps {
  readonly udid: string;
  readonly xcrun: Xcrun;
  readonly register: ChildRegister;
  /** `startLines` of the host. */
  readonly start: StartProgram;
}

const kind = 'ios-log';
/** Cleaning up must not delay a reader for long [O1]. */
const cleanMs = 2_000;

export class LogStreams {
  readonly #parts: LogStreamsDeps;
  #cleaned: Promise<void> | null = null;

  constructor(parts: LogStreamsDeps) {
    this.#parts = parts;
  }

  /** `predicate` null for everything at level default. */
  async start(op: Operation, predicate: string | null, onLine: (line: string) => void): Promise<LineProcess> {
    const { udid, xcrun, register, start } = this.#parts;
    this.#cleaned ??= this.#clean(op);
    await op.race(this.#cleaned);
    const args = ['simctl', 'spawn', udid, ...streamCommand(predicate)];
    const child = await start(op, {
      command: xcrun.path,
      args,
      env: xcrun.environment,
      onLine,
      clock: op.clock,
    });
    const written = this.#write(op, register, { pid: child.pid, args });
    const struck = child.ended.then(async () => await (await written)()).catch(() => {});
    return {
      pid: child.pid,
      ended: child.ended,
      get end() {
        return child.end;
      },
      async stop() {
        await child.stop();
        // The server may end as soon as its streams have, and its notes would stay.
        await struck;
      },
    };
  }

  async #clean(op: Operation): Promise<void> {
    using own = Operation.start(cleanMs, { clock: op.clock });
    try {
      await this.#parts.register.endLeftovers(own, kind);
    } catch (error) {
      if (!isFault(error)) throw error;
    }
  }

  /** Runs beside the call, which only needs the stream to be running. */
  async #write(
    op: Operation,
    register: ChildRegister,
    child: { readonly pid: number; readonly args: readonly string[] },
  ): Promise<() => Promise<void>> {
    using own = Operation.start(cleanMs, { clock: op.clock });
    try {
      return await register.add(own, { kind, ...child });
    } catch (error) {
      if (!isFault(error)) throw error;
      return async () => {};
    }
  }
}
