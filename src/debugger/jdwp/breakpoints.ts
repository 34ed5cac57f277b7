/**
 * Breakpoints of one machine: set where their code is loaded, bound later where it is not, in every class loader; conditions
 * and log messages with them. The request for class preparation is always made before the look at what is loaded, so that
 * no class slips through between the two.
 */
import { Fault } from '@mobile-debug/core/fault.ts';
import type { Operation } from '@mobile-debug/core/operation.ts';
import type { BreakpointOutcome, BreakpointRequest, CodeLocation } from '../backend.ts';
import { methodNames, pendingFor, pendingForFile } from './breakpoint-hints.ts';
import {
  assertMethodName,
  assertName,
  classesOfFile,
  isOfFile,
  linesOf,
  type NamedClass,
  nearestLines,
  outermost,
  placesOfLine,
  placesOfMethod,
  relatives,
} from './breakpoint-places.ts';
import { type BreakpointTexts, textsOf } from './breakpoint-texts.ts';
import type { Location } from './data.ts';
import { eventKinds } from './events.ts';
import type { Frames } from './frames.ts';
import { isRefusal, jdwpErrors } from './jdwp-error.ts';
import type { Machine } from './machine.ts';
import { type MadeRequest, Requests } from './requests.ts';
import { signatureOf, typeName } from './signatures.ts';
import type { Modifier } from './thread-commands.ts';

export interface Breakpoint extends BreakpointTexts {
  readonly request: BreakpointRequest;
  hitCount: number;
  /** It was answered as pending, so its first place is an event. */
  isPending: boolean;
  /** Requests to the machine, as kind and number. */
  readonly requests: MadeRequest[];
  readonly places: Location[];
}

/** Says which classes a breakpoint waits for. */
type PrepareModifier = { readonly className: string } | { readonly sourceName: string };

export class Breakpoints {
  readonly #machine: Machine;
  readonly #frames: Frames;
  readonly #all = new Map<string, Breakpoint>();
  readonly requests: Requests;

  constructor(machine: Machine, frames: Frames) {
    this.#machine = machine;
    this.#frames = frames;
    this.requests = new Requests(machine);
  }

  async set(op: Operation, request: BreakpointRequest): Promise<BreakpointOutcome> {
    const breakpoint: Breakpoint = {
      request,
      ...textsOf(request),
      hitCount: 0,
      isPending: false,
      requests: [],
      places: [],
    };
    this.#all.set(request.id, breakpoint);
    try {
      const outcome = await this.#install(op, breakpoint);
      // A class may have been bound while the answer was on its way.
      if (outcome.status === 'pending' && breakpoint.places.length > 0)
        return await this.#verified(op, breakpoint);
      breakpoint.isPending = outcome.status === 'pending';
      if (outcome.status === 'rejected') await this.remove(op, request.id);
      return outcome;
    } catch (error) {
      await this.remove(op, request.id);
      throw error;
    }
  }

  async remove(op: Operation, id: string): Promise<void> {
    const breakpoint = this.#all.get(id);
    this.#all.delete(id);
    await this.requests.clear(op, breakpoint?.requests ?? []);
  }

  async removeAll(op: Operation): Promise<void> {
    for (const id of [...this.#all.keys()]) await this.remove(op, id);
  }

  /** Which breakpoints these requests of the machine belong to, each once. */
  ofRequests(requestIds: readonly number[]): readonly Breakpoint[] {
    return [...this.#all.values()].filter(({ requests }) =>
      requests.some(({ id }) => requestIds.includes(id)),
    );
  }

  /** Binds what waited for a class. Answers the breakpoints that got their first place by it. */
  async prepared(
    op: Operation,
    of: NamedClass,
    requestIds: readonly number[],
  ): Promise<readonly Breakpoint[]> {
    const bound: Breakpoint[] = [];
    for (const breakpoint of this.ofRequests(requestIds)) {
      await this.#bind(op, breakpoint, of);
      if (!breakpoint.isPending || breakpoint.places.length === 0) continue;
      breakpoint.isPending = false;
      bound.push(breakpoint);
    }
    return bound;
  }

  /** None for exceptions: they are where they are thrown. */
  async locations(op: Operation, { request, places }: Breakpoint): Promise<readonly CodeLocation[]> {
    if (request.at.kind === 'exception') return [];
    return await Promise.all(places.map((place) => this.#frames.place(op, place)));
  }

  async #install(op: Operation, breakpoint: Breakpoint): Promise<BreakpointOutcome> {
    const { at } = breakpoint.request;
    if (at.kind === 'class_line') {
      return await this.#inClass(op, breakpoint, { className: at.className, line: at.line });
    }
    if (at.kind === 'file_line') return await this.#inFile(op, breakpoint, at);
    if (at.kind === 'function') {
      const dot = at.name.lastIndexOf('.');
      if (dot < 1) {
        throw new Fault('INVALID_ARGUMENT', 'A function of a Java or Kotlin app needs its class name.', {
          nextStep: 'Write it as com.example.Class.method.',
        });
      }
      assertMethodName(at.name.slice(dot + 1));
      return await this.#inClass(op, breakpoint, { className: at.name.slice(0, dot), line: null });
    }
    return await this.#onException(op, breakpoint, at);
  }

  async #inClass(
    op: Operation,
    breakpoint: Breakpoint,
    { className, line }: { readonly className: string; readonly line: number | null },
  ): Promise<BreakpointOutcome> {
    const loaded = await this.#await(op, breakpoint, { className });
    for (const one of loaded) await this.#bind(op, breakpoint, one);
    if (breakpoint.places.length > 0) return await this.#verified(op, breakpoint);
    const [first] = loaded;
    if (!first) return await pendingFor(op, this.#machine, className);
    if (line === null) {
      const candidates = await methodNames(op, this.#machine, first);
      return { status: 'rejected', message: `${className} has no such method with code.`, candidates };
    }
    const lines = nearestLines(await linesOf(op, this.#machine, first.id), line);
    const others = await this.#withLine(op, await relatives(op, this.#machine, className), line);
    return {
      status: 'rejected',
      message: `Line ${line} of ${className} has no code.`,
      candidates: [
        ...others.map(({ name }) => `${name}:${line}`),
        ...lines.map((one) => `${className}:${one}`),
      ],
    };
  }

  async #inFile(
    op: Operation,
    breakpoint: Breakpoint,
    { file, line }: { readonly file: string; readonly line: number },
  ): Promise<BreakpointOutcome> {
    const sourceName = file.replaceAll('\\', '/').split('/').at(-1) ?? file;
    await this.#await(op, breakpoint, { sourceName });
    const classes = await classesOfFile(op, this.#machine, file);
    const withLine = await this.#withLine(op, classes, line);
    const units = new Set(withLine.map(({ name }) => outermost(name)));
    if (units.size > 1) {
      const candidates = withLine.map(({ name }) => `${name}:${line}`);
      return { status: 'rejected', message: `Several files are called ${sourceName}.`, candidates };
    }
    for (const one of withLine) await this.#bind(op, breakpoint, one);
    if (breakpoint.places.length > 0) return await this.#verified(op, breakpoint);
    if (classes.length === 0) return await pendingForFile(op, this.#machine, sourceName);
    const lines = await Promise.all(classes.map(({ id }) => linesOf(op, this.#machine, id)));
    const near = nearestLines(
      [...new Set(lines.flat())].sort((a, b) => a - b),
      line,
    );
    return {
      status: 'rejected',
      message: `Line ${line} of ${sourceName} has no code that is loaded.`,
      candidates: near.map((one) => `${sourceName}:${one}`),
    };
  }

  async #onException(
    op: Operation,
    breakpoint: Breakpoint,
    at: Extract<BreakpointRequest['at'], { kind: 'exception' }>,
  ): Promise<BreakpointOutcome> {
    if (at.className === null) {
      await this.#request(op, breakpoint, eventKinds.exception, [exceptionModifier(0n, at)]);
      return { status: 'verified', locations: [] };
    }
    const loaded = await this.#await(op, breakpoint, { className: at.className });
    for (const one of loaded) await this.#bind(op, breakpoint, one);
    if (loaded.length === 0) return await pendingFor(op, this.#machine, at.className);
    return { status: 'verified', locations: [] };
  }

  /** Asks to be told of classes to come, then answers those that are there. */
  async #await(op: Operation, breakpoint: Breakpoint, what: PrepareModifier): Promise<readonly NamedClass[]> {
    assertName(what);
    await this.#request(op, breakpoint, eventKinds.classPrepare, [
      'className' in what
        ? { kind: 'class_match', pattern: what.className }
        : { kind: 'source_name', pattern: what.sourceName },
    ]);
    if (!('className' in what)) return [];
    const { className: name } = what;
    const loaded = await this.#machine.classes.classesBySignature(op, signatureOf(name));
    // In the order in which the machine met them: it lists them in any.
    return [...loaded]
      .sort((a, b) => Number(a.id - b.id))
      .filter(({ isPrepared }) => isPrepared)
      .map(({ typeTag, id }) => ({ typeTag, id, name }));
  }

  async #bind(op: Operation, breakpoint: Breakpoint, of: NamedClass): Promise<void> {
    const { at } = breakpoint.request;
    if (at.kind === 'exception') {
      await this.#request(op, breakpoint, eventKinds.exception, [exceptionModifier(of.id, at)]);
      breakpoint.places.push({ typeTag: of.typeTag, classId: of.id, methodId: 0n, index: -1n });
      return;
    }
    const { places: known } = breakpoint;
    if (known.some(({ classId }) => classId === of.id)) return;
    if (at.kind === 'file_line' && !(await isOfFile(op, this.#machine, { file: at.file, places: known }, of)))
      return;
    const places =
      at.kind === 'function'
        ? await placesOfMethod(op, this.#machine, of, at.name.slice(at.name.lastIndexOf('.') + 1))
        : await placesOfLine(op, this.#machine, of, at.line);
    for (const place of places) {
      try {
        await this.#request(op, breakpoint, eventKinds.breakpoint, [{ kind: 'location', location: place }]);
        breakpoint.places.push(place);
      } catch (error) {
        // An abstract method among those of one name: the others have code.
        if (!isRefusal(error, jdwpErrors.invalidLocation, jdwpErrors.absentInformation)) throw error;
      }
    }
  }

  async #request(
    op: Operation,
    { requests }: Breakpoint,
    kind: number,
    modifiers: readonly Modifier[],
  ): Promise<void> {
    await this.requests.make(op, requests, { kind, modifiers });
  }

  async #withLine(
    op: Operation,
    classes: readonly NamedClass[],
    line: number,
  ): Promise<readonly NamedClass[]> {
    const found: NamedClass[] = [];
    for (const one of classes) {
      if ((await placesOfLine(op, this.#machine, one, line)).length > 0) found.push(one);
    }
    return found;
  }

  async #verified(op: Operation, breakpoint: Breakpoint): Promise<BreakpointOutcome> {
    return { status: 'verified', locations: await this.locations(op, breakpoint) };
  }
}

function exceptionModifier(
  classId: bigint,
  { caught, uncaught }: { readonly caught: boolean; readonly uncaught: boolean },
): Modifier {
  return { kind: 'exception', classId, caught, uncaught };
}

/** The class of a class-prepare event. */
export function preparedClass({
  typeTag,
  classId,
  signature,
}: {
  typeTag: number;
  classId: bigint;
  signature: string;
}): NamedClass {
  return { typeTag, id: classId, name: typeName(signature) };
}
