/** Lines in which HTTP clients log a request: what one says of it. */
import { networkErrorIn } from './network-errors.ts';

/** What one line says: a beginning, an end, or part of a block that tells it over several lines. */
export interface Saying {
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

export function sayingOf(line: string): Saying | null {
  // Some loggers put a frame or a tag of their own before the words.
  const text = line.replace(/^[\s│║|]+/, '');
  if (!hint.test(text)) return null;
  for (const [pattern, read] of readers) {
    const match = pattern.exec(text);
    if (match) return read([...match]);
  }
  return null;
}

export function plainEndpoint(text: string): string {
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
