import { Fault } from '@mobile-debug/core/fault.ts';
import { Operation } from '@mobile-debug/core/operation.ts';
import { ManualClock } from '@mobile-debug/core/testing/manual-clock.ts';
import { expect, it } from 'vitest';
import { logLine, scriptedLog } from '../testing/scripted-log.ts';
import { LogFeed } from './logs-feed.ts';

const noon = Date.UTC(2026, 0, 1, 12);
const all = () => true;

async function pass<T>(clock: ManualClock, work: Promise<T>, ms = 3_000): Promise<T> {
  work.catch(() => {});
  for (let step = 0; step < ms / 20; step++) await clock.advance(20);
  return await work;
}

function messages(feed: LogFeed): string[] {
  return feed.memory.newest(all, 100).records.map(({ message }) => message);
}

it('begins with what the system held, and goes on with the stream', async () => {
  const clock = new ManualClock(noon);
  using op = Operation.start(60_000, { clock });
  const log = scriptedLog(() => [
    'Filtering the log data using "x"',
    logLine(1, 'old'),
    '{"count":1,"finished":1}',
  ]);
  const feed = new LogFeed(log.source);
  expect(await pass(clock, feed.freshen(op, 300))).toBe('dump');
  log.say(logLine(2, 'new'));
  expect(await pass(clock, feed.freshen(op, 300))).toBe('stream');
  expect(messages(feed)).toEqual(['old', 'new']);
  expect([log.asked, log.streams()]).toEqual([[{ lastSeconds: 300 }], 1]);
});

it('takes what the stream says during the reading of history once, behind it', async () => {
  const clock = new ManualClock(noon);
  using op = Operation.start(60_000, { clock });
  const log = scriptedLog(() => {
    log.say(logLine(2, 'both'));
    log.say(logLine(3, 'late'));
    return [logLine(1, 'old'), logLine(2, 'both')];
  });
  const feed = new LogFeed(log.source);
  await pass(clock, feed.freshen(op, 300));
  expect(messages(feed)).toEqual(['old', 'both', 'late']);
});

it('waits until a busy stream pauses, but not for ever', async () => {
  const clock = new ManualClock(noon);
  using op = Operation.start(60_000, { clock });
  const log = scriptedLog(() => []);
  const feed = new LogFeed(log.source);
  await pass(clock, feed.freshen(op, 300));
  let answered = false;
  const busy = feed.freshen(op, 300).then(() => {
    answered = true;
  });
  for (let at = 0; at < 15; at++) {
    log.say(logLine(10 + at, `line ${at}`));
    await clock.advance(20);
  }
  expect(answered).toBe(false);
  await clock.advance(60);
  await busy;
  expect(messages(feed).length).toBe(15);
});

it('goes on from the newest line after a break, and says that something may be missing', async () => {
  const clock = new ManualClock(noon);
  using op = Operation.start(60_000, { clock });
  const histories = [[logLine(1, 'old')], [logLine(1, 'old'), logLine(5, 'between')]];
  const log = scriptedLog(() => histories.shift() ?? []);
  const feed = new LogFeed(log.source);
  await pass(clock, feed.freshen(op, 300));
  const cursor = feed.memory.cursor;
  log.break('Too many open files');
  expect(await pass(clock, feed.freshen(op, 300))).toBe('dump');
  expect(messages(feed)).toEqual(['old', 'between']);
  expect(log.asked[1]).toEqual({ epochMs: noon + 1 });
  expect(feed.memory.gaps(undefined)[0]).toContain('Too many open files');
  expect(feed.memory.gapsAfter(cursor).length).toBe(1);
  expect(feed.memory.after(cursor, all, 10).records.map(({ message }) => message)).toEqual(['between']);
});

it('lives on history alone where no stream starts, and fails only when neither works', async () => {
  const clock = new ManualClock(noon);
  using op = Operation.start(60_000, { clock });
  const log = scriptedLog(() => [logLine(1, 'old')]);
  const broken = {
    ...log.source,
    stream: async () => Promise.reject(new Fault('LOGS_UNAVAILABLE', 'no handles')),
  };
  const feed = new LogFeed(broken);
  expect(await pass(clock, feed.freshen(op, 300))).toBe('dump');
  expect(messages(feed)).toEqual(['old']);
  const dead = new LogFeed({
    ...broken,
    history: async () => Promise.reject(new Fault('ACTION_REJECTED', 'no')),
  });
  await expect(pass(clock, dead.freshen(op, 300))).rejects.toMatchObject({ code: 'LOGS_UNAVAILABLE' });
});

it('says from when on Info and Debug lines were kept', async () => {
  const clock = new ManualClock(noon);
  using op = Operation.start(60_000, { clock });
  const log = scriptedLog(() => [logLine(1, 'a'), logLine(40_000, 'b', { messageType: 'Info' })]);
  const feed = new LogFeed(log.source);
  await pass(clock, feed.freshen(op, 300));
  expect(feed.memory.gaps(undefined)).toEqual([
    'The system no longer has Info and Debug lines from before 2026-01-01 12:00:40.000000+0000.',
  ]);
});

it('knows how far back it goes', async () => {
  const clock = new ManualClock(noon);
  using op = Operation.start(60_000, { clock });
  const feed = new LogFeed(scriptedLog(() => []).source);
  expect(feed.covers(noon)).toBe(false);
  await pass(clock, feed.freshen(op, 300), 200);
  expect([feed.covers(noon - 200_000), feed.covers(noon - 400_000)]).toEqual([true, false]);
});

it('ends its stream and keeps what it has', async () => {
  const clock = new ManualClock(noon);
  using op = Operation.start(60_000, { clock });
  const log = scriptedLog(() => [logLine(1, 'old')]);
  const feed = new LogFeed(log.source);
  await pass(clock, feed.freshen(op, 300));
  await feed.close();
  await feed.close();
  expect(messages(feed)).toEqual(['old']);
});
