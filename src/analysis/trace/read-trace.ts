/** Reads a trace once, from its beginning to its end, into a store. Field numbers are those of Perfetto's TracePacket. */
import { Ftrace } from './ftrace.ts';
import { eachPacket, inflated } from './packets.ts';
import { eachField, text } from './proto.ts';
import { TraceStore } from './trace-store.ts';

const clockIds = { real: 1, monotonic: 3, boot: 6 } as const;

export interface ReadTrace {
  readonly store: TraceStore;
  readonly truncated: boolean;
}

/** `watched`: threads whose changes of state are kept. INVALID_ARGUMENT for what is no trace. */
export async function readTrace(
  chunks: AsyncIterable<Uint8Array>,
  watched: Iterable<number> = [],
): Promise<ReadTrace> {
  const reader = new Packets(new TraceStore(watched));
  const { truncated } = await eachPacket(chunks, (bytes, start, end) => reader.packet(bytes, start, end));
  return { store: reader.store, truncated };
}

type Range = readonly [start: number, end: number];

class Packets {
  readonly store: TraceStore;
  readonly #ftrace: Ftrace;

  constructor(store: TraceStore) {
    this.store = store;
    this.#ftrace = new Ftrace(store);
  }

  packet(bytes: Uint8Array, start: number, end: number): void {
    let ns = 0;
    let clock = 0;
    let frame: Range | null = null;
    const whole = eachField(bytes, start, end, (field, value, from, to) => {
      if (field === 8) ns = value;
      else if (field === 58) clock = value;
      else if (field === 76) frame = [from, to];
      else this.#field(field, value, { bytes, range: [from, to] });
    });
    if (frame) this.#frame(bytes, frame, this.#bootNs(ns, clock));
    if (!whole) this.store.undecodable++;
  }

  #field(field: number, value: number, { bytes, range }: { bytes: Uint8Array; range: Range }): void {
    const [from, to] = range;
    if (field === 1) this.#ftrace.bundle(bytes, from, to);
    else if (field === 2) this.#processes(bytes, range);
    else if (field === 6) this.#snapshot(bytes, range);
    else if (field === 11) this.store.trackEvents++;
    else if (field === 34) this.#overruns(bytes, range);
    else if (field === 35) this.#losses(bytes, range);
    else if (field === 42 && value) this.store.packetsDropped++;
    else if (field === 45) {
      eachField(bytes, from, to, (inner, number) => {
        if (inner === 5) this.store.sdk = number;
      });
    } else if (field === 50) this.#packedPackets(bytes, range);
    else if (field === 133) this.store.undecodable++;
  }

  #packedPackets(bytes: Uint8Array, [start, end]: Range): void {
    const plain = inflated(bytes, start, end);
    if (!plain) {
      this.store.undecodable++;
      return;
    }
    eachField(plain, 0, plain.length, (field, _, from, to) => {
      if (field === 1) this.packet(plain, from, to);
    });
  }

  #processes(bytes: Uint8Array, [start, end]: Range): void {
    eachField(bytes, start, end, (kind, _, from, to) => {
      let id = 0;
      let process = 0;
      let name = '';
      eachField(bytes, from, to, (field, value, at, until) => {
        if (field === 1) id = value;
        else if (kind === 1 && field === 3 && name === '') name = text(bytes, at, until);
        else if (kind === 2 && field === 2) name = text(bytes, at, until);
        else if (kind === 2 && field === 3) process = value;
      });
      if (kind === 1) {
        if (name !== '') this.store.processNames.set(id, name);
        this.store.processOf.set(id, id);
      } else if (kind === 2) {
        if (name !== '') this.store.threadNames.set(id, name);
        this.store.processOf.set(id, process);
      }
    });
  }

  #snapshot(bytes: Uint8Array, [start, end]: Range): void {
    const times = new Map<number, number>();
    eachField(bytes, start, end, (field, _, from, to) => {
      if (field !== 1) return;
      let id = 0;
      eachField(bytes, from, to, (inner, value) => {
        if (inner === 1) id = value;
        else if (inner === 2) times.set(id, value);
      });
    });
    const bootNs = times.get(clockIds.boot);
    if (bootNs === undefined) return;
    const { real, monotonic } = clockIds;
    this.store.clocks.push({
      bootNs,
      realNs: times.get(real) ?? null,
      monotonicNs: times.get(monotonic) ?? null,
    });
    this.store.seen(bootNs);
  }

  /** By the latest snapshot at or before it. */
  #bootNs(ns: number, clock: number): number {
    if (clock !== clockIds.monotonic) return ns;
    const known = this.store.clocks.filter(({ monotonicNs }) => monotonicNs !== null);
    const snapshot = known.findLast(({ monotonicNs }) => (monotonicNs ?? 0) <= ns) ?? known[0];
    return snapshot ? ns - (snapshot.monotonicNs ?? 0) + snapshot.bootNs : ns;
  }

  #overruns(bytes: Uint8Array, [start, end]: Range): void {
    let phase = 0;
    const perCpu = new Map<number, number>();
    eachField(bytes, start, end, (field, value, from, to) => {
      if (field === 1) phase = value;
      if (field !== 2) return;
      let cpu = 0;
      eachField(bytes, from, to, (inner, number) => {
        if (inner === 1) cpu = number;
        else if (inner === 3) perCpu.set(cpu, number);
      });
    });
    const counters = phase === 2 ? this.store.overrun.end : this.store.overrun.start;
    for (const [cpu, count] of perCpu) counters.set(cpu, count);
  }

  /** The last of these packets counts: its counters grow over the trace. */
  #losses(bytes: Uint8Array, [start, end]: Range): void {
    let overwritten = 0;
    let loss = 0;
    eachField(bytes, start, end, (field, _, from, to) => {
      if (field !== 1) return;
      eachField(bytes, from, to, (inner, value) => {
        if (inner === 3) overwritten += value;
        else if (inner === 19) loss += value;
      });
    });
    this.store.chunksOverwritten = overwritten;
    this.store.writerPacketLoss = loss;
  }

  #frame(bytes: Uint8Array, [start, end]: Range, ns: number): void {
    eachField(bytes, start, end, (kind, _, from, to) => {
      const values: number[] = [];
      eachField(bytes, from, to, (field, value) => {
        values[field] = value;
      });
      const cookie = values[1] ?? 0;
      if (kind === 4) {
        const frame = {
          startNs: ns,
          pid: values[4] ?? 0,
          token: values[2] ?? 0,
          jank: values[9] ?? 0,
          endNs: null,
        };
        this.store.frames.push(frame);
        this.store.openFrames.set(cookie, frame);
      } else if (kind === 5) {
        const open = this.store.openFrames.get(cookie);
        if (open) open.endNs = ns;
        this.store.openFrames.delete(cookie);
      }
    });
  }
}
