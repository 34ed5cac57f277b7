/** Messages of the Debug Adapter Protocol on the wire: a header with the length, then JSON. Bounded, whatever the pieces. */
import { Fault } from '@mobile-debug/core/fault.ts';

/** Larger messages are no answer of a debugger: 5,000 variables take about 1.5 MB. */
export const longestMessageBytes = 16 << 20;
const longestHeaderBytes = 4_096;
const headerEnd = Buffer.from('\r\n\r\n');

export function encodeMessage(message: object): Buffer {
  const body = Buffer.from(JSON.stringify(message), 'utf8');
  return Buffer.concat([Buffer.from(`Content-Length: ${body.length}\r\n\r\n`, 'latin1'), body]);
}

/** Takes bytes as they come and gives whole messages in order. After a fault the stream cannot be read any further. */
export class MessageReader {
  readonly #onMessage: (message: unknown) => void;
  #chunks: Buffer[] = [];
  #bytes = 0;
  /** Length of the body that is being collected; null while the header is. */
  #wanted: number | null = null;

  constructor(onMessage: (message: unknown) => void) {
    this.#onMessage = onMessage;
  }

  /** DEBUGGER_WORKER_FAILED for what is no message of the protocol. */
  push(chunk: Buffer): void {
    this.#chunks.push(chunk);
    this.#bytes += chunk.length;
    while (this.#next()) {
      // One chunk may hold many messages.
    }
  }

  /** True when something was taken off and there may be more. */
  #next(): boolean {
    if (this.#wanted === null) {
      const header = this.#takeHeader();
      if (header === null) return false;
      this.#wanted = bodyLength(header);
    }
    if (this.#bytes < this.#wanted) return false;
    const body = this.#take(this.#wanted);
    this.#wanted = null;
    this.#onMessage(parse(body));
    return true;
  }

  #takeHeader(): string | null {
    // A header is short, so that joining what there is costs little; a body is joined once.
    const all = this.#joined();
    const end = all.subarray(0, longestHeaderBytes + headerEnd.length).indexOf(headerEnd);
    if (end < 0) {
      if (all.length > longestHeaderBytes) throw malformed('a header without an end');
      return null;
    }
    return this.#take(end + headerEnd.length).toString('latin1');
  }

  #joined(): Buffer {
    const [first] = this.#chunks;
    if (first && this.#chunks.length === 1) return first;
    const all = Buffer.concat(this.#chunks, this.#bytes);
    this.#chunks = [all];
    return all;
  }

  #take(count: number): Buffer {
    const all = this.#joined();
    const rest = all.subarray(count);
    this.#chunks = rest.length > 0 ? [rest] : [];
    this.#bytes = rest.length;
    return all.subarray(0, count);
  }
}

function bodyLength(header: string): number {
  // The one header of the Debug Adapter Protocol [T8].
  const text = /^content-length:[ \t]*(\d{1,15})[ \t]*$/im.exec(header)?.[1];
  if (text === undefined) throw malformed('a header without a length');
  const length = Number(text);
  if (length > longestMessageBytes) throw malformed(`a message of ${length} bytes`);
  return length;
}

function parse(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    // The text itself may hold values of the debugged program, and its error quotes it.
    throw malformed('a body that is no JSON');
  }
}

function malformed(what: string): Fault {
  return new Fault('DEBUGGER_WORKER_FAILED', `The debug adapter sent ${what}.`);
}
