/** `logcat`: what the log ring holds, and what comes after, until the client hangs up. */
import type { Operation } from '@mobile-debug/core/operation.ts';
import type { LogLine } from '../../phone/phone-types.ts';
import { costOf } from '../costs.ts';
import { type Call, err, out, type Program, phoneOf, spend } from '../shell/program.ts';
import { deviceEpochMs } from './date.ts';
import { binaryRecord, formatLine } from './log-format.ts';
import { type LogcatOptions, readLogcatOptions } from './logcat-options.ts';

export const logcat: Program = {
  name: 'logcat',
  async run(op, call) {
    await spend(op, call, costOf(call.session.device.timing, 'logcat'));
    const phone = phoneOf(call);
    const options = readLogcatOptions(call.args, phone.version.sdk, deviceEpochMs(phone));
    if ('complaint' in options) {
      await err(call, options.complaint);
      return 1;
    }
    switch (options.mode) {
      case 'clear':
        op.check();
        phone.log.clear();
        return 0;
      case 'size':
        for (const buffer of options.buffers) {
          await out(
            call,
            `${buffer}: ring buffer is 256 KiB (${Math.min(250, phone.log.lines().length >> 3)} KiB consumed), max entry is 5120 B, max payload is 4068 B\n`,
          );
        }
        return 0;
      case 'statistics':
        await out(
          call,
          `size/num ${[...options.buffers].map((buffer) => `${buffer} 0/${countIn(call, buffer)}`).join(' ')}\n`,
        );
        return 0;
      default:
        return await print(op, call, options);
    }
  },
};

function countIn(call: Call, buffer: string): number {
  return phoneOf(call)
    .log.lines()
    .filter((line) => line.buffer === buffer).length;
}

async function print(op: Operation, call: Call, options: LogcatOptions): Promise<number> {
  const queue: LogLine[] = [];
  let wake = (): void => {};
  const unsubscribe =
    options.mode === 'follow'
      ? phoneOf(call).log.subscribe((line) => {
          queue.push(line);
          wake();
        })
      : () => {};
  const printer = new Printer(call, options);
  try {
    await printer.print(backlog(call, options));
    while (options.mode === 'follow' && !printer.full) {
      if (queue.length === 0) {
        await op.race(
          new Promise<void>((resolve) => {
            wake = resolve;
          }),
        );
      }
      await printer.print(queue.splice(0));
    }
    return 0;
  } finally {
    unsubscribe();
  }
}

function backlog(call: Call, { start, buffers, accepts }: LogcatOptions): readonly LogLine[] {
  const lines = phoneOf(call)
    .log.lines()
    .filter((line) => buffers.has(line.buffer));
  if (start && 'epochMs' in start) {
    const from = Math.round(start.epochMs * 1_000);
    return lines.filter((line) => Math.round(line.epochMs * 1_000) >= from);
  }
  // logd counts what passes its own filters (pid, buffers); here all filters are logd's.
  return start ? lines.filter(accepts).slice(-start.count) : lines;
}

class Printer {
  readonly #call: Call;
  readonly #options: LogcatOptions;
  readonly #begun = new Set<string>();
  #last: string | null = null;
  #printed = 0;

  constructor(call: Call, options: LogcatOptions) {
    this.#call = call;
    this.#options = options;
  }

  get full(): boolean {
    return this.#printed >= this.#options.maxLines;
  }

  /** One write for the whole batch. */
  async print(lines: readonly LogLine[]): Promise<void> {
    const { accepts, buffers, binary, style } = this.#options;
    const parts: Buffer[] = [];
    for (const line of lines) {
      if (this.full) break;
      if (!buffers.has(line.buffer) || !accepts(line)) continue;
      this.#printed++;
      if (binary) parts.push(binaryRecord(line));
      else parts.push(Buffer.from(this.#divider(line) + formatLine(line, style), 'utf8'));
    }
    if (parts.length > 0) await this.#call.stdout.write(Buffer.concat(parts));
  }

  #divider(line: LogLine): string {
    if (this.#last === line.buffer) return '';
    const word = this.#begun.has(line.buffer) ? 'switch to' : 'beginning of';
    this.#last = line.buffer;
    this.#begun.add(line.buffer);
    return `--------- ${word} ${line.buffer}\n`;
  }
}
