/** Reads the bodies of a debug adapter's answers. Nothing in them is believed: what is of the wrong type is left out. */

type Fields = Readonly<Record<string, unknown>>;

export interface DapStopped {
  readonly reason: string;
  readonly description: string;
  readonly threadId: number | null;
  readonly breakpointIds: readonly number[];
}

export interface DapBreakpoint {
  readonly id: number | null;
  readonly verified: boolean;
  readonly line: number | null;
  readonly path: string | null;
  readonly message: string;
}

export interface DapThread {
  readonly id: number;
  readonly name: string;
}

export interface DapFrame {
  readonly id: number;
  readonly name: string;
  readonly file: string | null;
  readonly line: number | null;
}

export interface DapVariable {
  readonly name: string;
  readonly type: string;
  readonly value: string;
  /** What asks for its children; 0 when it has none. */
  readonly reference: number;
  /** How many elements it has, where the adapter tells; only of arrays. */
  readonly indexed: number | null;
  /** What names it in an expression. */
  readonly expression: string | null;
}

export function isRecord(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Null without a thread that one could ask about. */
export function readStopped(body: unknown): DapStopped {
  const fields = isRecord(body) ? body : {};
  const description = text(fields, 'description');
  const told = list(fields, 'hitBreakpointIds').filter((one) => isId(one));
  return {
    reason: text(fields, 'reason'),
    description: description === '' ? text(fields, 'text') : description,
    threadId: id(fields, 'threadId'),
    breakpointIds: told.length > 0 ? told : breakpointsOf(description),
  };
}

/** lldb-vscode 14 tells the numbers only in words: `breakpoint 2.1 3.1` [T8]. */
function breakpointsOf(description: string): readonly number[] {
  const words = /^breakpoints? ([\d. ]+)$/.exec(description.trim())?.[1];
  return (words?.split(' ') ?? []).map((word) => Number(word.split('.')[0])).filter((one) => isId(one));
}

export function readBreakpoints(body: unknown): readonly DapBreakpoint[] {
  return records(body, 'breakpoints').map(readBreakpoint);
}

/** The body of a `breakpoint` event: what became of one that was set. */
export function readBreakpointChange(body: unknown): DapBreakpoint | null {
  return isRecord(body) && isRecord(body['breakpoint']) ? readBreakpoint(body['breakpoint']) : null;
}

function readBreakpoint(fields: Fields): DapBreakpoint {
  const source = isRecord(fields['source']) ? fields['source'] : {};
  return {
    id: id(fields, 'id'),
    verified: fields['verified'] === true,
    line: id(fields, 'line'),
    path: text(source, 'path') || text(source, 'name') || null,
    message: text(fields, 'message'),
  };
}

export function readThreads(body: unknown): readonly DapThread[] {
  return records(body, 'threads').flatMap((fields) => {
    const number = id(fields, 'id');
    return number === null ? [] : [{ id: number, name: text(fields, 'name') }];
  });
}

export interface DapStack {
  readonly frames: readonly DapFrame[];
  /** At least as many as there are frames; null where the adapter doesn't tell. */
  readonly total: number | null;
}

export function readStack(body: unknown): DapStack {
  const frames = records(body, 'stackFrames').flatMap((fields): DapFrame[] => {
    const number = id(fields, 'id');
    if (number === null) return [];
    const source = isRecord(fields['source']) ? fields['source'] : {};
    // A frame without debug information is shown by its disassembly, whose lines are none of a source file.
    const path = id(source, 'sourceReference') === null ? text(source, 'path') : '';
    const line = path === '' ? null : id(fields, 'line');
    return [{ id: number, name: text(fields, 'name'), file: path || null, line }];
  });
  return { frames, total: isRecord(body) ? id(body, 'totalFrames') : null };
}

/** What asks for the variables of a scope; null when the frame has no such scope. */
export function readScope(body: unknown, wanted: 'Locals' | 'Globals'): number | null {
  const scope = records(body, 'scopes').find((fields) => fields['name'] === wanted);
  return scope ? id(scope, 'variablesReference') : null;
}

export function readVariables(body: unknown): readonly DapVariable[] {
  return records(body, 'variables').map((fields) => ({
    name: text(fields, 'name'),
    type: text(fields, 'type'),
    value: text(fields, 'value').trim(),
    reference: id(fields, 'variablesReference') ?? 0,
    indexed: id(fields, 'indexedVariables'),
    expression: text(fields, 'evaluateName') || null,
  }));
}

export function readEvaluation(expression: string, body: unknown): DapVariable {
  const fields = isRecord(body) ? body : {};
  return {
    name: expression,
    type: text(fields, 'type'),
    value: text(fields, 'result').trim(),
    reference: id(fields, 'variablesReference') ?? 0,
    indexed: id(fields, 'indexedVariables'),
    expression,
  };
}

function records(body: unknown, key: string): readonly Fields[] {
  return isRecord(body) ? list(body, key).filter((one) => isRecord(one)) : [];
}

function list(fields: Fields, key: string): readonly unknown[] {
  const value = fields[key];
  return Array.isArray(value) ? value : [];
}

function text(fields: Fields, key: string): string {
  const value = fields[key];
  return typeof value === 'string' ? value : '';
}

/** A positive whole number: numbers of threads, frames and references all are. */
function id(fields: Fields, key: string): number | null {
  const value = fields[key];
  return isId(value) ? value : null;
}

function isId(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value > 0;
}
