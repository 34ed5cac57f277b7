/** The debugging part of the port: the processes of an app, and a stream to one of them. */
import type { Operation } from '@mobile-debug/core/operation.ts';
import type { AppUser } from './users.ts';

export interface DebugProcess {
  readonly pid: number;
  readonly processName: string;
  /** Whose, where the app runs for a user other than the owner. */
  readonly user?: number;
  /** Changes when the id is given to another process; null where the platform reports no start time. */
  readonly start: string | null;
}

export interface DebugProcesses {
  /** Those that a debugger can attach to. */
  readonly attachable: readonly DebugProcess[];
  /** Those of the app that it cannot, because the build forbids it. */
  readonly closed: readonly DebugProcess[];
  /** Processes with the app's name that run as another user: not processes of this app. */
  readonly foreign?: readonly DebugProcess[];
}

/** A raw bidirectional stream to the debug port of a process. */
export interface DebugStream {
  readonly chunks: AsyncIterable<Buffer>;
  write(op: Operation, bytes: Uint8Array): Promise<void>;
  /** Safe to call twice. */
  close(): Promise<void>;
}

/** A port of this computer that leads to the debug port of a process. Other users of the computer can connect to it. */
export interface DebugForward {
  readonly host: string;
  readonly port: number;
  /** For a program that outlives this server and is to remove it then; null where there is nothing to remove. */
  readonly adb: ForwardOfAdb | null;
  /** Removes exactly this forward; nothing when it is gone. Safe to call twice. */
  remove(op: Operation): Promise<void>;
}

export type ForwardOfAdb = ({ readonly host: string; readonly port: number } | { readonly path: string }) & {
  /** Its line in the list of forwards. */
  readonly entry: string;
  /** The request to adb's server that removes it. */
  readonly removal: string;
};

export interface DebugFacet {
  /** Of every user unless one is named. Faults: APP_NOT_INSTALLED, DEVICE_UNAVAILABLE. Attaches to nothing. */
  processes(op: Operation, appId: string, user?: AppUser): Promise<DebugProcesses>;
  /** Absent where debuggers attach by process id. PROCESS_NOT_FOUND when the process is not debuggable. */
  open?(op: Operation, pid: number): Promise<DebugStream>;
  /** Left out as `open`. DEBUGGER_UNSUPPORTED when adb's server is on another computer. */
  forward?(op: Operation, pid: number): Promise<DebugForward>;
  /** Why those that are `closed` take no debugger, after the name of the app. A build that forbids it, unless told. */
  readonly closedBecause?: { readonly message: string; readonly nextStep: string };
  /** What cannot be done on this platform, in sentences. */
  readonly limitations: readonly string[];
}
