/** Pages of a log: the newest first where room is short, errors before chatter, nothing lost on the way back or on. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeTestBed, type TestBed } from '../harness.ts';

const shop = 'com.example.shop';

interface Meta {
  readonly omitted?: number;
  readonly older?: string;
  readonly older_errors?: number;
}

describe.each(['android', 'ios'] as const)('on %s', (platform) => {
  let bed: TestBed;

  beforeAll(async () => {
    bed = await makeTestBed(platform === 'ios' ? { ios: {} } : {});
    bed.open(shop);
  });
  afterAll(async () => {
    expect(bed.bugs).toEqual([]);
    await bed.close();
  });

  interface How {
    readonly priority?: 'I' | 'E';
    /** Of the main thread unless given. */
    readonly tid?: number;
    readonly epochMs?: number;
  }

  function say(tag: string, message: string, { priority = 'I', ...how }: How = {}): void {
    const process = bed.phone.processes.find(({ packageName }) => packageName === shop);
    const { pid = 1, uid = 1 } = process ?? {};
    bed.phone.log.append({ uid, pid, tid: pid, priority, tag, message, buffer: 'main', ...how });
  }

  async function page(args: Record<string, unknown>): Promise<{ messages: readonly string[]; meta: Meta }> {
    const { texts, isError } = await bed.call('get_logs', { appId: shop, ...args });
    expect(isError, texts[0]).toBe(false);
    for (const text of texts) expect(text.length).toBeLessThanOrEqual(20_000);
    const { logs } = JSON.parse(texts[1] ?? '') as { logs: readonly { readonly message: string }[] };
    const { meta } = JSON.parse(texts[0] ?? '') as { meta: Meta };
    return { messages: logs.map(({ message }) => message), meta };
  }

  it('shows the newest of what has no room, and pages back to the first without a hole', async () => {
    const said = Array.from({ length: 400 }, (_, at) => `line ${at} ${'x'.repeat(150)}`);
    for (const message of said) say('Pages', message);
    const first = await page({ contains: 'line ', limit: 400 });
    expect(first.messages.at(-1)).toBe(said.at(-1));
    expect(first.messages.length).toBeGreaterThan(50);
    expect(first.meta.omitted).toBe(400 - first.messages.length);
    const all = [...first.messages];
    let { older } = first.meta;
    for (let calls = 0; older !== undefined && calls < 30; calls++) {
      say('Pages', `noise ${calls}`);
      const next = await page({ contains: 'line ', limit: 100, before: older });
      expect(next.messages.length).toBeGreaterThan(0);
      all.unshift(...next.messages);
      ({ older } = next.meta);
    }
    expect(all).toEqual(said);
  });

  it('pages by the limit alone too, and ends', async () => {
    for (let at = 0; at < 7; at++) say('Few', `few ${at}`);
    const first = await page({ contains: 'few ', limit: 3 });
    expect(first.messages).toEqual(['few 4', 'few 5', 'few 6']);
    const second = await page({ contains: 'few ', limit: 3, before: first.meta.older });
    expect(second.messages).toEqual(['few 1', 'few 2', 'few 3']);
    const last = await page({ contains: 'few ', limit: 3, before: second.meta.older });
    expect(last).toMatchObject({ messages: ['few 0'] });
    expect(last.meta.older).toBeUndefined();
  });

  it('pages through more records of one time than are read at once', async () => {
    const epochMs = Date.now();
    const said = Array.from({ length: 700 }, (_, at) => `same ${at}`);
    for (const [at, message] of said.entries()) say('Same', message, { tid: 1_000 + at, epochMs });
    const all: string[] = [];
    let before: string | undefined;
    for (let calls = 0; calls < 30 && (calls === 0 || before !== undefined); calls++) {
      const { messages, meta } = await page({ contains: 'same ', limit: 50, before });
      all.unshift(...messages);
      before = meta.older;
    }
    expect(all).toEqual(said);
  });

  it('says how many errors stand in the records before', async () => {
    say('Before', 'before: lost', { priority: 'E' });
    for (let at = 0; at < 4; at++) say('Before', `before: ${at}`);
    expect((await page({ contains: 'before: ', limit: 3 })).meta).toMatchObject({ older_errors: 1 });
    expect((await page({ contains: 'before: ', limit: 5 })).meta.older_errors).toBeUndefined();
  });

  it('keeps an old error before newer chatter, and cuts what is longer than its share', async () => {
    say('Mixed', `mixed error ${'y'.repeat(9_000)}`, { priority: 'E' });
    for (let at = 0; at < 300; at++) say('Mixed', `mixed ${at} ${'x'.repeat(150)}`);
    const { messages, meta } = await page({ contains: 'mixed', limit: 500 });
    expect(messages[0]).toMatch(/^mixed error y+… \(\d+ more characters\)$/);
    expect(messages.at(-1)).toMatch(/^mixed 299 /);
    expect(meta.omitted).toBeGreaterThan(100);
  });

  it('refuses a position that is none, and says what to pass', async () => {
    const { isError, data } = await bed.call('get_logs', { appId: shop, before: 'yesterday' });
    expect(isError).toBe(true);
    expect(data['error']).toMatchObject({
      code: 'INVALID_FILTER',
      next_step: expect.stringContaining('meta.older'),
    });
  });

  it('reads a stream on without a hole where an answer has no room', async () => {
    await bed.call('start_log_stream', { packageName: shop, level: 'info' });
    const said = Array.from({ length: 300 }, (_, at) => `stream ${at} ${'x'.repeat(150)}`);
    for (const message of said) say('Stream', message);
    const read: string[] = [];
    for (let calls = 0; calls < 12 && read.length < said.length; calls++) {
      const { data, texts } = await bed.call('read_log_stream', { limit: 2_000 });
      expect(texts[0]?.length).toBeLessThanOrEqual(20_000);
      const entries = data['entries'] as readonly { readonly message: string }[];
      const ours = entries.map(({ message }) => message).filter((message) => message.startsWith('stream '));
      expect(ours.length).toBeGreaterThan(0);
      read.push(...ours);
      if (read.length < said.length) expect(data['waiting']).toBe(said.length - read.length);
    }
    expect(read).toEqual(said);
  });
});
