/**
 * The breakpoints of one session. The protocol sets all breakpoints of a file, or all of functions, at once, so that
 * each change sends the whole list again; changes run one after the other.
 */
import { Fault } from '@mobile-debug/core/fault.ts';
import { Mutex } from '@mobile-debug/core/mutex.ts';
import type { Operation } from '@mobile-debug/core/operation.ts';
import type { DebugProtocol } from '@vscode/debugprotocol';
import type { BreakpointOutcome, BreakpointRequest } from '../backend.ts';
import { parseTemplate, type TemplatePart } from '../log-template.ts';
import { parsed } from '../parsed.ts';
import { type DapBreakpoint, readBreakpoints } from './dap-bodies.ts';
import { type Expression, parseExpression } from './expression.ts';
import { codeLines, nearest } from './line-table.ts';
import type { LldbAsk } from './lldb-ask.ts';
import { placeIn } from './location.ts';

type At = BreakpointRequest['at'];
type LineAt = Extract<At, { kind: 'file_line' }>;

export interface LldbBreakpoint {
  readonly id: string;
  readonly at: At;
  readonly condition: string | null;
  /** Null for one that stops. */
  readonly logParts: readonly TemplatePart<Expression>[] | null;
  /** LLDB's own number; several of ours at one place share it. Null for exceptions. */
  dapId: number | null;
  hits: number;
}

/**
 * Called when no handler is found, with the stack of the throw still there: libstdc++ and libc++abi for C++, and
 * Objective-C's runtime by way of it.
 */
const uncaughtFunction = 'std::terminate';
/**
 * Where C++, Objective-C and Swift throw: the functions that LLDB's own exception breakpoints stop at. Those are not used,
 * since LLDB sets them with the language runtimes locked, and a throw at that moment locks it up for good, with the
 * program stopped (lldb-dap 19.1.7 on Linux, 2 of 120 tries). At the first instruction, where the arguments still are.
 */
const setThrow =
  'breakpoint set --skip-prologue false --name __cxa_throw --name __cxa_rethrow --name objc_exception_throw --name swift_willThrow';

export class LldbBreakpoints {
  readonly #ask: LldbAsk;
  readonly #lock = new Mutex();
  readonly #all = new Map<string, LldbBreakpoint>();
  #terminateId: number | null = null;
  #throwId: number | null = null;

  constructor(ask: LldbAsk) {
    this.#ask = ask;
  }

  async add(op: Operation, request: BreakpointRequest): Promise<BreakpointOutcome> {
    const breakpoint = read(request);
    return await this.#lock.run(op, async () => {
      this.#all.set(breakpoint.id, breakpoint);
      try {
        const outcome = await this.#set(op, breakpoint);
        if (outcome.status === 'rejected') await this.#withdraw(op, breakpoint);
        return outcome;
      } catch (error) {
        this.#all.delete(breakpoint.id);
        throw error;
      }
    });
  }

  /** Nothing to do for an id that is not set. */
  async remove(op: Operation, id: string): Promise<void> {
    await this.#lock.run(op, async () => {
      const breakpoint = this.#all.get(id);
      if (breakpoint) await this.#withdraw(op, breakpoint);
    });
  }

  /** Ours behind LLDB's numbers. */
  at(dapIds: readonly number[]): readonly LldbBreakpoint[] {
    return [...this.#all.values()].filter(({ dapId }) => dapId !== null && dapIds.includes(dapId));
  }

  /** Whether these numbers are of the place that a program with an uncaught exception comes to. */
  isUncaught(dapIds: readonly number[]): boolean {
    return this.#terminateId !== null && dapIds.includes(this.#terminateId);
  }

  /** Whether these numbers are of the places where exceptions are thrown. */
  isThrow(dapIds: readonly number[]): boolean {
    return this.#throwId !== null && dapIds.includes(this.#throwId);
  }

  /** Those that a stop at a throw (`caught`) or at an uncaught exception belongs to, by the name of the type. */
  forException(caught: boolean, typeName: string | null): readonly LldbBreakpoint[] {
    return [...this.#all.values()].filter(({ at }) => {
      if (at.kind !== 'exception' || at.caught !== caught) return false;
      return at.className === null || isNamed(typeName, at.className);
    });
  }

  async #set(op: Operation, breakpoint: LldbBreakpoint): Promise<BreakpointOutcome> {
    const { at } = breakpoint;
    if (at.kind === 'file_line') return await this.#setLine(op, at);
    if (at.kind === 'function') {
      const place = (await this.#sendFunctions(op)).get(at.name);
      return place?.verified ? verified(place, null) : { status: 'pending' };
    }
    await this.#sendThrow(op);
    await this.#sendFunctions(op);
    return { status: 'verified', locations: [] };
  }

  async #setLine(op: Operation, { file, line }: LineAt): Promise<BreakpointOutcome> {
    const place = (await this.#sendLines(op, file)).get(line);
    if (place?.verified && place.line === line) return verified(place, file);
    if (place?.verified) return rejected(file, line, place.line === null ? [] : [place.line]);
    const lines = codeLines(await this.#lineTable(op, file), file);
    return lines.length === 0 ? { status: 'pending' } : rejected(file, line, nearest(lines, line));
  }

  async #withdraw(op: Operation, { id, at }: LldbBreakpoint): Promise<void> {
    this.#all.delete(id);
    if (at.kind === 'file_line') await this.#sendLines(op, at.file);
    else await this.#sendFunctions(op);
    if (at.kind === 'exception') await this.#sendThrow(op);
  }

  async #lineTable(op: Operation, file: string): Promise<string> {
    const quoted = file.replaceAll(/["\\`]/g, '\\$&');
    return await this.#ask.console(op, `target modules dump line-table "${quoted}"`);
  }

  async #sendLines(op: Operation, file: string): Promise<ReadonlyMap<number, DapBreakpoint>> {
    const here = [...this.#all.values()].flatMap((breakpoint) =>
      breakpoint.at.kind === 'file_line' && breakpoint.at.file === file
        ? [{ breakpoint, line: breakpoint.at.line }]
        : [],
    );
    const lines = [...new Set(here.map(({ line }) => line))];
    const args: DebugProtocol.SetBreakpointsArguments = {
      source: { path: file },
      breakpoints: lines.map((line) => ({ line })),
    };
    const places = readBreakpoints(await this.#ask.body(op, 'setBreakpoints', args));
    const byLine = paired(lines, places);
    for (const { breakpoint, line } of here) breakpoint.dapId = byLine.get(line)?.id ?? null;
    return byLine;
  }

  async #sendFunctions(op: Operation): Promise<ReadonlyMap<string, DapBreakpoint>> {
    const all = [...this.#all.values()];
    const own = all.flatMap(({ at }) => (at.kind === 'function' ? [at.name] : []));
    const uncaught = all.some(({ at }) => at.kind === 'exception' && at.uncaught && !at.caught);
    const names = [...new Set([...own, ...(uncaught ? [uncaughtFunction] : [])])];
    const args: DebugProtocol.SetFunctionBreakpointsArguments = {
      breakpoints: names.map((name) => ({ name })),
    };
    const places = readBreakpoints(await this.#ask.body(op, 'setFunctionBreakpoints', args));
    const byName = paired(names, places);
    for (const breakpoint of all) {
      if (breakpoint.at.kind === 'function') breakpoint.dapId = byName.get(breakpoint.at.name)?.id ?? null;
    }
    this.#terminateId = uncaught ? (byName.get(uncaughtFunction)?.id ?? null) : null;
    return byName;
  }

  /** Through LLDB's console, since the protocol cannot name several functions at one breakpoint, nor keep the prologue. */
  async #sendThrow(op: Operation): Promise<void> {
    const wanted = [...this.#all.values()].some(({ at }) => at.kind === 'exception' && at.caught);
    if (wanted && this.#throwId === null) {
      // As LLDB tells a new breakpoint [T8].
      const told = /^Breakpoint (\d+):/m.exec(await this.#ask.console(op, setThrow));
      if (!told) throw new Fault('DEBUGGER_UNSUPPORTED', 'This LLDB does not support exception breakpoints.');
      this.#throwId = Number(told[1]);
    } else if (!wanted && this.#throwId !== null) {
      await this.#ask.console(op, `breakpoint delete ${this.#throwId}`);
      this.#throwId = null;
    }
  }
}

/** INVALID_ARGUMENT for what LLDB has no such thing for, or a condition or message that cannot be read. */
function read({ id, at, condition, logMessage }: BreakpointRequest): LldbBreakpoint {
  if (at.kind === 'class_line') {
    throw new Fault('INVALID_ARGUMENT', 'LLDB locates a line by its file, not by a class.', {
      nextStep: 'Pass file and line, such as CheckoutView.swift and 42, or a function.',
    });
  }
  if (condition !== null) parsed('condition', () => parseExpression(condition));
  const logParts =
    logMessage === null ? null : parsed('log message', () => parseTemplate(logMessage, parseExpression));
  return { id, at, condition, logParts, dapId: null, hits: 0 };
}

/** Answers come in the order of what was asked for. */
function paired<Key>(
  keys: readonly Key[],
  places: readonly DapBreakpoint[],
): ReadonlyMap<Key, DapBreakpoint> {
  return new Map(
    keys.flatMap((key, index): [Key, DapBreakpoint][] => {
      const place = places[index];
      return place ? [[key, place]] : [];
    }),
  );
}

function verified(place: DapBreakpoint, file: string | null): BreakpointOutcome {
  return { status: 'verified', locations: [placeIn(place.path ?? file, place.line)] };
}

function rejected(file: string, line: number, lines: readonly number[]): BreakpointOutcome {
  const words = lines.length === 1 ? 'line with code is' : 'lines with code are';
  const hint = lines.length === 0 ? '' : ` The nearest ${words} ${lines.join(' and ')}.`;
  const candidates = lines.map((one) => `${file}:${one}`);
  return { status: 'rejected', message: `Line ${line} of ${file} has no code.${hint}`, candidates };
}

/** `runtime_error` names `std::runtime_error` too. */
function isNamed(typeName: string | null, wanted: string): boolean {
  return typeName === wanted || (typeName?.endsWith(`::${wanted}`) ?? false);
}
