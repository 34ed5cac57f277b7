/** Answers to questions about a trace: numbers, and what they rest on. Times in milliseconds from the first clock snapshot. */
import { type Slice, type States, statesOver } from './slices.ts';
import { jankBits, type TraceStore } from './trace-store.ts';

export interface Told {
  readonly store: TraceStore;
  readonly slices: readonly Slice[];
  readonly limit: number;
  /** The processes that are asked about; null for all. */
  readonly pids: ReadonlySet<number> | null;
}

/** From this length on a slice of the main thread is a stall. */
export const stallNs = 100e6;

export const round = (ms: number): number => Math.round(ms * 1000) / 1000;

export function zeroNs({ clocks, firstNs }: TraceStore): number {
  return clocks[0]?.bootNs ?? firstNs;
}

/** `appId` is a whole process name, or the part before its colon. */
export function pidsOf(store: TraceStore, appId: string): ReadonlySet<number> {
  const own = [...store.processNames].filter(([, name]) => name === appId || name.startsWith(`${appId}:`));
  return new Set(own.map(([pid]) => pid));
}

export function cpuTime({ store, limit, pids }: Told) {
  const threads = [...store.runningNs].map(([tid, ns]) => ({
    tid,
    pid: store.pidOf(tid),
    name: store.threadNames.get(tid) ?? null,
    process: store.processName(tid),
    running_ms: round(ns / 1e6),
  }));
  const perProcess = new Map<number, { name: string | null; running_ms: number }>();
  for (const { pid, process, running_ms } of threads) {
    const sum = perProcess.get(pid)?.running_ms ?? 0;
    perProcess.set(pid, { name: process, running_ms: round(sum + running_ms) });
  }
  const app = pids && [...perProcess].filter(([pid]) => pids.has(pid));
  return {
    threads: threads
      .filter(({ pid }) => !pids || pids.has(pid))
      .sort((a, b) => b.running_ms - a.running_ms)
      .slice(0, limit),
    processes: [...perProcess.values()].sort((a, b) => b.running_ms - a.running_ms).slice(0, limit),
    ...(app ? { app_running_ms: round(app.reduce((sum, [, each]) => sum + each.running_ms, 0)) } : {}),
  };
}

/** Slices of main threads that lie in no other and last long enough to be felt. */
export function longOnMain({ store, slices, pids }: Omit<Told, 'limit'>): readonly Slice[] {
  return slices.filter(
    ({ tid, depth, startNs, endNs }) =>
      depth === 0 && endNs - startNs >= stallNs && store.pidOf(tid) === tid && (!pids || pids.has(tid)),
  );
}

export function mainThread(told: Told) {
  const long = [...longOnMain(told)].sort((a, b) => b.endNs - b.startNs - (a.endNs - a.startNs));
  const zero = zeroNs(told.store);
  return {
    stall_count: long.length,
    stalls: long.slice(0, told.limit).map((slice) => {
      const changes = told.store.changes.get(slice.tid) ?? [];
      const states = statesOver(changes, slice.startNs, slice.endNs);
      const known = changes.length > 0;
      return {
        slice: slice.name,
        process: told.store.processName(slice.tid),
        start_ms: round((slice.startNs - zero) / 1e6),
        duration_ms: round((slice.endNs - slice.startNs) / 1e6),
        finished: slice.finished,
        states: known ? roundAll(states) : null,
        waiting_for: waitingFor(told.slices, slice, states),
      };
    }),
  };
}

function waitingFor(slices: readonly Slice[], stall: Slice, states: States) {
  const within = slices.filter(
    ({ tid, depth, startNs, endNs }) =>
      tid === stall.tid && depth > 0 && startNs >= stall.startNs && endNs <= stall.endNs,
  );
  const marked = within.flatMap((slice) => {
    const reason = reasonOf(slice.name);
    return reason ? [{ ...reason, ms: round((slice.endNs - slice.startNs) / 1e6) }] : [];
  });
  const explained = marked.reduce((sum, { ms }) => sum + ms, 0);
  const rest = [
    { kind: 'running', ms: round(states.running_ms) },
    { kind: 'cpu', ms: round(states.runnable_ms) },
    { kind: 'uninterruptible', ms: round(states.uninterruptible_ms) },
    { kind: 'sleeping', ms: round(Math.max(0, states.sleeping_ms - explained)) },
  ];
  return [...marked, ...rest.filter(({ ms }) => ms > 0)].sort((a, b) => b.ms - a.ms).slice(0, 10);
}

/** As ART and libbinder name what a thread waits for. */
function reasonOf(name: string) {
  const monitor =
    /^monitor contention with owner (.+) \((\d+)\) at (.+?)\(([^()]*:-?\d+)\) waiters=(\d+) blocking from (.+?)\([^()]*:-?\d+\)$/.exec(
      name,
    );
  if (monitor) {
    const [, owner_thread, tid, blocking_method, source, waiters, blocked_method] = monitor;
    const more = { owner_thread, owner_tid: Number(tid), blocking_method, blocked_method, source };
    return { kind: 'lock', ...more, competitors: Number(waiters) };
  }
  const contention = /^Lock contention on .* \(owner tid: (\d+)\)/.exec(name);
  if (contention) return { kind: 'lock', owner_tid: Number(contention[1]) };
  if (name === 'binder transaction') return { kind: 'binder' };
  return /\bGC\b/.test(name) ? { kind: 'gc' } : null;
}

/** One token of one process is one frame, whatever its layers. Null without a frame timeline: no frames is not the same. */
export function jank({ store, slices, limit, pids }: Told) {
  const frames = new Map<
    string,
    { pid: number; token: number; startNs: number; endNs: number; jank: number }
  >();
  for (const { pid, token, startNs, endNs, jank: bits } of store.frames) {
    if (endNs === null || (pids && !pids.has(pid))) continue;
    const known = frames.get(`${pid} ${token}`);
    frames.set(`${pid} ${token}`, {
      pid,
      token,
      startNs: Math.min(startNs, known?.startNs ?? startNs),
      endNs: Math.max(endNs, known?.endNs ?? endNs),
      jank: bits | (known?.jank ?? 0),
    });
  }
  if (store.frames.length === 0) return null;
  const causesOf = (bits: number): string[] =>
    Object.entries(jankBits).flatMap(([name, bit]) => ((bits & bit) === 0 ? [] : [name]));
  const janky = [...frames.values()].filter(({ jank: bits }) => causesOf(bits).length > 0);
  const appBits = jankBits.app_deadline_missed | jankBits.app_resynced_jitter;
  const count = (bit: number): number => janky.filter(({ jank: bits }) => (bits & bit) !== 0).length;
  return {
    source: 'frame_timeline' as const,
    frames: frames.size,
    janky_frames: janky.length,
    app_janky_frames: count(appBits),
    by_cause: Object.fromEntries(Object.entries(jankBits).map(([name, bit]) => [name, count(bit)])),
    worst: janky
      .sort((a, b) => b.endNs - b.startNs - (a.endNs - a.startNs))
      .slice(0, Math.min(limit, 10))
      .map(({ pid, token, startNs, endNs, jank: bits }) => ({
        frame_id: token,
        process: store.processName(pid),
        start_ms: round((startNs - zeroNs(store)) / 1e6),
        duration_ms: round((endNs - startNs) / 1e6),
        overrun_ms: null,
        causes: causesOf(bits),
        main_thread: sums(
          slices.filter(({ tid }) => tid === pid),
          startNs,
          endNs,
        ).slice(0, 5),
      })),
  };
}

/** What slices a pattern finds, `*` for any characters. */
export function foundSlices({ store, slices, limit, pids }: Told, pattern: string) {
  const parts = pattern.split('*');
  const byName = grouped(
    slices.filter(({ name, tid }) => fits(parts, name) && (!pids || pids.has(store.pidOf(tid)))),
  );
  const found = [...byName].map(([name, all]) => {
    const longest = all.reduce((a, b) => (b.endNs - b.startNs > a.endNs - a.startNs ? b : a));
    return {
      name,
      count: all.length,
      total_ms: round(all.reduce((sum, { startNs, endNs }) => sum + endNs - startNs, 0) / 1e6),
      longest: {
        start_ms: round((longest.startNs - zeroNs(store)) / 1e6),
        duration_ms: round((longest.endNs - longest.startNs) / 1e6),
        finished: longest.finished,
        tid: longest.tid,
        thread: store.threadNames.get(longest.tid) ?? null,
        process: store.processName(longest.tid),
      },
    };
  });
  return found.sort((a, b) => b.total_ms - a.total_ms).slice(0, limit);
}

/** Whether a name has these parts in this order, the first at its begin and the last at its end. In one pass. */
function fits(parts: readonly string[], name: string): boolean {
  const [first = '', ...others] = parts;
  const last = others.pop();
  if (last === undefined) return name === first;
  if (!name.startsWith(first) || !name.endsWith(last)) return false;
  let at = first.length;
  for (const part of others) {
    const found = name.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return at <= name.length - last.length;
}

function grouped(slices: readonly Slice[]): Map<string, Slice[]> {
  const groups = new Map<string, Slice[]>();
  for (const slice of slices) {
    const group = groups.get(slice.name);
    if (group) group.push(slice);
    else groups.set(slice.name, [slice]);
  }
  return groups;
}

/** Sums by name, clipped to a time, frame numbers cut off. */
function sums(slices: readonly Slice[], startNs: number, endNs: number) {
  const totals = new Map<string, number>();
  for (const slice of slices) {
    const ns = Math.min(slice.endNs, endNs) - Math.max(slice.startNs, startNs);
    const name = slice.name.replace(/ \d+$/, '');
    if (ns > 0) totals.set(name, (totals.get(name) ?? 0) + ns);
  }
  return [...totals].sort((a, b) => b[1] - a[1]).map(([name, ns]) => ({ name, total_ms: round(ns / 1e6) }));
}

function roundAll(states: States): States {
  return {
    running_ms: round(states.running_ms),
    runnable_ms: round(states.runnable_ms),
    sleeping_ms: round(states.sleeping_ms),
    uninterruptible_ms: round(states.uninterruptible_ms),
  };
}
