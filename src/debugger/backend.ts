/**
 * The seam between what a debugging session promises (sessions, stops, references, limits: above) and how a program is
 * debugged (JDWP, JDI, LLDB: below). A backend keeps no policy: it numbers nothing for clients and expires nothing.
 */
import type { Operation } from '@mobile-debug/core/operation.ts';
import type { DebugChildren, DebugLocals, DebugValue, Slice, ValueBudget } from './debug-values.ts';

export type BackendName = 'native' | 'jdi' | 'lldb-dap';
export type StepKind = 'into' | 'over' | 'out';

export interface DebugTarget {
  /** Package or bundle id. */
  readonly appId: string;
  readonly pid: number;
  readonly processName: string;
}

/**
 * Attaches to one running program. Never repeats an attach by itself.
 * Faults: DEBUGGER_BUSY (another debugger holds it), DEBUGGER_ATTACH_FAILED, DEBUGGER_UNSUPPORTED, PROCESS_NOT_FOUND,
 * DEBUGGER_TIMEOUT, DEBUGGER_CANCELLED.
 */
export interface DebuggerBackend {
  readonly name: BackendName;
  /** DEBUGGER_UNSUPPORTED when a program is missing that an attach needs. Absent where none is needed. Starts and attaches nothing. */
  ready?(op: Operation): Promise<void>;
  attach(op: Operation, target: DebugTarget, listener: DebugListener): Promise<Debuggee>;
}

/** Called in the order of events, never while the program may still run on because of the same event. */
export type DebugListener = (event: DebugEvent) => void;

export type DebugEvent =
  /** The whole program stands still until `resume` or `step`. */
  | { readonly kind: 'stopped'; readonly stop: BackendStop }
  /** A log point was passed; the program runs on. */
  | {
      readonly kind: 'log_point';
      readonly breakpointId: string;
      readonly message: string;
      readonly hitCount: number;
    }
  /** A pending breakpoint has at least one place now. */
  | {
      readonly kind: 'breakpoint_verified';
      readonly breakpointId: string;
      readonly locations: readonly CodeLocation[];
    }
  /** A step ended without a stop, because its thread ended. */
  | { readonly kind: 'step_ended'; readonly threadId: string }
  /** Nothing more can be asked; always the last event. `exited` when the program ended, else the connection was lost. */
  | { readonly kind: 'ended'; readonly cause: 'exited' | 'lost' | 'worker'; readonly message: string };

export interface BackendStop {
  readonly reason: 'breakpoint' | 'step' | 'exception' | 'signal' | 'entry' | 'condition_error';
  /** Words for a person; never a value of the program, except the class of an exception. */
  readonly description: string;
  readonly threadId: string;
  /** All that were hit at the same time. */
  readonly breakpointIds: readonly string[];
  readonly locations: readonly CodeLocation[];
}

export interface CodeLocation {
  readonly className: string | null;
  readonly method: string | null;
  readonly file: string | null;
  /** From 1; null without line information. */
  readonly line: number | null;
  /** Which class loader defined the class; null where there is none. */
  readonly classLoaderId: string | null;
}

/** `condition` and `logMessage` are checked when the breakpoint is set: INVALID_ARGUMENT for what cannot be parsed. */
export interface BreakpointRequest {
  readonly id: string;
  readonly at:
    | { readonly kind: 'class_line'; readonly className: string; readonly line: number }
    | { readonly kind: 'file_line'; readonly file: string; readonly line: number }
    | { readonly kind: 'function'; readonly name: string }
    | {
        readonly kind: 'exception';
        /** All exceptions when null. */
        readonly className: string | null;
        readonly caught: boolean;
        readonly uncaught: boolean;
      };
  readonly condition: string | null;
  readonly logMessage: string | null;
}

export type BreakpointOutcome =
  | { readonly status: 'verified'; readonly locations: readonly CodeLocation[] }
  /** Nothing loaded has such code yet. `similar` are loaded classes that may be meant. */
  | { readonly status: 'pending'; readonly similar?: readonly string[] }
  /** Nothing was set. `candidates` are lines or classes where it could be set. */
  | { readonly status: 'rejected'; readonly message: string; readonly candidates: readonly string[] };

export interface DebugThread {
  readonly id: string;
  readonly name: string;
  readonly state:
    | 'running'
    | 'suspended'
    | 'sleeping'
    | 'monitor'
    | 'waiting'
    | 'not_started'
    | 'zombie'
    | 'unknown';
  /** Locks that it holds, as type and id. */
  readonly holds: readonly string[];
  /** The lock that it waits for and who holds that; null when it waits for none, or none can be told. */
  readonly waitsFor: { readonly lock: string; readonly ownerThreadId: string | null } | null;
}

export interface DebugFrame {
  /** The backend's own name for it, valid until the program runs again. */
  readonly key: string;
  readonly location: CodeLocation;
  readonly native: boolean;
}

export interface DebugStack {
  readonly frames: readonly DebugFrame[];
  /** Null where it is not known. */
  readonly total: number | null;
}

/**
 * One attached program. Every method may fail with DEBUGGER_DISCONNECTED and DEBUGGER_TIMEOUT. What needs a stop fails with
 * DEBUGGER_NOT_PAUSED; keys of an earlier stop with DEBUGGER_STALE_REFERENCE.
 */
export interface Debuggee {
  /** What this program or platform cannot do, in sentences. */
  readonly limitations: readonly string[];
  setBreakpoint(op: Operation, request: BreakpointRequest): Promise<BreakpointOutcome>;
  removeBreakpoint(op: Operation, id: string): Promise<void>;
  threads(op: Operation): Promise<readonly DebugThread[]>;
  stack(op: Operation, threadId: string, slice: Slice): Promise<DebugStack>;
  locals(op: Operation, frameKey: string, budget: ValueBudget): Promise<DebugLocals>;
  /** Fields of an object or a slice of an array. Runs no code of the program. */
  children(op: Operation, objectKey: string, slice: Slice, budget: ValueBudget): Promise<DebugChildren>;
  /** INVALID_ARGUMENT for what cannot be parsed, is no such name, or would run code without `allowGetters`. */
  evaluate(op: Operation, request: EvaluateRequest): Promise<DebugValue>;
  /** One step on one thread; its stop comes as an event. DEBUGGER_LOCATION_UNAVAILABLE in native code. */
  step(op: Operation, threadId: string, kind: StepKind): Promise<void>;
  resume(op: Operation): Promise<void>;
  /** Removes all it has set, releases its suspensions and lets go. Names what remains; empty when all is clean. */
  detach(op: Operation): Promise<readonly string[]>;
}

export interface EvaluateRequest {
  readonly frameKey: string;
  readonly expression: string;
  readonly allowGetters: boolean;
  readonly budget: ValueBudget;
}
