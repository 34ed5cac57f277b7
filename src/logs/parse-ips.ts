/**
 * Crash reports of Apple's systems (`.ips`): a line of JSON about the report, then the report as JSON. Pure.
 * Source: [S8].
 */
import type { Crash } from './crash-summary.ts';

type Json = Readonly<Record<string, unknown>>;

const sampleFrames = 12;

/** Null for what is no crash report: cut off, or of another kind (`bug_type` other than 309). */
export function parseIps(text: string): Crash | null {
  const end = text.indexOf('\n');
  const header = objectIn(text.slice(0, Math.max(end, 0)));
  const body = objectIn(text.slice(end + 1));
  if (!header || !body) return null;
  const bugType = header['bug_type'];
  if (bugType !== undefined && String(bugType) !== '309') return null;
  const exception = asObject(body['exception']);
  const termination = asObject(body['termination']);
  const timestamp = String(body['captureTime'] ?? header['timestamp'] ?? '');
  const reason = reasonOf(body, termination);
  const name = String(exception['type'] ?? 'unknown exception');
  return {
    // A watchdog ends apps that hang with a code of its own, as an ANR is on Android [S8].
    kind: /8badf00d/i.test(JSON.stringify(termination)) ? 'anr' : 'native',
    process: textOf(asObject(body['bundleInfo'])['CFBundleIdentifier']) ?? textOf(body['procName']),
    pid: typeof body['pid'] === 'number' ? body['pid'] : null,
    exception: typeof exception['signal'] === 'string' ? `${name} (${exception['signal']})` : name,
    message: reason,
    cause: null,
    frame: null,
    timestamp,
    epochMs: timeOf(timestamp),
    sample: [`${name}${reason === null ? '' : `: ${reason}`}`, ...framesOf(body)].join('\n').slice(0, 1_000),
  };
}

function reasonOf(body: Json, termination: Json): string | null {
  const application = asObject(body['asi']);
  const [words] = Object.values(application).flat();
  return textOf(words) ?? textOf(termination['indicator']) ?? textOf(asObject(body['exception'])['subtype']);
}

/** Of the thread that failed: `image symbol + offset`. */
function framesOf(body: Json): readonly string[] {
  const threads = asList(body['threads']);
  const failing =
    threads[Number(body['faultingThread'] ?? -1)] ?? threads.find((thread) => thread['triggered'] === true);
  const images = asList(body['usedImages']);
  return asList(failing?.['frames'])
    .slice(0, sampleFrames)
    .map((frame) => {
      const image = textOf(images[Number(frame['imageIndex'] ?? -1)]?.['name']) ?? '???';
      const symbol = textOf(frame['symbol']) ?? String(frame['imageOffset'] ?? '?');
      const file = textOf(frame['sourceFile']);
      return `  at ${image} ${symbol}${file === null ? '' : ` (${file}:${String(frame['sourceLine'] ?? '?')})`}`;
    });
}

/** `2026-10-02 22:17:19.5560 +0930` */
function timeOf(text: string): number | null {
  const [, day, time, sign, hours, minutes] =
    /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d(?:\.\d+)?) ([+-])(\d\d):?(\d\d)$/.exec(text) ?? [];
  const epochMs = Date.parse(`${day}T${time?.slice(0, 12)}${sign}${hours}:${minutes}`);
  return Number.isNaN(epochMs) ? null : epochMs;
}

function objectIn(text: string): Json | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : null;
  } catch {
    return null; // cut off or no report at all
  }
}

function asObject(value: unknown): Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : {};
}

function asList(value: unknown): readonly Json[] {
  return Array.isArray(value) ? value.map(asObject) : [];
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}
