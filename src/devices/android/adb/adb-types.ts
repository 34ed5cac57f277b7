/** What the facets need of an adb connection; `adb-device.ts` implements it on the server's socket. */
import type { Operation } from '@mobile-debug/core/operation.ts';
import type { AdbForward } from './forwards.ts';

export interface ShellResult {
  readonly stdout: Buffer;
  readonly stderr: Buffer;
  readonly exitCode: number;
}

export interface ShellOptions {
  /** Bytes for the command's standard input, which is closed after them. */
  readonly stdin?: Uint8Array;
  /** More output than this ends the command with a fault (default 64 MiB). */
  readonly maxBytes?: number;
}

/** A raw bidirectional stream to a device service. Ends when either side closes; closing it stops the device command. */
export interface AdbStream {
  /** Chunks in order; ends at the device's close. Throws DEVICE_UNAVAILABLE when the transport broke. */
  readonly chunks: AsyncIterable<Buffer>;
  write(op: Operation, bytes: Uint8Array): Promise<void>;
  /** Resolves when the socket is fully closed. Safe to call twice. */
  close(): Promise<void>;
}

/** Of a `Dispatch` the commands are recorded as they leave and as they are answered. All faults: DEVICE_UNAVAILABLE, DEVICE_UNAUTHORIZED, DEVICE_NOT_FOUND, TIMEOUT, CANCELLED; none spawns a process. */
export interface AdbDevice {
  readonly serial: string;
  /** Features that both ends have. */
  readonly features: ReadonlySet<string>;
  /**
   * Runs a shell command line (quote arguments with `quoteArg`). Shell v2 where the device has it; elsewhere v1 with
   * the exit code printed behind a marker. When `op` ends, the stream is closed and that close is awaited first, so
   * nothing is delivered late. A stream that ends without an exit packet is DEVICE_UNAVAILABLE.
   */
  shell(op: Operation, command: string, options?: ShellOptions): Promise<ShellResult>;
  /**
   * Runs a command line on a raw pty (`/dev/tty` can be opened there); stdout and stderr come merged, no exit code.
   */
  exec(op: Operation, command: string, options?: ShellOptions): Promise<Buffer>;
  /** An argument list for a device program without any shell where `abb_exec` is there, else quoted for the shell. */
  command(op: Operation, args: readonly string[], options?: ShellOptions): Promise<ShellResult>;
  /** Of a `Dispatch` the service is recorded as it is named, and as answered when its chunks end. Any service (`tcp:6790`, `localabstract:x`, `shell,v2,raw:logcat ...`). */
  open(op: Operation, service: string): Promise<AdbStream>;
  /** A port of this computer that is forwarded to a service of the device. Its creator removes it. */
  forward(op: Operation, service: string): Promise<AdbForward>;
  /** Exactly this one; nothing when it is gone. */
  removeForward(op: Operation, forward: AdbForward): Promise<void>;
}
