/**
 * What a set of events is: a stop to show, or something to note and pass. Binds breakpoints to classes that are being
 * loaded, answers conditions and log messages, and tells the end of a step from a step.
 */
import { Fault, isFault } from '@mobile-debug/core/fault.ts';
import type { Operation } from '@mobile-debug/core/operation.ts';
import type { BackendStop, DebugListener } from '../backend.ts';
import { ExpressionProblem } from '../language.ts';
import { type Breakpoint, type Breakpoints, preparedClass } from './breakpoints.ts';
import type { Evaluator } from './evaluator.ts';
import { type EventSet, eventKinds, type MachineEvent } from './events.ts';
import type { Frames } from './frames.ts';
import { isRefusal, jdwpErrors } from './jdwp-error.ts';
import type { Machine } from './machine.ts';
import { threadKey } from './monitors.ts';
import { typeName } from './signatures.ts';
import type { Steps } from './steps.ts';
import type { ValueWords } from './value-words.ts';

type StopEvent = Extract<MachineEvent, { kind: 'step' | 'breakpoint' | 'exception' }>;

/** Where a thread's own code is over. */
const threadEnds = new Set(['java.lang.Thread', 'java.lang.VMThread']);
const logBudget = { depth: 1, maxChars: 500 };

export interface JudgeDeps {
  readonly machine: Machine;
  readonly frames: Frames;
  readonly breakpoints: Breakpoints;
  readonly steps: Steps;
  readonly evaluator: Evaluator;
  readonly words: ValueWords;
}

export class Judge {
  readonly #parts: JudgeDeps;
  readonly #emit: DebugListener;

  constructor(parts: JudgeDeps, emit: DebugListener) {
    this.#parts = parts;
    this.#emit = emit;
  }

  /** Null when the program may run on. */
  async stopIn(op: Operation, set: EventSet): Promise<BackendStop | null> {
    const { events } = set;
    await this.bindAll(op, set);
    for (const event of events) {
      if (event.kind === 'thread_death' && this.#parts.steps.isStepping(event.threadId)) {
        await this.#stepEnded(op, event.threadId);
      }
    }
    const stops = await this.#asked(op, events);
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

  /** Those that somebody still waits for. A request that nobody knows any more is taken back, or it would stop the app again. */
  async #asked(op: Operation, events: readonly MachineEvent[]): Promise<readonly StopEvent[]> {
    const { breakpoints, steps, machine } = this.#parts;
    await op.race(breakpoints.requests.settled());
    const stops: StopEvent[] = [];
    for (const event of events) {
      if (!('location' in event)) continue;
      const { kind, requestId } = event;
      const isKnown =
        kind === 'step' ? steps.isRequested(requestId) : breakpoints.ofRequests([requestId]).length > 0;
      if (isKnown) stops.push(event);
      else await machine.threads.clearRequest(op, eventKinds[kind], requestId);
    }
    return stops;
  }

  /** Binds what waited for classes that are being loaded. */
  async bindAll(op: Operation, { events }: EventSet): Promise<void> {
    const requestIds = events.flatMap((event) => ('requestId' in event ? [event.requestId] : []));
    for (const event of events) {
      if (event.kind === 'class_prepare') await this.#bind(op, event, requestIds);
    }
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
      return wordsOf(error);
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
        text += `<${wordsOf(error)}>`;
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
}

/** Of a condition or a log message that cannot be answered here. Throws what is no such thing. */
function wordsOf(error: unknown): string {
  if (error instanceof ExpressionProblem) return error.message;
  if (isRefusal(error) && error.errorCode !== jdwpErrors.vmDead) return 'The process did not answer it.';
  throw error;
}
