/** The stream behind the logs facet against a scripted log daemon: history, freshness, and what a break costs. */

import { Fault } from '@mobile-debug/core/fault.ts';
import { Operation } from '@mobile-debug/core/operation.ts';
import { describe, expect, it } from 'vitest';
import type { AppsFacet } from '../../port/apps.ts';
import { Daemon, line, logcats } from '../testing/log-daemon.ts';
import { androidLogs } from './logs.ts';

describe('freshness', () => {
  it('answers the first query with what is already there, and starts one stream', async () => {
    const daemon = new Daemon();
    daemon.append(line(1, 'one'), line(2, 'two'));
    const reading = await daemon.query();
    expect(reading.records.map(({ message }) => message)).toEqual(['one', 'two']);
    expect(reading).toMatchObject({ from: 'dump', source: 'broad', app: null, dropped: 0, gaps: [] });
    expect(daemon.adb.asked.map(({ kind }) => kind)).toEqual(['shell', 'open']);
    expect(logcats(daemon)[0]).toBe(
      "date '+%s.%N %z'; logcat -d -v threadtime -v uid -v epoch -v usec -b main -b system -b crash -t 10000",
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
    expect(reading.gaps).toEqual([
      expect.stringMatching(/interrupted after 1784554597\.000 \(logcat ended\)/),
    ]);
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

  it('keeps the last words of logcat itself out of the log', async () => {
    const daemon = new Daemon();
    daemon.append(line(1, 'one'));
    await daemon.query();
    daemon.pipes[0]?.send('read: unexpected EOF!\nlogcat: Unexpected EOF!\nwrite failed: Broken pipe\n');
    daemon.pipes[0]?.end('end');
    expect(await daemon.texts()).toEqual(['one']);
  });

  it.each(['write: permission denied', 'write: broken pipe', 'logcat: mine', 'Unexpected EOF!'])(
    'keeps %s of an app, as part of its message',
    async (words) => {
      const daemon = new Daemon();
      daemon.append(line(1, 'one'), words, line(2, 'two'));
      expect(await daemon.texts()).toEqual([`one\n${words}`, 'two']);
      daemon.append(line(3, 'three'), words, line(4, 'four'));
      expect((await daemon.texts()).slice(2)).toEqual([`three\n${words}`, 'four']);
    },
  );

  it('is closed with the facet, twice if need be', async () => {
    const daemon = new Daemon();
    await daemon.query();
    await daemon.logs.close();
    await daemon.logs.close();
    expect(daemon.pipes[0]?.closed).toBe(true);
  });
});
