/**
 * Requests that apps made, read from what their HTTP clients log: OkHttp, Retrofit, Ktor, Volley, Dio, React Native,
 * URLSession, Alamofire. A request and its answer are one event. Pure. Source: [T2].
 */
import { defined } from '@mobile-debug/core/defined.ts';
import type { LogRecord } from './log-record.ts';
import { type NetworkError, networkErrorIn } from './network-errors.ts';

export interface NetworkEvent {
  /** URL without query and fragment, which may hold secrets; or the path where only that was logged. */
  readonly endpoint: string;
  readonly method: string | null;
  readonly statusCode: number | null;
  readonly networkError: NetworkError | null;
  readonly durationMs: number | null;
  /** Neither an answer nor an error was logged yet. */
  readonly pending: boolean;
  /** Device clock of the line that ended it, or began it while it is pending. */
  readonly epochMs: number | null;
  readonly pid: number;
  readonly tid: number | null;
}

export type RequestStatus = 'success' | 'failure' | 'retryable';

export function statusOf({ statusCode, networkError }: NetworkEvent): RequestStatus {
  if (networkError !== null || (statusCode ?? 0) >= 500) return 'retryable';
  return (statusCode ?? 0) >= 400 ? 'failure' : 'success';
}

/** What one line says: a beginning, an end, or part of a block that tells it over several lines. */
interface Saying {
  readonly kind: 'begin' | 'end' | 'part';
  readonly endpoint?: string | undefined;
  readonly method?: string | undefined;
  readonly statusCode?: number | undefined;
  readonly durationMs?: number | undefined;
  readonly error?: string | undefined;
  /** Opens a block, whose parts follow. */
  readonly opens?: 'request' | 'response' | 'failure' | undefined;
}

const methods = 'GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS';
const url = 'https?:\\/\\/[^\\s"\'<>\\])},]+';

type Reader = readonly [RegExp, (groups: readonly string[]) => Saying];

const readers: readonly Reader[] = [
  // OkHttp, and Retrofit 1 with three dashes.
  [
    new RegExp(`^-{2,3}> (?:HTTP )?(${methods}) (${url})`),
    ([, method, endpoint]) => ({ kind: 'begin', method, endpoint }),
  ],
  [
    new RegExp(`^<-{2,3} (?:HTTP )?(\\d{3})\\b.*?(${url})(?: \\((\\d+) ?ms)?`),
    ([, code, endpoint, ms]) => ({ kind: 'end', statusCode: number(code), endpoint, durationMs: number(ms) }),
  ],
  [/^<-{2,3} (?:HTTP FAILED|ERROR):? ?(.*)/s, ([, error]) => ({ kind: 'end', error })], // [T2]
  // Ktor.
  [
    new RegExp(`^REQUEST:? (${url}) failed with exception: ?(.*)`, 's'),
    ([, endpoint, error]) => ({ kind: 'end', endpoint, error }),
  ],
  [new RegExp(`^REQUEST: (${url})`), ([, endpoint]) => ({ kind: 'begin', endpoint, opens: 'request' })],
  [/^RESPONSE: (\d{3})/, ([, code]) => ({ kind: 'part', statusCode: number(code), opens: 'response' })], // [T2]
  [/^METHOD: (?:HttpMethod\(value=)?(\w+)/, ([, method]) => ({ kind: 'part', method })], // [T2]
  [new RegExp(`^FROM: (${url})`), ([, endpoint]) => ({ kind: 'part', endpoint })],
  // Volley.
  [
    new RegExp(`Unexpected response code (\\d{3}) for (${url})`),
    ([, code, endpoint]) => ({ kind: 'end', statusCode: number(code), endpoint }),
  ],
  [
    new RegExp(`HTTP response for request=<.*?(${url}).*?\\[lifetime=(\\d+)\\].*?\\[rc=(\\d{3})\\]`),
    ([, endpoint, ms, code]) => ({ kind: 'end', endpoint, durationMs: number(ms), statusCode: number(code) }),
  ],
  // Dio [T2].
  [/^\*\*\* Request \*\*\*/, () => ({ kind: 'part', opens: 'request' })],
  [/^\*\*\* Response \*\*\*/, () => ({ kind: 'part', opens: 'response' })], // [T2]
  [/^\*\*\* Dio(?:Exception|Error) \*\*\*/, () => ({ kind: 'part', opens: 'failure' })], // [T2]
  [new RegExp(`^uri: (${url})`), ([, endpoint]) => ({ kind: 'part', endpoint })],
  [/^method: (\w+)/, ([, method]) => ({ kind: 'part', method })], // [T2]
  [/^statusCode: (\d{3})/, ([, code]) => ({ kind: 'part', statusCode: number(code) })], // [T2]
  [/^Dio(?:Exception|Error) \[(.+)/, ([, error]) => ({ kind: 'part', error })], // [T2]
  // URLSession: the failing address stands in the error.
  [
    new RegExp(`Error Domain=NSURLErrorDomain Code=(-\\d+).*?NSErrorFailingURL(?:String)?Key=(${url})`, 's'),
    ([, code, endpoint]) => ({ kind: 'end', endpoint, error: `NSURLErrorDomain ${code}` }),
  ],
  // Lines of Alamofire and of hand-written loggers: method, address, optionally status and time.
  [
    new RegExp(
      `\\b(${methods})[\\s'",:]+(${url})(?:.*?[\\s([:=](\\d{3})\\b(?! ?ms))?(?:.*?\\b(\\d+(?:\\.\\d+)?) ?(ms|s)\\b)?(.*)`,
      's',
    ),
    ([, method, endpoint, code, time, unit, rest]) => ({
      kind: code !== undefined || networkErrorIn(rest ?? '') !== null ? 'end' : 'begin',
      method,
      endpoint,
      statusCode: number(code),
      durationMs: time === undefined ? undefined : Math.round(Number(time) * (unit === 's' ? 1_000 : 1)),
      error: code === undefined && networkErrorIn(rest ?? '') !== null ? rest : undefined,
    }),
  ],
  [
    new RegExp(`\\b(${methods}) (\\/[\\w./-]+)\\S*\\s.*?\\b([1-5]\\d\\d)\\b`),
    ([, method, endpoint, code]) =>
      isFilePath(endpoint ?? '')
        ? { kind: 'part' }
        : { kind: 'end', method, endpoint, statusCode: number(code) },
  ],
];

/** Cheap pre-check before the expressions: most lines of a log are not about requests [T2]. */
const hint =
  /https?:\/\/|^<-|^(?:RESPONSE|METHOD|\*\*\* |method: |statusCode: |DioE)|\b(?:GET|POST|PUT|PATCH|DELETE) \//;

const mostOpen = 200;

/** Events in the order of the lines that ended them; what is still open at the end comes last. */
export function networkEvents(records: readonly LogRecord[]): readonly NetworkEvent[] {
  const requests = new OpenRequests();
  const blocks = new Blocks();
  const done: NetworkEvent[] = [];
  for (const record of records) {
    for (const line of record.message.split('\n')) {
      const saying = sayingOf(line);
      const told = saying && blocks.feed(record, saying);
      const event = told && (told.ends ? requests.end(told.draft) : requests.begin(told.draft));
      if (event) done.push(event);
    }
  }
  return [...done, ...requests.pending()];
}

/** A request or an answer, as far as its lines have told it. */
interface RequestPart {
  readonly draft: Draft;
  readonly ends: boolean;
}

/** Puts together what loggers tell over several lines: the last block of each thread and tag collects its parts. */
class Blocks {
  readonly #blocks = new Map<string, Draft & { readonly closing: boolean }>();

  /** What is complete with this line. A block of a request is passed on at once and may still gain parts. */
  feed(record: LogRecord, saying: Saying): RequestPart | null {
    const key = `${record.pid} ${record.tid} ${record.tag}`;
    if (saying.kind === 'part' && !saying.opens) return this.#part(key, saying);
    const closing = saying.opens === 'response' || saying.opens === 'failure';
    const draft = { ...draftOf(record), ...known(saying), closing };
    if (saying.opens) this.#blocks.set(key, draft);
    if (saying.kind === 'end') return { draft, ends: true };
    return closing ? null : { draft, ends: false };
  }

  #part(key: string, saying: Saying): RequestPart | null {
    const block = this.#blocks.get(key);
    if (!block) return null;
    Object.assign(block, known(saying));
    const answered = block.statusCode !== undefined || block.error !== undefined;
    if (!block.closing || block.endpoint === undefined || !answered) return null;
    this.#blocks.delete(key);
    return { draft: block, ends: true };
  }
}

/** Requests without an answer so far, the oldest first. */
class OpenRequests {
  readonly #open: Draft[] = [];

  begin(draft: Draft): null {
    this.#open.push(draft);
    if (this.#open.length > mostOpen) this.#open.shift();
    return null;
  }

  end(draft: Draft): NetworkEvent | null {
    const begun = beginningOf(this.#open, draft);
    if (begun) this.#open.splice(this.#open.indexOf(begun), 1);
    return finished(begun, draft);
  }

  pending(): readonly NetworkEvent[] {
    return this.#open.flatMap((draft) => finished(null, draft) ?? []);
  }
}

interface Draft {
  readonly pid: number;
  readonly tid: number | null;
  readonly epochMs: number | null;
  endpoint?: string;
  method?: string;
  statusCode?: number;
  durationMs?: number;
  error?: string;
}

function draftOf({ pid, tid, epochMs }: LogRecord): Draft {
  return { pid, tid, epochMs };
}

function sayingOf(line: string): Saying | null {
  // Some loggers put a frame or a tag of their own before the words.
  const text = line.replace(/^[\s│║|]+/, '');
  if (!hint.test(text)) return null;
  for (const [pattern, read] of readers) {
    const match = pattern.exec(text);
    if (match) return read([...match]);
  }
  return null;
}

function known({ endpoint, method, statusCode, durationMs, error }: Saying): Partial<Draft> {
  return defined({
    endpoint: endpoint === undefined ? undefined : plainEndpoint(endpoint),
    method: method?.toUpperCase(),
    statusCode,
    durationMs,
    error,
  });
}

/** The oldest open request of this process to this address; without an address the newest of this thread, then process. */
function beginningOf(open: readonly Draft[], end: Draft): Draft | null {
  const own = open.filter(({ pid }) => pid === end.pid);
  if (end.endpoint !== undefined) return own.find(({ endpoint }) => endpoint === end.endpoint) ?? null;
  return own.findLast(({ tid }) => tid === end.tid) ?? own.at(-1) ?? null;
}

function finished(begun: Draft | null, end: Draft): NetworkEvent | null {
  const endpoint = end.endpoint ?? begun?.endpoint;
  if (endpoint === undefined) return null;
  const statusCode = end.statusCode ?? null;
  const networkError = end.error === undefined ? null : (networkErrorIn(end.error) ?? 'network_error');
  const spanMs = begun?.epochMs != null && end.epochMs !== null ? end.epochMs - begun.epochMs : null;
  return {
    endpoint,
    method: end.method ?? begun?.method ?? null,
    statusCode,
    networkError,
    durationMs: end.durationMs ?? spanMs,
    pending: statusCode === null && networkError === null,
    epochMs: end.epochMs,
    pid: end.pid,
    tid: end.tid,
  };
}

function plainEndpoint(text: string): string {
  return text.replace(/[?#].*$/, '').replace(/[.,;:]+$/, '');
}

function number(text: string | undefined): number | undefined {
  return text === undefined ? undefined : Number(text);
}

/** Chosen here [O1]. */
const fileRoots =
  /^\/(?:data|storage|sdcard|system|proc|dev|sys|mnt|apex|vendor|product|cache|Users|var|private|tmp|Library|Applications|home)(?:\/|$)/;

export function isFilePath(path: string): boolean {
  return fileRoots.test(path);
}
