/**
 * Log streams that clients opened: each follows one app from a cursor, across restarts of the app. A stream is only the
 * position of its reader in the device's log; nothing else runs for it.
 */
import { Fault } from '@mobile-debug/core/fault.ts';
import { randomId } from '@mobile-debug/core/ids.ts';
import type { Operation } from '@mobile-debug/core/operation.ts';
import type { LogPage, LogReading, LogsFacet } from '../devices/port/logs.ts';
import type { AppUser } from '../devices/port/users.ts';
import type { LogLevel, LogRecord } from '../logs/log-record.ts';
import { type ProcessEnd, processEnds } from '../logs/process-ends.ts';
import type { DeviceSession } from './device-session.ts';
import type { DeviceChoice } from './session-pool.ts';

export interface StreamRequest {
  readonly appId: string;
  /** Whose app; null for that of every user. */
  readonly user: AppUser;
  readonly minLevel: LogLevel;
  /** Chosen by the client; generated when absent. An open stream of this name is replaced. */
  readonly sessionId?: string | undefined;
}

export interface StreamStart {
  readonly sessionId: string;
  readonly pid: number | null;
}

export interface StreamPage {
  readonly records: readonly LogRecord[];
  readonly cursor: number;
  readonly dropped: number;
  readonly gaps: readonly string[];
  readonly app: LogReading['app'];
  readonly appId: string;
  /** Ends of the app's processes that the system told in the span, crashes among them. */
  readonly ends: readonly ProcessEnd[];
  /** Earlier records that have grown by lines of this page, whole. */
  readonly grown: readonly LogRecord[];
  /** Records behind `cursor` that were read and had no room. */
  readonly waiting: readonly LogRecord[];
}

interface OpenStream {
  session: DeviceSession;
  readonly appId: string;
  /** Whose app; null for that of every user. */
  readonly user: AppUser;
  readonly minLevel: LogLevel;
  /** Every process the app had while the stream was open. */
  readonly pids: Set<number>;
  cursor: number;
  /** The records that were read last, by number, with what was told of their messages: lines of a trace may follow. */
  readonly told: Map<number, number>;
  /** Device time of the newest record read; separates old from new records after a reconnect. */
  newestEpochMs: number | null;
}

type Resolve = (op: Operation, choice: DeviceChoice) => Promise<DeviceSession>;

export interface StreamRead {
  /** A cursor of an earlier page; by default the position of the last read. */
  readonly since?: number | undefined;
  readonly limit: number;
  /** How many of the records, from the oldest on, have room; all unless given. The stream goes on behind them. */
  readonly roomFor?: (records: readonly LogRecord[]) => number;
  /** Does not move the position of the stream. */
  readonly peek?: boolean;
}

const mostStreams = 32;
/** Traces of so many threads may be written at once. */
const mostTold = 100;

export class LogStreams {
  readonly #streams = new Map<string, OpenStream>();
  readonly #resolve: Resolve;

  /** `resolve` gives the session of a device as it is connected now. */
  constructor(resolve: Resolve) {
    this.#resolve = resolve;
  }

  /** CAPABILITY_MISSING where the platform's log cannot be followed; faults of `LogsFacet.follow`. */
  async start(
    op: Operation,
    session: DeviceSession,
    { appId, user, minLevel, sessionId }: StreamRequest,
  ): Promise<StreamStart> {
    const id = sessionId ?? randomId('log');
    const page = await follow(session)(op, { appId, user, minLevel, limit: 1, after: null, pids: [] });
    const pids = page.app?.pids ?? [];
    this.#streams.delete(id);
    this.#streams.set(id, {
      session,
      appId,
      user,
      minLevel,
      pids: new Set(pids),
      cursor: page.cursor,
      told: new Map(),
      newestEpochMs: null,
    });
    const [oldest] = this.#streams.keys();
    if (this.#streams.size > mostStreams && oldest !== undefined) this.#streams.delete(oldest);
    return { sessionId: id, pid: pids[0] ?? null };
  }

  /** The device of a stream. INVALID_ARGUMENT when it is not open. */
  sessionOf(id: string | undefined): DeviceSession {
    return this.#find(id).session;
  }

  /** At most `limit` records; `cursor` goes on from there. */
  async read(
    op: Operation,
    id: string | undefined,
    { since, limit, peek = false, roomFor = (all) => all.length }: StreamRead,
  ): Promise<StreamPage> {
    const stream = this.#find(id);
    const returned = await this.#reconnect(op, stream);
    const { session, appId, user, minLevel, pids } = stream;
    const after = returned ? 0 : (since ?? stream.cursor);
    const told = since === undefined && !returned ? stream.told : new Map<number, number>();
    const page = await follow(session)(op, { appId, user, minLevel, limit, after, pids: [...pids], told });
    for (const pid of page.app?.pids ?? []) pids.add(pid);
    const fresh = returned ? newer(page.records, stream.newestEpochMs) : page.records;
    const wanted = [...page.grown.map(({ rest }) => rest), ...fresh];
    const records = wanted.slice(0, Math.min(limit, roomFor(wanted)));
    const left = wanted.length - records.length;
    const cursor = left === 0 ? page.cursor : (page.cursors.at(-1 - left) ?? after);
    const grown = page.grown.slice(0, records.length);
    if (!peek) {
      stream.cursor = cursor;
      remember(stream.told, page, { grown, cursor });
    }
    stream.newestEpochMs = records.at(-1)?.epochMs ?? stream.newestEpochMs;
    const ends = (page.ends ?? []).filter((each) => each.cursor <= cursor);
    return {
      records,
      waiting: wanted.slice(records.length),
      cursor,
      dropped: returned ? 0 : page.dropped,
      gaps: returned ? [reconnected, ...page.gaps] : page.gaps,
      app: page.app,
      appId,
      ends: processEnds(ends.map(({ record }) => record)),
      grown: grown.map(({ whole }) => whole),
    };
  }

  /** True when the device reconnected: earlier cursors and process ids are invalid. */
  async #reconnect(op: Operation, stream: OpenStream): Promise<boolean> {
    const { platform, id } = stream.session.device.info;
    const session = await this.#resolve(op, { platform, deviceId: id });
    if (session === stream.session) return false;
    stream.session = session;
    stream.pids.clear();
    stream.told.clear();
    return true;
  }

  /** False when there was none. */
  stop(id: string | undefined): boolean {
    if (id !== undefined) return this.#streams.delete(id);
    const [only] = this.#streams.keys();
    if (this.#streams.size > 1) throw several([...this.#streams.keys()]);
    return only !== undefined && this.#streams.delete(only);
  }

  #find(id: string | undefined): OpenStream {
    const ids = [...this.#streams.keys()];
    if (id === undefined && ids.length > 1) throw several(ids);
    const stream = this.#streams.get(id ?? ids[0] ?? '');
    if (stream) return stream;
    throw new Fault(
      'INVALID_ARGUMENT',
      id === undefined ? 'No log stream is open.' : `No log stream ${JSON.stringify(id)} is open.`,
      {
        nextStep: 'Call start_log_stream first, or get_logs for existing records.',
      },
    );
  }
}

/** What was told up to the cursor, the newest of it. */
function remember(
  told: Map<number, number>,
  { records, cursors }: LogPage,
  { grown, cursor }: { readonly grown: LogPage['grown']; readonly cursor: number },
): void {
  for (const { number, length } of grown) told.set(number, length);
  for (const [at, { message }] of records.entries()) {
    const number = cursors[at] ?? 0;
    if (number <= cursor) told.set(number, message.length);
  }
  const old = [...told.keys()].sort((a, b) => a - b).slice(0, -mostTold);
  for (const number of old) told.delete(number);
}

const reconnected = 'The device disconnected and reconnected; lines from that time may be missing.';

function newer(records: readonly LogRecord[], thanMs: number | null): readonly LogRecord[] {
  if (thanMs === null) return records;
  return records.filter(({ epochMs }) => epochMs !== null && epochMs > thanMs);
}

function several(ids: readonly string[]): Fault {
  return new Fault('INVALID_ARGUMENT', `${ids.length} log streams are open: ${ids.join(', ')}.`, {
    nextStep: 'Pass sessionId.',
  });
}

function follow({ device }: DeviceSession): NonNullable<LogsFacet['follow']> {
  const { logs } = device;
  const work = logs?.follow;
  if (!work) throw cannot(device.info.id);
  return (op, span) => work.call(logs, op, span);
}

function cannot(id: string): Fault {
  return new Fault('CAPABILITY_MISSING', `The log of ${id} cannot be followed.`, {
    nextStep: 'Use get_logs with since_seconds.',
  });
}
