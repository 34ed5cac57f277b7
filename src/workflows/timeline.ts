/** One list in time order of what happened on a device, each entry linked to the action in whose span it falls. Pure. */
import { crashSummary } from '../logs/crash-summary.ts';
import type { LogRecord } from '../logs/log-record.ts';
import type { ProcessEnd } from '../logs/process-ends.ts';
import type { ActionRecord } from '../session/action-journal.ts';
import type { DebugHappening } from '../session/debug-trail.ts';
import type { ScreenChange } from '../session/device-session.ts';
import type { EventTimes } from '../session/evidence.ts';
import { visibleText } from '../ui/visible-text.ts';
import type { TimelineEntry } from '../wire/timeline-answer.ts';

export interface TimelineFacts {
  /** Of this device. */
  readonly actions: readonly ActionRecord[];
  readonly changes: readonly ScreenChange[];
  readonly happenings: readonly DebugHappening[];
  readonly logErrors: readonly LogRecord[];
  /** Ends of processes, crashes aside. */
  readonly ends: readonly ProcessEnd[];
  readonly clockOffset: EventTimes['offset'];
}

const longestLine = 300;

/** Oldest first. */
export function buildTimeline({
  actions,
  changes,
  happenings,
  logErrors,
  ends,
  clockOffset,
}: TimelineFacts): readonly TimelineEntry[] {
  const spans = new Spans(actions, clockOffset);
  const crashes = crashSummary(logErrors);
  const ofCrash = new Set(crashes.map(({ timestamp }) => timestamp));
  const entries = [
    ...actions.map(actionEntry),
    ...changes.map((change) => ({
      ...spans.at(change.seen.epochMs, 0),
      kind: 'delta' as const,
      line: deltaLine(change),
    })),
    ...happenings.map(({ atMs, line }) => ({ ...spans.at(atMs, 0), kind: 'debugger' as const, line })),
    ...logErrors
      .filter(({ timestamp }) => !ofCrash.has(timestamp))
      .flatMap(({ epochMs, tag, message }) =>
        spans.logged(epochMs, { kind: 'log_error', line: `${tag}: ${message}` }),
      ),
    ...ends
      .filter(({ pid, inFront }) => inFront === true && crashes.every((crash) => crash.pid !== pid))
      .flatMap((end) => spans.logged(end.epochMs, { kind: 'process_end', line: endLine(end) })),
    ...crashes.flatMap(({ epochMs, kind, process, exception, message }) =>
      spans.logged(epochMs, {
        kind: 'crash',
        line: `${kind} in ${process ?? 'unknown process'}: ${exception}${message === null ? '' : `: ${message}`}`,
      }),
    ),
  ];
  return entries.sort((a, b) => a.at_ms - b.at_ms);
}

function actionEntry(record: ActionRecord): TimelineEntry {
  const { actionId, actionType, success, started, completed, dispatchStarted } = record;
  const lasted = Math.round(completed.monotonicMs - started.monotonicMs);
  const sent = dispatchStarted
    ? `sent after ${Math.round(dispatchStarted.monotonicMs - started.monotonicMs)} ms`
    : 'nothing sent';
  return {
    at_ms: started.epochMs,
    kind: 'action',
    action_id: actionId,
    line: `${actionType}: ${success ? 'success' : 'failed'}, ${sent}, ${lasted} ms in all`,
  };
}

function deltaLine({ revision, delta }: ScreenChange): string {
  if (!delta) return `revision ${revision}: first reading`;
  const { previous_snapshot_revision: from, added_elements, removed_elements, mutated_elements } = delta;
  return `revision ${from} to ${revision}: ${added_elements} added, ${removed_elements} removed, ${mutated_elements} changed`;
}

type EntryTiming = Pick<TimelineEntry, 'at_ms' | 'action_id' | 'during_action' | 'action_uncertain'>;

class Spans {
  /** In the order in which they began, which is not that of their completion. */
  readonly #actions: readonly ActionRecord[];
  readonly #offset: EventTimes['offset'];

  constructor(actions: readonly ActionRecord[], offset: EventTimes['offset']) {
    this.#actions = [...actions].sort((a, b) => a.started.monotonicMs - b.started.monotonicMs);
    this.#offset = offset;
  }

  at(atMs: number, errorMs: number): EntryTiming {
    const action = this.#begunBy(atMs);
    const uncertain = this.#begunBy(atMs - errorMs) !== this.#begunBy(atMs + errorMs);
    return {
      at_ms: Math.round(atMs),
      action_id: action?.actionId ?? null,
      ...(action ? { during_action: atMs <= action.completed.epochMs } : {}),
      ...(uncertain ? { action_uncertain: true } : {}),
    };
  }

  /** Without a measured offset the device's time is used as it is; a record without a time is left out. */
  logged(epochMs: number | null, entry: Pick<TimelineEntry, 'kind' | 'line'>): TimelineEntry[] {
    if (epochMs === null) return [];
    const timing = this.at(epochMs - (this.#offset?.offsetMs ?? 0), this.#offset?.errorMs ?? 0);
    const [first = ''] = entry.line.split('\n');
    return [{ ...timing, kind: entry.kind, line: visibleText(first.slice(0, longestLine)) }];
  }

  #begunBy(atMs: number): ActionRecord | undefined {
    return this.#actions.findLast(({ started }) => started.epochMs <= atMs);
  }
}

/** Of an app that was in front; others are ended by the system all day. */
function endLine({ process, pid, by, why }: ProcessEnd): string {
  const whom = by === 'unknown' ? '' : by === 'itself' ? ' by itself' : ` by ${by}`;
  return `process ${process ?? 'unknown'} (pid ${pid}) ended${whom}${why === null ? '' : `: ${why}`}`;
}
