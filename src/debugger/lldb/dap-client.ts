/**
 * Questions to a debug adapter and its answers, matched by number, and its events. The reader never waits for anybody.
 * What the adapter sends is not believed: bodies are handed on as unknown, for `dap-bodies.ts` to read.
 */
import { asFault, Fault } from '@mobile-debug/core/fault.ts';
import type { Operation } from '@mobile-debug/core/operation.ts';
import { isRecord } from './dap-bodies.ts';
import { encodeMessage, MessageReader } from './dap-codec.ts';

/** The adapter's process as the client needs it; `host` runs it. */
export interface AdapterChannel {
  write(bytes: Uint8Array): void;
  /** Called once, before anything can arrive. */
  onData(take: (chunk: Buffer) => void): void;
  /** Closes its input: it detaches and ends by itself. */
  endInput(): void;
  /** Never rejects. */
  readonly ended: Promise<{ readonly errorLines: readonly string[] }>;
  /** Lets this process end although the adapter still runs. */
  letGo(): void;
}

export interface DapEvent {
  readonly name: string;
  readonly body: unknown;
}

/** A refusal is the adapter's own, in its words; whoever asked knows what it means. */
export type DapAnswer =
  | { readonly ok: true; readonly body: unknown }
  | { readonly ok: false; readonly message: string };

interface Waiting {
  readonly command: string;
  readonly resolve: (answer: DapAnswer) => void;
  readonly reject: (fault: Fault) => void;
}

const longestRefusal = 500;

export class DapClient {
  readonly #channel: AdapterChannel;
  readonly #onEvent: (event: DapEvent) => void;
  readonly #waiting = new Map<number, Waiting>();
  #lastSeq = 0;
  #failure: Fault | null = null;
  /** Why no more answers come. Never rejects. */
  readonly ended: Promise<Fault>;
  #tellEnd: (why: Fault) => void = () => {};

  constructor(channel: AdapterChannel, onEvent: (event: DapEvent) => void) {
    this.#channel = channel;
    this.#onEvent = onEvent;
    this.ended = new Promise((resolve) => {
      this.#tellEnd = resolve;
    });
    const reader = new MessageReader((message) => this.#take(message));
    channel.onData((chunk) => {
      if (this.#failure) return;
      try {
        reader.push(chunk);
      } catch (error) {
        this.#fail(asFault(error));
      }
    });
    void channel.ended.then(({ errorLines }) => this.#fail(adapterEnded(errorLines)));
  }

  /** True until the adapter ended or sent what cannot be read. */
  get usable(): boolean {
    return this.#failure === null;
  }

  /** Faults: DEBUGGER_WORKER_FAILED when the adapter is gone, TIMEOUT and CANCELLED of `op`. A late answer is dropped. */
  async ask(op: Operation, command: string, args: object = {}): Promise<DapAnswer> {
    op.check();
    if (this.#failure) throw this.#failure;
    const seq = ++this.#lastSeq;
    const answer = new Promise<DapAnswer>((resolve, reject) => {
      this.#waiting.set(seq, { command, resolve, reject });
    });
    this.#channel.write(encodeMessage({ seq, type: 'request', command, arguments: args }));
    try {
      return await op.race(answer);
    } finally {
      this.#waiting.delete(seq);
    }
  }

  /** Ends the adapter's input, upon which it detaches. Safe to call twice. */
  close(): void {
    this.#channel.endInput();
  }

  /** Answers when the adapter is gone. */
  async gone(op: Operation): Promise<void> {
    await op.race(this.#channel.ended);
  }

  letGo(): void {
    this.#channel.letGo();
  }

  #take(message: unknown): void {
    if (!isRecord(message)) throw new Fault('DEBUGGER_WORKER_FAILED', 'The debug adapter sent no message.');
    if (message['type'] === 'response') this.#answer(message);
    else if (message['type'] === 'event' && typeof message['event'] === 'string') {
      this.#onEvent({ name: message['event'], body: message['body'] });
    } else if (message['type'] === 'request') this.#refuse(message);
  }

  #answer(message: Readonly<Record<string, unknown>>): void {
    const waiting = this.#waiting.get(Number(message['request_seq']));
    // Nobody waits for it any more, or it answers another question than was asked.
    if (!waiting || message['command'] !== waiting.command) return;
    if (message['success'] === true) waiting.resolve({ ok: true, body: message['body'] });
    else waiting.resolve({ ok: false, message: refusal(message) });
  }

  /** Adapters may ask for a terminal or a further session; nothing of the kind is done for them. */
  #refuse(message: Readonly<Record<string, unknown>>): void {
    const command = typeof message['command'] === 'string' ? message['command'] : '';
    const answer = { type: 'response', request_seq: Number(message['seq']), command, success: false };
    this.#channel.write(encodeMessage({ ...answer, seq: ++this.#lastSeq, message: 'not supported' }));
  }

  #fail(fault: Fault): void {
    if (this.#failure) return;
    this.#failure = fault;
    // What it holds must not stay stopped because we cannot understand it.
    this.#channel.endInput();
    for (const { reject } of this.#waiting.values()) reject(fault);
    this.#waiting.clear();
    this.#tellEnd(fault);
  }
}

/** The adapter's own words, from either of the two places where they may stand [T8]. */
function refusal(message: Readonly<Record<string, unknown>>): string {
  const body = message['body'];
  const error = isRecord(body) && isRecord(body['error']) ? body['error'] : {};
  const words = [message['message'], error['format']].find((one) => typeof one === 'string' && one !== '');
  const text = typeof words === 'string' ? words : 'no reason given';
  return text
    .replace(/^error:\s*/i, '')
    .trim()
    .slice(0, longestRefusal);
}

function adapterEnded(errorLines: readonly string[]): Fault {
  const words = errorLines.slice(-3).join(' ').slice(0, longestRefusal);
  return new Fault('DEBUGGER_WORKER_FAILED', `The debug adapter ended${words === '' ? '.' : `: ${words}`}`);
}
