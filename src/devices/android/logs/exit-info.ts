/**
 * `dumpsys activity exit-info PACKAGE`, which Android 11 and later keep of processes that have ended, newest first. Pure.
 * Source: [A14].
 */
import { isProcessOf } from '../../../logs/log-filter.ts';
import type { ProcessEnd } from '../../../logs/process-ends.ts';
import type { AppOfUser } from '../../port/apps.ts';

/** Reasons of `ApplicationExitInfo` by number [A14]; crashes and ANRs are told by the log itself. */
const signaled = 2;
const lowMemory = 3;
const crashes: ReadonlySet<number> = new Set([4, 5, 6]);
const exitSelf = 1;
/** `IMPORTANCE_FOREGROUND` [A14]. */
const foreground = 100;

/** Null where it lists none, or the newest was a crash. `zoneMinutes`: how far the device's times are ahead of UTC [A14]. */
export function newestExit(text: string, { appId, user }: AppOfUser, zoneMinutes: number): ProcessEnd | null {
  for (const block of text.split(/^\s*ApplicationExitInfo #\d+:\s*$/m).slice(1)) {
    // Fields stand as `name=value`, and a description runs up to `state=`.
    const field = (name: string): string | undefined => new RegExp(`\\b${name}=(\\S+)`).exec(block)?.[1];
    const process = field('process');
    if (process === undefined || !isProcessOf(process, { appId })) continue;
    if (user !== null && field('user') !== String(user)) continue;
    const [, reason = '', words = ''] = /\breason=(\d+) \(([^)]*)\)/.exec(block) ?? [];
    const pid = Number(field('pid'));
    if (reason === '' || !Number.isInteger(pid) || crashes.has(Number(reason))) return null;
    const [, timestamp = ''] = /\btimestamp=(\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{3})/.exec(block) ?? [];
    const description = /\bdescription=(.*?) state=/s.exec(block)?.[1]?.trim();
    const said = description === undefined || description === 'null' ? '' : `: ${description}`;
    const status = Number(reason) === signaled ? ` ${field('status') ?? ''}` : '';
    const utc = Date.parse(`${timestamp.replace(' ', 'T')}Z`);
    return {
      process,
      pid,
      by: byOf(Number(reason)),
      why: `${words.toLowerCase().replaceAll('_', ' ')}${status}${said}`,
      inFront: field('importance') === undefined ? null : Number(field('importance')) <= foreground,
      timestamp,
      epochMs: Number.isNaN(utc) ? null : utc - zoneMinutes * 60_000,
    };
  }
  return null;
}

function byOf(reason: number): ProcessEnd['by'] {
  if (reason === lowMemory) return 'lmkd';
  if (reason === signaled) return 'signal';
  return reason === exitSelf ? 'itself' : 'system';
}
