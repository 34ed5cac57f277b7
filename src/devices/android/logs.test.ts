/** The logs facet against a scripted log daemon: history, freshness, breaks, refusals, and whose lines are whose. */
import { describe, expect, it } from 'vitest';
import { ManualClock } from '../../core/clock.ts';
import { Fault } from '../../core/fault.ts';
import { Operation } from '../../core/operation.ts';
import type { AppsFacet, LogQuery, LogReading } from '../device.ts';
import type { AdbStream } from './adb/adb-types.ts';
import { type Asked, type Reply, scriptedAdb } from './fixtures/scripted-adb.ts';
import { androidLogs } from './logs.ts';

const base = 1_784_554_596_000;

/** `12.345 10123 100 100 I Tag: message`, the seconds counted from `base`. */
const line = (seconds: number, message: string, { uid = 10_123, pid = 100, tag = 'Kettle' } = {}): string =>
  `${((base + seconds * 1000) / 1000).toFixed(3)} ${uid}   ${pid}   ${pid} I ${tag}  : ${message}`;

class Pipe implements AdbStream {
  readonly #chunks: Buffer[] = [];
  #wake: () => void = () => {};
  #end: Error | 'end' | null = null;
  closed = false;
  readonly chunks: AsyncIterable<Buffer> = { [Symbol.asyncIterator]: () => this.#read() };

  send(text: string): void {
    if (this.#end) return;
    this.#chunks.push(Buffer.from(text));
    this.#wake();
  }

  end(how: Error | 'end'): void {
    this.#end = how;
    this.#wake();
  }

  async write(): Promise<void> {}

  async close(): Promise<void> {
    this.closed = true;
    this.end('end');
  }

  async *#read(): AsyncGenerator<Buffer> {
    for (;;) {
      for (let chunk = this.#chunks.shift(); chunk; chunk = this.#chunks.shift()) yield chunk;
      if (this.#end instanceof Error) throw this.#end;
      if (this.#end) return;
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }
}

/** A device's log with the two ways to read it. `lagging`: what is appended does not come through streams. */
class Daemon {
  lines: string[] = [];
  lagging: boolean = false;
  nowMs = base + 100_000;
  refuse: RegExp | null = null;
  readonly pipes: Pipe[] = [];
  readonly pids = new Map<string, number[]>([['org.demo.kettle', [100]]]);
  readonly installed = new Set(['org.demo.kettle']);
  readonly adb = scriptedAdb((asked) => this.#answer(asked));
  readonly clock = new ManualClock(base);
  readonly logs = androidLogs(this.adb, this.#apps(), 1_000);

  append(...lines: string[]): void {
    this.lines.push(...lines);
    for (const pipe of this.lagging ? [] : this.pipes) pipe.send(lines.map((each) => `${each}\n`).join(''));
  }

  async query(query: Partial<LogQuery> = {}, budgetMs = 5_000): Promise<LogReading> {
    using op = Operation.start(budgetMs, { clock: this.clock });
    let done = false;
    const reading = this.logs.query(op, { limit: 50, ...query }).finally(() => {
      done = true;
    });
    reading.catch(() => {});
    for (let step = 0; step < 400 && !done; step++) await this.clock.advance(50);
    return await reading;
  }

  async texts(query: Partial<LogQuery> = {}): Promise<string[]> {
    return (await this.query(query)).records.map((record) => record.message);
  }

  #answer({ kind, line: command }: Asked): Reply {
    if (command.startsWith('pm list packages'))
      return 'package:org.demo.kettlecorn uid:10999\npackage:org.demo.kettle uid:10123\n';
    if (this.refuse?.test(command)) return 'logcat: Invalid parameter "uid" to -v\n';
    const from = this.#from(command);
    if (kind === 'open') {
      const pipe = new Pipe();
      this.pipes.push(pipe);
      pipe.send('--------- beginning of main\n');
      for (const each of from) pipe.send(`${each}\n`);
      return pipe;
    }
    return `${(this.nowMs / 1000).toFixed(3)}000000 +0200\n--------- beginning of main\n${from.map((each) => `${each}\n`).join('')}`;
  }

  #from(command: string): string[] {
    const start = /-[tT] (\S+)$/.exec(command)?.[1] ?? '0';
    if (!start.includes('.')) return this.lines.slice(-Number(start));
    return this.lines.filter((each) => Number(each.trim().split(' ')[0]) >= Number(start));
  }

  #apps(): AppsFacet {
    const unused = (): never => {
      throw new Error('not for logs');
    };
    return {
      start: unused,
      terminate: unused,
      reset: unused,
      installed: async (_op, appId) => this.installed.has(appId),
      pids: async (_op, appId) => this.pids.get(appId) ?? [],
    };
  }
}

const logcats = (daemon: Daemon): string[] => daemon.adb.asked.map(({ line: command }) => command);

describe('freshness', () => {
  it('answers the first query with what is already there, and starts one stream', async () => {
    const daemon = new Daemon();
    daemon.append(line(1, 'one'), line(2, 'two'));
    const reading = await daemon.query();
    expect(reading.records.map(({ message }) => message)).toEqual(['one', 'two']);
    expect(reading).toMatchObject({ from: 'dump', source: 'broad', app: null, dropped: 0, gaps: [] });
    expect(daemon.adb.asked.map(({ kind }) => kind)).toEqual(['shell', 'open']);
    expect(logcats(daemon)[0]).toBe(
      "date '+%s.%N %z'; logcat -d -v threadtime -v uid -v epoch -b main -b system -b crash -t 10000",
    );
    expect(logcats(daemon)[1]).toMatch(/^exec:logcat -v threadtime .* -T 1784554598\.000$/);
  });

  it('answers later ones from memory, each line once, with one command', async () => {
    const daemon = new Daemon();
    daemon.append(line(1, 'one'), line(2, 'two'), line(2, 'two again'));
    await daemon.query();
    daemon.append(line(2, 'same moment'), line(3, 'three'));
    const reading = await daemon.query();
    expect(reading.records.map(({ message }) => message)).toEqual([
      'one',
      'two',
      'two again',
      'same moment',
      'three',
    ]);
    expect(reading.from).toBe('stream');
    expect(daemon.adb.asked).toHaveLength(3);
    expect(daemon.pipes).toHaveLength(1);
  });

  it('shows lines that the device has though the stream lags, and no line twice later', async () => {
    const daemon = new Daemon();
    daemon.append(line(1, 'one'));
    await daemon.query();
    daemon.lagging = true;
    daemon.append(line(5, 'late'));
    const reading = await daemon.query();
    expect(reading.records.map(({ message }) => message)).toEqual(['one', 'late']);
    expect(reading.from).toBe('dump');
    daemon.pipes[0]?.send(`${line(5, 'late')}\n`);
    expect(await daemon.texts()).toEqual(['one', 'late']);
  });

  it('waits for a line that is on its way', async () => {
    const daemon = new Daemon();
    daemon.append(line(1, 'one'));
    await daemon.query();
    daemon.lagging = true;
    daemon.append(line(5, 'on its way'));
    daemon.clock.after(120, () => daemon.pipes[0]?.send(`${line(5, 'on its way')}\n`));
    expect(await daemon.query()).toMatchObject({ from: 'stream' });
    expect(await daemon.texts()).toEqual(['one', 'on its way']);
  });

  it('works on an empty log', async () => {
    const daemon = new Daemon();
    expect(await daemon.texts()).toEqual([]);
    daemon.append(line(1, 'first ever'));
    expect(await daemon.texts()).toEqual(['first ever']);
  });

  it('keeps lines whole that are cut between chunks, in the middle of a character too', async () => {
    const daemon = new Daemon();
    await daemon.query();
    const bytes = Buffer.from(`${line(1, 'caf\u00e9 \u{1f600}')}\n`);
    daemon.lines.push(line(1, 'caf\u00e9 \u{1f600}'));
    for (const byte of bytes) daemon.pipes[0]?.send(Buffer.from([byte]).toString('latin1') && '');
    daemon.pipes[0]?.send(bytes.toString('utf8').slice(0, 20));
    daemon.pipes[0]?.send(bytes.toString('utf8').slice(20));
    expect(await daemon.texts()).toEqual(['caf\u00e9 \u{1f600}']);
  });

  it('never clears a buffer', async () => {
    const daemon = new Daemon();
    await daemon.query({ appId: 'org.demo.kettle' });
    await daemon.query();
    expect(logcats(daemon).join('\n')).not.toMatch(/logcat[^|;]* -c\b/);
  });

  it('queues queries of one device', async () => {
    const daemon = new Daemon();
    daemon.append(line(1, 'one'));
    const readings = await Promise.all([daemon.query(), daemon.query(), daemon.query()]);
    expect(readings.map((reading) => reading.records.length)).toEqual([1, 1, 1]);
    expect(daemon.pipes).toHaveLength(1);
  });
});

describe('a stream that breaks', () => {
  it('is started again without a gap while the device still holds the newest line', async () => {
    const daemon = new Daemon();
    daemon.append(line(1, 'one'));
    await daemon.query();
    daemon.pipes[0]?.end(new Fault('DEVICE_UNAVAILABLE', 'broke'));
    daemon.append(line(2, 'meanwhile'));
    const reading = await daemon.query();
    expect(reading.records.map(({ message }) => message)).toEqual(['one', 'meanwhile']);
    expect(reading).toMatchObject({ from: 'dump', gaps: [] });
    expect(daemon.pipes).toHaveLength(2);
    daemon.append(line(3, 'after'));
    expect(await daemon.texts()).toEqual(['one', 'meanwhile', 'after']);
  });

  it('leaves a gap when the device has moved on', async () => {
    const daemon = new Daemon();
    daemon.append(line(1, 'one'));
    await daemon.query();
    daemon.pipes[0]?.end('end');
    daemon.lines = [line(50, 'much later')];
    const reading = await daemon.query();
    expect(reading.records.map(({ message }) => message)).toEqual(['one', 'much later']);
    expect(reading.gaps).toEqual([expect.stringMatching(/broke after 1784554597\.000 \(logcat ended\)/)]);
    expect((await daemon.query({ sinceSeconds: 10 })).gaps).toEqual([]);
  });

  it('finds the lines again after the clock of the device went backwards', async () => {
    const daemon = new Daemon();
    daemon.append(line(60, 'before'));
    await daemon.query();
    daemon.pipes[0]?.end('end');
    daemon.lines = [line(1, 'after the jump')];
    expect(await daemon.texts()).toEqual(['before', 'after the jump']);
  });

  it('answers from the dump when no stream can be opened', async () => {
    const daemon = new Daemon();
    daemon.append(line(1, 'one'));
    const { adb } = daemon;
    const logs = androidLogs(
      { ...adb, open: async () => Promise.reject(new Fault('DEVICE_UNAVAILABLE', 'no')) },
      {
        pids: async () => [],
      } as unknown as AppsFacet,
    );
    using op = Operation.start(5_000);
    expect(await logs.query(op, { limit: 5 })).toMatchObject({ from: 'dump', records: [{ message: 'one' }] });
    daemon.append(line(2, 'two'));
    expect((await logs.query(op, { limit: 5 })).records).toHaveLength(2);
  });

  it('is closed with the facet, twice if need be', async () => {
    const daemon = new Daemon();
    await daemon.query();
    await daemon.logs.close();
    await daemon.logs.close();
    expect(daemon.pipes[0]?.closed).toBe(true);
  });
});

describe('refusals', () => {
  it('leaves out what logcat does not know and remembers', async () => {
    const daemon = new Daemon();
    daemon.refuse = /-v uid/;
    daemon.append('1784554597.000   100   100 I Kettle  : one');
    expect(await daemon.query()).toMatchObject({ records: [{ message: 'one', uid: null }] });
    await daemon.query();
    expect(logcats(daemon).map((command) => command.includes('-v uid'))).toEqual([true, false, false, false]);
  });

  it('is LOGS_UNAVAILABLE in the words of the device when nothing is understood', async () => {
    const daemon = new Daemon();
    daemon.refuse = /logcat/;
    await expect(daemon.query()).rejects.toMatchObject({
      code: 'LOGS_UNAVAILABLE',
      message: expect.stringContaining('Invalid parameter "uid" to -v'),
    });
  });

  it('ends with the budget', async () => {
    const adb = scriptedAdb(() => 'hang');
    const clock = new ManualClock();
    using op = Operation.start(300, { clock });
    const reading = androidLogs(adb, { pids: async () => [] } as unknown as AppsFacet).query(op, {
      limit: 5,
    });
    reading.catch(() => {});
    await clock.advance(400);
    await expect(reading).rejects.toMatchObject({ code: 'TIMEOUT' });
  });
});

describe('whose lines', () => {
  const filled = (): Daemon => {
    const daemon = new Daemon();
    daemon.append(
      line(1, 'earlier process', { pid: 90 }),
      line(2, 'of this process'),
      line(3, 'of another app', { uid: 10_200, pid: 300 }),
      line(4, 'of the system', { uid: 1000, pid: 1 }),
    );
    return daemon;
  };

  it('knows an app by its package, ended processes included', async () => {
    const daemon = filled();
    const reading = await daemon.query({ appId: 'org.demo.kettle' });
    expect(reading.records.map(({ message }) => message)).toEqual(['earlier process', 'of this process']);
    expect(reading).toMatchObject({ source: 'package', app: { running: true, pids: [100] } });
  });

  it('tells an app that does not run from one that is silent (LOG-08)', async () => {
    const daemon = filled();
    daemon.pids.clear();
    expect(await daemon.query({ appId: 'org.demo.kettle' })).toMatchObject({
      source: 'package',
      app: { running: false, pids: [] },
      records: [{ message: 'earlier process' }, { message: 'of this process' }],
    });
    daemon.lines = [];
    const silent = new Daemon();
    expect(await silent.query({ appId: 'org.demo.kettle' })).toMatchObject({
      source: 'pid',
      app: { running: true, pids: [100] },
      records: [],
    });
  });

  it('refuses an app that is not there', async () => {
    await expect(new Daemon().query({ appId: 'org.demo.none' })).rejects.toMatchObject({
      code: 'APP_NOT_INSTALLED',
    });
  });

  it('takes process ids from the system, never from the log (LOG-09)', async () => {
    const daemon = new Daemon();
    daemon.append(
      line(1, 'Start proc 555:org.demo.kettle/u0a1 for activity', {
        uid: 1000,
        pid: 1,
        tag: 'ActivityManager',
      }),
    );
    expect(await daemon.texts({ appId: 'org.demo.kettle' })).toEqual([]);
  });

  it('does not take the user id that system programs share', async () => {
    const daemon = new Daemon();
    daemon.append(line(1, 'mine', { uid: 1000, pid: 100 }), line(2, 'not mine', { uid: 1000, pid: 7 }));
    expect(await daemon.query({ appId: 'org.demo.kettle' })).toMatchObject({
      source: 'pid',
      records: [{ message: 'mine' }],
    });
  });

  it('selects by pid, tag, level, words and age by the device clock', async () => {
    const daemon = filled();
    expect(await daemon.query({ pid: 300 })).toMatchObject({
      source: 'pid',
      records: [{ message: 'of another app' }],
    });
    expect(await daemon.texts({ contains: 'system' })).toEqual(['of the system']);
    expect(await daemon.texts({ minLevel: 'WARN' })).toEqual([]);
    expect(await daemon.texts({ tag: 'Kettle', limit: 1 })).toEqual(['of the system']);
    daemon.nowMs = base + 10_000;
    expect(await daemon.texts({ sinceSeconds: 7 })).toEqual(['of another app', 'of the system']);
  });

  it('measures the clock of the device', async () => {
    const daemon = new Daemon();
    daemon.nowMs = base + 7_000;
    const { clockOffset } = await daemon.query();
    expect(clockOffset?.offsetMs).toBeGreaterThanOrEqual(6_900);
    expect(clockOffset?.offsetMs).toBeLessThanOrEqual(7_000);
    expect(clockOffset?.errorMs).toBeGreaterThanOrEqual(1);
  });
});
