/** Logs of a simulator through the tools: filters to the letter, followed streams, crashes told once, requests, snapshots. */

import type { VirtualAppleTools } from '@mobile-debug/virtual-phone/apple/virtual-apple-tools.ts';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeTestBed, type TestBed } from '../harness.ts';

const shop = 'com.example.shop';
const udid = 'virtual-ios-1';
let bed: TestBed;

beforeAll(async () => {
  bed = await makeTestBed({ ios: {} });
});

beforeEach(() => {
  bed.wire.clear();
  bed.open(shop);
});

afterEach(async () => {
  expect(bed.bugs).toEqual([]);
  expect(apple().defects).toEqual([]);
  await bed.call('stop_log_stream');
});

afterAll(async () => {
  const appleTools = apple();
  await bed.close();
  expect(appleTools.runningPrograms()).toEqual([]);
});

function apple(): VirtualAppleTools {
  if (!bed.apple) throw new Error('This is no iOS bed.');
  return bed.apple;
}

function process(): { readonly pid: number; readonly uid: number } {
  const found = bed.phone.processes.find(({ packageName }) => packageName === shop);
  if (!found) throw new Error('The shop does not run.');
  return found;
}

function say(message: string, priority: 'D' | 'I' | 'W' | 'E' | 'F' = 'E', tag = 'Shop'): void {
  const { pid, uid } = process();
  bed.phone.log.append({ uid, pid, tid: pid, priority, tag, message, buffer: 'main' });
}

interface Entry {
  readonly message: string;
  readonly level: string;
  readonly tag: string;
  readonly pid: number;
}

async function logs(args: Record<string, unknown>) {
  const { isError, texts } = await bed.call('get_logs', args);
  expect(isError, texts[0]).toBe(false);
  const [answer, { logs: entries }] = texts.map((text) => JSON.parse(text)) as [
    Record<string, unknown>,
    { logs: Entry[] },
  ];
  return { entries, answer, messages: entries.map(({ message }) => message) };
}

describe('get_logs', () => {
  it('gives the lines of one app at their level and tag, and nothing of others', async () => {
    say('plain', 'I', 'Cart');
    say('default', 'W', 'Cart');
    say('bad', 'E', 'Cart');
    say('worst', 'F', 'Cart');
    say('fine', 'D', 'Cart');
    const { entries, answer } = await logs({ appId: shop, limit: 200 });
    const own = entries.filter(({ tag }) => tag === `${shop}:Cart`);
    expect(own.map(({ message, level }) => [message, level])).toEqual([
      ['plain', 'INFO'],
      ['default', 'INFO'],
      ['bad', 'ERROR'],
      ['worst', 'FATAL'],
      ['fine', 'DEBUG'],
    ]);
    expect(entries.every(({ tag }) => tag.startsWith(shop))).toBe(true);
    expect(answer).toMatchObject({ source: 'process', meta: { app_running: true, pids: [process().pid] } });
  });

  it('filters by level, text, tag in each of its forms, process and number, exactly', async () => {
    say('Alpha one', 'E', 'Net');
    say('alpha two', 'I', 'Net');
    say('Alpha three', 'I', 'Store');
    const { pid } = process();
    expect((await logs({ appId: shop, contains: 'Alpha' })).messages).toEqual(['Alpha one', 'Alpha three']);
    expect((await logs({ appId: shop, contains: 'lpha', level: 'ERROR' })).messages).toEqual(['Alpha one']);
    for (const tag of ['Net', `${shop}:Net`])
      expect((await logs({ appId: shop, tag, contains: 'lpha' })).messages).toEqual([
        'Alpha one',
        'alpha two',
      ]);
    expect((await logs({ appId: shop, tag: shop, contains: 'lpha' })).messages).toHaveLength(3);
    expect((await logs({ appId: shop, tag: 'net', contains: 'lpha' })).messages).toEqual([]);
    expect((await logs({ appId: shop, contains: 'lpha', limit: 2 })).messages).toEqual([
      'alpha two',
      'Alpha three',
    ]);
    const byPid = await logs({ pid, contains: 'lpha' });
    expect([byPid.messages.length, byPid.answer['source']]).toEqual([3, 'pid']);
    expect((await logs({ appId: shop, pid: pid + 1, contains: 'lpha' })).messages).toEqual([]);
  });

  it('holds an hour old line back from a question about the last minute', async () => {
    const { pid, uid } = process();
    bed.phone.clockOffsetMs = -3_600_000;
    bed.phone.log.append({
      uid,
      pid,
      tid: pid,
      priority: 'E',
      tag: 'S',
      message: 'ages ago',
      buffer: 'main',
    });
    bed.phone.clockOffsetMs = 0;
    say('of now');
    const { messages } = await logs({ appId: shop, since_seconds: 60, limit: 500 });
    expect(messages).toContain('of now');
    expect(messages).not.toContain('ages ago');
    expect((await logs({ since_seconds: 60, level: 'ERROR', contains: 'ag' })).messages).not.toContain(
      'ages ago',
    );
  });

  it('asks the device for what all apps said in words that it understands', async () => {
    say('quote " and \\ back');
    const { messages, answer } = await logs({ contains: 'quote " and \\ back', level: 'ERROR' });
    expect(messages).toEqual(['quote " and \\ back']);
    expect(answer['source']).toBe('broad');
  });

  it('tells a crash once, by its exception, with the frames of its report', async () => {
    const { pid } = process();
    bed.phone.crash(shop, { message: 'cart is null' });
    const { answer, entries } = await logs({ appId: shop, limit: 500 });
    const own = (answer['crashes'] as Record<string, unknown>[]).filter((crash) => crash['pid'] === pid);
    expect(own).toEqual([
      expect.objectContaining({
        kind: 'exception',
        process: shop,
        exception: expect.stringMatching(/Exception$/),
        message: 'cart is null',
        sample: expect.stringContaining('  at ShopApp '),
      }),
    ]);
    expect(entries.some((entry) => entry.tag === 'ReportCrash' && entry.pid === pid)).toBe(true);
    expect(answer['meta']).toMatchObject({ app_running: false });
  });

  it('says that an app is not there', async () => {
    expect((await bed.call('get_logs', { appId: 'com.nobody.here' })).data).toMatchObject({
      error: { code: 'APP_NOT_INSTALLED' },
    });
  });
});

describe('a log stream', () => {
  const read = async (args: Record<string, unknown> = {}) => {
    const { data, isError, texts } = await bed.call('read_log_stream', args);
    expect(isError, texts[0]).toBe(false);
    return data as {
      entries: Entry[];
      crash_summary: Record<string, unknown>;
      next_cursor: number;
      dropped: number;
      app_running: boolean;
      gaps?: string[];
    };
  };
  const messages = ({ entries }: { entries: Entry[] }) => entries.map(({ message }) => message);

  it('begins now, gives each line once, at its level, of its app only', async () => {
    say('before');
    const { data, texts } = await bed.call('start_log_stream', { packageName: shop, level: 'info' });
    expect(data, texts[0]).toMatchObject({ stream_started: true, device_id: udid, pid: process().pid });
    say('first');
    say('too fine', 'D');
    const page = await read();
    expect(messages(page)).toEqual(['first']);
    expect(page).toMatchObject({ dropped: 0, app_running: true, crash_summary: { crash_detected: false } });
    expect(messages(await read())).toEqual([]);
    say('second');
    expect(messages(await read())).toEqual(['second']);
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

  it.each([
    ['an exception', false, 'exception', /Exception$/],
    ['a signal, of which the log says nothing', true, 'native', /SIGSEGV/],
  ])(
    'follows the app over %s and its next start, and tells the crash once',
    async (_, native, kind, name) => {
      await bed.call('start_log_stream', { packageName: shop });
      const before = process().pid;
      bed.phone.crash(shop, native ? { native: true } : { message: 'cart is null' });
      bed.open(shop);
      say('alive again');
      const page = await read();
      expect(page.crash_summary).toMatchObject({
        crash_detected: true,
        kind,
        pid: before,
        exception: expect.stringMatching(name),
      });
      expect(page.entries.find(({ message }) => message === 'alive again')?.pid).toBe(process().pid);
      expect((await read()).crash_summary).toEqual({ crash_detected: false });
    },
  );

  it('marks a break of the stream and goes on behind it', async () => {
    await bed.call('start_log_stream', { packageName: shop, level: 'info' });
    say('kept');
    expect(messages(await read())).toEqual(['kept']);
    const stream = apple()
      .runningPrograms()
      .find(({ args }) => args.includes('stream'));
    if (stream?.pid === undefined) throw new Error('No stream runs.');
    expect(apple().kill(stream.pid)).toBe(true);
    await expect
      .poll(
        () =>
          apple()
            .runningPrograms()
            .some(({ pid }) => pid === stream.pid),
        { timeout: 10_000 },
      )
      .toBe(false);
    say('after the break');
    const page = await read();
    expect(messages(page)).toEqual(['after the break']);
    expect(page.gaps?.join()).toContain('stream was interrupted');
  });

  it('is gone after its stop, and named when several are open', async () => {
    await bed.call('start_log_stream', { packageName: shop, sessionId: 'a' });
    await bed.call('start_log_stream', { packageName: shop, sessionId: 'b' });
    expect((await bed.call('read_log_stream')).data).toMatchObject({
      error: { message: expect.stringContaining('a, b') },
    });
    // One app is one stream of the device, however many read it.
    const streams = () =>
      apple()
        .runningPrograms()
        .filter(({ args }) => args.includes('stream'));
    expect(streams().filter(({ args }) => args.join(' ').includes(shop))).toHaveLength(1);
    expect((await bed.call('stop_log_stream', { sessionId: 'a' })).data).toEqual({ success: true });
    expect((await bed.call('stop_log_stream', { sessionId: 'b' })).data).toEqual({ success: true });
    expect((await bed.call('read_log_stream')).data).toMatchObject({ error: { code: 'INVALID_ARGUMENT' } });
    expect((await bed.call('start_log_stream', { packageName: 'com.nobody.here' })).data).toMatchObject({
      error: { code: 'APP_NOT_INSTALLED' },
    });
  });
});

describe('get_network_activity', () => {
  it('tells what URLSession and Alamofire log since the last action, each once', async () => {
    say('GET https://api.example.com/early 200 (12 ms)', 'I', 'Network');
    await bed.call('get_network_activity');
    const at = bed.traits.at(0.5, 0.02);
    await bed.call('tap', { ...at, verificationMode: 'none' });
    say('[Alamofire] GET https://api.example.com/cart?token=1 200 (34 ms)', 'I', 'Network');
    say(
      'Task <5A1C>.<2> finished with error [-1001] Error Domain=NSURLErrorDomain Code=-1001 "The request timed out." UserInfo={NSErrorFailingURLStringKey=https://api.example.com/pay, NSErrorFailingURLKey=https://api.example.com/pay}',
      'E',
      'Default',
    );
    const { data, texts } = await bed.call('get_network_activity');
    expect(data['requests'], texts[0]).toMatchObject([
      {
        endpoint: 'https://api.example.com/cart',
        method: 'GET',
        statusCode: 200,
        durationMs: 34,
        status: 'success',
      },
      { endpoint: 'https://api.example.com/pay', networkError: 'timeout', status: 'retryable' },
    ]);
    expect((await bed.call('get_network_activity')).data['requests']).toEqual([]);
  });
});

describe('capture_debug_snapshot', () => {
  it('holds screen, picture, log and crash of a simulator in one answer', async () => {
    say('seen by the snapshot');
    const { data, images, isError, texts } = await bed.call('capture_debug_snapshot', { appId: shop });
    expect(isError, texts[0]).toBe(false);
    expect(images).toHaveLength(1);
    const { raw, semantic } = data as { raw: Record<string, unknown>; semantic: Record<string, unknown> };
    expect(JSON.stringify(raw['logs'])).toContain('seen by the snapshot');
    expect(raw['ui_tree']).toMatchObject({ screen: shop });
    expect(semantic).toMatchObject({ signals: { crash_in_logs: expect.any(Boolean), loading: false } });
  });
});
