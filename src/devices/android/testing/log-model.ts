/**
 * For tests only: random lives of a log (equal lines in one millisecond, lines without a head, chunks cut anywhere, a
 * stream that lags and breaks, a device that forgets) and what must come out: the whole list, or a marked gap in it.
 */
import fc from '@mobile-debug/core/testing/property.ts';
import { expect } from 'vitest';
import { Daemon, line } from './log-daemon.ts';

type Step =
  | { readonly kind: 'append'; readonly lines: readonly Appended[] }
  | { readonly kind: 'deliver'; readonly bytes: number }
  | { readonly kind: 'query' }
  | { readonly kind: 'break' }
  /** The device forgets its oldest lines, a millisecond at a time. */
  | { readonly kind: 'forget'; readonly count: number };

interface Appended {
  readonly laterMs: number;
  readonly message: string;
  /** Without time, process and tag, as some devices print a line break inside a message. */
  readonly bare: boolean;
}

const appended: fc.Arbitrary<Appended> = fc.record({
  laterMs: fc.constantFrom(0, 0, 0, 1, 1_000),
  message: fc.constantFrom('a', 'b', '}', 'f\u00fcnf \u{1f600}'),
  bare: fc.nat(9).map((one) => one === 0),
});

interface Script {
  /** Whether the device prints microseconds; then lines of one time are one message. */
  readonly usec: boolean;
  readonly steps: readonly Step[];
}

const steps: fc.Arbitrary<readonly Step[]> = fc.array(
  fc.oneof(
    {
      weight: 6,
      arbitrary: fc.record({
        kind: fc.constant('append' as const),
        lines: fc.array(appended, { maxLength: 8 }),
      }),
    },
    { weight: 5, arbitrary: fc.record({ kind: fc.constant('deliver' as const), bytes: fc.nat(400) }) },
    { weight: 4, arbitrary: fc.constant({ kind: 'query' as const }) },
    { weight: 1, arbitrary: fc.constant({ kind: 'break' as const }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('forget' as const), count: fc.nat(12) }) },
  ),
  { maxLength: 30 },
);

export const lives: fc.Arbitrary<Script> = fc.record({ usec: fc.boolean(), steps });

class Life {
  readonly daemon = new Daemon();
  /** All that was ever logged. */
  readonly messages: string[] = [];
  /** What the running stream has yet to deliver. */
  #outbox = Buffer.alloc(0);
  #timeMs = 0;
  #asked: boolean = false;
  #streams: boolean = false;
  #forgotten = 0;
  #logged = 0;
  /** How many of them the server holds for good, by a stream or by the reading before it. */
  #told = 0;
  /** Whether the device forgot the newest line that was known, or none was: then nobody can know what is missing. */
  unsure: boolean = false;
  /** Whether lines are gone that no reading knew. */
  lost: boolean = false;

  readonly #usec: boolean;

  constructor({ usec }: Script) {
    this.#usec = usec;
    this.daemon.lagging = true;
  }

  append(lines: readonly Appended[]): void {
    for (const { laterMs, message, bare } of lines) {
      this.#timeMs += laterMs;
      // The first line of all has a head, else it would belong to nothing.
      const text = bare && this.messages.length > 0 ? message : this.#line(message);
      this.messages.push(message);
      this.#logged++;
      this.daemon.append(text);
      if (this.#streams) this.#outbox = Buffer.concat([this.#outbox, Buffer.from(`${text}\n`)]);
    }
  }

  #line(message: string): string {
    const text = line(1 + this.#timeMs / 1_000, message);
    return this.#usec ? text.replace(/\.\d{3}/, '$&000') : text;
  }

  deliver(bytes: number): void {
    if (!this.#streams) return;
    for (const byte of this.#outbox.subarray(0, bytes)) if (byte === 0x0a) this.#told++;
    this.daemon.pipes.at(-1)?.sendBytes(this.#outbox.subarray(0, bytes));
    this.#outbox = this.#outbox.subarray(bytes);
  }

  break(): void {
    this.daemon.pipes.at(-1)?.end('end');
    this.#streams = false;
    if (this.#asked && this.#told === 0) this.unsure = true;
    this.#outbox = Buffer.alloc(0);
  }

  forget(count: number): void {
    const { lines } = this.daemon;
    const heads = lines.flatMap((each, at) => (timeOf(each) === null ? [] : [{ at, time: timeOf(each) }]));
    const cut = heads.find(({ at, time }, nth) => at >= count && nth > 0 && time !== heads[nth - 1]?.time);
    const gone = cut?.at ?? 0;
    // A stream lags by less than a device holds: what goes has been delivered, unless the stream is broken.
    if (this.#streams) this.deliver(this.#outbox.length);
    else if (this.#asked && this.#forgotten + gone > this.#told) this.lost = true;
    else if (this.#asked && this.#forgotten + gone === this.#told) this.unsure = true;
    this.daemon.lines = lines.slice(gone);
    this.#forgotten += gone;
    // What was gone before anybody asked is no gap in what is told.
    if (!this.#asked) this.messages.splice(0, gone);
  }

  async query(): Promise<{ readonly text: string; readonly gaps: readonly string[] }> {
    const streams = this.daemon.pipes.length;
    const { records, gaps } = await this.daemon.query({ limit: 2_000 });
    // A new stream begins with all that there is.
    if (this.daemon.pipes.length > streams) this.#outbox = Buffer.alloc(0);
    if (this.daemon.pipes.length > streams) this.#told = this.#logged;
    this.#asked = true;
    this.#streams = true;
    return { text: records.map(({ message }) => message).join('\n'), gaps };
  }
}

function timeOf(text: string | undefined): string | null {
  return /^\d+\.\d+ /.exec(text ?? '')?.[0] ?? null;
}

export async function checkLife(script: Script): Promise<void> {
  const life = new Life(script);
  const check = async (): Promise<void> => {
    const { text, gaps } = await life.query();
    if (!life.lost) {
      expect(text).toBe(life.messages.join('\n'));
      if (!life.unsure) expect(gaps).toEqual([]);
    } else {
      expect(gaps).not.toEqual([]);
      expect(isPartOf(text.split('\n'), life.messages)).toBe(true);
    }
  };
  for (const step of script.steps) {
    if (step.kind === 'append') life.append(step.lines);
    else if (step.kind === 'deliver') life.deliver(step.bytes);
    else if (step.kind === 'break') life.break();
    else if (step.kind === 'forget') life.forget(step.count);
    else await check();
  }
  await check();
}

function isPartOf(some: readonly string[], all: readonly string[]): boolean {
  let at = 0;
  for (const one of all) if (one === some[at]) at++;
  return at === some.length || (some.length === 1 && some[0] === '');
}
