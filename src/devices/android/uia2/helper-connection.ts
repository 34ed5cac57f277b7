/**
 * Requests to the helper over a socket opened through adb: kept alive, one at a time, opened anew when it was closed in
 * the meantime. Never sends anything twice that can act.
 */

import { Dispatch } from '@mobile-debug/core/dispatch.ts';
import { Fault, failedBecause } from '@mobile-debug/core/fault.ts';
import { Mutex } from '@mobile-debug/core/mutex.ts';
import type { Operation } from '@mobile-debug/core/operation.ts';
import { isTransportProblem, TransportProblem } from '../../port/transport-problem.ts';
import type { AdbDevice, AdbStream } from '../adb/adb-types.ts';
import { AnswerDecoder, encodeRequest, type HttpAnswer } from './http-codec.ts';

export interface HelperRequest {
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly path: string;
  readonly body?: unknown;
}

export class HelperConnection {
  readonly #adb: AdbDevice;
  readonly #port: number;
  readonly #oneAtATime = new Mutex();
  #socket: HelperSocket | null = null;

  constructor(adb: AdbDevice, port: number) {
    this.#adb = adb;
    this.#port = port;
  }

  /**
   * Problems: `gone`, `wrong`, with `delivery` saying whether the request may have been carried out. Faults of `op` and of
   * the device pass. The end of `op` closes the socket, which is awaited.
   */
  async request(op: Operation, request: HelperRequest): Promise<HttpAnswer> {
    return await this.#oneAtATime.run(op, async () => {
      const kept = this.#socket?.usable === true;
      try {
        return await this.#once(op, request);
      } catch (error) {
        // The server may close a kept-alive connection at any time; repeating a read is safe.
        const again = kept && request.method === 'GET' && isTransportProblem(error, 'gone') && !op.ended;
        if (!again) throw error;
        return await this.#once(op, request);
      }
    });
  }

  async close(): Promise<void> {
    const socket = this.#socket;
    this.#socket = null;
    await socket?.close();
  }

  async #once(op: Operation, request: HelperRequest): Promise<HttpAnswer> {
    const socket = this.#socket?.usable ? this.#socket : await this.#open(op);
    this.#socket = socket;
    try {
      const answer = await socket.exchange(op, request);
      if (!answer.keepAlive) await this.close();
      return answer;
    } catch (error) {
      await this.close();
      throw error;
    }
  }

  async #open(op: Operation): Promise<HelperSocket> {
    await this.close();
    try {
      return new HelperSocket(await this.#adb.open(Dispatch.unrecorded(op), `tcp:${this.#port}`));
    } catch (error) {
      if (!failedBecause(error, 'not_listening')) throw error;
      throw new TransportProblem(
        'gone',
        'not_delivered',
        `Nothing listens on port ${this.#port} of the device.`,
        { cause: error },
      );
    }
  }
}

/** One connection. Reads all the time, so that its end is known before the next request leaves. */
class HelperSocket {
  readonly #stream: AdbStream;
  readonly #decoder = new AnswerDecoder();
  #waiting: { resolve(answer: HttpAnswer): void; reject(error: Error): void } | null = null;
  #over: Error | null = null;

  constructor(stream: AdbStream) {
    this.#stream = stream;
    void this.#pump();
  }

  get usable(): boolean {
    return this.#over === null;
  }

  async exchange(op: Operation, { method, path, body }: HelperRequest): Promise<HttpAnswer> {
    op.check();
    const bytes = encodeRequest(method, path, body);
    const answered = new Promise<HttpAnswer>((resolve, reject) => {
      this.#waiting = { resolve, reject };
    });
    answered.catch(() => {}); // heard below, unless the sending already failed
    if (this.#over) throw this.#over;
    const dispatch = Dispatch.of(op);
    dispatch?.sending();
    await this.#stream.write(op, bytes).catch((error: unknown) => {
      if (op.ended) throw op.fault();
      throw new TransportProblem(
        'gone',
        'unknown',
        'The connection to the helper failed during the request.',
        {
          cause: error,
        },
      );
    });
    const answer = await op.race(answered);
    dispatch?.answered();
    return answer;
  }

  async close(): Promise<void> {
    this.#end(new TransportProblem('gone', 'unknown', 'The connection to the helper was closed.'));
    await this.#stream.close();
  }

  async #pump(): Promise<void> {
    try {
      for await (const chunk of this.#stream.chunks) {
        const answer = this.#decoder.push(chunk);
        if (answer) this.#hand(answer);
      }
      const last = this.#decoder.end();
      if (last) this.#hand(last);
      const where = this.#decoder.begun ? 'in the middle of its answer' : 'without an answer';
      this.#end(new TransportProblem('gone', 'unknown', `The helper closed the connection ${where}.`));
    } catch (error) {
      if (isTransportProblem(error)) this.#end(new TransportProblem(error.kind, 'unknown', error.message));
      else this.#end(error instanceof Fault ? broken(error) : bugOf(error));
    }
  }

  #hand(answer: HttpAnswer): void {
    const waiting = this.#waiting;
    this.#waiting = null;
    if (waiting) waiting.resolve(answer);
    else this.#end(new TransportProblem('wrong', 'unknown', 'The port sent data without a request.'));
  }

  #end(problem: Error): void {
    this.#over ??= problem;
    this.#waiting?.reject(problem);
    this.#waiting = null;
  }
}

/** The answer goes to the pending request. */
function bugOf(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}

function broken(error: Fault): TransportProblem {
  return new TransportProblem('gone', 'unknown', `The connection to the helper failed: ${error.message}`, {
    cause: error,
  });
}
