/** A debug adapter in memory that answers as a script says: for tests of what real ones never do. */

import { isRecord } from '../dap-bodies.ts';
import { type AdapterChannel, DapClient, type DapEvent } from '../dap-client.ts';
import { encodeMessage, MessageReader } from '../dap-codec.ts';

export interface Received {
  readonly seq: number;
  readonly command: string;
  readonly args: Readonly<Record<string, unknown>>;
}

/** What a command is answered: a body, or a refusal in words. Commands without a script are not answered. */
export type Script = Readonly<
  Record<string, (args: Received['args'], adapter: ScriptedAdapter) => object | string | null>
>;

export class ScriptedAdapter implements AdapterChannel {
  readonly received: Received[] = [];
  /** All messages of the client, as they came. */
  readonly sent: unknown[] = [];
  inputEnded = false;
  readonly ended: Promise<{ readonly errorLines: readonly string[] }>;
  #tellEnd: (end: { readonly errorLines: readonly string[] }) => void = () => {};
  #take: (chunk: Buffer) => void = () => {};
  readonly #script: Script;
  readonly #reader = new MessageReader((message) => this.#receive(message));
  #seq = 0;

  constructor(script: Script) {
    this.#script = script;
    this.ended = new Promise((resolve) => {
      this.#tellEnd = resolve;
    });
  }

  write(bytes: Uint8Array): void {
    this.#reader.push(Buffer.from(bytes));
  }

  onData(take: (chunk: Buffer) => void): void {
    this.#take = take;
  }

  endInput(): void {
    this.inputEnded = true;
  }

  letGo(): void {}

  raw(bytes: Uint8Array | string): void {
    this.#take(Buffer.from(bytes));
  }

  send(message: object): void {
    this.raw(encodeMessage({ seq: ++this.#seq, ...message }));
  }

  event(event: string, body?: unknown): void {
    this.send({ type: 'event', event, body });
  }

  answer(seq: number, command: string, body?: unknown): void {
    this.send({ type: 'response', request_seq: seq, command, success: true, body });
  }

  end(lastWords: string): void {
    this.#tellEnd({ errorLines: lastWords === '' ? [] : [lastWords] });
  }

  #receive(message: unknown): void {
    this.sent.push(message);
    if (!isRecord(message) || message['type'] !== 'request') return;
    const { seq, command, arguments: args } = message;
    const received = { seq: Number(seq), command: String(command), args: isRecord(args) ? args : {} };
    this.received.push(received);
    const answer = this.#script[received.command]?.(received.args, this);
    if (answer === undefined || answer === null) return;
    if (typeof answer === 'object') this.answer(received.seq, received.command, answer);
    else {
      const refusal = { type: 'response', request_seq: received.seq, command: received.command };
      this.send({ ...refusal, success: false, message: answer });
    }
  }
}

export function clientTo(adapter: ScriptedAdapter, onEvent: (event: DapEvent) => void = () => {}): DapClient {
  return new DapClient(adapter, onEvent);
}
