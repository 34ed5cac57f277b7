/** The forms in which logcat writes a line. */
import type { LogLevel } from './log-record.ts';

export const levels: Readonly<Record<string, LogLevel>> = {
  V: 'VERBOSE',
  D: 'DEBUG',
  I: 'INFO',
  W: 'WARN',
  E: 'ERROR',
  F: 'FATAL',
  A: 'FATAL',
};

/** logcat prints the name of a user instead of its number where the name has at most five letters. */
const namedUids: Readonly<Record<string, number>> = {
  root: 0,
  radio: 1001,
  input: 1004,
  audio: 1005,
  log: 1007,
  mount: 1009,
  wifi: 1010,
  adb: 1011,
  media: 1013,
  dhcp: 1014,
  vpn: 1016,
  usb: 1018,
  drm: 1019,
  gps: 1021,
  nfc: 1027,
  shell: 2000,
  cache: 2001,
  diag: 2002,
  misc: 9998,
};

/** Everything behind the time: `[uid] pid tid P tag: message`. Without a tag's colon the rest is the message [A5]. */
const columns = /^ *(?:([A-Za-z_]\w*|\d+) +)?(\d+) +(\d+) ([VDIWEFA]) (.*)$/s;
// Tags, paddings and heads are bounded: with `.*? *` a line of nothing but spaces costs the square of its length.
export const longHeader = /^\[ (.{1,120}?) ([VDIWEFA])\/(.{0,300}?) {0,30}\]$/s;
export const longIds = /^ *(?:(\w+): *)?(\d+): *(0x[0-9a-f]+|\d+)$/;
/** `P/tag(pid): m`, `P/tag( uid: pid): m`. */
const brief = /^([VDIWEFA])\/(.{0,300}?) {0,30}\((?: {0,30}(\w+):)? {0,30}(\d+)\): ?(.*)$/s;
const thread = /^([VDIWEFA])\( {0,30}(?:(\w+): {0,30})?(\d+): {0,30}(\d+)\) (.*)$/s;
const process = /^([VDIWEFA])\( {0,30}(\d+)\) (.*) {2}\(([^()]{0,300})\)$/s;
const tagOnly = /^([VDIWEFA])\/(.{0,300}?) {0,30}: (.*)$/s;
export const divider = /^-{5,} (?:beginning of|switch to) (\w+)/;

export interface Parts {
  readonly level: string;
  readonly tag: string;
  readonly pid: string;
  readonly tid?: string;
  readonly uid?: string | undefined;
  readonly message: string;
}

export function uidOf(text: string | undefined): number | null {
  if (text === undefined) return null;
  if (/^\d+$/.test(text)) return Number(text);
  const app = /^u(\d+)_a(\d+)$/.exec(text);
  if (app) return Number(app[1]) * 100_000 + 10_000 + Number(app[2]);
  return namedUids[text] ?? null;
}

/** After the time follow the columns of `threadtime`, or those that `time` shares with `brief`. */
export function timedParts(rest: string): Parts | null {
  const match = columns.exec(rest);
  if (!match) return bareParts(rest.trimStart());
  const [, uid, pid = '', tid = '', level = '', tail = ''] = match;
  return { level, pid, tid, uid, ...tagAndMessage(tail) };
}

/** Tags may hold spaces and single colons; they are padded to eight characters and end at the first `: `. */
function tagAndMessage(tail: string): { tag: string; message: string } {
  const end = tail.indexOf(': ');
  if (end >= 0) return { tag: tail.slice(0, end).trim(), message: tail.slice(end + 2) };
  if (tail.endsWith(':')) return { tag: tail.slice(0, -1).trim(), message: '' };
  return { tag: '', message: tail };
}

export function bareParts(text: string): Parts | null {
  if (text.charCodeAt(1) === 0x2f) {
    const match = brief.exec(text);
    if (match) {
      const [, level = '', tag = '', uid, pid = '', message = ''] = match;
      return { level, tag, pid, uid, message };
    }
    const [, level = '', tag = '', message = ''] = tagOnly.exec(text) ?? [];
    return level === '' ? null : { level, tag, pid: '0', message };
  }
  if (text.charCodeAt(1) !== 0x28) return null;
  const threaded = thread.exec(text);
  if (threaded) {
    const [, level = '', uid, pid = '', tid = '', message = ''] = threaded;
    return { level, tag: '', pid, tid, uid, message };
  }
  const [, level = '', pid = '', message = '', tag = ''] = process.exec(text) ?? [];
  return level === '' ? null : { level, tag, pid, message };
}
