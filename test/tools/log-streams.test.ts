/** start_log_stream, read_log_stream, stop_log_stream: from now on, across restarts, with crashes told and gaps marked. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
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

function say(message: string, priority: 'D' | 'I' | 'E' = 'E'): void {
  const process = bed.phone.processes.find(({ packageName }) => packageName === shop);
  if (!process) throw new Error('The shop does not run.');
  const { pid, uid } = process;
  bed.phone.log.append({ uid, pid, tid: pid, priority, tag: 'Shop', message, buffer: 'main' });
}

interface Page {
  readonly entries: readonly { readonly message: string; readonly level: string; readonly pid: number }[];
  readonly crash_summary: {
    readonly crash_detected: boolean;
    readonly exception?: string;
    readonly sample?: string;
  };
  readonly next_cursor: number;
  readonly dropped: number;
  readonly gaps?: readonly string[];
  readonly errors?: readonly unknown[];
  readonly ended?: readonly unknown[];
}

async function read(args: Record<string, unknown> = {}): Promise<Page> {
  const { data, isError, texts } = await bed.call('read_log_stream', args);
  expect(isError, texts[0]).toBe(false);
  return data as unknown as Page;
}

const messages = ({ entries }: Page): string[] => entries.map(({ message }) => message);

describe('a log stream', () => {
  it('begins now, gives each line once, at its level, of its app only', async () => {
    say('before');
    const { data } = await bed.call('start_log_stream', { packageName: shop, level: 'info' });
    expect(data).toMatchObject({
      success: true,
      stream_started: true,
      device_id: 'virtual-android-1',
      pid: expect.any(Number),
    });
    say('first');
    say('too fine', 'D');
    bed.phone.log.append({
      uid: 1000,
      pid: 1,
      tid: 1,
      priority: 'E',
      tag: 'Other',
      message: 'foreign',
      buffer: 'main',
    });
    const page = await read();
    expect(messages(page)).toEqual(['first']);
    expect(page).toMatchObject({ dropped: 0, crash_summary: { crash_detected: false } });
    expect(messages(await read())).toEqual([]);
    say('second');
    expect(messages(await read({ sessionId: data['sessionId'] }))).toEqual(['second']);
    expect(messages(await read({ since: page.next_cursor }))).toEqual(['second']);
  });

  it('gives no more than the limit and goes on from the cursor', async () => {
    await bed.call('start_log_stream', { packageName: shop });
    for (const n of [1, 2, 3, 4, 5]) say(`line ${n}`);
    const first = await read({ limit: 2 });
    expect(messages(first)).toEqual(['line 1', 'line 2']);
    expect(messages(await read({ since: first.next_cursor, limit: 2 }))).toEqual(['line 3', 'line 4']);
    expect(messages(await read())).toEqual(['line 5']);
  });

  it('follows the app over a crash and its next start, and tells the crash', async () => {
    await bed.call('start_log_stream', { packageName: shop, sessionId: 'mine' });
    const before = bed.phone.processes.find(({ packageName }) => packageName === shop)?.pid;
    bed.phone.crash(shop, { message: 'cart is null' });
    bed.open(shop);
    say('alive again');
    const page = await read({ sessionId: 'mine' });
    expect(page.crash_summary).toMatchObject({
      crash_detected: true,
      exception: expect.stringMatching(/Exception|Error/),
    });
    expect(page.crash_summary.sample).toContain('cart is null');
    const last = page.entries.at(-1);
    expect(last?.message).toBe('alive again');
    expect(last?.pid).not.toBe(before);
  });

  it('keeps a short life between two reads, of which nothing is left but its lines', async () => {
    // Nothing of the app is in the log yet that would tell its user id.
    bed.phone.log.clear();
    const { uid } = bed.phone.processes.find(({ packageName }) => packageName === shop) ?? { uid: 0 };
    await bed.call('start_log_stream', { packageName: shop, level: 'info' });
    const asked = bed.adbServer.commands().map(({ service }) => service);
    expect(asked.filter((service) => service.includes('list packages -U'))).toHaveLength(1);
    bed.phone.log.append({
      uid,
      pid: 31_999,
      tid: 31_999,
      priority: 'E',
      tag: 'Shop',
      message: 'from a short life',
      buffer: 'main',
    });
    expect(messages(await read())).toEqual(['from a short life']);
  });

  it('gives the frames that come after a trace was read, and sums it up whole', async () => {
    await bed.call('start_log_stream', { packageName: shop });
    const process = bed.phone.processes.find(({ packageName }) => packageName === shop);
    const { pid = 0, uid = 0 } = process ?? {};
    const write = (message: string): void =>
      bed.phone.log.append({
        ...{ uid, pid, tid: pid, priority: 'E' as const, tag: 'AndroidRuntime', buffer: 'crash' as const },
        message,
      });
    write('FATAL EXCEPTION: main');
    write(`Process: ${shop}, PID: ${pid}`);
    expect(messages(await read())).toEqual([`FATAL EXCEPTION: main\nProcess: ${shop}, PID: ${pid}`]);
    write('java.lang.IllegalStateException: empty');
    write('\tat com.example.shop.Basket.pay(Basket.kt:31)');
    const rest = await read();
    expect(messages(rest)).toEqual([
      'java.lang.IllegalStateException: empty\n\tat com.example.shop.Basket.pay(Basket.kt:31)',
    ]);
    expect(rest.crash_summary).toMatchObject({
      crash_detected: true,
      exception: 'java.lang.IllegalStateException',
      frame: 'com.example.shop.Basket.pay(Basket.kt:31)',
    });
    write('\tat com.example.shop.Basket.main(Basket.kt:1)');
    say('after');
    expect(messages(await read())).toEqual(['\tat com.example.shop.Basket.main(Basket.kt:1)', 'after']);
    expect(messages(await read())).toEqual([]);
  });

  it('tells an end without a crash, which comes below its level, once', async () => {
    await bed.call('start_log_stream', { packageName: shop, level: 'error' });
    const pid = bed.phone.processes.find(({ packageName }) => packageName === shop)?.pid;
    const system = { uid: 1_000, pid: 400, tid: 400, priority: 'I' as const, buffer: 'system' as const };
    bed.phone.log.append({
      ...system,
      tag: 'lmkd',
      message: `Kill '${shop}' (${pid}), uid 10123, oom_score_adj 0 to free 9kB rss; reason: low watermark`,
    });
    bed.phone.log.append({
      ...system,
      tag: 'Zygote',
      message: `Process ${pid} exited due to signal 9 (Killed)`,
    });
    const page = await read();
    expect(page.entries).toEqual([]);
    expect(page.crash_summary.crash_detected).toBe(false);
    expect(page.ended).toEqual([
      expect.objectContaining({ pid, by: 'lmkd', why: 'memory was low: low watermark', in_front: true }),
    ]);
    expect((await read()).ended).toBeUndefined();
  });

  it('sums up errors that the app survives', async () => {
    await bed.call('start_log_stream', { packageName: shop });
    const { pid = 0, uid = 0 } = bed.phone.processes.find(({ packageName }) => packageName === shop) ?? {};
    bed.phone.log.append({
      ...{ uid, pid, tid: pid, priority: 'W', tag: 'ReactNativeJS', buffer: 'main' },
      message: 'Possible unhandled promise rejection (id: 7):\nError: out of stock',
    });
    expect((await read()).errors).toMatchObject([
      { kind: 'javascript', what: 'Error', message: 'out of stock', process_lives: true },
    ]);
    expect((await read()).errors).toBeUndefined();
  });

  it('says what fell out and marks a break of the stream', async () => {
    await bed.call('start_log_stream', { packageName: shop, level: 'info' });
    say('kept');
    await read();
    bed.adbServer.dropStreams('virtual-android-1');
    bed.phone.log.clear();
    say('after the break');
    const page = await read();
    expect(messages(page)).toEqual(['after the break']);
    expect(page.gaps?.join()).toContain('stream was interrupted');
  });

  it('goes on after the device went away and came back, without the lines that were read', async () => {
    await bed.call('start_log_stream', { packageName: shop, level: 'info' });
    say('one');
    expect(messages(await read())).toEqual(['one']);
    bed.adbServer.reboot('virtual-android-1');
    await expect.poll(async () => (await bed.call('get_current_screen')).isError).toBe(false);
    bed.open(shop);
    say('two');
    const page = await read();
    expect(messages(page)).toContain('two');
    expect(messages(page)).not.toContain('one');
    expect(page.gaps?.join()).toContain('reconnected');
  });

  it('is named when several are open, and gone after its stop', async () => {
    await bed.call('start_log_stream', { packageName: shop, sessionId: 'a' });
    await bed.call('start_log_stream', { packageName: shop, sessionId: 'b' });
    const { isError, data } = await bed.call('read_log_stream');
    expect([isError, JSON.stringify(data)]).toEqual([true, expect.stringContaining('a, b')]);
    expect((await bed.call('stop_log_stream', { sessionId: 'a' })).data).toEqual({ success: true });
    await read();
    await bed.call('stop_log_stream');
    expect((await bed.call('read_log_stream')).data).toMatchObject({ error: { code: 'INVALID_ARGUMENT' } });
    expect((await bed.call('start_log_stream', { packageName: 'com.example.nowhere' })).data).toMatchObject({
      error: { code: 'APP_NOT_INSTALLED' },
    });
  });

  it('is what a debug snapshot shows when it is named, without being read by that', async () => {
    await bed.call('start_log_stream', { packageName: shop, sessionId: 'mine' });
    say('seen twice');
    const { data } = await bed.call('capture_debug_snapshot', {
      sessionId: 'mine',
      includeScreenshot: false,
    });
    expect(JSON.stringify((data['raw'] as { logs: unknown }).logs)).toContain('seen twice');
    expect(messages(await read())).toEqual(['seen twice']);
  });
});
