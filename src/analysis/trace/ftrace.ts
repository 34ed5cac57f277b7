/** Bundles of kernel events of one processor: who ran, who was woken, and the slices that apps and the system marked. */
import { eachField, packed, text } from './proto.ts';
import type { TraceStore } from './trace-store.ts';

/** CLONE_THREAD: the new task is a thread of its maker's process. */
const cloneThread = 0x10000;

export class Ftrace {
  readonly #store: TraceStore;
  /** Who runs on a processor, and since when. */
  readonly #on = new Map<number, { tid: number; ns: number }>();

  #firstNs: number | null = null;

  constructor(store: TraceStore) {
    this.#store = store;
  }

  bundle(bytes: Uint8Array, start: number, end: number): void {
    let cpu = 0;
    let lost = false;
    eachField(bytes, start, end, (field, value) => {
      if (field === 1) cpu = value;
      if (field === 3 && value) {
        lost = true;
        this.#on.delete(cpu);
      }
    });
    this.#store.cpus.add(cpu);
    this.#firstNs = null;
    eachField(bytes, start, end, (field, _, from, to) => {
      if (field === 2) this.#event(bytes, [from, to], cpu);
      if (field === 4) this.#compact(bytes, [from, to], cpu);
    });
    if (lost) this.#store.losses.push(this.#firstNs ?? this.#store.lastNs);
  }

  #event(bytes: Uint8Array, [start, end]: readonly [number, number], cpu: number): void {
    let ns = 0;
    let tid = 0;
    eachField(bytes, start, end, (field, value, from, to) => {
      if (field === 1) {
        ns = value;
        this.#seen(ns);
      } else if (field === 2) tid = value;
      else if (field === 3) this.#print(ns, tid, stringIn(bytes, [from, to], 2));
      else if (field === 4) this.#switched(bytes, [from, to], { cpu, ns });
      else if (field === 20)
        this.#store.change(numberIn(bytes, [from, to], 2), { ns, kind: 'woken', state: 0 });
      else if (field === 235) this.#made(bytes, [from, to], tid);
      else if (field === 236) {
        const renamed = numberIn(bytes, [from, to], 1);
        this.#store.threadNames.set(renamed, stringIn(bytes, [from, to], 3));
      }
    });
  }

  #seen(ns: number): void {
    this.#firstNs ??= ns;
    this.#store.seen(ns);
  }

  #made(bytes: Uint8Array, range: readonly [number, number], maker: number): void {
    const tid = numberIn(bytes, range, 1);
    this.#store.threadNames.set(tid, stringIn(bytes, range, 2));
    const isThread = Math.floor(numberIn(bytes, range, 3) / cloneThread) % 2 === 1;
    this.#store.processOf.set(tid, isThread ? this.#store.pidOf(maker) : tid);
  }

  #switched(
    bytes: Uint8Array,
    [start, end]: readonly [number, number],
    { cpu, ns }: { readonly cpu: number; readonly ns: number },
  ): void {
    let before = 0;
    let state = 0;
    let next = 0;
    const name: number[] = [];
    eachField(bytes, start, end, (field, value, from, to) => {
      if (field === 2) before = value;
      else if (field === 4) state = value;
      else if (field === 6) next = value;
      else if (field === 5) name.push(from, to);
    });
    const [from, to] = name;
    if (from !== undefined && next !== 0 && !this.#store.threadNames.has(next)) {
      this.#name(next, text(bytes, from, to ?? from));
    }
    this.#run(cpu, { ns, before, state, next });
  }

  #name(tid: number, name: string): void {
    if (!this.#store.threadNames.has(tid)) this.#store.threadNames.set(tid, name);
  }

  #run(
    cpu: number,
    { ns, before, state, next }: { ns: number; before: number | null; state: number; next: number },
  ): void {
    const was = this.#on.get(cpu);
    const leaving = before ?? was?.tid ?? null;
    if (was && was.tid === leaving && was.tid !== 0) this.#store.ran(was.tid, Math.max(0, ns - was.ns));
    if (leaving !== null && leaving !== 0) this.#store.change(leaving, { ns, kind: 'off', state });
    if (next !== 0) this.#store.change(next, { ns, kind: 'on', state: 0 });
    this.#on.set(cpu, { tid: next, ns });
  }

  #compact(bytes: Uint8Array, [start, end]: readonly [number, number], cpu: number): void {
    const columns = new Map<number, number[]>();
    const comms: string[] = [];
    eachField(bytes, start, end, (field, value, from, to) => {
      if (field === 5) comms.push(text(bytes, from, to));
      else {
        const column = columns.get(field) ?? [];
        if (to > from) for (const each of packed(bytes, from, to)) column.push(each);
        else column.push(value);
        columns.set(field, column);
      }
    });
    const column = (field: number): readonly number[] => columns.get(field) ?? [];
    let ns = 0;
    for (const [index, step] of column(1).entries()) {
      ns += step;
      const next = column(3)[index] ?? 0;
      const comm = comms[column(6)[index] ?? -1];
      this.#seen(ns);
      if (comm !== undefined && next !== 0) this.#name(next, comm);
      this.#run(cpu, { ns, before: null, state: column(2)[index] ?? 0, next });
    }
    ns = 0;
    for (const [index, step] of column(7).entries()) {
      ns += step;
      this.#store.change(column(8)[index] ?? 0, { ns, kind: 'woken', state: 0 });
    }
  }

  /** `B|process|name` begins a slice of the thread that wrote it, `E` ends its innermost. */
  #print(ns: number, tid: number, line: string): void {
    const [kind, process, ...rest] = line.trimEnd().split('|');
    if (kind === 'E') this.#store.mark(ns, tid, null);
    if (kind !== 'B') return;
    const pid = Number(process);
    if (Number.isInteger(pid) && pid > 0) this.#store.processOf.set(tid, pid);
    this.#store.mark(ns, tid, rest.join('|'));
  }
}

function numberIn(bytes: Uint8Array, [start, end]: readonly [number, number], wanted: number): number {
  let found = 0;
  eachField(bytes, start, end, (field, value) => {
    if (field === wanted) found = value;
  });
  return found;
}

function stringIn(bytes: Uint8Array, [start, end]: readonly [number, number], wanted: number): string {
  let found = '';
  eachField(bytes, start, end, (field, _, from, to) => {
    if (field === wanted) found = text(bytes, from, to);
  });
  return found;
}
