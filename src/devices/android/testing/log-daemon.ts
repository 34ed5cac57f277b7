/** For tests only: a device's log daemon by a script, with the logs facet on it, on a clock that stands still until told. */

import { Operation } from '@mobile-debug/core/operation.ts';
import { ManualClock } from '@mobile-debug/core/testing/manual-clock.ts';
import type { AppsFacet } from '../../port/apps.ts';
import type { LogQuery, LogReading } from '../../port/logs.ts';
import type { AdbStream } from '../adb/adb-types.ts';
import { type Asked, type Reply, scriptedAdb } from '../fixtures/scripted-adb.ts';
import { androidLogs } from '../logs/logs.ts';

export const base = 1_784_554_596_000;

/** `12.345 10123 100 100 I Tag: message`, the seconds counted from `base`. */
export const line = (
  seconds: number,
  message: string,
  { uid = 10_123, pid = 100, tag = 'Kettle' } = {},
): string => `${((base + seconds * 1000) / 1000).toFixed(3)} ${uid}   ${pid}   ${pid} I ${tag}  : ${message}`;

class Pipe implements AdbStream {
  readonly #chunks: Buffer[] = [];
  #wake: () => void = () => {};
  #end: Error | 'end' | null = null;
  closed = false;
  readonly chunks: AsyncIterable<Buffer> = { [Symbol.asyncIterator]: () => this.#read() };

  send(text: string): void {
    this.sendBytes(Buffer.from(text));
  }

  sendBytes(bytes: Buffer): void {
    if (this.#end) return;
    this.#chunks.push(bytes);
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
export class Daemon {
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
    // A line without a head belongs to the one before it.
    let time = 0;
    return this.lines.filter((each) => {
      time = Number(/^ *(\d+\.\d+) /.exec(each)?.[1] ?? time);
      return time >= Number(start);
    });
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

export const logcats = (daemon: Daemon): string[] => daemon.adb.asked.map(({ line: command }) => command);
