/** Writes log lines in logcat's formats, with the modifiers that can be stacked on them. */
import type { LogLine } from '../../phone/phone-types.ts';
import { formatTime } from './date.ts';
import { userName } from './process-tools.ts';

const formats = ['brief', 'long', 'process', 'raw', 'tag', 'thread', 'threadtime', 'time'] as const;
const modifiers = [
  'color',
  'descriptive',
  'epoch',
  'monotonic',
  'printable',
  'uid',
  'usec',
  'year',
  'zone',
  'UTC',
  'nsec',
];

export interface LogStyle {
  readonly format: (typeof formats)[number];
  readonly modifiers: ReadonlySet<string>;
}

/** Reads all `-v` arguments in order; a word that is neither comes back as `bad`. */
export function readStyle(words: readonly string[]): {
  readonly style: LogStyle;
  readonly bad: string | null;
} {
  let format: LogStyle['format'] = 'threadtime';
  const chosen = new Set<string>();
  let bad: string | null = null;
  for (const word of words.flatMap((entry) => entry.split(/[, ]+/)).filter((entry) => entry !== '')) {
    const known = formats.find((name) => name === word);
    if (known) format = known;
    else if (modifiers.includes(word)) chosen.add(word);
    else bad ??= word;
  }
  return { style: { format, modifiers: chosen }, bad };
}

export function formatLine(line: LogLine, style: LogStyle): string {
  const { pid, tid, priority: p, tag, message } = line;
  const time = timeText(line.epochMs, style);
  const uid = style.modifiers.has('uid') ? uidText(line.uid) : '';
  const pids = `${uid}${pad(pid)}`;
  switch (style.format) {
    case 'brief':
      return `${p}/${tag.padEnd(8)}(${pids}): ${message}\n`;
    case 'process':
      return `${p}(${pids}) ${message}  (${tag})\n`;
    case 'tag':
      return `${p}/${tag.padEnd(8)}: ${message}\n`;
    case 'thread':
      return `${p}(${pids}:${pad(tid)}) ${message}\n`;
    case 'raw':
      return `${message}\n`;
    case 'time':
      return `${time} ${p}/${tag.padEnd(8)}(${pids}): ${message}\n`;
    case 'threadtime':
      return `${time} ${pids} ${pad(tid)} ${p} ${tag.padEnd(8)}: ${message}\n`;
    case 'long':
      return `[ ${time} ${pids}:${pad(tid)} ${p}/${tag.padEnd(8)} ]\n${message}\n\n`;
  }
}

function pad(id: number): string {
  return String(id).padStart(5);
}

function uidText(uid: number): string {
  const name = uid === 1000 || uid === 0 || uid === 2000 ? userName(uid) : String(uid);
  return `${name.padStart(5)} `;
}

function timeText(epochMs: number, { modifiers: has }: LogStyle): string {
  const micros = Math.round(epochMs * 1_000);
  const micro = micros % 1_000_000;
  const digits = has.has('nsec')
    ? `${String(micro).padStart(6, '0')}000`
    : has.has('usec')
      ? String(micro).padStart(6, '0')
      : String(Math.floor(micro / 1000)).padStart(3, '0');
  if (has.has('epoch') || has.has('monotonic'))
    return `${String(Math.floor(micros / 1_000_000)).padStart(11)}.${digits}`;
  const date = formatTime(epochMs, has.has('year') ? '%Y-%m-%d %H:%M:%S' : '%m-%d %H:%M:%S');
  return `${date}.${digits}${has.has('zone') ? ' +0000' : ''}`;
}

/** A record of `logcat -B`: logger_entry header of 28 bytes, then priority, tag and message. */
export function binaryRecord(line: LogLine): Buffer {
  const levels = 'VDIWEF';
  const buffers = ['main', 'radio', 'events', 'system', 'crash', '', '', 'kernel'];
  const payload = Buffer.concat([
    Buffer.of(levels.indexOf(line.priority) + 2),
    Buffer.from(`${line.tag}\0${line.message}\0`, 'utf8'),
  ]);
  const header = Buffer.alloc(28);
  header.writeUInt16LE(payload.length, 0);
  header.writeUInt16LE(28, 2);
  header.writeInt32LE(line.pid, 4);
  header.writeUInt32LE(line.tid, 8);
  header.writeUInt32LE(Math.floor(line.epochMs / 1000), 12);
  header.writeUInt32LE(Math.round((line.epochMs % 1000) * 1_000_000), 16);
  header.writeUInt32LE(buffers.indexOf(line.buffer), 20);
  header.writeUInt32LE(line.uid, 24);
  return Buffer.concat([header, payload]);
}

/** `-T` and `-t` take a count or a moment; null when the word is neither. */
export function readMoment(
  word: string,
  nowMs: number,
): { readonly count: number } | { readonly epochMs: number } | null {
  if (/^\d+$/.test(word)) return { count: Number(word) };
  const seconds = /^(\d+)\.(\d+)$/.exec(word);
  if (seconds) return { epochMs: Number(word) * 1000 };
  const date = /^(?:(\d{4})-)?(\d{2})-(\d{2}) (\d{2}):(\d{2})(?::(\d{2})(?:\.(\d+))?)?$/.exec(word);
  if (!date) return null;
  const [, year, month, day, hour, minute, second = '0', fraction = '0'] = date;
  const wholeYear = year === undefined ? new Date(nowMs).getUTCFullYear() : Number(year);
  const epochMs = Date.UTC(
    wholeYear,
    Number(month) - 1,
    Number(day),
    Number(hour),
    Number(minute),
    Number(second),
  );
  return { epochMs: epochMs + Number(`0.${fraction}`) * 1000 };
}
