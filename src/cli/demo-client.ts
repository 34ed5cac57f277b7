/**
 * The demo's MCP client: JSON-RPC in lines over a server's standard input and output, as much as calling tools takes.
 * Whether real clients understand the server is for the tests; shipping one for the demo would double the package.
 */

import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { Fault } from '@mobile-debug/core/fault.ts';
import { Operation } from '@mobile-debug/core/operation.ts';
import { z } from 'zod';

const block = z.union([
  z.object({ type: z.literal('text'), text: z.string() }),
  z.object({ type: z.literal('image'), data: z.string(), mimeType: z.string() }),
]);
const toolResult = z.object({ content: z.array(block), isError: z.boolean().optional() });
const initializeResult = z.object({ protocolVersion: z.string() });
const reply = z.object({
  id: z.number(),
  result: z.unknown().optional(),
  error: z.object({ code: z.number(), message: z.string() }).optional(),
});

export type ToolResult = z.infer<typeof toolResult>;

const protocolVersion = '2025-11-25';
const longestCallMs = 120_000;

interface Waiting {
  resolve(result: unknown): void;
  reject(error: Error): void;
}

export class DemoClient {
  readonly #input: Writable;
  readonly #waiting = new Map<number, Waiting>();
  #lastId = 0;

  /** `input` and `output` are those of the server. */
  constructor(input: Writable, output: Readable) {
    this.#input = input;
    const lines = createInterface({ input: output });
    lines.on('line', (line) => this.#receive(line));
    lines.once('close', () => this.#end());
  }

  /** The version of the protocol that both speak. LAUNCH_FAILED when the server ends or refuses. */
  async initialize(name: string, version: string): Promise<string> {
    const clientInfo = { name, version };
    const params = { protocolVersion, capabilities: {}, clientInfo };
    const { protocolVersion: agreed } = initializeResult.parse(await this.#request('initialize', params));
    this.#send({ method: 'notifications/initialized' });
    return agreed;
  }

  /** LAUNCH_FAILED when the server ends before it answers or answers with a protocol error; TIMEOUT after two minutes. */
  async callTool(name: string, args: Readonly<Record<string, unknown>>): Promise<ToolResult> {
    return toolResult.parse(await this.#request('tools/call', { name, arguments: args }));
  }

  async #request(method: string, params: unknown): Promise<unknown> {
    using op = Operation.start(longestCallMs);
    this.#lastId += 1;
    const id = this.#lastId;
    const answer = new Promise<unknown>((resolve, reject) => this.#waiting.set(id, { resolve, reject }));
    this.#send({ id, method, params });
    try {
      return await op.race(answer);
    } finally {
      this.#waiting.delete(id);
    }
  }

  #send(message: Readonly<Record<string, unknown>>): void {
    this.#input.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  }

  #receive(line: string): void {
    const message = reply.safeParse(JSON.parse(line));
    if (!message.success) return; // a notification, such as progress or a log message
    const { id, result, error } = message.data;
    const waiting = this.#waiting.get(id);
    if (error) waiting?.reject(new Fault('LAUNCH_FAILED', `The server answered: ${error.message}`));
    else waiting?.resolve(result);
  }

  #end(): void {
    for (const { reject } of this.#waiting.values()) {
      reject(new Fault('LAUNCH_FAILED', 'The server ended before it answered.'));
    }
  }
}
