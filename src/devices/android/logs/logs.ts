/**
 * The logs facet: queries over what the feed holds, with the app told apart by its package. It never clears a buffer
 * and never takes process ids from the log (field cases LOG-08 and LOG-09 of test/contract). Source: [A5].
 */
import { defined } from '@mobile-debug/core/defined.ts';
import { Fault } from '@mobile-debug/core/fault.ts';
import { Mutex } from '@mobile-debug/core/mutex.ts';
import type { Operation } from '@mobile-debug/core/operation.ts';
import { type AppFilter, isProcessOf, logFilter, tellsEndOf } from '../../../logs/log-filter.ts';
import type { LogRecord } from '../../../logs/log-record.ts';
import { type ProcessEnd, processEndIn, processEnds } from '../../../logs/process-ends.ts';
import type { AppOfUser, AppsFacet } from '../../port/apps.ts';
import { emptyPage, type LogPage, type LogQuery, type LogReading, type LogsFacet } from '../../port/logs.ts';
import type { AdbDevice } from '../adb/adb-types.ts';
import { quoteArg } from '../adb/quote.ts';
import { uidOf } from '../apps/packages.ts';
import { userFlag } from '../apps/user-flag.ts';
import { newestExit } from './exit-info.ts';
import { filterOf, keyOf, ofUser, sourceOf } from './log-query.ts';
import type { DeviceTime } from './logs-command.ts';
import { LogFeed } from './logs-feed.ts';

/** Below this, many programs of the system share one user id. */
const firstAppUid = 10_000;
/** Ends of processes that are looked back for. */
const mostEnds = 200;

export function androidLogs(
  adb: AdbDevice,
  apps: AppsFacet,
  capacity?: number,
): LogsFacet & { close(): Promise<void> } {
  const reader = new LogReader(adb, apps, capacity);
  const mutex = new Mutex();
  return {
    query: (op, query) => mutex.run(op, () => reader.query(op, query)),
    follow: (op, span) => mutex.run(op, () => reader.follow(op, span)),
    close: () => reader.close(),
  };
}

class LogReader {
  readonly #adb: AdbDevice;
  readonly #apps: AppsFacet;
  readonly #feed: LogFeed;
  readonly #uids = new Map<string, number>();
  #clock: LogReading['clockOffset'];

  constructor(adb: AdbDevice, apps: AppsFacet, capacity: number | undefined) {
    this.#adb = adb;
    this.#apps = apps;
    this.#feed = new LogFeed(adb, capacity);
  }

  async query(op: Operation, query: LogQuery): Promise<LogReading> {
    const asked = ofUser(query);
    const pids = asked === null ? null : await this.#pids(op, asked);
    const askedAtMs = op.clock.epochMs();
    const { from, time, owed } = await this.#feed.freshen(op);
    const answeredAtMs = op.clock.epochMs();
    if (time) this.#measure(time.epochMs, askedAtMs, answeredAtMs);
    const app = asked === null || pids === null ? null : await this.#app(op, asked, pids);
    const nowMs = time?.epochMs ?? answeredAtMs;
    const filter = filterOf(query, app, nowMs);
    const { records, dropped } = this.#feed.select(logFilter(filter), query.limit, owed);
    const ends = this.#ends(app, filter.sinceEpochMs, owed);
    const last =
      asked === null || pids === null || pids.length > 0 ? null : await this.#exit(op, asked, time);
    const isWanted = last !== null && (last.epochMs ?? nowMs) >= (filter.sinceEpochMs ?? 0);
    const oldest = this.#feed.memory.oldestEpochMs;
    const whole = filter.sinceEpochMs !== undefined && oldest !== null && oldest < filter.sinceEpochMs;
    return {
      records,
      source: sourceOf(query, app),
      app: pids === null ? null : { running: pids.length > 0, pids },
      dropped: whole ? 0 : dropped,
      gaps: this.#feed.memory.gaps(filter.sinceEpochMs),
      ends: isWanted && !ends.some(({ pid }) => pid === last.pid) ? [...ends, last] : ends,
      from,
      ...(this.#clock ? { clockOffset: this.#clock } : {}),
    };
  }

  async follow(op: Operation, span: Parameters<NonNullable<LogsFacet['follow']>>[1]): Promise<LogPage> {
    const { minLevel, after, limit } = span;
    const asked = ofUser(span);
    const pids = asked === null ? null : await this.#pids(op, asked);
    await this.#feed.freshen(op);
    const app = pids === null ? null : { running: pids.length > 0, pids };
    // A short life between two readings is known by the package alone, and its buffer may be cleared by then.
    if (after === null && asked !== null && !this.#uids.has(keyOf(asked))) await this.#askUid(op, asked);
    const { memory } = this.#feed;
    if (after === null) return { ...emptyPage, cursor: memory.cursor, app };
    const owner =
      asked === null || pids === null ? null : await this.#app(op, asked, [...span.pids, ...pids]);
    const filter = { ...(owner ? { app: owner } : {}), ...(minLevel === undefined ? {} : { minLevel }) };
    const page = memory.after(after, logFilter(filter), limit);
    const ends = owner === null ? [] : this.#endsAfter(after, owner);
    const grown = memory.grown(span.told ?? new Map());
    return { ...page, grown, ends, gaps: memory.gapsAfter(after), app };
  }

  #endsAfter(after: number, app: AppFilter): NonNullable<LogPage['ends']> {
    const wanted = (record: LogRecord): boolean => tellsEndOf(record, app);
    const { records, cursors } = this.#feed.memory.after(after, wanted, mostEnds);
    return records.map((record, at) => ({ record, cursor: cursors[at] ?? 0 }));
  }

  async close(): Promise<void> {
    await this.#feed.close();
  }

  /** Empty for an app that does not run; APP_NOT_INSTALLED for one that is not there. */
  async #pids(op: Operation, { appId, user }: AppOfUser): Promise<readonly number[]> {
    const pids = await this.#apps.pids(op, appId, user);
    if (pids.length > 0 || (await this.#apps.installed(op, appId, user))) return pids;
    throw new Fault('APP_NOT_INSTALLED', `${appId} is not installed, so the log has no records of it.`);
  }

  async #app(op: Operation, app: AppOfUser, pids: readonly number[]): Promise<AppFilter> {
    const ids = new Set(pids);
    const uid = this.#learnUid(app, ids) ?? (ids.size === 0 ? await this.#askUid(op, app) : null);
    return { appId: app.appId, pids: ids, uid, endedPids: this.#endedPids(app) };
  }

  /** A line may name only the process id, another one of the same end the app. */
  #endedPids(app: AppOfUser): ReadonlySet<number> {
    const named = (record: LogRecord): boolean => isProcessOf(processEndIn(record)?.process ?? null, app);
    const { records } = this.#feed.select(named, mostEnds, []);
    return new Set(records.flatMap((record) => processEndIn(record)?.pid ?? []));
  }

  #ends(
    app: AppFilter | null,
    sinceEpochMs: number | undefined,
    owed: readonly string[],
  ): readonly ProcessEnd[] {
    const isRecent = logFilter(defined({ sinceEpochMs }));
    const wanted = (record: LogRecord): boolean =>
      processEndIn(record) !== null && isRecent(record) && (app === null || tellsEndOf(record, app));
    return processEnds(this.#feed.select(wanted, mostEnds, owed).records);
  }

  /** What Android 11 and later remember of the last process; null for earlier ones, and after a crash. */
  async #exit(op: Operation, app: AppOfUser, time: DeviceTime | null): Promise<ProcessEnd | null> {
    const { stdout } = await this.#adb.shell(op, `dumpsys activity exit-info ${quoteArg(app.appId)}`);
    return newestExit(stdout.toString('utf8'), app, time?.assumed.zoneMinutes ?? 0);
  }

  /** From the lines of its processes: costs nothing, and is right again after a reinstall. */
  #learnUid(app: AppOfUser, pids: ReadonlySet<number>): number | null {
    const own = this.#feed.select((record) => pids.has(record.pid) && record.uid !== null, 1, []);
    const uid = own.records[0]?.uid ?? null;
    if (uid !== null && uid % 100_000 >= firstAppUid) this.#uids.set(keyOf(app), uid);
    return this.#uids.get(keyOf(app)) ?? null;
  }

  async #askUid(op: Operation, app: AppOfUser): Promise<number | null> {
    const command = `pm list packages -U${userFlag(app.user)} ${quoteArg(app.appId)}`;
    const { stdout } = await this.#adb.shell(op, command);
    const uid = uidOf(stdout.toString('utf8'), app.appId);
    if (uid === null || uid < firstAppUid) return null;
    this.#uids.set(keyOf(app), uid);
    return uid;
  }

  /** The device's clock was read somewhere between asking and answering; the narrowest measurement of late counts. */
  #measure(deviceMs: number, askedAtMs: number, answeredAtMs: number): void {
    const errorMs = Math.max(1, Math.ceil((answeredAtMs - askedAtMs) / 2));
    const old = this.#clock;
    const keep = old && old.errorMs <= errorMs && answeredAtMs - old.measuredAtMs < 60_000;
    if (keep) return;
    const offsetMs = Math.round(deviceMs - (askedAtMs + answeredAtMs) / 2);
    this.#clock = { offsetMs, errorMs, measuredAtMs: answeredAtMs };
  }
}
