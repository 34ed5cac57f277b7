/**
 * For tests only: random lives of a simulator's log (equal lines of one moment, a stream that breaks, lines that come
 * while history is read, Info lines that are not kept) and what must come out: the whole list, or a marked gap in it.
 */
import { Operation } from '@mobile-debug/core/operation.ts';
import { ManualClock } from '@mobile-debug/core/testing/manual-clock.ts';
import fc from '@mobile-debug/core/testing/property.ts';
import { expect } from 'vitest';
import { LogFeed } from '../logs/logs-feed.ts';
import { logLine, scriptedLog } from './scripted-log.ts';

interface Said {
  readonly laterMs: number;
  readonly message: string;
  /** The system keeps it for the stream only. */
  readonly brief: boolean;
}

type Step =
  | { readonly kind: 'say'; readonly lines: readonly Said[] }
  | { readonly kind: 'break' }
  /** `meanwhile` comes through the stream while history is read. */
  | { readonly kind: 'read'; readonly meanwhile: readonly Said[] };

const said: fc.Arbitrary<Said> = fc.record({
  laterMs: fc.constantFrom(0, 0, 0, 1, 700),
  message: fc.constantFrom('a', 'b', '}', 'tea \u{1f375}'),
  brief: fc.nat(9).map((one) => one === 0),
});
const lines = fc.array(said, { maxLength: 6 });

export const lives: fc.Arbitrary<readonly Step[]> = fc.array(
  fc.oneof(
    { weight: 5, arbitrary: fc.record({ kind: fc.constant('say' as const), lines }) },
    { weight: 3, arbitrary: fc.record({ kind: fc.constant('read' as const), meanwhile: lines }) },
    { weight: 1, arbitrary: fc.constant({ kind: 'break' as const }) },
  ),
  { maxLength: 20 },
);

const noon = Date.UTC(2026, 0, 1, 12);

export async function checkLife(steps: readonly Step[]): Promise<void> {
  const clock = new ManualClock(noon);
  using op = Operation.start(600_000, { clock });
  const all: string[] = [];
  const kept: { readonly at: number; readonly line: string }[] = [];
  let [at, streams, asked, lost] = [0, false, false, false];
  let meanwhile: readonly Said[] = [];
  const say = ({ laterMs, message, brief }: Said): void => {
    at += laterMs;
    const line = logLine(at, message, brief ? { messageType: 'Info' } : {});
    if (!brief) kept.push({ at, line });
    if (streams) log.say(line);
    else if (brief && asked) lost = true;
    // What was not kept before anybody asked is not told, and no gap.
    if (streams || !brief || asked) all.push(message);
  };
  const log = scriptedLog((start) => {
    // The stream is attached before history is read.
    streams = true;
    asked = true;
    for (const each of meanwhile) say(each);
    // `--start` counts whole seconds.
    const from = 'epochMs' in start ? Math.floor(start.epochMs / 1_000) * 1_000 - noon : 0;
    return kept.filter((each) => each.at >= from).map((each) => each.line);
  });
  const feed = new LogFeed(log.source);
  const read = async (): Promise<void> => {
    let done = false;
    const work = feed.freshen(op, 300).finally(() => {
      done = true;
    });
    work.catch(() => {});
    for (let step = 0; step < 400 && !done; step++) await clock.advance(20);
    await work;
    const told = feed.memory.newest(() => true, 1_000).records.flatMap(({ message }) => message.split('\n'));
    if (!lost) expect(told).toEqual(all);
    else {
      expect(feed.memory.gaps(undefined)).not.toEqual([]);
      expect(isPartOf(told, all)).toBe(true);
    }
  };
  for (const step of steps) {
    if (step.kind === 'say') for (const each of step.lines) say(each);
    else if (step.kind === 'break') {
      log.break('gone');
      streams = false;
    } else {
      ({ meanwhile } = step);
      if (streams) for (const each of meanwhile) say(each);
      await read();
    }
  }
  meanwhile = [];
  await read();
}

function isPartOf(some: readonly string[], all: readonly string[]): boolean {
  let at = 0;
  for (const one of all) if (one === some[at]) at++;
  return at === some.length;
}
