/** Requests to a WebDriverAgent that the user runs: JSON over HTTP, answers of bounded size. Source: [S5]. */
import { Dispatch } from '@mobile-debug/core/dispatch.ts';
import { Fault } from '@mobile-debug/core/fault.ts';
import type { Operation } from '@mobile-debug/core/operation.ts';
import { recordOf } from '../../ax/ax-json.ts';
import { DriverProblem } from './driver.ts';

const longestAnswer = 32 << 20;
export const wdaFix =
  'Start WebDriverAgent on the device and forward its port, then set IOS_WDA_URL, such as http://127.0.0.1:8100.';

export interface WdaRequest {
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly path: string;
  readonly body?: unknown;
}

/** What WebDriverAgent says when it refuses: `{value:{error,message}}`. */
export class WdaRefusal extends Error {
  override readonly name = 'WdaRefusal';
  readonly error: string;

  constructor(error: string, message: string) {
    super(message);
    this.error = error;
  }
}

export class WdaClient {
  readonly #base: string;

  constructor(url: string) {
    this.#base = url.replace(/\/+$/, '');
  }

  /** Its `value`. DriverProblem when it does not answer, WdaRefusal, faults of `op`. */
  async request(op: Operation, { method, path, body }: WdaRequest): Promise<unknown> {
    op.check();
    const dispatch = Dispatch.of(op);
    dispatch?.sending();
    const text = await this.#exchange(op, { method, path, body });
    const answer = parsed(text);
    if (answer === undefined)
      throw new DriverProblem(
        'broken',
        `${this.#base} is no WebDriverAgent: it answered ${method} ${path} without JSON.`,
        {
          sent: method === 'POST',
          fix: wdaFix,
        },
      );
    const value = recordOf(answer)?.['value'];
    const failure = recordOf(value);
    const error = failure?.['error'];
    if (typeof error === 'string')
      throw new WdaRefusal(error, String(failure?.['message'] ?? error).slice(0, 2_000));
    dispatch?.answered();
    // The id of a new session stands beside the value in some versions.
    return value ?? answer;
  }

  async #exchange(op: Operation, { method, path, body }: WdaRequest): Promise<string> {
    try {
      const response = await fetch(`${this.#base}${path}`, {
        method,
        signal: op.signal,
        redirect: 'error',
        ...(body !== undefined && {
          body: JSON.stringify(body),
          headers: { 'content-type': 'application/json' },
        }),
      });
      return await textOf(response);
    } catch (error) {
      if (op.ended) throw op.fault();
      if (error instanceof Fault || error instanceof DriverProblem) throw error;
      const words = causeOf(error);
      const refused =
        words.includes('ECONNREFUSED') || words.includes('ENOTFOUND') || words.includes('EAI_AGAIN');
      throw new DriverProblem(
        refused ? 'missing' : 'broken',
        `WebDriverAgent does not answer at ${this.#base}: ${words}`,
        {
          cause: error,
          sent: method === 'POST' && !refused,
          fix: wdaFix,
        },
      );
    }
  }
}

async function textOf(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length;
    if (bytes > longestAnswer)
      throw new DriverProblem('broken', 'WebDriverAgent answered with more than 32 MiB.');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function causeOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { cause } = error;
  if (cause instanceof Error)
    return 'code' in cause ? `${String(cause.code)} ${cause.message}` : cause.message;
  return error.message;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // told by the caller
  }
}
