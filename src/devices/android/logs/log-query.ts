/** What a query wants of the log: the app, its lines, and how they were told apart. */
import { defined } from '@mobile-debug/core/defined.ts';
import { type AppFilter, filterOfQuery, type LogFilter } from '../../../logs/log-filter.ts';
import type { AppOfUser } from '../../port/apps.ts';
import type { LogQuery, LogReading } from '../../port/logs.ts';

export function ofUser({ appId, user = null }: Pick<LogQuery, 'appId' | 'user'>): AppOfUser | null {
  return appId === undefined ? null : { appId, user };
}

export function keyOf({ appId, user }: AppOfUser): string {
  return `${user ?? ''}:${appId}`;
}

export function filterOf(query: LogQuery, app: AppFilter | null, nowMs: number): LogFilter {
  return { ...filterOfQuery(query, nowMs), ...defined({ app: app ?? undefined, tag: query.tag }) };
}

export function sourceOf(query: LogQuery, app: AppFilter | null): LogReading['source'] {
  if (query.pid !== undefined) return 'pid';
  if (!app) return 'broad';
  if (app.uid !== null) return 'package';
  return app.pids.size > 0 ? 'pid' : 'process';
}
