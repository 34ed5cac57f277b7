/** Questions to trace files, through the server; the files are written field by field beside the test. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deflateSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Answer, makeTestBed, type TestBed } from '../harness.ts';
import {
  bundle,
  clocks,
  frameEnd,
  frameStart,
  message,
  packedOf,
  packet,
  print,
  processTree,
  switched,
  waking,
} from '../trace-writer.ts';

const folder = mkdtempSync(join(tmpdir(), 'trace-'));
let bed: TestBed;
beforeAll(async () => {
  bed = await makeTestBed({ choice: { sets: ['device'] } });
});
afterAll(async () => {
  await bed.close();
  rmSync(folder, { recursive: true });
});

const app = 4000;
const monitor =
  'monitor contention with owner pool-1 (4007) at void com.example.shop.Cart.save()(Cart.java:31) waiters=1 blocking from void com.example.shop.Cart.load()(Cart.java:12)';
const start = clocks(1000, { monotonicMs: 400, epochMs: 1_700_000_000_000 });
const names = processTree(app, 'com.example.shop', [4007, 'pool-1']);

/** A main thread that takes 300 ms over its input: 50 at work, 200 behind a lock, 10 waiting for a processor, 40 at work. */
const stalled = Buffer.concat([
  start,
  // The processor that drained first has the later events.
  bundle(1, switched(1350, [0, 0], app), print(1360, app, `E|${app}`), print(1400, app, `E|${app}`)),
  bundle(
    0,
    switched(1090, [0, 0], app),
    print(1100, app, `B|${app}|deliverInputEvent`),
    print(1140, app, `B|${app}|${monitor}`),
    switched(1150, [app, 1], 4007),
    waking(1340, app),
    switched(1345, [4007, 1], 0),
  ),
  names,
]);

async function ask(bytes: Uint8Array, input: Record<string, unknown>): Promise<Answer> {
  const path = join(folder, 'one.perfetto-trace');
  writeFileSync(path, bytes);
  return await bed.call('analyze_system_trace', { path, ...input });
}

describe('main_thread', () => {
  test('tells a stall, what the thread did, and who held the lock', async () => {
    const { data } = await ask(stalled, { question: 'main_thread', appId: 'com.example.shop' });
    expect(data).toMatchObject({
      trace: { started_at_ms: 1_700_000_000_000, duration_ms: 400, cpus: 2, android_sdk: null },
      incomplete: false,
      main_thread: {
        stall_count: 1,
        stalls: [
          {
            slice: 'deliverInputEvent',
            process: 'com.example.shop',
            start_ms: 100,
            duration_ms: 300,
            finished: true,
            states: { running_ms: 100, runnable_ms: 10, sleeping_ms: 190, uninterruptible_ms: 0 },
            waiting_for: [
              { kind: 'lock', ms: 220, owner_thread: 'pool-1', owner_tid: 4007, source: 'Cart.java:31' },
              { kind: 'running', ms: 100 },
              { kind: 'cpu', ms: 10 },
            ],
          },
        ],
      },
    });
  });

  test('packed by gzip and in compressed packets it is the same answer', async () => {
    const asked = { question: 'main_thread' };
    const plain = (await ask(stalled, asked)).data;
    expect((await ask(gzipSync(stalled), asked)).data).toEqual(plain);
    expect((await ask(packet([50, deflateSync(stalled)]), asked)).data).toEqual(plain);
  });

  test('a slice that is still open says so, and an app of another name has none', async () => {
    const open = Buffer.concat([
      start,
      names,
      bundle(0, print(1100, app, `B|${app}|work`), print(1500, 9, 'B|9|other')),
    ]);
    const { data } = await ask(open, { question: 'main_thread', appId: 'com.example.shop' });
    expect(data).toMatchObject({
      main_thread: { stalls: [{ slice: 'work', duration_ms: 400, finished: false, states: null }] },
    });
    const other = await ask(open, { question: 'main_thread', appId: 'com.example' });
    expect(other.data).toMatchObject({ main_thread: { stall_count: 0 } });
    expect(JSON.stringify(other.data['cannot_say'])).toContain('APP_NOT_IN_TRACE');
  });
});

test('a cut file is read to the cut and says so', async () => {
  const cut = Buffer.concat([stalled, stalled.subarray(0, 50)]);
  const { data } = await ask(cut, { question: 'main_thread' });
  expect(data).toMatchObject({
    incomplete: true,
    lost_data: { any: true, truncated: true },
    main_thread: { stall_count: 1 },
  });
  const gzip = gzipSync(stalled);
  const short = await ask(gzip.subarray(0, gzip.length / 2), { question: 'cpu' });
  expect(short.data).toMatchObject({ lost_data: { truncated: true } });
});

test('lost events are told, and slices that were open meanwhile left out', async () => {
  const lossy = packet([1, message([1, 0], [3, 1], [2, print(1300, app, `E|${app}`)])]);
  const begun = bundle(0, print(1100, app, `B|${app}|work`));
  const { data } = await ask(Buffer.concat([start, begun, lossy]), { question: 'main_thread' });
  expect(data).toMatchObject({
    incomplete: true,
    lost_data: { ftrace_lost_bundles: 1 },
    main_thread: { stall_count: 0 },
  });
});

test('overruns are what came between the begin and the end', async () => {
  const stats = (phase: number, overrun: number): Buffer =>
    packet([34, message([1, phase], [2, message([1, 0], [3, overrun])])]);
  const { data } = await ask(Buffer.concat([start, stats(1, 700), stats(2, 712)]), { question: 'cpu' });
  expect(data).toMatchObject({ lost_data: { any: true, ftrace_overrun: 12 } });
});

test('cpu: time of threads and processes, also from compact switches', async () => {
  const compact = packet([
    1,
    message(
      [1, 2],
      [
        4,
        message(
          [1, packedOf(1_500_000_000, 20_000_000, 30_000_000)],
          [2, packedOf(0, 1, 1)],
          [3, packedOf(4007, app, 0)],
          [5, 'pool-1'],
          [5, 'main'],
          [6, packedOf(0, 1, 0)],
        ),
      ],
    ),
  ]);
  const { data } = await ask(Buffer.concat([start, names, compact]), {
    question: 'cpu',
    appId: 'com.example.shop',
  });
  expect(data['cpu']).toEqual({
    threads: [
      { tid: app, pid: app, name: 'main', process: 'com.example.shop', running_ms: 30 },
      { tid: 4007, pid: app, name: 'pool-1', process: 'com.example.shop', running_ms: 20 },
    ],
    processes: [{ name: 'com.example.shop', running_ms: 50 }],
    app_running_ms: 50,
  });
});

test('jank: frames by token, their causes, and what ran meanwhile', async () => {
  const frames = [
    frameStart(500, { cookie: 1, token: 70, pid: app, jank: 1 }),
    frameEnd(510, 1),
    frameStart(520, { cookie: 2, token: 71, pid: app, jank: 64 }),
    frameStart(520, { cookie: 3, token: 71, pid: app, jank: 64 | 128 }),
    frameEnd(560, 2),
    frameEnd(570, 3),
    frameStart(580, { cookie: 4, token: 72, pid: app, jank: 2048 }),
    frameEnd(590, 4),
    frameStart(600, { cookie: 5, token: 73, pid: app, jank: 64 }),
  ];
  const drawn = bundle(
    0,
    print(1125, app, `B|${app}|Choreographer#doFrame 71`),
    print(1155, app, `E|${app}`),
  );
  const { data } = await ask(Buffer.concat([start, names, drawn, ...frames]), { question: 'jank' });
  expect(data['jank']).toMatchObject({
    source: 'frame_timeline',
    frames: 3,
    janky_frames: 1,
    app_janky_frames: 1,
    by_cause: { app_deadline_missed: 1, buffer_stuffing: 1, dropped: 0 },
    worst: [
      {
        frame_id: 71,
        start_ms: 120,
        duration_ms: 50,
        causes: ['app_deadline_missed', 'buffer_stuffing'],
        main_thread: [{ name: 'Choreographer#doFrame', total_ms: 30 }],
      },
    ],
  });
  const without = await ask(stalled, { question: 'jank' });
  expect(without.data['jank']).toBeNull();
  expect(JSON.stringify(without.data['cannot_say'])).toContain('NO_FRAME_TIMELINE');
});

test('slices: found by a pattern, with their sums', async () => {
  const { data } = await ask(stalled, { question: 'slices', name: 'deliver*' });
  expect(data['slices']).toMatchObject([
    { name: 'deliverInputEvent', count: 1, total_ms: 300, longest: { start_ms: 100, tid: app } },
  ]);
});

test.each([
  ['deliverInputEvent', 1],
  ['*', 2],
  ['d*Input*t', 1],
  ['*owner pool-1 (*) at *', 1],
  ['deliver', 0],
  ['deliverInput*InputEvent', 0],
  [`${'*a'.repeat(90)}!`, 0],
])('slices: %s finds %i', async (name, found) => {
  const { data } = await ask(stalled, { question: 'slices', name });
  expect(data['slices']).toHaveLength(found);
});

test.each([
  ['JSON', Buffer.from('{"traceEvents":[]}'), /JSON/],
  ['text', Buffer.from('# tracer: nop\n#\n'), /text trace/],
  ['nothing', Buffer.alloc(0), /no packet/],
  ['a picture', Buffer.from('\x89PNG\r\n\x1a\n0000', 'latin1'), /does not begin/],
])('%s is refused by what it is', async (_, bytes, words) => {
  const answer = await ask(bytes, { question: 'cpu' });
  expect(answer.isError).toBe(true);
  expect(JSON.stringify(answer.data)).toMatch(words);
  expect(JSON.stringify(answer.data)).toContain('INVALID_ARGUMENT');
});
