/** Reads logcat's command line and answers which lines it lets through. */
import type { LogLine } from '../../phone/phone-types.ts';
import { expressionOf } from './expression.ts';
import { type LogStyle, readMoment, readStyle } from './log-format.ts';

export type LogBuffer = LogLine['buffer'];

export interface LogcatOptions {
  readonly mode: 'follow' | 'dump' | 'clear' | 'size' | 'statistics';
  readonly binary: boolean;
  readonly style: LogStyle;
  readonly buffers: ReadonlySet<LogBuffer>;
  readonly start: { readonly count: number } | { readonly epochMs: number } | null;
  readonly maxLines: number;
  accepts(line: LogLine): boolean;
}

const allBuffers: readonly LogBuffer[] = ['main', 'system', 'crash', 'events', 'radio', 'kernel'];
const levels = 'VDIWEFS';
/** `--uid` came with Android 12L. */
const uidSdk = 32;

interface Draft {
  mode: LogcatOptions['mode'];
  binary: boolean;
  readonly formats: string[];
  readonly buffers: Set<LogBuffer>;
  start: LogcatOptions['start'];
  maxLines: number;
  pid: number | null;
  uids: ReadonlySet<number> | null;
  pattern: RegExp | null;
  silent: boolean;
  readonly specs: string[];
}

/** The options, or logcat's complaint. */
export function readLogcatOptions(
  args: readonly string[],
  sdk: number,
  nowMs: number,
): LogcatOptions | { readonly complaint: string } {
  const draft: Draft = {
    mode: 'follow',
    binary: false,
    formats: [],
    buffers: new Set(),
    start: null,
    maxLines: Number.POSITIVE_INFINITY,
    pid: null,
    uids: null,
    pattern: null,
    silent: false,
    specs: [],
  };
  for (let at = 0; at < args.length; at++) {
    const arg = args[at] ?? '';
    const inline = /^(--[a-z-]+)=(.*)$/s.exec(arg) ?? /^(-[bvetTmr])(.+)$/s.exec(arg);
    const name = inline?.[1] ?? arg;
    if (!name.startsWith('-')) {
      draft.specs.push(arg);
      continue;
    }
    const takesValue = valued.has(name);
    const value = takesValue ? (inline?.[2] ?? args[++at]) : undefined;
    if (takesValue && value === undefined)
      return { complaint: `logcat: option requires an argument -- '${name.replace(/^-+/, '')}'\n` };
    const complaint = apply(draft, name, value ?? '', { sdk, nowMs });
    if (complaint !== null) return { complaint };
  }
  return finish(draft);
}

const valued = new Set([
  '-b',
  '--buffer',
  '-v',
  '--format',
  '-t',
  '-T',
  '-m',
  '--max-count',
  '-e',
  '--regex',
  '--pid',
  '--uid',
  '-r',
  '-n',
  '-f',
]);

function apply(
  draft: Draft,
  name: string,
  value: string,
  { sdk, nowMs }: { sdk: number; nowMs: number },
): string | null {
  switch (name) {
    case '-d':
      draft.mode = 'dump';
      return null;
    case '-c':
      draft.mode = 'clear';
      return null;
    case '-g':
      draft.mode = 'size';
      return null;
    case '-S':
      draft.mode = 'statistics';
      return null;
    case '-s':
      draft.silent = true;
      return null;
    case '-B':
      draft.binary = true;
      return null;
    case '-D':
    case '-L':
      return null;
    case '-b':
    case '--buffer':
      return addBuffers(draft.buffers, value);
    case '-v':
    case '--format': {
      const { bad } = readStyle([value]);
      draft.formats.push(value);
      return bad === null ? null : `logcat: Invalid parameter "${bad}" to -v\n`;
    }
    case '-t':
    case '-T':
      if (name === '-t') draft.mode = 'dump';
      draft.start = readMoment(value, nowMs);
      return draft.start ? null : `logcat: -${name.slice(1)} "${value}" not in time format\n`;
    case '-m':
    case '--max-count':
      draft.maxLines = Number(value);
      return null;
    case '-e':
    case '--regex':
      draft.pattern = expressionOf(value);
      return draft.pattern ? null : `logcat: invalid regex '${value}'\n`;
    case '--pid':
      draft.pid = Number(value);
      return /^\d+$/.test(value) ? null : `logcat: --pid ${value} out of range\n`;
    case '--uid':
      if (sdk < uidSdk) break;
      draft.uids = new Set(value.split(',').map(Number));
      return null;
  }
  return `logcat: ${name.startsWith('--') ? `unrecognized option '${name}'` : `invalid option -- '${name.charAt(1)}'`}\nUsage: logcat [options] [filterspecs]\n`;
}

function addBuffers(buffers: Set<LogBuffer>, value: string): string | null {
  for (const name of value.split(',')) {
    const known = allBuffers.find((buffer) => buffer === name);
    if (known) buffers.add(known);
    else if (name === 'all') for (const buffer of allBuffers) buffers.add(buffer);
    else if (name === 'default') for (const buffer of allBuffers.slice(0, 3)) buffers.add(buffer);
    else return `logcat: Unknown buffer '${name}'\n`;
  }
  return null;
}

function finish(draft: Draft): LogcatOptions | { readonly complaint: string } {
  const tags = new Map<string, number>();
  let otherwise = draft.silent ? levels.length - 1 : 0;
  for (const spec of draft.specs.flatMap((entry) => entry.split(/[ ,]+/)).filter((entry) => entry !== '')) {
    const [tag = '', level = draft.silent ? 'V' : ''] = spec.split(/:(?=[^:]*$)/);
    const at = level === '' ? 0 : levels.indexOf(level.toUpperCase());
    if (at < 0 || tag === '') return { complaint: `logcat: Invalid filter expression '${spec}'\n` };
    if (tag === '*') otherwise = at;
    else tags.set(tag, at);
  }
  return {
    mode: draft.mode,
    binary: draft.binary,
    style: readStyle(draft.formats).style,
    buffers: draft.buffers.size > 0 ? draft.buffers : new Set(allBuffers.slice(0, 3)),
    start: draft.start,
    maxLines: draft.maxLines,
    accepts: (line) =>
      (draft.pid === null || line.pid === draft.pid) &&
      (draft.uids === null || draft.uids.has(line.uid)) &&
      (draft.pattern === null || draft.pattern.test(line.message)) &&
      levels.indexOf(line.priority) >= (tags.get(line.tag) ?? otherwise),
  };
}
