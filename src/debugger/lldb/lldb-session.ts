/** One program held by LLDB. Names of frames and objects die when the program runs. */
import type { Clock } from '@mobile-debug/core/clock.ts';
import { Fault, isFault } from '@mobile-debug/core/fault.ts';
import { Operation } from '@mobile-debug/core/operation.ts';
import type { DebugProtocol } from '@vscode/debugprotocol';
import type {
  BreakpointOutcome,
  BreakpointRequest,
  Debuggee,
  DebugListener,
  DebugStack,
  DebugThread,
  EvaluateRequest,
  StepKind,
} from '../backend.ts';
import type { DebugChildren, DebugLocals, DebugValue, Slice, ValueBudget } from '../debug-values.ts';
import { type DapFrame, type DapVariable, readBreakpointChange, readScope } from './dap-bodies.ts';
import type { DapClient, DapEvent } from './dap-client.ts';
import type { LldbAsk } from './lldb-ask.ts';
import type { LldbBreakpoints } from './lldb-breakpoints.ts';
import { evaluate } from './lldb-evaluate.ts';
import { LldbStops } from './lldb-stops.ts';
import { stackOf, threadsNow } from './lldb-threads.ts';
import { children, toValue } from './lldb-values.ts';
import { placeIn, placeOf } from './location.ts';

export interface SessionDeps {
  readonly client: DapClient;
  readonly ask: LldbAsk;
  readonly breakpoints: LldbBreakpoints;
  readonly clock: Clock;
  readonly listener: DebugListener;
}

const steps = { into: 'stepIn', over: 'next', out: 'stepOut' } as const satisfies Record<StepKind, string>;
/** How long looking at a stop may take before it is told [O1]. */
const lookMs = 10_000;
const mostLocals = 100;

export class LldbSession implements Debuggee {
  readonly limitations = [
    'caught: true stops at every throw, handled or not.',
    'Locks are reported only with their debug information, and only those waited for.',
  ];
  readonly #parts: SessionDeps;
  readonly #stops: LldbStops;
  #end: 'exited' | 'detached' | null = null;

  constructor(parts: SessionDeps) {
    this.#parts = parts;
    this.#stops = new LldbStops(parts);
    void parts.client.ended.then((why) => {
      this.#stops.running('running');
      if (this.#end === 'detached') parts.listener({ kind: 'ended', cause: 'lost', message: 'Detached.' });
      else if (this.#end === 'exited')
        parts.listener({ kind: 'ended', cause: 'exited', message: 'The program ended.' });
      else parts.listener({ kind: 'ended', cause: 'worker', message: why.message });
    });
  }

  /** Resolves when the program runs on after the attach, or is told to stand at its entry; for whoever attached. */
  get settled(): Promise<void> {
    return this.#stops.settled;
  }

  /** An event of the adapter; for whoever attached. */
  take({ name, body }: DapEvent): void {
    const { breakpoints, client, listener } = this.#parts;
    if (name === 'stopped') this.#look(body);
    else if (name === 'exited') this.#end ??= 'exited';
    // After the end of the program the adapter has nothing more to do.
    else if (name === 'terminated') client.close();
    else if (name === 'breakpoint') {
      const change = readBreakpointChange(body);
      if (!change?.verified || change.id === null) return;
      for (const { id } of breakpoints.at([change.id])) {
        const locations = [placeIn(change.path, change.line)];
        listener({ kind: 'breakpoint_verified', breakpointId: id, locations });
      }
    }
  }

  async setBreakpoint(op: Operation, request: BreakpointRequest): Promise<BreakpointOutcome> {
    return await this.#parts.breakpoints.add(op, request);
  }

  async removeBreakpoint(op: Operation, id: string): Promise<void> {
    await this.#parts.breakpoints.remove(op, id);
  }

  async threads(op: Operation): Promise<readonly DebugThread[]> {
    return await threadsNow(this.#parts.ask, op, this.#stops.threadId !== null);
  }

  async stack(op: Operation, threadId: string, slice: Slice): Promise<DebugStack> {
    this.#requirePause();
    const { frames, total } = await stackOf(this.#parts.ask, op, Number(threadId), slice);
    return {
      total,
      frames: frames.map((frame) => ({
        key: this.#key(frame.id),
        location: placeOf(frame),
        native: frame.line === null,
      })),
    };
  }

  async locals(op: Operation, frameKey: string, budget: ValueBudget): Promise<DebugLocals> {
    const { ask } = this.#parts;
    const args: DebugProtocol.ScopesArguments = { frameId: this.#idOf(frameKey) };
    const scope = readScope(await ask.body(op, 'scopes', args), 'Locals');
    if (scope === null) {
      const reason = 'The frame has no debug information.';
      return { availability: 'unavailable', reason, values: [], total: null };
    }
    const slice = { offset: 0, limit: mostLocals };
    const { values, total } = await this.#children(op, scope, slice, budget);
    return { availability: 'available', reason: null, values, total };
  }

  async children(
    op: Operation,
    objectKey: string,
    slice: Slice,
    budget: ValueBudget,
  ): Promise<DebugChildren> {
    return await this.#children(op, this.#idOf(objectKey), slice, budget);
  }

  async evaluate(op: Operation, request: EvaluateRequest): Promise<DebugValue> {
    const frameId = this.#idOf(request.frameKey);
    const found = await evaluate(this.#parts.ask, op, { ...request, frameId });
    return await this.#value(op, found, request.budget);
  }

  async step(op: Operation, threadId: string, kind: StepKind): Promise<void> {
    this.#requirePause();
    const { ask } = this.#parts;
    const thread = Number(threadId);
    const { frames } = await stackOf(ask, op, thread, { offset: 0, limit: 1 });
    if (kind !== 'out') requireLine(frames[0]);
    this.#stops.running('stepping');
    const args: DebugProtocol.StepInArguments = { threadId: thread };
    await ask.body(op, steps[kind], args);
  }

  async resume(op: Operation): Promise<void> {
    const threadId = Number(this.#requirePause());
    this.#stops.running('running');
    await this.#parts.ask.body(op, 'continue', { threadId } satisfies DebugProtocol.ContinueArguments);
  }

  /** The adapter takes back what it set when it detaches; its input is closed in any case, upon which it detaches. */
  async detach(op: Operation): Promise<readonly string[]> {
    const { client } = this.#parts;
    this.#end ??= 'detached';
    try {
      if (client.usable) {
        const args: DebugProtocol.DisconnectArguments = { terminateDebuggee: false };
        await client.ask(op, 'disconnect', args);
      }
      client.close();
      await client.gone(op);
      return [];
    } catch (error) {
      // An adapter that is gone has let the program go, or the program is gone.
      if (isFault(error, 'DEBUGGER_WORKER_FAILED')) return [];
      if (!isFault(error)) throw error;
      client.letGo();
      return ['lldb-dap has not ended yet'];
    } finally {
      client.close();
    }
  }

  async #children(
    op: Operation,
    reference: number,
    slice: Slice,
    budget: ValueBudget,
  ): Promise<DebugChildren> {
    const found = await children(this.#parts.ask, op, reference, { ...slice, limit: slice.limit + 1 });
    const values: DebugValue[] = [];
    for (const variable of found.slice(0, slice.limit)) values.push(await this.#value(op, variable, budget));
    const total = found.length <= slice.limit ? slice.offset + found.length : null;
    const listed = found.length > 0 && found.every(({ name }) => /^\[\d+\]$/.test(name));
    return { kind: listed ? 'elements' : 'fields', values, total };
  }

  async #value(op: Operation, variable: DapVariable, budget: ValueBudget): Promise<DebugValue> {
    return await toValue(this.#parts.ask, op, variable, { budget, keyOf: (id) => this.#key(id) });
  }

  #key(id: number): string {
    return `${this.#stops.epoch}.${id}`;
  }

  /** DEBUGGER_STALE_REFERENCE for a name of an earlier stop, also while the program runs. */
  #idOf(key: string): number {
    const [epoch, id] = key.split('.');
    if (Number(epoch) !== this.#stops.epoch) {
      throw new Fault('DEBUGGER_STALE_REFERENCE', 'The program has run since this id was issued.');
    }
    this.#requirePause();
    return Number(id);
  }

  /** The thread that stopped. */
  #requirePause(): string {
    const threadId = this.#stops.threadId;
    if (threadId === null) throw new Fault('DEBUGGER_NOT_PAUSED', 'The program is running.');
    return threadId;
  }

  #look(body: unknown): void {
    const op = Operation.start(lookMs, { clock: this.#parts.clock });
    void this.#stops
      .take(op, body)
      .catch((error: unknown) => {
        // A session that cannot say where the program stands must not keep it there.
        this.#parts.client.close();
        if (!isFault(error)) throw error;
      })
      .finally(() => op[Symbol.dispose]());
  }
}

/** Stepping into or over needs a line to leave. */
function requireLine(frame: DapFrame | undefined): void {
  if (frame && frame.line !== null) return;
  throw new Fault(
    'DEBUGGER_LOCATION_UNAVAILABLE',
    `${frame?.name ?? 'The frame'} has no line information, so there is no step from it.`,
    { nextStep: 'Step out, or resume to a breakpoint in code that has debug information.' },
  );
}
