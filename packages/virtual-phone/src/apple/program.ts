/** What a program of the simulated Mac gets and gives back, and the simulated Mac that all of them share. */
import type { Clock } from '@mobile-debug/core/clock.ts';
import type { Operation } from '@mobile-debug/core/operation.ts';
import type { CallTrace } from './companion/grpc-server.ts';
import type { Failure } from './failure.ts';
import type { AppleFaults } from './fault-script.ts';
import type { Simulator } from './simulator.ts';

export type EndSignal = 'SIGINT' | 'SIGTERM' | 'SIGKILL' | 'SIGHUP';

export interface Output {
  /** Text goes out as UTF-8. Never fails: what nobody reads any more is dropped. */
  write(chunk: string | Uint8Array): void;
}

export interface ProgramContext {
  /** The name it was started by: `xcrun`, `idb`, `idb_companion`, `axe`. */
  readonly tool: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string;
  readonly pid: number;
  /** Ends when the process is signalled: what waits on it then throws CANCELLED, and the program is over. */
  readonly op: Operation;
  /**
   * Aborts on a signal with its name (`EndSignal`) as reason. A program that tidies up first listens here, and what
   * it prints afterwards still comes out, except after SIGKILL.
   */
  readonly signal: AbortSignal;
  /** Ends with the other side's end of file. */
  readonly stdin: AsyncIterable<Uint8Array>;
  readonly stdout: Output;
  readonly stderr: Output;
  readonly mac: Mac;
}

/** A variable of the environment; undefined when it is not set. */
export function variable({ env }: ProgramContext, name: string): string | undefined {
  return new Map(Object.entries(env)).get(name);
}

/** Resolves with the exit code. */
export type Program = (context: ProgramContext) => Promise<number>;

/** An app on a simulator. */
export interface SimulatorApp {
  readonly bundleId: string;
  /** Package of the phone model that plays it. */
  readonly packageName: string;
  readonly displayName: string;
  /** Its CFBundleExecutable, which is not the last part of the bundle id. */
  readonly executable: string;
  readonly version: string;
  readonly system: boolean;
  /** Folders of this computer. */
  readonly bundlePath: string;
  readonly dataPath: string;
}

export interface LaunchOptions {
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly terminateRunning?: boolean;
  readonly waitForDebugger?: boolean;
}

export type Outcome<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly failure: Failure };

/** What tools do to apps. Every tool goes through it, so that simctl and the companion see the same state. */
export interface SimulatorApps {
  list(simulator: Simulator): readonly SimulatorApp[];
  find(simulator: Simulator, bundleId: string): SimulatorApp | null;
  /** Pid of its process, null while it does not run. */
  pidOf(simulator: Simulator, bundleId: string): number | null;
  /** Waits the time of the launch. A running app keeps its pid unless it is to be ended first. */
  launch(
    op: Operation,
    simulator: Simulator,
    bundleId: string,
    options?: LaunchOptions,
  ): Promise<Outcome<number>>;
  terminate(simulator: Simulator, bundleId: string): Outcome<void>;
  /** From an `.app` folder of this computer. */
  install(simulator: Simulator, path: string): Outcome<SimulatorApp>;
  uninstall(simulator: Simulator, bundleId: string): Outcome<void>;
  openUrl(op: Operation, simulator: Simulator, url: string): Promise<Outcome<void>>;
  /** Calls back once, when the process of this pid has ended. The returned function takes that back. */
  onExit(simulator: Simulator, pid: number, ended: () => void): () => void;
  /** What the app's process writes to stdout and stderr from now on, by whole lines without their end. */
  onPrinted(
    simulator: Simulator,
    pid: number,
    printed: (line: string, stream: 'stdout' | 'stderr') => void,
  ): () => void;
}

/** The guest's `log` command: what `simctl spawn U log` and the companion's log call run. */
export type GuestLog = (
  op: Operation,
  simulator: Simulator,
  args: readonly string[],
  io: { readonly stdout: Output; readonly stderr: Output },
) => Promise<number>;

export interface Mac {
  readonly clock: Clock;
  readonly faults: AppleFaults;
  readonly companionVersion: 'head' | '1.1.8';
  /** Temporary folder of the simulated tools; whatever they keep is below it. */
  readonly folder: string;
  readonly home: string;
  /** Also those that are off. Changes as simulators are made and deleted. */
  readonly simulators: readonly Simulator[];
  readonly apps: SimulatorApps;
  readonly guestLog: GuestLog;
  /** By udid, any case. */
  simulator(udid: string): Simulator | undefined;
  /** A remote call that a companion took; what it returns is told what becomes of it. */
  recordCall(call: { readonly rpc: string; readonly udid: string }): CallTrace;
}
