/** For tests: one attached program with its events, for scenarios that any backend of the JVM must pass. */
import { isFault } from '@mobile-debug/core/fault.ts';
import { Operation, systemClock } from '@mobile-debug/core/operation.ts';
import type {
  BackendStop,
  BreakpointOutcome,
  BreakpointRequest,
  DebugEvent,
  Debuggee,
  DebugListener,
} from '../../src/debugger/backend.ts';
import { runOnDevice, testDevice } from './device.ts';
import type { CompiledDebuggee, RunningDebuggee } from './jvm.ts';
import { runDebuggee } from './jvm.ts';

export type Attach = (op: Operation, program: RunningDebuggee, listener: DebugListener) => Promise<Debuggee>;

export const plenty = { depth: 2, maxChars: 2_000 };

export class Scene {
  readonly program: RunningDebuggee;
  readonly events: DebugEvent[] = [];
  /** All that the backend answered, in the order in which the scenario heard it. */
  readonly answers: unknown[] = [];
  #debuggee: Debuggee | null = null;
  #wake: (() => void) | null = null;
  #seen = 0;
  #lastId = 0;

  private constructor(program: RunningDebuggee) {
    this.program = program;
  }

  static async open(compiled: CompiledDebuggee, attach: Attach): Promise<Scene> {
    const scene = new Scene(
      await (testDevice === undefined ? runDebuggee(compiled) : runOnDevice(testDevice)),
    );
    using op = Operation.start(20_000, { clock: systemClock });
    scene.#debuggee = await attach(op, scene.program, (event) => {
      scene.events.push(event);
      scene.#wake?.();
    });
    return scene;
  }

  get debuggee(): Debuggee {
    if (!this.#debuggee) throw new Error('Not attached.');
    return this.#debuggee;
  }

  async ask<T>(work: (op: Operation, debuggee: Debuggee) => Promise<T>): Promise<T> {
    using op = Operation.start(20_000, { clock: systemClock });
    try {
      const answer = await work(op, this.debuggee);
      this.answers.push(answer);
      return answer;
    } catch (error) {
      if (isFault(error)) this.answers.push({ code: error.code, message: error.message });
      throw error;
    }
  }

  /** As `ask`, for answers that depend on the machine of the moment: they are not compared. */
  async quietly<T>(work: (op: Operation, debuggee: Debuggee) => Promise<T>): Promise<T> {
    using op = Operation.start(20_000, { clock: systemClock });
    return await work(op, this.debuggee);
  }

  async breakAt(
    at: BreakpointRequest['at'],
    more: { readonly condition?: string; readonly logMessage?: string } = {},
  ): Promise<BreakpointOutcome & { readonly id: string }> {
    this.#lastId += 1;
    const id = `b${this.#lastId}`;
    const request = { id, at, condition: more.condition ?? null, logMessage: more.logMessage ?? null };
    return { ...(await this.ask((op, debuggee) => debuggee.setBreakpoint(op, request))), id };
  }

  /** The next event that has not been answered yet. */
  async event(): Promise<DebugEvent> {
    using op = Operation.start(20_000, { clock: systemClock });
    for (;;) {
      const event = this.events[this.#seen];
      if (event) {
        this.#seen += 1;
        this.answers.push(event);
        return event;
      }
      await op.race(
        new Promise<void>((resolve) => {
          this.#wake = resolve;
        }),
      );
    }
  }

  async stop(): Promise<BackendStop> {
    const event = await this.event();
    if (event.kind !== 'stopped') throw new Error(`Not a stop: ${JSON.stringify(event)}`);
    return event.stop;
  }

  async resume(): Promise<void> {
    await this.ask((op, debuggee) => debuggee.resume(op));
  }

  async step(threadId: string, kind: 'into' | 'over' | 'out'): Promise<BackendStop> {
    await this.ask((op, debuggee) => debuggee.step(op, threadId, kind));
    return await this.stop();
  }

  /** Names and values of the innermost frame; previews where there are some. */
  async locals(threadId: string, frame = 0): Promise<Record<string, string>> {
    return await this.ask(async (op, debuggee) => {
      const { frames } = await debuggee.stack(op, threadId, { offset: frame, limit: 1 });
      const { values } = await debuggee.locals(op, frames[0]?.key ?? '', plenty);
      return Object.fromEntries(values.map(({ name, value, preview }) => [name, preview ?? value]));
    });
  }

  async evaluate(threadId: string, expression: string, allowGetters = false): Promise<string> {
    return await this.ask(async (op, debuggee) => {
      const { frames } = await debuggee.stack(op, threadId, { offset: 0, limit: 1 });
      const frameKey = frames[0]?.key ?? '';
      const { value, preview } = await debuggee.evaluate(op, {
        frameKey,
        expression,
        allowGetters,
        budget: plenty,
      });
      return preview ?? value;
    });
  }

  async close(): Promise<void> {
    if (this.#debuggee) await this.ask(async (op, debuggee) => await debuggee.detach(op));
    await this.program.end();
  }
}

/** Threads of the scenarios' program; a virtual machine has others, in states of the moment. */
const ownThreads = new Set(['main', 'one', 'two', 'short']);
/** Members whose whole text is an id. */
const idMembers = new Set(['key', 'objectKey', 'threadId', 'ownerThreadId', 'id', 'classLoaderId']);

/**
 * Where the backends may differ, and why: which words tell the end of a process depends on whether the end of the
 * process or of the connection is read first. All else is equal.
 */
const ofTheMoment = new Set(['DEBUGGER_DISCONNECTED']);

/** Answers of one scenario with ids numbered as they come, so that those of two backends can be compared. */
export function comparable(answers: readonly unknown[]): unknown {
  const numbers = new Map<string, string>();
  const numberOf = (id: string): string => {
    const known = numbers.get(id) ?? `#${numbers.size + 1}`;
    numbers.set(id, known);
    return known;
  };
  const walk = (value: unknown, name = ''): unknown => {
    if (typeof value === 'string' && idMembers.has(name)) return numberOf(value);
    if (typeof value === 'string') return value.replaceAll(/@[0-9a-f]+\b/g, (id) => `@${numberOf(id)}`);
    if (Array.isArray(value)) return value.filter(isComparable).map((each) => walk(each));
    if (typeof value !== 'object' || value === null) return value;
    if ('code' in value && ofTheMoment.has(String(value.code))) return value.code;
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, walk(each, key)]));
  };
  return walk(answers);
}

function isComparable(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || !('waitsFor' in value)) return true;
  return 'name' in value && typeof value.name === 'string' && ownThreads.has(value.name);
}
