import fc from '@mobile-debug/core/testing/property.ts';
import { expect, it } from 'vitest';
import { fitNewest, fitOldest, indexAt, positionOf } from './fit-records.ts';
import type { LogLevel, LogRecord } from './log-record.ts';

function record(timestamp: string, level: LogLevel = 'INFO'): LogRecord {
  const rest = { tag: 'a', pid: 1, tid: 1, uid: null, process: null, buffer: null, message: 'm' };
  return { timestamp, epochMs: null, level, ...rest };
}

const level = fc.constantFrom<LogLevel>('INFO', 'INFO', 'INFO', 'ERROR', 'FATAL');
const logs = fc.array(fc.record({ level, at: fc.nat(5), size: fc.integer({ min: 1, max: 90 }) }), {
  maxLength: 60,
});

it('keeps the newest, and errors before chatter', () => {
  const records = ['1', '2', '3', '4', '5'].map((at) => record(at, at === '2' ? 'ERROR' : 'INFO'));
  expect(fitNewest(records, [10, 10, 10, 10, 10], 30)).toEqual({ shown: [1, 3, 4], completeFrom: 3 });
  expect(fitNewest(records, [10, 10, 10, 10, 10], 50)).toEqual({ shown: [0, 1, 2, 3, 4], completeFrom: 0 });
});

it('holds the room, leaves a suffix whole, and shows the newest whenever it has room with the errors', () => {
  fc.assert(
    fc.property(logs, fc.nat(1_000), (log, room) => {
      const records = log.map(({ at, level: of }) => record(String(at), of));
      const sizes = log.map(({ size }) => size);
      const { shown, completeFrom } = fitNewest(records, sizes, room);
      expect(shown.reduce((sum, at) => sum + (sizes[at] ?? 0), 0)).toBeLessThanOrEqual(room);
      expect([...shown].sort((a, b) => a - b)).toEqual(shown);
      for (let at = completeFrom; at < log.length; at++) expect(shown).toContain(at);
      if (completeFrom > 0) expect(shown).not.toContain(completeFrom - 1);
      if ((sizes.at(-1) ?? 0) <= room / 2 && log.length > 0) expect(completeFrom).toBeLessThan(log.length);
      const count = fitOldest(sizes, room);
      expect(sizes.slice(0, count).reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(room);
      if (count < sizes.length)
        expect(sizes.slice(0, count + 1).reduce((sum, size) => sum + size, 0)).toBeGreaterThan(room);
    }),
  );
});

it('finds a record again by its position, also after more came and old ones of other times went', () => {
  fc.assert(
    fc.property(logs, logs, fc.nat(), (log, more, pick) => {
      fc.pre(log.length > 0);
      const records = log
        .map(({ at }) => record(String(at)))
        .sort((a, b) => Number(a.timestamp) - Number(b.timestamp));
      const index = pick % records.length;
      const position = positionOf(records, index);
      expect(indexAt(records, position)).toBe(index);
      const grown = [...records, ...more.map(({ at }) => record(String(at + 5)))];
      expect(indexAt(grown, position)).toBe(index);
      const time = records[index]?.timestamp;
      const first = records.findIndex(({ timestamp }) => timestamp === time);
      expect(indexAt(grown.slice(first), position)).toBe(index - first);
    }),
  );
  expect(indexAt([record('1')], 'nonsense')).toBeNull();
  expect(indexAt([record('1')], '2~0')).toBeNull();
  expect(indexAt([record('')], '~0')).toBeNull();
});
