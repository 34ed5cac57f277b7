/** A process on a Java virtual machine or ART: what the seam promises, put together from the parts of this folder. */
import type { Clock } from '@mobile-debug/core/clock.ts';
import { Fault, isFault } from '@mobile-debug/core/fault.ts';
import type { Operation } from '@mobile-debug/core/operation.ts';
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
import { parseExpression } from '../expression.ts';
import { Breakpoints } from './breakpoints.ts';
import { asDebugFault } from './debug-faults.ts';
import { Evaluator } from './evaluator.ts';
import { EventLoop } from './event-loop.ts';
import type { EventSet } from './events.ts';
import { Frames, type NamedValue, parseFrameKey } from './frames.ts';
import type { Machine, MachineLink, MachineListener } from './machine.ts';
import { threadsOf } from './monitors.ts';
import { arrayTag, ObjectReader } from './object-reader.ts';
import { typeName } from './signatures.ts';
import { Steps } from './steps.ts';
import { ValueWords } from './value-words.ts';

/** The most that is told of one frame. */
const mostLocals = 100;
/** ART's virtual machine has this name (`vm.name`). */
const dalvik = 'Dalvik';

/** Puts a debuggee together on the machine that `connect` reaches. What was reached is closed on failure. */
export async function attachMachine(
  op: Operation,
  connect: (listener: MachineListener) => Promise<MachineLink>,
  { listener, clock }: { readonly listener: DebugListener; readonly clock: Clock },
): Promise<Debuggee> {
  let loop: EventLoop | null = null;
  const early: EventSet[] = [];
  const link = await connect({
    event(set) {
      if (loop) loop.take(set);
      else early.push(set);
    },
    closed(cause, message) {
      loop?.end(cause, message);
    },
  });
  try {
    const { machine } = link;
    const { name } = await machine.threads.version(op);
    const frames = new Frames(machine, name === dalvik);
    const reader = new ObjectReader(machine);
    const words = new ValueWords(reader);
    const breakpoints = new Breakpoints(machine, frames);
    const steps = new Steps(machine, frames);
    const evaluator = new Evaluator(frames, reader);
    const parts = { machine, frames, breakpoints, steps, evaluator, words, clock };
    loop = new EventLoop(parts, listener, () => link.close());
    for (const set of early) loop.take(set);
    return new JvmDebuggee(link, loop, { ...parts, reader });
  } catch (error) {
    await link.close();
    throw asDebugFault(error);
  }
}

interface DebuggeeDeps {
  readonly machine: Machine;
  readonly frames: Frames;
  readonly breakpoints: Breakpoints;
  readonly steps: Steps;
  readonly evaluator: Evaluator;
  readonly words: ValueWords;
  readonly reader: ObjectReader;
}

class JvmDebuggee implements Debuggee {
  readonly limitations = [
    'An app that is stopped for some seconds may be reported as not responding; after 60 s it is resumed.',
  ];
  readonly #link: MachineLink;
  readonly #loop: EventLoop;
  readonly #parts: DebuggeeDeps;

  constructor(link: MachineLink, loop: EventLoop, parts: DebuggeeDeps) {
    this.#link = link;
    this.#loop = loop;
    this.#parts = parts;
  }

  async setBreakpoint(op: Operation, request: BreakpointRequest): Promise<BreakpointOutcome> {
    return await faults(this.#parts.breakpoints.set(op, request));
  }

  async removeBreakpoint(op: Operation, id: string): Promise<void> {
    await faults(this.#parts.breakpoints.remove(op, id));
  }

  async threads(op: Operation): Promise<readonly DebugThread[]> {
    return await faults(threadsOf(op, this.#parts.machine, this.#loop.isStopped));
  }

  async stack(op: Operation, threadId: string, { offset, limit }: Slice): Promise<DebugStack> {
    this.#needStop();
    return await faults(this.#parts.frames.list(op, threadIdOf(threadId), offset, limit));
  }

  async locals(op: Operation, key: string, budget: ValueBudget): Promise<DebugLocals> {
    this.#needStop();
    const { values, availability, reason } = await faults(
      this.#parts.frames.variables(op, parseFrameKey(key)),
    );
    return {
      ...(await this.#described(op, values, { offset: 0, limit: mostLocals }, budget)),
      availability,
      reason,
    };
  }

  async children(
    op: Operation,
    objectKey: string,
    slice: Slice,
    budget: ValueBudget,
  ): Promise<DebugChildren> {
    this.#needStop();
    return await faults(this.#children(op, objectIdOf(objectKey), slice, budget));
  }

  async evaluate(
    op: Operation,
    { frameKey, expression, allowGetters, budget }: EvaluateRequest,
  ): Promise<DebugValue> {
    this.#needStop();
    const { evaluator, words } = this.#parts;
    const place = { frame: parseFrameKey(frameKey), allowGetters };
    const asked = async (): Promise<DebugValue> => {
      const answer = await evaluator.answer(op, parseExpression(expression), place);
      if (answer.kind === 'value') return await words.describe(op, { ...answer, name: expression }, budget);
      const { value } = answer;
      const type = value === null ? 'null' : typeof value === 'string' ? 'java.lang.String' : typeof value;
      const text = typeof value === 'string' ? JSON.stringify(value) : String(value);
      return { name: expression, type, value: text, objectKey: null, preview: null, truncated: false };
    };
    return await faults(allowGetters ? this.#loop.invoking(asked) : asked());
  }

  async step(op: Operation, threadId: string, kind: StepKind): Promise<void> {
    this.#needStop();
    await faults(this.#parts.steps.prepare(op, threadIdOf(threadId), kind));
    await this.#release(op);
  }

  async resume(op: Operation): Promise<void> {
    this.#needStop();
    await this.#release(op);
  }

  async detach(op: Operation): Promise<readonly string[]> {
    const remaining: string[] = [];
    try {
      await this.#parts.steps.clear(op);
      await this.#parts.breakpoints.removeAll(op);
      await this.#parts.machine.threads.dispose(op);
    } catch (error) {
      // The agent takes back all requests and suspensions of a connection that ends (debugInit.c, debugInit_reset).
      if (!isFault(asDebugFault(error), 'DEBUGGER_DISCONNECTED', 'DEBUGGER_WORKER_FAILED'))
        remaining.push('the process has not confirmed that the debugger left');
    } finally {
      this.#loop.end('lost', 'The debugger has detached.');
      remaining.push(...(await this.#link.close()));
    }
    return remaining;
  }

  async #release(op: Operation): Promise<void> {
    await faults(this.#loop.leave(async () => await this.#parts.machine.threads.resume(op)));
  }

  async #children(
    op: Operation,
    objectId: bigint,
    slice: Slice,
    budget: ValueBudget,
  ): Promise<DebugChildren> {
    const { machine, reader } = this.#parts;
    const object = await reader.read(op, objectId);
    if (object.classRef.typeTag === arrayTag) {
      const total = await machine.objects.arrayLength(op, objectId);
      const count = Math.max(0, Math.min(slice.limit, total - slice.offset));
      const values = count === 0 ? [] : await machine.objects.arrayValues(op, objectId, slice.offset, count);
      const type = object.type.replace(/\[\]$/, '');
      const named = values.map((value, index) => ({ name: `[${slice.offset + index}]`, type, value }));
      const { values: described } = await this.#described(op, named, { offset: 0, limit: count }, budget);
      return { kind: 'elements', values: described, total };
    }
    const own = object.fields.flatMap((field, index): NamedValue[] => {
      const value = object.values[index];
      return value ? [{ name: field.name, type: typeName(field.signature), value }] : [];
    });
    const statics = await this.#statics(op, object.classRef.id);
    return { kind: 'fields', ...(await this.#described(op, [...own, ...statics], slice, budget)) };
  }

  async #statics(op: Operation, classId: bigint): Promise<NamedValue[]> {
    const { machine, reader } = this.#parts;
    const chain = await reader.chain(op, classId);
    const fields = (await reader.declared(op, chain)).filter(({ isStatic }) => isStatic);
    const found: NamedValue[] = [];
    for (const id of chain) {
      const own = fields.filter((field) => field.classId === id);
      const values = await machine.objects.staticValues(
        op,
        id,
        own.map((field) => field.id),
      );
      for (const [index, value] of values.entries()) {
        const field = own[index];
        if (field) found.push({ name: `static ${field.name}`, type: typeName(field.signature), value });
      }
    }
    return found;
  }

  async #described(op: Operation, all: readonly NamedValue[], { offset, limit }: Slice, budget: ValueBudget) {
    const values: DebugValue[] = [];
    let left = budget.maxChars;
    for (const one of all.slice(offset, offset + limit)) {
      const value = await faults(
        this.#parts.words.describe(op, one, { ...budget, maxChars: Math.max(0, left) }),
      );
      left -= (value.preview ?? value.value).length;
      values.push(value);
    }
    return { values, total: all.length };
  }

  #needStop(): void {
    if (!this.#loop.isStopped) throw new Fault('DEBUGGER_NOT_PAUSED', 'The app is running.');
  }
}

async function faults<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw asDebugFault(error);
  }
}

function threadIdOf(key: string): bigint {
  const [, id] = /^t([0-9a-f]+)$/.exec(key) ?? [];
  if (id === undefined) throw new Fault('DEBUGGER_NOT_FOUND', 'There is no such thread.');
  return BigInt(`0x${id}`);
}

function objectIdOf(key: string): bigint {
  const [, id] = /^o([0-9a-f]+)$/.exec(key) ?? [];
  if (id === undefined) throw new Fault('DEBUGGER_NOT_FOUND', 'There is no such object.');
  return BigInt(`0x${id}`);
}
