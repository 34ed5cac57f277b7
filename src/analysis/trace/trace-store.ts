/** What is kept of a trace: columns of numbers for what is frequent, names once. */

export interface FrameStart {
  readonly startNs: number;
  readonly pid: number;
  readonly token: number;
  readonly jank: number;
  endNs: number | null;
}

/** Bits of `jank_type` in FrameTimelineEvent.ActualSurfaceFrameStart. */
export const jankBits = {
  sf_scheduling: 2,
  prediction_error: 4,
  display_hal: 8,
  sf_cpu_deadline_missed: 16,
  sf_gpu_deadline_missed: 32,
  app_deadline_missed: 64,
  buffer_stuffing: 128,
  unknown: 256,
  sf_stuffing: 512,
  dropped: 1024,
  app_resynced_jitter: 4096,
} as const;

export interface Clocks {
  readonly bootNs: number;
  readonly realNs: number | null;
  readonly monotonicNs: number | null;
}

/** A thread that the scheduler put on a processor, took off or woke. */
export interface Change {
  readonly ns: number;
  readonly kind: 'on' | 'off' | 'woken';
  /** With `off`: the state it was left in, as the kernel writes it. */
  readonly state: number;
}

export const sliceEnd = -1;

export class TraceStore {
  firstNs = Number.POSITIVE_INFINITY;
  lastNs = 0;
  sdk: number | null = null;
  readonly clocks: Clocks[] = [];
  readonly cpus = new Set<number>();
  /** Of threads: their process, as far as anything says it. */
  readonly processOf = new Map<number, number>();
  readonly processNames = new Map<number, string>();
  readonly threadNames = new Map<number, string>();
  readonly runningNs = new Map<number, number>();
  /** Begins and ends of slices as the file gives them: time, thread, name. */
  readonly marks = { ns: [] as number[], tid: [] as number[], name: [] as number[] };
  readonly names: string[] = [];
  readonly frames: FrameStart[] = [];
  readonly openFrames = new Map<number, FrameStart>();
  readonly changes = new Map<number, Change[]>();
  readonly overrun = { start: new Map<number, number>(), end: new Map<number, number>() };
  /** When bundles began that say that events before them were lost. */
  readonly losses: number[] = [];
  packetsDropped = 0;
  chunksOverwritten = 0;
  writerPacketLoss = 0;
  undecodable = 0;
  trackEvents = 0;
  readonly #nameIds = new Map<string, number>();

  /** `watched`: threads whose changes of state are kept. */
  constructor(watched: Iterable<number> = []) {
    for (const tid of watched) this.changes.set(tid, []);
  }

  seen(ns: number): void {
    if (ns < this.firstNs) this.firstNs = ns;
    if (ns > this.lastNs) this.lastNs = ns;
  }

  mark(ns: number, tid: number, name: string | null): void {
    this.marks.ns.push(ns);
    this.marks.tid.push(tid);
    this.marks.name.push(name === null ? sliceEnd : this.#nameId(name));
  }

  change(tid: number, change: Change): void {
    this.changes.get(tid)?.push(change);
  }

  ran(tid: number, ns: number): void {
    this.runningNs.set(tid, (this.runningNs.get(tid) ?? 0) + ns);
  }

  /** The process that a thread belongs to; a thread that nothing says more of stands for itself. */
  pidOf(tid: number): number {
    return this.processOf.get(tid) ?? tid;
  }

  processName(tid: number): string | null {
    const pid = this.pidOf(tid);
    return this.processNames.get(pid) ?? this.threadNames.get(pid) ?? null;
  }

  #nameId(name: string): number {
    let id = this.#nameIds.get(name);
    if (id === undefined) {
      id = this.names.push(name) - 1;
      this.#nameIds.set(name, id);
    }
    return id;
  }
}
