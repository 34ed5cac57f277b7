/** Requests to a WebDriverAgent that the user runs: JSON over HTTP, answers of bounded size. Source: [S5]. */

import { Dispatch } from '@mobile-debug/core/dispatch.ts';
import { Fault } from '@mobile-debug/core/fault.ts';
import type { Operation } from '@mobile-debug/core/operation.ts';
import { TransportProblem } from '../../../../port/transport-problem.ts';
import { recordOf } from '../../ax/ax-json.ts';

const longestAnswer = 32 << 20;
export const wdaFix =
  'Start WebDriverAgent on the device and forward its port, then set IOS_WDA_URL, such as http://127.0.0.1:8100.';

export interface WdaRequest {
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly path: string;
  readonly body?: unknown;
}

export class WdaClient {
  readonly #base: string;

  constructor(url: string) {
    this.#base = url.replace(/\/+$/, '');
  }

  /** Its `value`. TransportProblem when it does not answer; `refused`, with its code, for `{value:{error,message}}`. Faults of `op`. */
  async request(op: Operation, { method, path, body }: WdaRequest): Promise<unknown> {
    op.check();
    const dispatch = Dispatch.of(op);
    dispatch?.sending();
    const text = await this.#exchange(op, { method, path, body });
    const answer = parsed(text);
    if (answer === undefined)
      throw new TransportProblem(
        'broken',
        method === 'POST' ? 'unknown' : 'not_delivered',
        `${this.#base} is not a WebDriverAgent: it answered ${method} ${path} without JSON.`,
        { fix: wdaFix },
      );
    const value = recordOf(answer)?.['value'];
    const failure = recordOf(value);
    const error = failure?.['error'];
    if (typeof error === 'string')
      throw new TransportProblem(
        'refused',
        'delivered',
        String(failure?.['message'] ?? error).slice(0, 2_000),
        { code: error },
      );
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
      if (error instanceof Fault || error instanceof TransportProblem) throw error;
      const words = causeOf(error);
      const refused =
        words.includes('ECONNREFUSED') || words.includes('ENOTFOUND') || words.includes('EAI_AGAIN');
      throw new TransportProblem(
        refused ? 'missing' : 'broken',
        method === 'POST' && !refused ? 'unknown' : 'not_delivered',
        `WebDriverAgent does not answer at ${this.#base}: ${words}`,
        { cause: error, fix: wdaFix },
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
      throw new TransportProblem('broken', 'not_delivered', 'WebDriverAgent answered with more than 32 MiB.');
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
