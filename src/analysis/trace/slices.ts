/** Slices of threads from their begins and ends, and what a thread was doing over a time. */
import { type Change, sliceEnd, type TraceStore } from './trace-store.ts';

export interface Slice {
  readonly tid: number;
  readonly name: string;
  readonly startNs: number;
  endNs: number;
  /** 0 for what lies in no other slice. */
  readonly depth: number;
  finished: boolean;
}

/**
 * In order of their begins. Bundles come per processor, so the order in the file is not that of time. What was open
 * while events were lost is left out: its end may be that of another.
 */
export function slicesOf(store: TraceStore): readonly Slice[] {
  const { ns, tid, name } = store.marks;
  const order = Uint32Array.from(ns.keys()).sort((a, b) => (ns[a] ?? 0) - (ns[b] ?? 0) || a - b);
  const open = new Map<number, Slice[]>();
  const slices: Slice[] = [];
  for (const index of order) {
    const thread = tid[index] ?? 0;
    const stack = open.get(thread) ?? [];
    open.set(thread, stack);
    const at = ns[index] ?? 0;
    const id = name[index] ?? sliceEnd;
    if (id === sliceEnd) {
      const slice = stack.pop();
      if (slice) Object.assign(slice, { endNs: at, finished: true });
    } else {
      const slice = {
        tid: thread,
        name: store.names[id] ?? '',
        startNs: at,
        endNs: store.lastNs,
        depth: stack.length,
        finished: false,
      };
      stack.push(slice);
      slices.push(slice);
    }
  }
  return slices.filter(({ startNs, endNs }) => !store.losses.some((loss) => startNs < loss && loss <= endNs));
}

export type States = {
  running_ms: number;
  runnable_ms: number;
  sleeping_ms: number;
  uninterruptible_ms: number;
};

const uninterruptible = 2;
const interruptible = 1;

/** Time in each state between two moments; before the first change that is known, none is counted. */
export function statesOver(changes: readonly Change[], startNs: number, endNs: number): States {
  const states = { running_ms: 0, runnable_ms: 0, sleeping_ms: 0, uninterruptible_ms: 0 };
  let now: keyof States | null = null;
  let since = startNs;
  const until = (ns: number): void => {
    const end = Math.min(ns, endNs);
    if (now !== null && end > since) states[now] += (end - since) / 1e6;
    since = Math.max(since, end);
  };
  for (const change of [...changes].sort((a, b) => a.ns - b.ns)) {
    if (change.ns >= endNs) break;
    until(change.ns);
    now = stateAfter(change, now);
  }
  until(endNs);
  return states;
}

function stateAfter({ kind, state }: Change, now: keyof States | null): keyof States {
  if (kind === 'on') return 'running_ms';
  // Waking a thread that runs changes nothing.
  if (kind === 'woken') return now === 'running_ms' ? now : 'runnable_ms';
  if (state % 4 >= uninterruptible) return 'uninterruptible_ms';
  return state % 2 === interruptible ? 'sleeping_ms' : 'runnable_ms';
}
