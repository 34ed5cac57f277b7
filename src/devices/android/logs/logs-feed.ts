/**
 * Keeps the log of one device in memory and brings it up to date on demand. A reading is complete up to the moment it
 * was asked for: a short dump of what is newer than the newest line tells which line must have come through the stream.
 * The alternatives were a marker written to the log, which other people would find there, and waiting for silence,
 * which a busy or a slow phone makes wrong (docs/decisions/0002-log-freshness.md).
 */

import { Fault, isFault } from '@mobile-debug/core/fault.ts';
import type { Operation } from '@mobile-debug/core/operation.ts';
import { firstLine } from '@mobile-debug/core/text.ts';
import { LogMemory, type Overlap } from '../../../logs/log-memory.ts';
import type { LogRecord } from '../../../logs/log-record.ts';
import { LogRing, type LogSelection } from '../../../logs/log-ring.ts';
import { LogcatParser } from '../../../logs/parse-threadtime.ts';
import { type AssumedTime, parseLogTime } from '../../../logs/parse-time.ts';
import type { AdbDevice } from '../adb/adb-types.ts';
import { notReadyFault } from '../not-ready.ts';
import {
  type DeviceTime,
  type LogDump,
  type LogStart,
  logDumpCommand,
  logFormats,
  logStreamCommand,
  readLogDump,
  refusesOptions,
  refusesTime,
} from './logs-command.ts';
import { LogStream } from './logs-stream.ts';

/** About what the usual buffers of 256 KiB each hold. */
const historyLines = 10_000;
/** Fewer than are remembered as seen, so that known ones are recognised. */
const afterJump: LogStart = { newest: 1_000 };
/** How far the stream may lag behind a dump before the dump's own lines are used [O1]. */
const streamLagMs = 300;
/** Lines as printed; a reading begins at most a few hundred back. */
const rememberedLines = 4_096;
const mostDumpBytes = 32 * 1024 * 1024;

export interface Freshened {
  readonly from: 'stream' | 'dump';
  readonly time: DeviceTime | null;
  /** Lines that the stream still owes; they are not in the ring yet. */
  readonly owed: readonly string[];
}

export class LogFeed {
  readonly #adb: AdbDevice;
  readonly memory: LogMemory;
  /** The first one is in use; what the device refused is gone. */
  readonly #formats: string[] = [...logFormats];
  #parser = new LogcatParser();
  /** Of what is taken. */
  #names = new LineNames();
  #assumed: AssumedTime | null = null;
  #newest: { readonly line: string; readonly time: string; readonly epochMs: number | null } | null = null;
  /** While the stream may still repeat what is known. */
  #repeats: { readonly overlap: Overlap; readonly names: LineNames; readonly time: string } | null = null;
  #stream: LogStream | null = null;

  constructor(adb: AdbDevice, capacity?: number) {
    this.#adb = adb;
    this.memory = new LogMemory({ capacity, rememberedLines });
  }

  /** Faults: LOGS_UNAVAILABLE, DEVICE_UNAVAILABLE, TIMEOUT, CANCELLED. One device command, two at the first call. */
  async freshen(op: Operation): Promise<Freshened> {
    const stream = this.#stream;
    if (stream && stream.ended === null) {
      const freshened = await this.#catchUp(op, stream);
      // It may have broken while it was asked; then what was missed is read like after any break.
      if (stream.ended === null) return freshened;
    }
    return await this.#begin(op, stream?.ended ?? null);
  }

  /** The newest `limit` matching records, including those the stream has yet to deliver. */
  select(wanted: (record: LogRecord) => boolean, limit: number, owed: readonly string[]): LogSelection {
    if (owed.length === 0) return this.memory.newest(wanted, limit);
    const ring = new LogRing(owed.length);
    const parser = this.#freshParser();
    // The first may continue what is here.
    if (this.#newest) parser.line(this.#newest.line);
    for (const line of owed) push(ring, parser, line);
    const late = ring.newest(wanted, limit);
    const before = this.memory.newest(wanted, limit - late.records.length);
    return { records: [...before.records, ...late.records], dropped: before.dropped };
  }

  async close(): Promise<void> {
    const stream = this.#stream;
    this.#stream = null;
    await stream?.close();
  }

  async #catchUp(op: Operation, stream: LogStream): Promise<Freshened> {
    const { lines, time } = await this.#newer(op);
    const names = new LineNames();
    const read = lines.map((line) => names.of(line));
    const last = read.at(-1);
    if (last === undefined) return { from: 'stream', time, owed: [] };
    const copies = read.filter((name) => name === last).length;
    if (await stream.has(op, { line: last, copies }, streamLagMs)) return { from: 'stream', time, owed: [] };
    const overlap = this.memory.known.overlap();
    return { from: 'dump', time, owed: lines.filter((_, at) => !overlap.takesKnown(read[at] ?? '')) };
  }

  /** The first call, and the first one after the stream broke. */
  async #begin(op: Operation, ended: string | null): Promise<Freshened> {
    const before = this.#newest;
    const { lines, time } = await this.#newer(op);
    this.#assumed = time?.assumed ?? this.#assumed;
    this.#parser = this.#freshParser();
    if (before ? !lines.includes(before.line) : ended !== null && lines.length > 0)
      this.#noteGap(before, ended);
    this.#names = new LineNames();
    const overlap = this.memory.known.overlap();
    const names = new LineNames();
    for (const line of lines) {
      if (overlap.takesKnown(names.of(line))) this.#pass(line);
      else this.#take(line);
    }
    await this.#open(op);
    return { from: 'dump', time, owed: [] };
  }

  /** The newest line that is known and all after it; what the device holds when none is known. */
  async #newer(op: Operation): Promise<LogDump> {
    if (!this.#newest) return await this.#dump(op, { newest: historyLines });
    const dump = await this.#dump(op, { time: this.#newest.time });
    // The newest line itself should come back. If nothing does, the buffer was cleared or the clock went backwards.
    return dump.lines.length > 0 ? dump : await this.#dump(op, afterJump);
  }

  async #open(op: Operation): Promise<void> {
    const start: LogStart = this.#newest ? { time: this.#newest.time } : { newest: 1 };
    this.#repeats = this.#newest && {
      overlap: this.memory.known.overlap(),
      names: new LineNames(),
      time: this.#newest.time,
    };
    try {
      const service = `exec:${logStreamCommand(this.#format, start)}`;
      const stream = await this.#adb.open(op, service);
      this.#stream = new LogStream(stream, {
        onLine: (line) => this.#fromStream(line),
        known: this.memory.known,
      });
    } catch (error) {
      // The dump has answered this call; the next one tries again.
      if (!isFault(error) || op.ended) throw error;
      this.#stream = null;
    }
  }

  /** The stream begins with the time of the newest line, so that its first lines may be known already. */
  #fromStream(line: string): void {
    const repeats = this.#repeats;
    if (repeats) {
      if (repeats.overlap.takesKnown(repeats.names.of(line))) {
        this.#pass(line);
        return;
      }
      const time = parseLogTime(line, null)?.timestamp;
      if (time !== undefined && time !== repeats.time) this.#repeats = null;
    }
    this.#take(line);
  }

  /** What is known may have a line behind it that is not, and has no head of its own. */
  #pass(line: string): void {
    this.#names.of(line);
    this.#parser.line(line);
  }

  #take(line: string): void {
    this.memory.known.add(this.#names.of(line));
    const record = push(this.memory, this.#parser, line);
    if (record && !this.#parser.continues && record.timestamp !== '')
      this.#newest = { line, time: record.timestamp, epochMs: record.epochMs };
  }

  /** `before` is null where nothing was known of the log when the stream broke. */
  #noteGap(before: { time: string; epochMs: number | null } | null, ended: string | null): void {
    const why = ended === null ? '' : ` (${ended})`;
    const where = before === null ? 'before its first line' : `after ${before.time}`;
    this.memory.noteGap(
      `The stream was interrupted ${where}${why}; later lines that the device no longer holds are missing, how many is not known.`,
      before?.epochMs ?? null,
    );
  }

  async #dump(op: Operation, request: LogStart): Promise<LogDump> {
    for (let start = request; ; ) {
      const line = logDumpCommand(this.#format, start);
      const { stdout, stderr, exitCode } = await this.#adb.shell(op, line, { maxBytes: mostDumpBytes });
      const dump = readLogDump(stdout.toString('utf8'));
      const words = stderr.toString('utf8').trim() || dump.lines.join('\n').slice(0, 2_000);
      const understood = dump.lines.some((each) => parseLogTime(each, null) !== null);
      if (understood || (exitCode === 0 && !refusesOptions(words))) return dump;
      if ('time' in start && refusesTime(words)) start = afterJump;
      else if (!refusesOptions(words) || this.#formats.length === 1) throw unavailable(words, exitCode);
      else this.#formats.shift();
    }
  }

  get #format(): string {
    return this.#formats[0] ?? '';
  }

  #freshParser(): LogcatParser {
    return new LogcatParser({ assumed: this.#assumed });
  }
}

/** What lines are known by: as printed, and one without a head (a line break inside a message) by its head too. */
class LineNames {
  #head = '';

  of(line: string): string {
    if (parseLogTime(line, null) === null) return `${this.#head}\n${line}`;
    this.#head = line;
    return line;
  }
}

function push(log: LogRing | LogMemory, parser: LogcatParser, line: string): LogRecord | null {
  const record = parser.line(line);
  if (record) log.push(record, parser.continues);
  return record;
}

function unavailable(words: string, exitCode: number): Fault {
  const line = firstLine(words).slice(0, 200);
  const said = line === '' ? `it ended with code ${exitCode}` : `it said: ${line}`;
  return (
    notReadyFault(words) ??
    new Fault('LOGS_UNAVAILABLE', `logcat returned no log; ${said}`, { details: { line, exitCode } })
  );
}
