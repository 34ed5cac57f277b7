/** The logs facet of a simulator: one stream per app, crash reports between its lines, everything else by `log show`. */
import type { Environment } from '@mobile-debug/core/environment.ts';
import { Mutex } from '@mobile-debug/core/mutex.ts';
import type { Operation } from '@mobile-debug/core/operation.ts';
import { filterOfQuery, logFilter } from '../../../logs/log-filter.ts';
import { emptyPage, type LogPage, type LogQuery, type LogReading, type LogsFacet } from '../../port/logs.ts';
import type { AppCatalog } from '../apps/app-catalog.ts';
import { checkAppId, notInstalled } from '../apps/app-id.ts';
import type { AppRecord } from '../apps/app-record.ts';
import type { Simctl } from '../ios-types.ts';
import { merged, wantedOf } from './log-query.ts';
import { appPredicate, queryPredicate, showCommand } from './logs-command.ts';
import { CrashReports, isCrashReport } from './logs-crashes.ts';
import { eventsIn, type FeedSource, LogFeed } from './logs-feed.ts';
import type { LogStreams } from './logs-streams.ts';

export interface IosLogsDeps {
  readonly simctl: Simctl;
  readonly catalog: AppCatalog;
  readonly streams: LogStreams;
  readonly environment: Environment;
}

/** How far back history is read when nobody says: of one app it is cheap, of the whole system it is not. */
// `log show` without a predicate takes seconds per minute of history [S7]; the spans are chosen [O1].
const appHistorySeconds = 300;
const broadHistorySeconds = 30;
const longestHistorySeconds = 3_600;
/** How old a crash report may be when the caller names no time span [O1]. */
const recentCrashMs = 3_600_000;
/** Each stream is two processes and handles of the system; more apps than this are rare. */
const mostStreams = 4;
const showMaxBytes = 64 << 20;

export function iosLogs(parts: IosLogsDeps): LogsFacet & { close(): Promise<void> } {
  const reader = new LogReader(parts);
  return {
    query: (op, query) => reader.query(op, query),
    follow: (op, span) => reader.follow(op, span),
    close: () => reader.close(),
  };
}

interface AppState {
  readonly appId: string;
  readonly record: AppRecord | null;
  readonly pids: readonly number[];
}

class LogReader {
  readonly #parts: IosLogsDeps;
  readonly #crashes: CrashReports;
  /** By app, '' for all; in the order of their last use. */
  readonly #feeds = new Map<string, LogFeed>();
  /** One query at a time, so that two do not start the same stream. */
  readonly #mutex = new Mutex();

  constructor(parts: IosLogsDeps) {
    this.#parts = parts;
    this.#crashes = new CrashReports(parts.environment['HOME'], parts.simctl.udid);
  }

  async query(op: Operation, query: LogQuery): Promise<LogReading> {
    return await this.#mutex.run(op, async () => {
      const app = await this.#app(op, query.appId);
      const read = app ? await this.#fromFeed(op, query, app) : await this.#fromDump(op, query);
      const nowMs = op.clock.epochMs();
      const sinceMs = query.sinceSeconds === undefined ? null : nowMs - query.sinceSeconds * 1_000;
      const reports = await this.#crashes.since(op, sinceMs ?? nowMs - recentCrashMs, app);
      const crashes = reports.filter(wantedOf(query, nowMs));
      return {
        ...read,
        records: merged(read.records, crashes, query.limit),
        source: query.pid !== undefined ? 'pid' : app ? 'process' : 'broad',
        app: app && { running: app.pids.length > 0, pids: app.pids },
        // The simulator's clock is this computer's.
        clockOffset: { offsetMs: 0, errorMs: 1, measuredAtMs: Math.round(nowMs) },
      };
    });
  }

  async follow(op: Operation, span: Parameters<NonNullable<LogsFacet['follow']>>[1]): Promise<LogPage> {
    return await this.#mutex.run(op, async () => {
      const app = await this.#app(op, span.appId);
      const feed = await this.#feed(app);
      await feed.freshen(op, app ? appHistorySeconds : broadHistorySeconds);
      // The log has no entry for a process that was killed by a signal.
      feed.add(await this.#crashes.since(op, op.clock.epochMs() - recentCrashMs, app));
      const state = app && { running: app.pids.length > 0, pids: app.pids };
      if (span.after === null) return { ...emptyPage, cursor: feed.memory.cursor, app: state };
      const wanted = logFilter(span.minLevel === undefined ? {} : { minLevel: span.minLevel });
      const page = feed.memory.after(span.after, wanted, span.limit);
      const grown = feed.memory.grown(span.told ?? new Map());
      return { ...page, grown, gaps: feed.memory.gapsAfter(span.after), app: state };
    });
  }

  async close(): Promise<void> {
    const feeds = [...this.#feeds.values()];
    this.#feeds.clear();
    await Promise.allSettled(feeds.map((feed) => feed.close()));
  }

  async #fromFeed(op: Operation, query: LogQuery, app: AppState) {
    const feed = await this.#feed(app);
    const wantedSeconds = Math.min(query.sinceSeconds ?? 0, longestHistorySeconds);
    const from = await feed.freshen(op, Math.max(appHistorySeconds, wantedSeconds));
    const nowMs = op.clock.epochMs();
    const sinceMs = filterOfQuery(query, nowMs).sinceEpochMs;
    if (sinceMs !== undefined && !feed.covers(sinceMs)) return await this.#fromDump(op, query, app);
    const wanted = wantedOf(query, nowMs);
    const { records, dropped } = feed.memory.newest(
      (record) => !isCrashReport(record) && wanted(record),
      query.limit,
    );
    const oldest = feed.memory.oldestEpochMs;
    const whole = sinceMs !== undefined && oldest !== null && oldest < sinceMs;
    return { records, dropped: whole ? 0 : dropped, gaps: feed.memory.gaps(sinceMs), from };
  }

  async #fromDump(op: Operation, query: LogQuery, app: AppState | null = null) {
    const lastSeconds = Math.min(query.sinceSeconds ?? broadHistorySeconds, longestHistorySeconds);
    const parts = [app && `(${appPredicate(app.appId, app.record)})`, queryPredicate(query)];
    const predicate = parts.filter((part) => part !== null).join(' AND ') || null;
    const lines = await this.#history(op, showCommand(predicate, { lastSeconds }));
    const wanted = wantedOf(query, op.clock.epochMs());
    const records = eventsIn(lines)
      .map(({ record }) => record)
      .filter(wanted);
    const asked = query.sinceSeconds ?? lastSeconds;
    const gaps =
      asked > lastSeconds ? [`Only the last ${lastSeconds} s were read; reading more takes too long.`] : [];
    return { records: records.slice(-query.limit), dropped: 0, gaps, from: 'dump' as const };
  }

  async #history(op: Operation, command: readonly string[]): Promise<readonly string[]> {
    const { stdout } = await this.#parts.simctl.run(op, ['spawn', ...command], { maxBytes: showMaxBytes });
    return stdout.toString('utf8').split('\n');
  }

  /** APP_NOT_INSTALLED for one that is not there: nothing in the log can be its own. */
  async #app(op: Operation, appId: string | undefined): Promise<AppState | null> {
    if (appId === undefined) return null;
    checkAppId(appId);
    const { catalog } = this.#parts;
    const record = await catalog.find(op, appId);
    if (!record && (await catalog.bundlePath(op, appId)) === null) throw notInstalled(appId);
    return { appId, record, pids: (await catalog.running(op)).get(appId) ?? [] };
  }

  async #feed(app: AppState | null): Promise<LogFeed> {
    const key = app?.appId ?? '';
    const feed = this.#feeds.get(key) ?? new LogFeed(this.#source(app));
    this.#feeds.delete(key);
    this.#feeds.set(key, feed);
    // The least recently used feeds stop streaming and keep what they hold.
    const idle = [...this.#feeds.values()].slice(0, -mostStreams);
    await Promise.allSettled(idle.map((each) => each.close()));
    return feed;
  }

  #source(app: AppState | null): FeedSource {
    const predicate = app && appPredicate(app.appId, app.record);
    return {
      history: (op, start) => this.#history(op, showCommand(predicate, start)),
      stream: (op, onLine) => this.#parts.streams.start(op, predicate, onLine),
    };
  }
}
