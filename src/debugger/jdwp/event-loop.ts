/**
 * What happens when the machine reports events: breakpoints bound to classes that are being loaded, conditions and log
 * messages answered, stops presented one at a time. Every set that suspended the program is released exactly once.
 */

import type { Clock } from '@mobile-debug/core/clock.ts';
import { Fault, foreseen, isFault } from '@mobile-debug/core/fault.ts';
import { Operation } from '@mobile-debug/core/operation.ts';
import type { BackendStop, DebugEvent, DebugListener } from '../backend.ts';
import { ExpressionProblem } from '../language.ts';
import { type Breakpoint, type Breakpoints, preparedClass } from './breakpoints.ts';
import type { Evaluator } from './evaluator.ts';
import type { EventSet, MachineEvent } from './events.ts';
import type { Frames } from './frames.ts';
import { JdwpRefusal, MalformedJdwp } from './jdwp-error.ts';
import type { Machine } from './machine.ts';
import { threadKey } from './monitors.ts';
import { typeName } from './signatures.ts';
import type { Steps } from './steps.ts';
import type { ValueWords } from './value-words.ts';

type StopEvent = Extract<MachineEvent, { kind: 'step' | 'breakpoint' | 'exception' }>;

/** For one set of events: conditions and messages are a handful of questions. */
const handlingMs = 5_000;
/** Where a thread's own code is over. */
const threadEnds = new Set(['java.lang.Thread', 'java.lang.VMThread']);
const logBudget = { depth: 1, maxChars: 500 };

export interface EventLoopDeps {
  readonly machine: Machine;
  readonly frames: Frames;
  readonly breakpoints: Breakpoints;
  readonly steps: Steps;
  readonly evaluator: Evaluator;
  readonly words: ValueWords;
  readonly clock: Clock;
}

export class EventLoop {
  readonly #parts: EventLoopDeps;
  readonly #listener: DebugListener;
  readonly #waiting: EventSet[] = [];
  #work: Promise<void> = Promise.resolve();
  #isStopped: boolean = false;
  #isOver: boolean = false;

  constructor(parts: EventLoopDeps, listener: DebugListener) {
    this.#parts = parts;
    this.#listener = listener;
  }

  get isStopped(): boolean {
    return this.#isStopped;
  }

  /** Never waits: sets are handled one after the other, those that come during a stop after it. */
  take(set: EventSet): void {
    if (set.events.some(({ kind }) => kind === 'vm_death')) {
      this.end('exited', 'The process ended.');
      return;
    }
    this.#waiting.push(set);
    this.#proceed();
  }

  end(cause: 'exited' | 'lost' | 'worker', message: string): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#isStopped = false;
    this.#waiting.length = 0;
    this.#listener({ kind: 'ended', cause, message });
  }

  /** The stop is over; `release` lets the program run, and what came meanwhile is handled. */
  async leave(release: () => Promise<void>): Promise<void> {
    this.#isStopped = false;
    try {
      await release();
    } finally {
      this.#proceed();
    }
  }

  #proceed(): void {
    this.#work = this.#work.then(async () => {
      const set = this.#isStopped || this.#isOver ? undefined : this.#waiting.shift();
      if (!set) return;
      await this.#handle(set);
      this.#proceed();
    });
  }

  async #handle(set: EventSet): Promise<void> {
    using op = Operation.start(handlingMs, { clock: this.#parts.clock });
    try {
      const stop = await this.#judge(op, set);
      if (stop) {
        this.#isStopped = true;
        await this.#parts.steps.clear(op);
        this.#emit({ kind: 'stopped', stop });
      } else if (set.suspendsAll) {
        await this.#parts.machine.threads.resume(op);
      }
    } catch (error) {
      if (this.#isOver) return;
      if (!(error instanceof JdwpRefusal || error instanceof MalformedJdwp)) foreseen(error);
      // What cannot be judged must not keep the app standing.
      this.end('lost', 'An event of the process could not be handled, so the debugger lets go.');
    }
  }

  /** Null when the program may run on. */
  async #judge(op: Operation, { events }: EventSet): Promise<BackendStop | null> {
    const requestIds = events.flatMap((event) => ('requestId' in event ? [event.requestId] : []));
    for (const event of events) {
      if (event.kind === 'class_prepare') await this.#bind(op, event, requestIds);
      if (event.kind === 'thread_death' && this.#parts.steps.isStepping(event.threadId)) {
        await this.#stepEnded(op, event.threadId);
      }
    }
    const stops = events.filter((event): event is StopEvent => 'location' in event);
    const [first] = stops;
    if (!first) return null;
    const hit = this.#parts.breakpoints.ofRequests(stops.map(({ requestId }) => requestId));
    const step = stops.find(({ kind }) => kind === 'step');
    const stopping: Breakpoint[] = [];
    let problem: string | null = null;
    for (const breakpoint of hit) {
      const verdict = await this.#atBreakpoint(op, breakpoint, first);
      if (verdict !== false) stopping.push(breakpoint);
      if (typeof verdict === 'string') problem ??= verdict;
    }
    if (stopping.length === 0 && !step) return null;
    if (stopping.length === 0) {
      if (await this.#isThreadEnd(op, first)) return await this.#endOfThread(op, first);
      if (await this.#passesThrough(op, first)) return null;
    }
    return await this.#stopOf(op, { stops, stopping, problem });
  }

  async #bind(
    op: Operation,
    event: Extract<MachineEvent, { kind: 'class_prepare' }>,
    requestIds: readonly number[],
  ): Promise<void> {
    const { breakpoints } = this.#parts;
    for (const breakpoint of await breakpoints.prepared(op, preparedClass(event), requestIds)) {
      const locations = await breakpoints.locations(op, breakpoint);
      this.#emit({ kind: 'breakpoint_verified', breakpointId: breakpoint.request.id, locations });
    }
  }

  /** True: stop here. False: run on. Words: stop, because the condition failed. */
  async #atBreakpoint(
    op: Operation,
    breakpoint: Breakpoint,
    { threadId }: StopEvent,
  ): Promise<boolean | string> {
    const place = { frame: { threadId, index: 0 }, allowGetters: false };
    try {
      if (breakpoint.condition && !(await this.#parts.evaluator.truth(op, breakpoint.condition, place)))
        return false;
    } catch (error) {
      if (error instanceof ExpressionProblem) return error.message;
      throw error;
    }
    breakpoint.hitCount += 1;
    if (!breakpoint.log) return true;
    const message = await this.#message(op, breakpoint.log, threadId);
    const { hitCount, request } = breakpoint;
    this.#emit({ kind: 'log_point', breakpointId: request.id, message, hitCount });
    return false;
  }

  async #message(op: Operation, template: NonNullable<Breakpoint['log']>, threadId: bigint): Promise<string> {
    const { evaluator, words } = this.#parts;
    const place = { frame: { threadId, index: 0 }, allowGetters: false };
    let text = '';
    for (const part of template) {
      if ('text' in part) {
        text += part.text;
        continue;
      }
      try {
        const answer = await evaluator.answer(op, part.expression, place);
        text +=
          answer.kind === 'literal' ? String(answer.value) : await words.short(op, answer.value, logBudget);
      } catch (error) {
        if (!(error instanceof ExpressionProblem)) throw error;
        text += `<${error.message}>`;
      }
    }
    return text;
  }

  async #isThreadEnd(op: Operation, { location }: StopEvent): Promise<boolean> {
    return threadEnds.has(typeName(await this.#parts.machine.classes.signature(op, location.classId)));
  }

  /** Code without lines, such as the class made for a lambda, is nobody's place to stop: the step goes on out of it. */
  async #passesThrough(op: Operation, { threadId, location }: StopEvent): Promise<boolean> {
    const { machine, steps } = this.#parts;
    const lines = await machine.classes.lineTable(op, location.classId, location.methodId);
    if (lines.length > 0) return false;
    await steps.clear(op);
    try {
      await steps.prepare(op, threadId, 'out');
      return true;
    } catch (error) {
      if (isFault(error, 'DEBUGGER_LOCATION_UNAVAILABLE')) return false;
      throw error;
    }
  }

  async #endOfThread(op: Operation, { threadId }: StopEvent): Promise<null> {
    await this.#stepEnded(op, threadId);
    return null;
  }

  async #stepEnded(op: Operation, threadId: bigint): Promise<void> {
    await this.#parts.steps.clear(op);
    this.#emit({ kind: 'step_ended', threadId: threadKey(threadId) });
  }

  async #stopOf(
    op: Operation,
    {
      stops,
      stopping,
      problem,
    }: { stops: readonly StopEvent[]; stopping: readonly Breakpoint[]; problem: string | null },
  ): Promise<BackendStop> {
    const [first] = stops;
    if (!first) throw new Fault('DEBUGGER_NOT_PAUSED', 'No event of this set is a stop.');
    const exception = stops.find((event) => event.kind === 'exception');
    const locations = await Promise.all(stops.map(({ location }) => this.#parts.frames.place(op, location)));
    const reason =
      problem !== null
        ? 'condition_error'
        : exception
          ? 'exception'
          : stopping.length > 0
            ? 'breakpoint'
            : 'step';
    return {
      reason,
      description:
        problem ??
        (exception?.kind === 'exception' ? await this.#exceptionType(op, exception.exceptionId) : reason),
      threadId: threadKey(first.threadId),
      breakpointIds: stopping.map(({ request }) => request.id),
      locations: locations
        .slice(0, 1)
        .concat(locations.slice(1).filter((one) => one.line !== locations[0]?.line)),
    };
  }

  async #exceptionType(op: Operation, exceptionId: bigint): Promise<string> {
    const { classes, objects } = this.#parts.machine;
    return typeName(await classes.signature(op, (await objects.classOf(op, exceptionId)).id));
  }

  #emit(event: DebugEvent): void {
    if (!this.#isOver) this.#listener(event);
  }
}
