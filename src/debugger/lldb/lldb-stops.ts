/**
 * From the adapter's `stopped` events to stops: those of several threads together, what each was for, and whether it is
 * one to show. Conditions and log points are answered here, and the program runs on at once where they say so.
 */
import { isFault } from '@mobile-debug/core/fault.ts';
import type { Operation } from '@mobile-debug/core/operation.ts';
import type { BackendStop, DebugListener } from '../backend.ts';
import { type DapFrame, type DapStopped, readStopped } from './dap-bodies.ts';
import { typeName } from './exception-type.ts';
import { unquoted } from './expression.ts';
import type { LldbAsk } from './lldb-ask.ts';
import type { LldbBreakpoint, LldbBreakpoints } from './lldb-breakpoints.ts';
import { isTrue, messageOf } from './lldb-evaluate.ts';
import { listThreads, stackOf } from './lldb-threads.ts';
import { endsThread, isBeforeStart, placeOf } from './location.ts';

interface StopDeps {
  readonly ask: LldbAsk;
  readonly breakpoints: LldbBreakpoints;
  readonly listener: DebugListener;
}

/** What is known of a stop before anybody is told. */
interface Seen {
  readonly first: DapStopped;
  readonly threadId: number;
  readonly tops: readonly DapFrame[];
  /** Breakpoints at this place, conditions not looked at. */
  readonly hit: readonly LldbBreakpoint[];
  readonly description: string;
}

/**
 * Name of the type in the second argument of `__cxa_throw(object, type, destructor)`, read from memory without a call
 * (Itanium C++ ABI, section 2.4.3). Apple's arm64 marks names that are not unique in the highest bit.
 */
const thrownType = '(char *)(*(unsigned long *)($arg2 + sizeof(void *)) & 0x7fffffffffffffff)';

export class LldbStops {
  readonly #parts: StopDeps;
  /** Events of the stop that is being looked at or shown; empty while the program runs. */
  #events: DapStopped[] = [];
  #shown: BackendStop | null = null;
  /** Counts stops, so that what was named in an earlier one is known as such. */
  #epoch = 0;
  #phase: 'attaching' | 'running' | 'stepping' = 'attaching';

  /** Resolves when the stop of the attach is told or released. */
  readonly settled: Promise<void>;
  #settle: () => void = () => {};

  constructor(parts: StopDeps) {
    this.#parts = parts;
    this.settled = new Promise((resolve) => {
      this.#settle = resolve;
    });
  }

  get epoch(): number {
    return this.#epoch;
  }

  /** The thread that the present stop is of; null while the program runs. */
  get threadId(): string | null {
    return this.#shown?.threadId ?? null;
  }

  /** The program is about to run: whatever was known of it is over. */
  running(phase: 'running' | 'stepping'): void {
    this.#events = [];
    this.#shown = null;
    this.#epoch++;
    this.#phase = phase;
  }

  /** Tells the stop, or releases what is none to show. */
  async take(op: Operation, body: unknown): Promise<void> {
    const event = readStopped(body);
    if (event.threadId === null) return;
    this.#events.push(event);
    // The first event looks at all that came together with it.
    if (this.#events.length > 1) return;
    const { ask, listener } = this.#parts;
    // One round trip: whatever stopped at the same time has been told before its answer.
    await listThreads(ask, op);
    const seen = await this.#look(op, this.#events);
    const stop = seen && (await this.#judge(op, seen));
    if (stop) {
      this.#shown = stop;
      listener({ kind: 'stopped', stop });
    } else await this.#release(op, event.threadId);
    this.#settle();
  }

  /** LLDB goes on with a step that a breakpoint interrupted. */
  async #release(op: Operation, threadId: number): Promise<void> {
    this.running(this.#phase === 'stepping' ? 'stepping' : 'running');
    await this.#parts.ask.body(op, 'continue', { threadId });
  }

  async #look(op: Operation, events: readonly DapStopped[]): Promise<Seen | null> {
    const { ask, breakpoints } = this.#parts;
    const numbers = events.flatMap(({ breakpointIds }) => breakpointIds);
    const first = events.find(({ breakpointIds }) => breakpointIds.length > 0) ?? events[0];
    if (!first || first.threadId === null) return null;
    const tops: DapFrame[] = [];
    for (const threadId of new Set([first.threadId, ...events.flatMap((each) => each.threadId ?? [])])) {
      const { frames } = await stackOf(ask, op, threadId, { offset: 0, limit: 1 });
      tops.push(...frames);
    }
    const silent = first.description === '' && first.reason === 'exception';
    const description = silent ? await this.#exceptionWords(op, first.threadId) : first.description;
    const shape = { first, threadId: first.threadId, tops, description };
    const thrown = events.find(({ breakpointIds }) => breakpoints.isThrow(breakpointIds));
    if (!thrown && !breakpoints.isUncaught(numbers)) return { ...shape, hit: breakpoints.at(numbers) };
    const type = await this.#exceptionType(op, thrown?.threadId ?? first.threadId);
    const hit = [...breakpoints.at(numbers), ...breakpoints.forException(thrown !== undefined, type)];
    const words = `${thrown ? 'exception thrown' : 'uncaught exception'}${type === null ? '' : `: ${type}`}`;
    return { ...shape, hit, description: words };
  }

  /** The stop to show; null to run on. */
  async #judge(op: Operation, seen: Seen): Promise<BackendStop | null> {
    const [top] = seen.tops;
    const phase = this.#phase;
    if (phase === 'attaching') return top && isBeforeStart(top) ? stopOf(seen, 'entry', []) : null;
    const asked = seen.first.breakpointIds.length > 0;
    if (!asked) {
      if (seen.first.reason !== 'step') return stopOf(seen, 'signal', []);
      // A breakpoint completed the step for the client; LLDB completes it as well when it comes there.
      if (phase === 'running') return null;
      if (!top || !endsThread(top)) return stopOf(seen, 'step', []);
      this.#parts.listener({ kind: 'step_ended', threadId: String(seen.threadId) });
      this.#phase = 'running';
      return null;
    }
    const { stops, broken } = await this.#sift(op, seen);
    if (stops.length > 0) {
      if (broken !== null) return { ...stopOf(seen, 'condition_error', stops), description: broken };
      const isException = stops.every(({ at }) => at.kind === 'exception');
      if (isException) return stopOf(seen, 'exception', stops);
      // LLDB's own words have its number of the breakpoint, which is no id of anybody's.
      return { ...stopOf(seen, 'breakpoint', stops), description: 'breakpoint' };
    }
    return null;
  }

  /** Those whose condition holds or fails; log points are told instead of kept. */
  async #sift(
    op: Operation,
    { hit, tops }: Seen,
  ): Promise<{ readonly stops: readonly LldbBreakpoint[]; readonly broken: string | null }> {
    const { ask, listener } = this.#parts;
    const frameId = tops[0]?.id ?? 0;
    const stops: LldbBreakpoint[] = [];
    let broken: string | null = null;
    for (const breakpoint of hit) {
      try {
        if (breakpoint.condition !== null && !(await isTrue(ask, op, frameId, breakpoint.condition)))
          continue;
      } catch (error) {
        if (!isFault(error, 'INVALID_ARGUMENT')) throw error;
        broken = `The condition could not be evaluated: ${error.message}`;
        stops.push(breakpoint);
        continue;
      }
      breakpoint.hits++;
      if (breakpoint.logParts === null) stops.push(breakpoint);
      else {
        const message = await messageOf(ask, op, frameId, breakpoint.logParts);
        listener({ kind: 'log_point', breakpointId: breakpoint.id, message, hitCount: breakpoint.hits });
      }
    }
    return { stops, broken };
  }

  /** lldb-vscode 14 says nothing of a signal unless it is asked. */
  async #exceptionWords(op: Operation, threadId: number): Promise<string> {
    return readStopped(await this.#parts.ask.body(op, 'exceptionInfo', { threadId })).description;
  }

  async #exceptionType(op: Operation, threadId: number): Promise<string | null> {
    const { ask } = this.#parts;
    const { frames } = await stackOf(ask, op, threadId, { offset: 0, limit: 6 });
    const [thrower] = frames;
    if (!thrower?.name.startsWith('__cxa_throw')) return null;
    const found = await ask.computed(op, thrower.id, thrownType);
    const mangled = found === null ? null : unquoted(found.value);
    return mangled === null ? null : typeName(mangled);
  }
}

function stopOf(
  { threadId, tops, description }: Seen,
  reason: BackendStop['reason'],
  stops: readonly LldbBreakpoint[],
): BackendStop {
  return {
    reason,
    description,
    threadId: String(threadId),
    breakpointIds: stops.map(({ id }) => id),
    locations: tops.map(placeOf),
  };
}
