/** What finding and building projects needs of the computer; `host` has the parts, the command line puts them together. */
import type { Environment } from '@mobile-debug/core/environment.ts';
import type { Operation } from '@mobile-debug/core/operation.ts';

export interface FolderEntry {
  readonly name: string;
  readonly folder: boolean;
}

export interface FileStat {
  readonly folder: boolean;
  readonly sizeBytes: number;
  readonly modifiedMs: number;
  /** The owner may run it. */
  readonly executable: boolean;
}

export interface RunRequest {
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: Environment;
  readonly logPath: string;
  readonly onLine: (line: string) => void;
}

export interface JavaHome {
  readonly home: string;
  /** Of the form `17.0.9`; null when its release file does not say. */
  readonly version: string | null;
  /** The variable or place that led there. */
  readonly source: string;
}

export interface HostFile {
  readonly sizeBytes: number;
  /** Opened anew at each call; closed at its end, also when it is left early. */
  chunks(): AsyncIterable<Uint8Array>;
}

export interface ProjectHost {
  readonly platform: string;
  readonly env: Environment;
  /** The folder that relative paths count from. */
  readonly workFolder: string;
  /** Null when there is no such folder. Sorted by name. */
  list(op: Operation, folder: string): Promise<readonly FolderEntry[] | null>;
  /** The beginning of a text file, at most 1 MiB; null when there is no such file. */
  readText(op: Operation, path: string): Promise<string | null>;
  stat(op: Operation, path: string): Promise<FileStat | null>;
  /**
   * INVALID_ARGUMENT for a file that a caller may not send to a device: outside of the working folder, the artifact folder
   * and `--root`, of the system, or of keys. Silent for what is not there.
   */
  assertReadable(op: Operation, path: string): Promise<void>;
  /** INVALID_ARGUMENT when there is no such file. */
  open(op: Operation, path: string): Promise<HostFile>;
  /**
   * Runs a program in a process group of its own, its output line by line and into the log. Ends with `op`: the group
   * is killed and its death awaited. TOOL_NOT_FOUND when there is no such program.
   */
  run(op: Operation, request: RunRequest): Promise<{ readonly exitCode: number | null }>;
  /** A new path in the artifact folder, its folder made, nothing there yet. */
  newPath(op: Operation, stem: string, ending: string): Promise<string>;
  /** TOOL_NOT_FOUND with the way to install it. */
  findTool(name: 'xcrun' | 'xcodebuild' | 'bundletool' | 'java' | 'adb'): {
    readonly path: string;
    readonly source: string;
  };
  /** All JDKs that are there, the most fitting first. TOOL_NOT_FOUND naming the variable when an explicit one is wrong. */
  javaHomes(op: Operation): Promise<readonly JavaHome[]>;
}
