/** get_network_activity: since the last action of this device, each event once, noise behind what matters. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeTestBed, type TestBed } from '../harness.ts';

const shop = 'com.example.shop';
let bed: TestBed;

beforeEach(async () => {
  bed = await makeTestBed({ serials: ['phone-a', 'phone-b'] });
  for (const phone of bed.phones) phone.start(shop, null);
});

afterEach(async () => {
  expect(bed.bugs).toEqual([]);
  await bed.close();
});

function log(at: number, message: string): void {
  const phone = bed.phones[at];
  const process = phone?.processes.find(({ packageName }) => packageName === shop);
  if (!phone || !process) throw new Error('The shop does not run.');
  phone.log.append({
    uid: process.uid,
    pid: process.pid,
    tid: process.pid,
    priority: 'I',
    tag: 'okhttp.OkHttpClient',
    message,
    buffer: 'main',
  });
}

async function requests(deviceId: string): Promise<readonly Record<string, unknown>[]> {
  const { data, isError, texts } = await bed.call('get_network_activity', { deviceId });
  expect(isError, texts[0]).toBe(false);
  expect(data['count']).toBe((data['requests'] as unknown[]).length);
  return data['requests'] as Record<string, unknown>[];
}

const back = (deviceId: string) => bed.call('press_back', { deviceId, verificationMode: 'none' });

describe('get_network_activity', () => {
  it('tells each request once, and devices apart', async () => {
    await back('phone-a');
    log(0, '--> GET https://api.example.com/a');
    log(0, '<-- 404 Not Found https://api.example.com/a (12ms, 0-byte body)');
    log(1, '<-- 200 OK https://api.example.com/b (3ms, 0-byte body)');
    expect(await requests('phone-a')).toEqual([
      {
        endpoint: 'https://api.example.com/a',
        method: 'GET',
        statusCode: 404,
        networkError: null,
        status: 'failure',
        durationMs: 12,
      },
    ]);
    expect(await requests('phone-a')).toEqual([]);
    expect((await requests('phone-b')).map(({ endpoint }) => endpoint)).toEqual([
      'https://api.example.com/b',
    ]);
  });

  it('begins anew with each action, by the clock of the device', async () => {
    for (const phone of bed.phones) phone.clockOffsetMs = 3_600_000;
    log(0, '<-- 200 OK https://api.example.com/before (3ms)');
    const { promise, resolve } = withResolver();
    bed.phone.clock.after(150, resolve);
    await promise;
    await back('phone-a');
    log(0, '<-- 200 OK https://api.example.com/after (3ms)');
    expect((await requests('phone-a')).map(({ endpoint }) => endpoint)).toEqual([
      'https://api.example.com/after',
    ]);
  });

  it('leaves noise out when there is something else', async () => {
    await back('phone-a');
    log(0, '<-- 200 OK https://cdn.example.com/logo.png (3ms)');
    log(0, '<-- HTTP FAILED: java.net.SocketTimeoutException: timeout');
    expect((await requests('phone-a')).map(({ endpoint }) => endpoint)).toEqual([
      'https://cdn.example.com/logo.png',
    ]);
    log(0, '<-- 200 OK https://cdn.example.com/other.png (3ms)');
    log(0, '--> POST https://api.example.com/pay');
    log(0, '<-- HTTP FAILED: java.net.SocketTimeoutException: timeout');
    expect(await requests('phone-a')).toMatchObject([
      { endpoint: 'https://api.example.com/pay', networkError: 'timeout', status: 'retryable' },
    ]);
  });
});

function withResolver(): { promise: Promise<void>; resolve: () => void } {
  let resolve = (): void => {};
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}
