/** `logcat`: formats, filters, starts, buffers, refusals by version. */
import { expect, test } from 'vitest';
import type { LogLine } from '../../phone/phone-types.ts';
import { type Bed, patiently, startBed } from '../testing/bed.ts';
import { openService, shell } from '../testing/raw-client.ts';
import { binaryRecord, formatLine, readMoment, readStyle } from './log-format.ts';

const line: LogLine = {
  epochMs: Date.UTC(2026, 6, 20, 15, 36, 36, 472),
  uid: 1000,
  pid: 1520,
  tid: 1597,
  priority: 'I',
  tag: 'am_anr',
  message: '[0,1480,com.example.app,...]',
  buffer: 'events',
};

function say(bed: Bed, part: Partial<LogLine>): void {
  bed.phone.log.append({
    uid: 10_100,
    pid: 100,
    tid: 101,
    priority: 'I',
    tag: 'Probe',
    message: 'm',
    buffer: 'main',
    ...part,
  });
}

test('formats and modifiers', () => {
  const shown = (...words: string[]): string => formatLine(line, readStyle(words).style).trimEnd();
  expect(shown()).toBe('07-20 15:36:36.472  1520  1597 I am_anr  : [0,1480,com.example.app,...]');
  expect(shown('threadtime', 'uid')).toBe(
    '07-20 15:36:36.472 system  1520  1597 I am_anr  : [0,1480,com.example.app,...]',
  );
  expect(formatLine({ ...line, uid: 10_123 }, readStyle(['uid']).style)).toContain(
    '36.472 10123  1520  1597 I',
  );
  expect(shown('brief')).toBe('I/am_anr  ( 1520): [0,1480,com.example.app,...]');
  expect(shown('threadtime', 'year', 'usec', 'zone')).toMatch(/^2026-07-20 15:36:36\.472000 \+0000 {2}1520/);
  expect(shown('epoch')).toMatch(/^ *1784561796\.472 {2}1520/);
  expect(shown('long')).toBe('[ 07-20 15:36:36.472  1520: 1597 I/am_anr   ]\n[0,1480,com.example.app,...]');
  expect(shown('raw')).toBe(line.message);
  expect(readStyle(['threadtime,nope']).bad).toBe('nope');
});

test('moments are counts, seconds or dates', () => {
  expect(readMoment('12', 0)).toEqual({ count: 12 });
  expect(readMoment('1700000000.123', 0)).toEqual({ epochMs: 1_700_000_000_123 });
  expect(readMoment('07-20 15:36:36.472', line.epochMs)).toEqual({ epochMs: line.epochMs });
  expect(readMoment('yesterday', 0)).toBeNull();
});

test('binary records hold what the header says', () => {
  const record = binaryRecord(line);
  expect([
    record.readUInt16LE(2),
    record.readInt32LE(4),
    record.readUInt32LE(20),
    record.readUInt8(28),
  ]).toEqual([28, 1520, 2, 4]);
  expect(record.subarray(29).toString()).toBe('am_anr\0[0,1480,com.example.app,...]\0');
});

test('filters: tags with silence, pid, uid by version, expression, count, buffers', async () => {
  const bed = await startBed();
  bed.phone.log.clear();
  say(bed, { message: 'first' });
  say(bed, { message: 'warned', priority: 'W', pid: 200, uid: 10_200 });
  say(bed, { message: 'other', tag: 'My Tag' });
  say(bed, { message: 'boom', buffer: 'crash', priority: 'E' });
  say(bed, { message: 'event', buffer: 'events' });
  const lines = async (args: string): Promise<string[]> =>
    (await shell(bed, `logcat -d -v raw ${args}`)).stdout.split('\n').slice(0, -1);
  expect(await lines('')).toEqual([
    '--------- beginning of main',
    'first',
    'warned',
    'other',
    '--------- beginning of crash',
    'boom',
  ]);
  expect(await lines('Probe:W *:S')).toEqual([
    '--------- beginning of main',
    'warned',
    '--------- beginning of crash',
    'boom',
  ]);
  expect(await lines("-s 'My Tag'")).toEqual([]);
  expect(await lines('--pid=200')).toEqual(['--------- beginning of main', 'warned']);
  expect(await lines('--uid=10200')).toEqual(['--------- beginning of main', 'warned']);
  expect(await lines('-e "o.her" -b main')).toEqual(['--------- beginning of main', 'other']);
  expect(await lines('-b events')).toEqual(['--------- beginning of events', 'event']);
  expect(await lines('-t 1 -b main')).toEqual(['--------- beginning of main', 'other']);
  expect((await shell(bed, 'logcat -v raw -m 1')).stdout).toBe('--------- beginning of main\nfirst\n');
  const old = await startBed({ version: '11' });
  expect(await shell(old, 'logcat -d --uid=10200')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining("unrecognized option '--uid=10200'".slice(0, 26)),
  });
  expect(await shell(bed, 'logcat -d -v nope')).toMatchObject({
    code: 1,
    stderr: 'logcat: Invalid parameter "nope" to -v\n',
  });
  expect(await shell(bed, 'logcat -b nope')).toMatchObject({
    code: 1,
    stderr: "logcat: Unknown buffer 'nope'\n",
  });
});

test('streams from a start on, until the client hangs up; -c empties', async () => {
  const bed = await startBed();
  bed.phone.log.clear();
  say(bed, { message: 'old' });
  say(bed, { message: 'last' });
  const stream = await openService(bed.port, bed.serial, 'exec:logcat -v raw -T 1');
  await stream.takeUntil('last\n');
  say(bed, { message: 'zwei\nZeilen' });
  await stream.takeUntil('zwei\nZeilen\n');
  stream.close();
  await expect.poll(() => bed.adbServer.commands()[0]?.outcome, patiently).toBe('hangup');
  expect((await shell(bed, 'logcat -c; logcat -d -b main')).stdout).toBe('');
  expect((await shell(bed, 'logcat -g')).stdout).toContain('main: ring buffer is 256 KiB');
});

test('log writes a line of its own', async () => {
  const bed = await startBed();
  await shell(bed, "log -p w -t 'My Tag' 'some words'");
  expect(bed.phone.log.lines().at(-1)).toMatchObject({ tag: 'My Tag', message: 'some words', priority: 'W' });
});
