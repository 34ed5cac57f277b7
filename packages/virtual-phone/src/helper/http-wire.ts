/** HTTP/1.1 as the helper's server speaks it on a device socket: requests with a length, answers with a length, kept alive. */
import type { ServiceStream } from '../adb/wire/service-stream.ts';

export interface HttpRequest {
  readonly method: string;
  /** Without a `/wd/hub` in front, which the server accepts. */
  readonly path: string;
  readonly body: unknown;
}

export interface HttpAnswer {
  readonly status: number;
  readonly body: unknown;
}

/** Null when the client closed, or sent what is no request. */
export async function readRequest(stream: ServiceStream): Promise<HttpRequest | null> {
  const first = await stream.input.readLine();
  const [, method, target] = /^(\S+) (\S+) HTTP\/1\.[01]\r?$/.exec(first?.toString('latin1') ?? '') ?? [];
  if (method === undefined || target === undefined) return null;
  let lengthBytes = 0;
  for (;;) {
    const line = (await stream.input.readLine())?.toString('latin1').trimEnd();
    if (line === undefined) return null;
    if (line === '') break;
    const length = /^content-length: *(\d+)$/i.exec(line)?.[1];
    if (length !== undefined) lengthBytes = Number(length);
  }
  const bytes = await stream.input.readExact(lengthBytes);
  if (!bytes) return null;
  return { method, path: target.replace(/^\/wd\/hub/, ''), body: parsed(bytes.toString('utf8')) };
}

function parsed(text: string): unknown {
  try {
    return text === '' ? null : JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

const reasons: Readonly<Record<number, string>> = {
  200: 'OK',
  400: 'Bad Request',
  404: 'Not Found',
  405: 'Method Not Allowed',
  500: 'Internal Server Error',
};

export function answerBytes({ status, body }: HttpAnswer): Buffer {
  const content = Buffer.from(JSON.stringify(body), 'utf8');
  const head = [
    `HTTP/1.1 ${status} ${reasons[status] ?? 'Error'}`,
    'content-type: application/json; charset=UTF-8',
    `content-length: ${content.length}`,
    'connection: keep-alive',
    '',
    '',
  ].join('\r\n');
  return Buffer.concat([Buffer.from(head, 'latin1'), content]);
}
