/** A server over real pipes, spoken to in raw JSON lines. Checks that its standard output carries the protocol only. */
import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { expect } from 'vitest';
import { cleanEnvironment, collect, program } from './program.ts';

export interface Message {
  readonly jsonrpc: '2.0';
  readonly id?: number | string | null;
  readonly method?: string;
  readonly params?: Record<string, unknown>;
  readonly result?: Record<string, unknown>;
  readonly error?: { readonly code: number; readonly message: string };
}

export type Era = 'initialize' | 'discover';

const modernMeta = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': { name: 'raw', version: '0' },
  'io.modelcontextprotocol/clientCapabilities': {},
};

const answerWithinMs = 20_000;

export class RawServer {
  readonly child: ChildProcessByStdio<Writable, Readable, Readable>;
  readonly stderr: () => string;
  readonly lines: string[] = [];
  readonly messages: Message[] = [];
  readonly exited: Promise<number | null>;
  #nextId = 1;
  #era: Era = 'initialize';
  readonly #listeners = new Set<() => void>();

  constructor(args: readonly string[] = [], env: Record<string, string> = {}) {
    this.child = spawn(process.execPath, [program, ...args], {
      env: cleanEnvironment(env),
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    this.child.stdin.on('error', () => {}); // the tests that end the server write into its closing pipe
    this.stderr = collect(this.child.stderr);
    this.exited = new Promise((resolve) => {
      this.child.once('exit', (code) => resolve(code));
    });
    createInterface({ input: this.child.stdout }).on('line', (line) => this.#take(line));
  }

  /** Opens the session as a client of that era does. */
  async open(era: Era = 'initialize', protocolVersion = '2025-11-25'): Promise<Message> {
    this.#era = era;
    if (era === 'discover') return await this.request('server/discover', {});
    const clientInfo = { name: 'raw', version: '0' };
    const answer = await this.request('initialize', { protocolVersion, capabilities: {}, clientInfo });
    this.send({ jsonrpc: '2.0', method: 'notifications/initialized' });
    return answer;
  }

  send(message: unknown): void {
    this.write(`${JSON.stringify(message)}\n`);
  }

  write(text: string): void {
    this.child.stdin.write(text);
  }

  /** Sends a request and gives its id at once. */
  ask(method: string, params?: Record<string, unknown>): number {
    const id = this.#nextId++;
    const { _meta, ...rest } = params ?? {};
    const meta = this.#era === 'discover' ? { ...modernMeta, ...(_meta as object | undefined) } : _meta;
    const whole = { ...rest, ...(meta === undefined ? {} : { _meta: meta }) };
    this.send({ jsonrpc: '2.0', id, method, ...(params === undefined && !meta ? {} : { params: whole }) });
    return id;
  }

  async request(method: string, params?: Record<string, unknown>): Promise<Message> {
    return await this.answerTo(this.ask(method, params));
  }

  async call(name: string, args?: unknown): Promise<Message> {
    return await this.request('tools/call', { name, ...(args === undefined ? {} : { arguments: args }) });
  }

  async answerTo(id: number): Promise<Message> {
    return await this.waitFor((message) => message.id === id && message.method === undefined);
  }

  /** The first message, of those that came and those to come, that fits. */
  async waitFor(fits: (message: Message) => boolean): Promise<Message> {
    return await new Promise((resolve, reject) => {
      const done = (finish: () => void): void => {
        clearTimeout(timer);
        this.#listeners.delete(look);
        finish();
      };
      const look = (): void => {
        const found = this.messages.find(fits);
        if (found) done(() => resolve(found));
      };
      const timer = setTimeout(
        () =>
          done(() => reject(new Error(`No such message came.\n${this.lines.join('\n')}\n${this.stderr()}`))),
        answerWithinMs,
      );
      this.#listeners.add(look);
      look();
    });
  }

  /** Every line so far is a JSON-RPC message, or a batch of them. */
  expectPureOutput(): void {
    for (const line of this.lines) {
      expect(() => JSON.parse(line), line.slice(0, 200)).not.toThrow();
      for (const message of [JSON.parse(line)].flat()) {
        expect(message, line.slice(0, 200)).toMatchObject({ jsonrpc: '2.0' });
      }
    }
  }

  /** Closes standard input, as a client does that leaves; answers the exit code. */
  async close(): Promise<number | null> {
    this.child.stdin.end();
    const code = await this.exited;
    this.expectPureOutput();
    return code;
  }

  #take(line: string): void {
    this.lines.push(line);
    // A line that is no JSON stays among the lines, where expectPureOutput finds it.
    if (line.startsWith('{')) this.messages.push(JSON.parse(line) as Message);
    for (const look of [...this.#listeners]) look();
  }
}

/** The tool result of an answer, with its text blocks. */
export function toolResult({ result, error }: Message) {
  if (error || !result) throw new Error(`A protocol error: ${JSON.stringify(error)}`);
  const content = result['content'] as { type: string; text?: string; data?: string; mimeType?: string }[];
  return {
    content,
    texts: content.flatMap(({ type, text }) => (type === 'text' && text !== undefined ? [text] : [])),
    structured: result['structuredContent'],
    isError: result['isError'] === true,
  };
}
