/**
 * HTTP/1.1 messages as far as the helper's server speaks them: a request to bytes, bytes to answers. Pure.
 * Source: [T1].
 */
import { TransportProblem } from '../../port/transport-problem.ts';

export interface HttpAnswer {
  readonly status: number;
  readonly body: Buffer;
  /** Whether the server keeps the connection. */
  readonly keepAlive: boolean;
}

const sign = 'HTTP/1.';
const maxHeadBytes = 64 << 10;
/** A tree of 50,000 nodes is some 30 MB. */
const maxBodyBytes = 128 << 20;

export function encodeRequest(method: string, path: string, body: unknown): Buffer {
  const content = body === undefined ? Buffer.alloc(0) : Buffer.from(JSON.stringify(body), 'utf8');
  const head = [
    `${method} ${path} HTTP/1.1`,
    'host: localhost',
    'connection: keep-alive',
    ...(body === undefined ? [] : ['content-type: application/json; charset=utf-8']),
    `content-length: ${content.length}`,
    '',
    '',
  ].join('\r\n');
  return Buffer.concat([Buffer.from(head, 'latin1'), content]);
}

interface Head {
  readonly status: number;
  /** Null for chunks, or for a body that reaches to the end of the stream. */
  readonly lengthBytes: number | null;
  readonly chunked: boolean;
  readonly keepAlive: boolean;
}

/** Takes one answer after the other out of a stream. Throws TransportProblem `wrong` for what is no HTTP. */
export class AnswerDecoder {
  #parts: Buffer[] = [];
  #sizeBytes = 0;
  #head: Head | null = null;

  /** True while an answer has been received in part. */
  get begun(): boolean {
    return this.#sizeBytes > 0 || this.#head !== null;
  }

  /** The answer that these bytes complete, else null. */
  push(bytes: Buffer): HttpAnswer | null {
    this.#parts.push(bytes);
    this.#sizeBytes += bytes.length;
    if (this.#sizeBytes > maxBodyBytes)
      throw new TransportProblem('wrong', 'not_delivered', 'The answer is too long.');
    if (this.#head === null) {
      const all = this.#joined();
      const end = all.indexOf('\r\n\r\n');
      const opening = all.subarray(0, sign.length).toString('latin1');
      if (!sign.startsWith(opening))
        throw new TransportProblem(
          'wrong',
          'not_delivered',
          `The port answered with ${shown(all)}, which is not HTTP.`,
        );
      if (end < 0 && all.length > maxHeadBytes)
        throw new TransportProblem('wrong', 'not_delivered', 'The headers of the answer have no end.');
      if (end < 0) return null;
      this.#head = parseHead(all.subarray(0, end).toString('latin1'));
      this.#reset(all.subarray(end + 4));
    }
    return this.#complete(this.#head);
  }

  /** The end of the stream, which is the end of an answer without a length. */
  end(): HttpAnswer | null {
    const head = this.#head;
    if (head === null || head.chunked || head.lengthBytes !== null) return null;
    return { status: head.status, body: this.#joined(), keepAlive: false };
  }

  #complete(head: Head): HttpAnswer | null {
    if (head.chunked) {
      // Parsed again from the start on each arrival: this server uses chunked encoding for small answers only.
      const all = this.#joined();
      const decoded = decodeChunks(all);
      return decoded && this.#answer(head, decoded.body, all.subarray(decoded.end));
    }
    if (head.lengthBytes === null || this.#sizeBytes < head.lengthBytes) return null;
    const all = this.#joined();
    return this.#answer(head, all.subarray(0, head.lengthBytes), all.subarray(head.lengthBytes));
  }

  #answer({ status, keepAlive }: Head, body: Buffer, rest: Buffer): HttpAnswer {
    this.#head = null;
    this.#reset(rest);
    return { status, body, keepAlive };
  }

  #joined(): Buffer {
    const [only] = this.#parts;
    if (this.#parts.length === 1 && only) return only;
    const all = Buffer.concat(this.#parts);
    this.#parts = [all];
    return all;
  }

  #reset(rest: Buffer): void {
    this.#parts = rest.length === 0 ? [] : [rest];
    this.#sizeBytes = rest.length;
  }
}

function parseHead(text: string): Head {
  const [first = '', ...lines] = text.split('\r\n');
  // As the server answers [T1].
  const status = /^HTTP\/1\.[01] (\d{3})(?: |$)/.exec(first)?.[1];
  if (status === undefined)
    throw new TransportProblem('wrong', 'not_delivered', `"${first.slice(0, 60)}" is not an HTTP status.`);
  const headers = new Map(
    lines.map((line) => {
      const at = line.indexOf(':');
      return [line.slice(0, at).trim().toLowerCase(), line.slice(at + 1).trim()] as const;
    }),
  );
  const length = headers.get('content-length');
  if (length !== undefined && !/^\d{1,12}$/.test(length))
    throw new TransportProblem(
      'wrong',
      'not_delivered',
      `"${length.slice(0, 20)}" is not a valid content length.`,
    );
  const bodiless = status === '204' || status === '304';
  // As the server answers [T1].
  return {
    status: Number(status),
    lengthBytes: bodiless ? 0 : length === undefined ? null : Number(length),
    chunked: /chunked/i.test(headers.get('transfer-encoding') ?? ''),
    keepAlive: !/close/i.test(headers.get('connection') ?? ''),
  };
}

/** Null while the last chunk is missing. */
function decodeChunks(bytes: Buffer): { readonly body: Buffer; readonly end: number } | null {
  const parts: Buffer[] = [];
  for (let at = 0; ; ) {
    const lineEnd = bytes.indexOf('\r\n', at);
    if (lineEnd < 0) return null;
    const digits = /^([0-9a-f]{1,8})(?:;.*)?$/i.exec(bytes.subarray(at, lineEnd).toString('latin1'))?.[1];
    if (digits === undefined)
      throw new TransportProblem('wrong', 'not_delivered', 'A chunk of the answer has no size.');
    const sizeBytes = Number.parseInt(digits, 16);
    const start = lineEnd + 2;
    if (sizeBytes === 0) {
      const end = bytes.indexOf('\r\n', start);
      return end < 0 ? null : { body: Buffer.concat(parts), end: end + 2 };
    }
    if (bytes.length < start + sizeBytes + 2) return null;
    parts.push(bytes.subarray(start, start + sizeBytes));
    at = start + sizeBytes + 2;
  }
}

function shown(bytes: Buffer): string {
  return JSON.stringify(bytes.subarray(0, 40).toString('latin1'));
}
