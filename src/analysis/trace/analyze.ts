/** One question to one trace: reads it, a second time where states of threads are asked for, and says what it cannot tell. */
import { cpuTime, foundSlices, jank, longOnMain, mainThread, pidsOf, round, zeroNs } from './questions.ts';
import { type ReadTrace, readTrace } from './read-trace.ts';
import { slicesOf } from './slices.ts';
import type { TraceStore } from './trace-store.ts';

export const questions = ['main_thread', 'jank', 'cpu', 'slices'] as const;

export interface TraceQuestion {
  readonly question: (typeof questions)[number];
  readonly appId?: string | undefined;
  /** Of `slices`. */
  readonly name?: string | undefined;
  readonly limit: number;
}

type Gap = { code: string; text: string };

/** `open` gives the file from its beginning at each call. INVALID_ARGUMENT for what is no trace. */
export async function analyzeTrace(open: () => AsyncIterable<Uint8Array>, asked: TraceQuestion) {
  let read = await readTrace(open());
  let slices = slicesOf(read.store);
  const pids = asked.appId === undefined ? null : pidsOf(read.store, asked.appId);
  if (asked.question === 'main_thread') {
    const watched = new Set(longOnMain({ store: read.store, slices, pids }).map(({ tid }) => tid));
    if (watched.size > 0) {
      read = await readTrace(open(), watched);
      slices = slicesOf(read.store);
    }
  }
  const { store } = read;
  const told = { store, slices, limit: asked.limit, pids };
  const lost = lostData(read);
  return {
    question: asked.question,
    trace: {
      duration_ms: round(Math.max(0, store.lastNs - zeroNs(store)) / 1e6) || 0,
      started_at_ms: startedAt(store),
      android_sdk: store.sdk,
      cpus: store.cpus.size,
    },
    incomplete: lost.any,
    lost_data: lost,
    cannot_say: gaps(store, asked, pids),
    ...(asked.question === 'main_thread' ? { main_thread: mainThread(told) } : {}),
    ...(asked.question === 'jank' ? { jank: jank(told) } : {}),
    ...(asked.question === 'cpu' ? { cpu: cpuTime(told) } : {}),
    ...(asked.question === 'slices' ? { slices: foundSlices(told, asked.name ?? '*') } : {}),
  };
}

function startedAt({ clocks }: TraceStore): number | null {
  const realNs = clocks[0]?.realNs;
  return realNs === undefined || realNs === null ? null : Math.round(realNs / 1e6);
}

function lostData({ store, truncated }: ReadTrace) {
  const overrun = [...store.overrun.end].map(([cpu, end]) => end - (store.overrun.start.get(cpu) ?? 0));
  const lost = {
    ftrace_overrun: overrun.reduce((sum, each) => sum + Math.max(0, each), 0),
    ftrace_lost_bundles: store.losses.length,
    packets_dropped: store.packetsDropped,
    chunks_overwritten: store.chunksOverwritten,
    writer_packet_loss: store.writerPacketLoss,
    truncated,
    undecodable: store.undecodable,
  };
  return { any: Object.values(lost).some((each) => each !== 0 && each !== false), ...lost };
}

function gaps(store: TraceStore, asked: TraceQuestion, pids: ReadonlySet<number> | null): Gap[] {
  const found: Gap[] = [];
  const say = (code: string, text: string): unknown => found.push({ code, text });
  if (pids?.size === 0)
    say('APP_NOT_IN_TRACE', `The trace names no process ${asked.appId}; its numbers are therefore none.`);
  if (store.runningNs.size === 0)
    say('NO_SCHEDULING', 'The trace has no switches of the scheduler: no CPU times, no states of threads.');
  if (store.marks.ns.length === 0 && asked.question !== 'cpu')
    say('NO_SLICES', 'The trace has no slices that apps or the system marked.');
  if (asked.question === 'jank' && store.frames.length === 0)
    say('NO_FRAME_TIMELINE', 'The trace has no frame timeline (Android 12 and newer, its data source on).');
  if (asked.question === 'main_thread')
    say(
      'ONLY_SLICES',
      'Stalls are long slices; time outside of any slice is not looked at, nor the other side of a binder call.',
    );
  if (store.trackEvents > 0)
    say('TRACK_EVENTS_NOT_READ', `${store.trackEvents} track events of the tracing SDK are not read.`);
  if (store.losses.length > 0)
    say('EVENTS_LOST', 'Events were lost; slices that were open meanwhile are left out.');
  return found;
}
