/**
 * Standard input and output as the SDK's transport, with what the SDK leaves out: a malformed request is answered instead
 * of dropped, a batch is read where the negotiated revision has batches, and harmless habits of clients are mended.
 */

import { PassThrough, type Readable, type Writable } from 'node:stream';
import { asFault, Fault } from '@mobile-debug/core/fault.ts';
import { type JSONRPCMessage, parseJSONRPCMessage, type Transport } from '@modelcontextprotocol/server';
import { StdioServerTransport } from '@modelcontextprotocol/server/stdio';
import { Batches } from './batches.ts';
import {
  type Message,
  type Read,
  type ReadLine,
  readLine,
  readValue,
  refusedBatch,
} from './json-rpc-lines.ts';

/** The only revision whose servers must take batches. */
const batchRevision = '2025-03-26';

/** `onClosed` hears of the end whoever else listens. */
export function tolerantTransport(stdin: Readable, stdout: Writable, onClosed: () => void): Transport {
  return new TolerantTransport(stdin, stdout, onClosed);
}

class TolerantTransport implements Transport {
  onmessage: NonNullable<Transport['onmessage']> | undefined;
  onerror: ((error: Error) => void) | undefined;
  onclose: (() => void) | undefined;
  readonly #stdin: Readable;
  readonly #onClosed: () => void;
  /** Writes only: what comes in is read here, and its input stays silent. */
  readonly #writer: StdioServerTransport;
  readonly #lines = new InputLines();
  /** None before the first batch came, which for nearly all clients is always. */
  #batches: Batches | null = null;
  #initializeId: string | number | undefined;
  #revision = '';

  constructor(stdin: Readable, stdout: Writable, onClosed: () => void) {
    this.#stdin = stdin;
    this.#onClosed = onClosed;
    this.#writer = new StdioServerTransport(new PassThrough(), stdout);
  }

  async start(): Promise<void> {
    this.#writer.onerror = (error) => this.onerror?.(error);
    this.#writer.onclose = () => {
      this.#stdin.off('data', this.#onData);
      this.#stdin.pause();
      this.onclose?.();
      this.#onClosed();
    };
    await this.#writer.start();
    this.#stdin.on('data', this.#onData);
    this.#stdin.on('error', (error) => this.onerror?.(error));
    for (const end of ['end', 'close']) this.#stdin.on(end, () => void this.close());
  }

  async send(message: JSONRPCMessage): Promise<void> {
    if (this.#batches?.take(message)) return;
    if ('result' in message && message.id === this.#initializeId) {
      this.#revision = String(message.result['protocolVersion']);
    }
    await this.#writer.send(message);
  }

  async close(): Promise<void> {
    await this.#writer.close();
  }

  readonly #onData = (chunk: Buffer): void => {
    try {
      for (const line of this.#lines.push(chunk)) this.#take(line);
    } catch (error) {
      this.onerror?.(asFault(error));
      void this.close();
    }
  };

  #take(line: string): void {
    const read = quickly(line) ?? readLine(line);
    if (read.kind !== 'batch') this.#takeOne(read);
    else if (this.#revision === batchRevision) this.#takeBatch(read.parts);
    else {
      const revision = this.#revision === '' ? 'before initialize' : `in revision ${this.#revision}`;
      const why = `There are no batches ${revision}: send each message on a line of its own.`;
      for (const each of refusedBatch(read.parts, why)) this.#takeOne(each);
    }
  }

  #takeOne(read: Read): void {
    if (read.kind === 'message') this.#deliver(read.message);
    else {
      this.onerror?.(new Fault('INVALID_ARGUMENT', read.why));
      if (read.answer !== null) this.#write(read.answer);
    }
  }

  #takeBatch(parts: readonly unknown[]): void {
    const reads = parts.map(readValue);
    const refusals = reads.flatMap((read) => (read.kind === 'refused' && read.answer ? [read.answer] : []));
    const messages = reads.flatMap((read) => (read.kind === 'message' ? [read.message] : []));
    const ids = messages.flatMap((message) => ('method' in message && 'id' in message ? [message.id] : []));
    this.#batches ??= new Batches((answers) => this.#write(answers));
    this.#batches.open(ids, refusals);
    for (const message of messages) this.#deliver(message);
  }

  #deliver(message: Message): void {
    if ('method' in message) {
      if (message.method === 'initialize' && 'id' in message) this.#initializeId = message.id;
      const withdrawn =
        message.method === 'notifications/cancelled' ? message.params?.['requestId'] : undefined;
      if (typeof withdrawn === 'string' || typeof withdrawn === 'number') this.#batches?.withdraw(withdrawn);
    }
    this.onmessage?.(withoutNullArguments(message));
  }

  /** A broken pipe is told by the stream itself. */
  #write(answer: object): void {
    this.#writer.send(answer as JSONRPCMessage).catch((error: Error) => this.onerror?.(error));
  }
}

/** `arguments: null` of a call is taken as left out. */
function withoutNullArguments(message: Message): Message {
  if (!('method' in message) || message.method !== 'tools/call') return message;
  if (message.params?.['arguments'] !== null) return message;
  const { arguments: _null, ...params } = message.params;
  return { ...message, params };
}

/** What nearly every line is; null for anything that needs a closer look. */
function quickly(line: string): ReadLine | null {
  try {
    const message = parseJSONRPCMessage(JSON.parse(line));
    const opens = 'method' in message && message.method === 'initialize';
    return opens ? null : { kind: 'message', message };
  } catch {
    return null;
  }
}

const longestBytes = 10 << 20;

/** Puts lines together from the chunks in which they come. */
class InputLines {
  #chunks: Buffer[] = [];
  #bytes = 0;

  /** Those that are complete now, without blank ones. Throws for a line beyond 10 MB. */
  push(chunk: Buffer): readonly string[] {
    const lines: string[] = [];
    let rest = chunk;
    for (let end = rest.indexOf(10); end >= 0; end = rest.indexOf(10)) {
      const line = this.#with(rest.subarray(0, end))
        .toString('utf8')
        .replace(/^\uFEFF/, '');
      [this.#chunks, this.#bytes] = [[], 0];
      if (line.trim() !== '') lines.push(line);
      rest = rest.subarray(end + 1);
    }
    this.#with(rest, false);
    return lines;
  }

  #with(part: Buffer, joined = true): Buffer {
    this.#bytes += part.length;
    if (this.#bytes > longestBytes)
      throw new Fault('INVALID_ARGUMENT', `A message is longer than ${longestBytes} bytes.`);
    this.#chunks.push(part);
    return joined ? Buffer.concat(this.#chunks) : part;
  }
}
