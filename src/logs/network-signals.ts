/**
 * Requests that apps made, read from what their HTTP clients log: OkHttp, Retrofit, Ktor, Volley, Dio, React Native,
 * URLSession, Alamofire. A request and its answer are one event. Pure. Source: [T2].
 */
import { defined } from '@mobile-debug/core/defined.ts';
import type { LogRecord } from './log-record.ts';
import { type NetworkError, networkErrorIn } from './network-errors.ts';
import { plainEndpoint, type Saying, sayingOf } from './network-lines.ts';

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
