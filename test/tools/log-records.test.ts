/** Errors that the app survives, crashes with their reason and ends without a crash, as get_logs sums them up. */
import { afterEach, beforeEach, expect, it } from 'vitest';
import { makeTestBed, type TestBed } from '../harness.ts';

const shop = 'com.example.shop';
let bed: TestBed;

beforeEach(async () => {
  bed = await makeTestBed();
  bed.open(shop);
});
afterEach(async () => {
  expect(bed.bugs).toEqual([]);
  await bed.close();
});

type Level = 'D' | 'I' | 'W' | 'E' | 'F';

function own(): { readonly pid: number; readonly uid: number } {
  const process = bed.phone.processes.find(({ packageName }) => packageName === shop);
  if (!process) throw new Error('The shop does not run.');
  return process;
}

function say(tag: string, priority: Level, message: string, who = own()): void {
  bed.phone.log.append({ ...who, tid: who.pid, priority, tag, message, buffer: 'main' });
}

/** The system's processes: none of them is the app's. */
function system(tag: string, message: string, priority: Level = 'I'): void {
  say(tag, priority, message, { pid: 400, uid: 1_000 });
}

async function logs(args: Record<string, unknown> = {}) {
  const { texts, isError } = await bed.call('get_logs', { appId: shop, ...args });
  expect(isError, texts[0]).toBe(false);
  const answer = JSON.parse(texts[0] ?? '') as Record<string, unknown>;
  const { logs } = JSON.parse(texts[1] ?? '') as { logs: readonly { level: string; message: string }[] };
  return { answer, logs };
}

it('tells a Dart exception once, with its frames in one record, also when little is asked for', async () => {
  say(
    'flutter',
    'E',
    '[ERROR:flutter/runtime/dart_vm_initializer.cc(41)] Unhandled Exception: Bad state: No element',
  );
  say('flutter', 'E', '#0      List.first (dart:core-patch/growable_array.dart:344:5)');
  say('flutter', 'E', '#1      Basket.cheapest (package:store/basket.dart:52:20)');
  say('flutter', 'E', '<asynchronous suspension>');
  const { answer, logs: shown } = await logs({ limit: 1 });
  expect(shown[0]?.message.split('\n')).toHaveLength(4);
  expect(answer['errors']).toEqual([
    expect.objectContaining({
      kind: 'dart',
      message: 'Bad state: No element',
      frame: 'Basket.cheapest (package:store/basket.dart:52:20)',
      process_lives: true,
    }),
  ]);
  expect(answer['crashes']).toBeUndefined();
});

it('tells a rejection that comes at WARN under a filter for errors', async () => {
  say('ReactNativeJS', 'W', 'Possible unhandled promise rejection (id: 7):');
  say('ReactNativeJS', 'W', 'Error: out of stock');
  const { answer, logs: shown } = await logs({ level: 'ERROR' });
  expect(shown).toHaveLength(1);
  expect(answer['errors']).toMatchObject([{ what: 'Error', message: 'out of stock' }]);
});

it('completes the name of a process, and takes the reason of an abort from the line before', async () => {
  const { pid } = own();
  say('Dart', 'E', '../../third_party/dart/runtime/vm/heap.cc: 87: error: Out of memory in Array::New');
  say(
    'libc',
    'F',
    `Fatal signal 6 (SIGABRT), code -1 (SI_QUEUE) in tid 99 (1.ui), pid ${pid} (example.shop)`,
  );
  const { answer } = await logs();
  expect(answer['crashes']).toMatchObject([
    { kind: 'native', process: shop, exception: 'SIGABRT', message: 'Out of memory in Array::New' },
  ]);
});

it('takes the reason of an abort also from before what was asked for, and a cause where no words were said', async () => {
  const { pid } = own();
  say('Dart', 'E', 'runtime/vm/heap.cc: 87: error: Out of memory in Array::New');
  for (let at = 0; at < 5; at++) say('Shop', 'E', `meanwhile ${at}`);
  const fatal = (signal: string): string =>
    `Fatal signal ${signal}, code -1 (SI_QUEUE) in tid 99 (1.ui), pid ${pid} (example.shop)`;
  say('libc', 'F', fatal('6 (SIGABRT)'));
  const { answer, logs: shown } = await logs({ limit: 1, level: 'ERROR' });
  expect(shown).toHaveLength(1);
  expect(answer['crashes']).toMatchObject([{ exception: 'SIGABRT', message: 'Out of memory in Array::New' }]);
  say(
    'DEBUG',
    'F',
    [
      '*** *** *** *** *** *** *** *** *** *** *** *** *** *** *** ***',
      `pid: 4711, tid: 4712, name: worker  >>> ${shop} <<<`,
      'signal 11 (SIGSEGV), code 1 (SEGV_MAPERR), fault addr 0x0000000000000000',
      'Cause: null pointer dereference',
      'backtrace:',
      '      #00 pc 00000000000a1b2c  /data/app/~~x==/com.example.shop-y==/lib/arm64/libshop.so (pay(int)+44)',
    ].join('\n'),
    { pid: 900, uid: 1_000 },
  );
  expect((await logs({ limit: 1 })).answer['crashes']).toMatchObject([
    { exception: 'SIGSEGV', message: 'null pointer dereference', frame: 'libshop.so (pay(int)+44)' },
  ]);
});

it('gives line breaks, tabs and backslashes of a message as they are', async () => {
  const message = 'first\n\tindented\n\nafter \\t and \\n';
  say('Shop', 'I', message);
  say('Shop', 'I', message);
  const { logs: shown } = await logs({ contains: 'indented' });
  expect(shown.map((each) => each.message)).toEqual([message, message]);
});

it('names the frame of the project in a crash', async () => {
  say(
    'AndroidRuntime',
    'E',
    [
      'FATAL EXCEPTION: main',
      `Process: ${shop}, PID: ${own().pid}`,
      'java.lang.IllegalStateException: empty',
      '\tat java.util.Objects.requireNonNull(Objects.java:228)',
      '\tat com.example.shop.Basket.pay(Basket.kt:31)',
      '\tat android.os.Handler.dispatchMessage(Handler.java:106)',
    ].join('\n'),
  );
  const { answer } = await logs();
  expect(answer['crashes']).toMatchObject([
    { exception: 'java.lang.IllegalStateException', frame: 'com.example.shop.Basket.pay(Basket.kt:31)' },
  ]);
});

it('sums up a process that the system killed for memory, in its log and in the timeline', async () => {
  const { pid } = own();
  await bed.call('press_key', { key: 'volume_up' });
  system(
    'lmkd',
    `Reclaim '${shop}' (${pid}), uid 10123, oom_score_adj 0, state 2 to free 9kB rss, 1kB swap; reason: low watermark`,
  );
  system('ActivityManager', `Process ${shop} (pid ${pid}) has died: fg  TOP `);
  system(
    'ActivityTaskManager',
    `Force removing ActivityRecord{7bc u0 ${shop}/.MainActivity t12 f}}: app died, no saved state`,
    'W',
  );
  system('Zygote', `Process ${pid} exited due to signal 9 (Killed)`);
  system('ActivityManager', 'Process com.example.other (pid 77) has died: cch CEM ');
  const { answer, logs: shown } = await logs();
  expect(shown.map(({ message }) => message.slice(0, 20))).toEqual(
    expect.arrayContaining([
      "Reclaim 'com.example",
      'Process com.example.',
      'Force removing Activ',
      `Process ${pid} exited due`.slice(0, 20),
    ]),
  );
  expect(JSON.stringify(shown)).not.toContain('com.example.other');
  expect(answer['ended']).toEqual([
    expect.objectContaining({
      process: shop,
      pid,
      by: 'lmkd',
      why: 'memory was low: low watermark',
      in_front: true,
    }),
  ]);
  expect(answer['crashes']).toBeUndefined();
  const { data } = await bed.call('get_action_timeline', {});
  expect(data['entries']).toContainEqual(
    expect.objectContaining({
      kind: 'process_end',
      line: `process ${shop} (pid ${pid}) ended by lmkd: memory was low: low watermark`,
    }),
  );
});

it('asks the system why a process is gone of which the log says nothing', async () => {
  await bed.call('terminate_app', { appId: shop });
  bed.phone.log.clear();
  const { answer } = await logs();
  expect(answer['meta']).toMatchObject({ app_running: false });
  expect(answer['ended']).toEqual([
    expect.objectContaining({
      process: shop,
      by: 'system',
      why: expect.stringMatching(/^user requested/),
      in_front: true,
    }),
  ]);
});
