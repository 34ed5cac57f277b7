/** The answer about a system trace. */
import * as z from 'zod';

const ms = (doc: string) => z.number().meta({ doc: `${doc}, in milliseconds` });
const count = (doc: string) => z.int().meta({ doc });
const startMs = ms('Begin, from the first clock snapshot of the trace');
const processName = z
  .string()
  .nullable()
  .meta({ doc: 'Name of its process; null when the trace does not say' });

const traceFields = z.looseObject({
  duration_ms: ms('From the first clock snapshot to the last event'),
  started_at_ms: z.number().nullable().meta({ doc: 'Wall clock of the first snapshot, epoch milliseconds' }),
  android_sdk: z.int().nullable().meta({ doc: 'API level of the device; null when the trace does not say' }),
  cpus: count('Processors with events'),
});

const lostData = z.looseObject({
  any: z.boolean().meta({ doc: 'Something is missing' }),
  ftrace_overrun: count('Kernel events overwritten while it recorded'),
  ftrace_lost_bundles: count('Bundles that say events before them were lost'),
  packets_dropped: count('Packets that say others before them were dropped'),
  chunks_overwritten: count('Chunks overwritten in the buffer of the service'),
  writer_packet_loss: count('Packets that writers lost'),
  truncated: z.boolean().meta({ doc: 'The file ends in the middle of a packet; it was read to there' }),
  undecodable: count('Packets that could not be read whole'),
});

const waited = z.looseObject({
  kind: z.string().meta({ doc: '`binder`, `lock`, `gc`, `running`, `cpu`, `uninterruptible` or `sleeping`' }),
  ms: ms('How long'),
  owner_thread: z.string().optional().meta({ doc: 'Thread that held the lock' }),
  owner_tid: z.int().optional().meta({ doc: 'Its number' }),
  blocking_method: z.string().optional().meta({ doc: 'Where the owner held it' }),
  blocked_method: z.string().optional().meta({ doc: 'Where the thread waited' }),
  source: z.string().optional().meta({ doc: 'File and line of the owner' }),
  competitors: z.int().optional().meta({ doc: 'Others that waited for it' }),
});

const states = z.looseObject({
  running_ms: ms('On a processor'),
  runnable_ms: ms('Waiting for a processor'),
  sleeping_ms: ms('Asleep'),
  uninterruptible_ms: ms('In uninterruptible sleep'),
});

const stall = z.looseObject({
  slice: z.string().meta({ doc: 'Name of the slice' }),
  process: processName,
  start_ms: startMs,
  duration_ms: ms('Length'),
  finished: z.boolean().meta({ doc: 'False when it was still open at the end' }),
  states: states.nullable().meta({ doc: 'What the thread did meanwhile; null without scheduling' }),
  waiting_for: z.array(waited).meta({ doc: 'Largest first' }),
});

const sum = z.looseObject({ name: z.string().meta({ doc: 'Name of the slices' }), total_ms: ms('Sum') });

const frame = z.looseObject({
  frame_id: z.int().meta({ doc: 'Token of the frame' }),
  process: processName,
  start_ms: startMs,
  duration_ms: ms('Length'),
  overrun_ms: z.number().nullable().meta({ doc: 'Over its deadline; null when not known' }),
  causes: z.array(z.string()).meta({ doc: 'As in `by_cause`' }),
  main_thread: z.array(sum).meta({ doc: 'What ran on the main thread, the largest five' }),
});

const jank = z.looseObject({
  source: z.enum(['frame_timeline', 'slices']).meta({ doc: 'Where frames come from' }),
  frames: count('Frames that ended'),
  janky_frames: count('Those with a cause of jank'),
  app_janky_frames: count('Those whose cause is the app'),
  by_cause: z
    .record(z.string(), z.int())
    .meta({ doc: 'Frames by cause; one with two causes counts in both' }),
  worst: z.array(frame).meta({ doc: 'Longest first, ten at most' }),
});

const thread = z.looseObject({
  tid: z.int().meta({ doc: 'Thread' }),
  pid: z.int().meta({ doc: 'Process' }),
  name: z.string().nullable().meta({ doc: 'Name of the thread' }),
  process: processName,
  running_ms: ms('CPU time'),
});

const found = z.looseObject({
  name: z.string().meta({ doc: 'Name of the slices' }),
  count: count('How many'),
  total_ms: ms('Sum'),
  longest: z
    .looseObject({
      start_ms: startMs,
      duration_ms: ms('Length'),
      finished: z.boolean().meta({ doc: 'False when it was still open at the end' }),
      tid: z.int().meta({ doc: 'Thread' }),
      thread: z.string().nullable().meta({ doc: 'Name of the thread' }),
      process: processName,
    })
    .meta({ doc: 'The longest one' }),
});

export const traceAnswer = z.looseObject({
  question: z.string().meta({ doc: 'As asked' }),
  trace: traceFields.meta({ doc: 'The whole trace' }),
  incomplete: z.boolean().meta({ doc: 'Data was lost or the file is cut; see `lost_data`' }),
  lost_data: lostData.meta({ doc: 'What is missing' }),
  cannot_say: z
    .array(
      z.looseObject({
        code: z.string().meta({ doc: 'Stable name' }),
        text: z.string().meta({ doc: 'In words' }),
      }),
    )
    .meta({ doc: 'What this trace or this reader cannot tell' }),
  main_thread: z
    .looseObject({
      stall_count: count('Slices of 100 ms or more that lie in no other'),
      stalls: z.array(stall).meta({ doc: 'Longest first' }),
    })
    .optional()
    .meta({ doc: 'With that question' }),
  jank: jank.nullable().optional().meta({ doc: 'With that question; null without a frame timeline' }),
  cpu: z
    .looseObject({
      threads: z.array(thread).meta({ doc: 'Most CPU time first' }),
      processes: z
        .array(z.looseObject({ name: processName, running_ms: ms('CPU time') }))
        .meta({ doc: 'Most CPU time first, of all processes' }),
      app_running_ms: z.number().optional().meta({ doc: 'With `appId`: CPU time of the app' }),
    })
    .optional()
    .meta({ doc: 'With that question' }),
  slices: z.array(found).optional().meta({ doc: 'With that question, largest sum first' }),
});
