/** The command lines that read a simulator's log, and the predicates in them. Pure. Source: [S7]. */
import type { LogQuery } from '../../port/logs.ts';
import type { AppRecord } from '../apps/app-record.ts';

/** Everything of one app: what its process writes, and what the system writes in its name. */
export function appPredicate(appId: string, app: Pick<AppRecord, 'executable' | 'path'> | null): string {
  const named = `subsystem == ${quoted(appId)}`;
  if (!app?.executable) return named;
  const bundle = app.path?.split('/').at(-1);
  // By the end of the path: another app's process may have the same name.
  const process =
    bundle === undefined
      ? `process == ${quoted(app.executable)}`
      : `processImagePath ENDSWITH ${quoted(`/${bundle}/${app.executable}`)}`;
  return `${process} OR ${named}`;
}

/** What of a query the device itself can leave out; the rest is done here. Null for everything. */
export function queryPredicate({ contains, minLevel }: LogQuery): string | null {
  const parts: string[] = [];
  if (contains !== undefined) parts.push(`eventMessage CONTAINS ${quoted(contains)}`);
  if (minLevel === 'ERROR' || minLevel === 'WARN')
    parts.push('(messageType == error OR messageType == fault)');
  if (minLevel === 'FATAL') parts.push('messageType == fault');
  return parts.length === 0 ? null : parts.join(' AND ');
}

export type LogStart = { readonly lastSeconds: number } | { readonly epochMs: number };

/** Behind `simctl spawn UDID`: prints what the log holds, and ends. */
export function showCommand(predicate: string | null, start: LogStart): readonly string[] {
  const from =
    'epochMs' in start
      ? ['--start', `@${Math.floor(start.epochMs / 1_000)}`]
      : ['--last', `${Math.max(1, Math.ceil(start.lastSeconds))}s`];
  return ['log', 'show', '--style', 'ndjson', '--info', '--debug', ...from, ...withPredicate(predicate)];
}

/** Goes on for ever. All apps at every level would be thousands of lines a second, so that `default` has to do there. */
export function streamCommand(predicate: string | null): readonly string[] {
  const level = predicate === null ? 'default' : 'debug';
  return ['log', 'stream', '--style', 'ndjson', '--level', level, ...withPredicate(predicate)];
}

function withPredicate(predicate: string | null): readonly string[] {
  return predicate === null ? [] : ['--predicate', predicate];
}

/** A string of a predicate; the argument itself goes through no shell. */
function quoted(text: string): string {
  return `"${text.replace(/[\\"]/g, '\\$&')}"`;
}
