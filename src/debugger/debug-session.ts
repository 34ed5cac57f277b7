/**
 * One session with one process: its state, stop, breakpoints and end. Knows limits and references, and nothing of how
 * a program is debugged.
 */
import { Fault, isFault } from '@mobile-debug/core/fault.ts';
import { Mutex } from '@mobile-debug/core/mutex.ts';
import { Operation } from '@mobile-debug/core/operation.ts';
import type { BackendStop, DebugEvent, Debuggee, StepKind } from './backend.ts';
import { bounded, isUncertain } from './bounded-call.ts';
import { EventLog, type EventPage, type NewEvent } from './event-log.ts';
import { Expiry } from './expiry.ts';
import { References } from './references.ts';
import { SessionBreakpoints } from './session-breakpoints.ts';
import type { Cleanup, SessionSetting, SessionState } from './session-types.ts';
import { placeText, type StopSummary } from './stop-summary.ts';

const cleanupMs = 10_000;

export class DebugSession {
  readonly setting: SessionSetting;
  readonly references = new References();
  readonly breakpoints: SessionBreakpoints;
  readonly #events = new EventLog();
  readonly #changes = new Mutex();
  readonly #expiry: Expiry;
  #debuggee: Debuggee | null = null;
  #state: SessionState = 'attaching';
  #stop: StopSummary | null = null;
  #cleanup: Cleanup = { status: 'pending', remaining: [] };
  #reason: string | null = null;
  #ending: Promise<void> | null = null;
  #endedAtMs: number | null = null;

  constructor(setting: SessionSetting) {
    this.setting = setting;
    this.#expiry = new Expiry(setting.clock, (limit) => void this.detach(`expired_${limit}`));
    this.breakpoints = new SessionBreakpoints(() => this.debuggee());
  }

  get state(): SessionState {
    return this.#state;
  }

  get stop(): StopSummary | null {
    return this.#stop;
  }

  get cleanup(): Cleanup {
    return this.#cleanup;
  }

  get reason(): string | null {
    return this.#reason;
  }

  get limitations(): readonly string[] {
    return this.#debuggee?.limitations ?? [];
  }

  /** Monotonic; null while it lives. */
  get endedAtMs(): number | null {
    return this.#endedAtMs;
  }

  /** Holds its device until what it set is taken back. */
  get holdsDevice(): boolean {
    return this.#cleanup.status !== 'complete';
  }

  attached(debuggee: Debuggee): void {
    this.#debuggee = debuggee;
    if (this.#state === 'attaching') this.#state = 'running';
    this.#tell({ kind: 'attached' }, `attached to ${this.setting.target.processName}`);
  }

  /** The attach failed; nothing is left of it. */
  failed(reason: string): void {
    this.#end('failed', reason, { status: 'complete', remaining: [] });
  }

  /** What the backend says, in its order. */
  take(event: DebugEvent): void {
    if (this.#endedAtMs !== null) return;
    if (event.kind === 'stopped') this.#stopped(event.stop);
    else if (event.kind === 'ended') this.#lost(event.cause, event.message);
    else if (event.kind === 'step_ended') {
      this.#tell(event, 'step ended with its thread', { message: 'The thread of the step ended.' });
    } else if (event.kind === 'breakpoint_verified') {
      this.breakpoints.verified(event.breakpointId, event.locations);
      this.#tell(event, null, { breakpointId: event.breakpointId });
    } else {
      const { breakpointId, message, hitCount } = event;
      this.breakpoints.hit(breakpointId, hitCount);
      this.#tell(event, `log point ${breakpointId}, hit ${hitCount}`, { breakpointId, message, hitCount });
    }
  }

  /** The attached process. DEBUGGER_DISCONNECTED when the session is over. */
  debuggee(): Debuggee {
    if (this.#debuggee && (this.#state === 'running' || this.#state === 'paused')) return this.#debuggee;
    throw new Fault(
      'DEBUGGER_DISCONNECTED',
      `The session is ${this.#state}: ${this.#reason ?? 'not attached'}.`,
    );
  }

  /** A call of the client: the idle limit begins anew. */
  touch(): void {
    if (this.#endedAtMs === null) this.#expiry.begin('idle');
  }

  /** The stop that a call names, which must be the present one. */
  at(stopId: string): StopSummary {
    this.debuggee();
    this.references.assertStop(stopId);
    if (this.#stop) return this.#stop;
    throw new Fault('DEBUGGER_NOT_PAUSED', 'The app is running.');
  }

  async inspect<T>(
    op: Operation,
    timeoutMs: number,
    work: (op: Operation, debuggee: Debuggee) => Promise<T>,
  ): Promise<T> {
    const debuggee = this.debuggee();
    return await bounded(op, timeoutMs, (own) => work(own, debuggee));
  }

  /** One change of state at a time; one that ends unknown ends the session. */
  async change<T>(
    op: Operation,
    timeoutMs: number,
    { work, uncertain }: { readonly work: (op: Operation) => Promise<T>; readonly uncertain?: string },
  ): Promise<T> {
    try {
      return await bounded(op, timeoutMs, (own) => this.#changes.run(own, () => work(own)));
    } catch (error) {
      if (uncertain !== undefined && isUncertain(error)) await this.detach(uncertain);
      throw error;
    }
  }

  async resume(op: Operation, timeoutMs: number, stopId: string): Promise<void> {
    this.at(stopId);
    await this.change(op, timeoutMs, {
      uncertain: 'uncertain_resume',
      work: async (own) => {
        this.at(stopId);
        const debuggee = this.debuggee();
        this.#runs('resumed', 'resumed');
        await debuggee.resume(own);
      },
    });
  }

  async step(
    op: Operation,
    timeoutMs: number,
    {
      stopId,
      threadId,
      kind,
    }: { readonly stopId: string; readonly threadId: string; readonly kind: StepKind },
  ): Promise<void> {
    this.at(stopId);
    const thread = this.references.key('thread', threadId);
    await this.change(op, timeoutMs, {
      uncertain: 'uncertain_step',
      work: async (own) => {
        const stop = this.at(stopId);
        const debuggee = this.debuggee();
        try {
          this.#runs('stepping', `step ${kind}`);
          await debuggee.step(own, thread, kind);
        } catch (error) {
          const isRefused = isFault(error, 'DEBUGGER_LOCATION_UNAVAILABLE', 'DEBUGGER_NOT_FOUND');
          throw isRefused ? this.#again(stop, thread, error) : error;
        }
      },
    });
  }

  /** Events behind the cursor; waits for the first when there is none. Only the wait ends with `op`. */
  async events(
    op: Operation,
    afterSequence: number,
    timeoutMs: number,
  ): Promise<EventPage & { readonly timedOut: boolean }> {
    this.touch();
    const over = this.#endedAtMs !== null;
    return await this.#events.read(op, { after: afterSequence, timeoutMs, over });
  }

  /** Lets go of the process. Safe to call again: what failed is tried once more. */
  async detach(reason: string): Promise<void> {
    if (this.#ending !== null) return await this.#ending;
    if (this.#cleanup.status === 'complete') return;
    this.#ending = this.#letGo(reason).finally(() => {
      this.#ending = null;
    });
    await this.#ending;
  }

  async #letGo(reason: string): Promise<void> {
    const lost = this.#state === 'disconnected';
    this.#state = 'detaching';
    this.#expiry.endAll();
    this.#noStop();
    using op = Operation.start(cleanupMs, { clock: this.setting.clock });
    try {
      const remaining = this.#debuggee ? await op.race(this.#debuggee.detach(op)) : [];
      const status = remaining.length === 0 ? 'complete' : 'failed';
      this.#end(lost ? 'disconnected' : 'detached', reason, { status, remaining });
    } catch (error) {
      if (!isFault(error)) throw error;
      this.#end('failed', reason, { status: 'failed', remaining: [`connection (${error.code})`] });
    }
  }

  #stopped(stop: BackendStop, isHit: boolean = true): void {
    // Letting go resumes the app: a stop that arrives meanwhile, or a step that is refused then, is none any more.
    if (this.#state === 'detaching' || this.#endedAtMs !== null) return;
    const stopId = this.references.begin();
    const atMs = Math.round(this.setting.clock.epochMs());
    const { reason, description, locations, breakpointIds } = stop;
    const threadId = this.references.name('thread', stop.threadId);
    const shown: StopSummary = { stopId, threadId, reason, description, locations, breakpointIds, atMs };
    this.#stop = shown;
    this.#state = 'paused';
    this.#expiry.begin('paused');
    if (isHit) for (const id of breakpointIds) this.breakpoints.hit(id);
    this.setting.watcher.paused(shown, this.setting.id);
    const [place] = locations;
    this.#tell({ kind: 'stopped' }, `stopped (${reason})${place ? ` at ${placeText(place)}` : ''}`, {
      stop: shown,
    });
  }

  /** Before the command leaves: whatever named the stop is dead from now on. */
  #runs(kind: 'resumed' | 'stepping', line: string): void {
    this.#noStop();
    this.#state = 'running';
    this.#tell({ kind }, line);
  }

  /** A step was refused before anything ran: the stop is as it was, under a new id, which the refusal names. */
  #again(stop: StopSummary, thread: string, refusal: Fault): Fault {
    this.#stopped({ ...stop, threadId: thread }, false);
    if (!this.#stop) return refusal;
    const { stopId, threadId } = this.#stop;
    return refusal.with({
      nextStep: `${refusal.nextStep} The ids of this stop are new: stopId ${stopId}, threadId ${threadId}.`,
      details: { stop_id: stopId, thread_id: threadId },
    });
  }

  #noStop(): void {
    const stood = this.#stop !== null;
    this.#stop = null;
    this.references.end();
    this.#expiry.end('paused');
    if (stood) this.setting.watcher.paused(null, this.setting.id);
  }

  #lost(cause: 'exited' | 'lost' | 'worker', message: string): void {
    // A detach under way tells its own end.
    if (this.#state === 'detaching') return;
    this.#expiry.endAll();
    this.#noStop();
    const reason = { exited: 'process_exited', lost: 'connection_lost', worker: 'worker_failed' }[cause];
    this.#end('disconnected', reason, { status: 'complete', remaining: [] }, message);
  }

  #end(state: SessionState, reason: string, cleanup: Cleanup, message: string = reason): void {
    this.#expiry.endAll();
    this.#noStop();
    this.#state = state;
    this.#reason = reason;
    this.#cleanup = cleanup;
    this.#endedAtMs = this.setting.clock.monotonicMs();
    this.#tell({ kind: 'ended' }, `ended: ${reason}`, { message });
    this.#events.forget();
    if (cleanup.status === 'complete') this.#debuggee = null;
  }

  #tell({ kind }: Pick<NewEvent, 'kind'>, line: string | null, more: Omit<NewEvent, 'kind'> = {}): void {
    const { atMs } = this.#events.add({ kind, ...more }, Math.round(this.setting.clock.epochMs()));
    if (line !== null) this.setting.watcher.happened(atMs, `debugger: ${line}`);
  }
}
