/** Which records a query of a simulator's log wants, and where crash reports stand among them. */
import { filterOfQuery, logFilter } from '../../../logs/log-filter.ts';
import type { LogRecord } from '../../../logs/log-record.ts';
import type { LogQuery } from '../../port/logs.ts';

/** A tag is `subsystem:category`; either part alone names it too. */
export function wantedOf(query: LogQuery, nowMs: number): (record: LogRecord) => boolean {
  const rest = logFilter(filterOfQuery(query, nowMs));
  const { tag } = query;
  if (tag === undefined) return rest;
  return (record) => (record.tag === tag || record.tag.split(':').includes(tag)) && rest(record);
}

/** By time; what has no time of its own stays where it was. */
export function merged(
  records: readonly LogRecord[],
  crashes: readonly LogRecord[],
  limit: number,
): readonly LogRecord[] {
  const all = [...records];
  for (const crash of crashes) {
    const at = all.findIndex(({ epochMs }) => epochMs !== null && epochMs > (crash.epochMs ?? 0));
    all.splice(at < 0 ? all.length : at, 0, crash);
  }
  return all.slice(-limit);
}
