/** Questions that a session asks of LLDB through its adapter: requests of the protocol, and commands of its console. */
import { Fault } from '@mobile-debug/core/fault.ts';
import type { Operation } from '@mobile-debug/core/operation.ts';
import { type DapVariable, readEvaluation } from './dap-bodies.ts';
import type { DapClient } from './dap-client.ts';

export class LldbAsk {
  readonly #client: DapClient;

  constructor(client: DapClient) {
    this.#client = client;
  }

  /** The body of the answer. UNKNOWN with LLDB's words for a refusal, unless `refused` names another code. */
  async body(
    op: Operation,
    command: string,
    args: object,
    refused: (message: string) => Fault = unexpected(command),
  ): Promise<unknown> {
    const answer = await this.#client.ask(op, command, args);
    if (answer.ok) return answer.body;
    throw refused(answer.message);
  }

  /**
   * What a path of names, members and indices leads to, by reading alone; null when there is no such thing. `hover` is
   * the one context in which lldb-dap never compiles an expression (`request_evaluate` of lldb-vscode.cpp in LLVM 14,
   * of lldb-dap.cpp in LLVM 19).
   */
  async read(op: Operation, frameId: number, expression: string): Promise<DapVariable | null> {
    const answer = await this.#client.ask(op, 'evaluate', { expression, frameId, context: 'hover' });
    return answer.ok ? readEvaluation(expression, answer.body) : null;
  }

  /** An expression of ours over registers and memory, which LLDB's interpreter answers without running the program. */
  async computed(op: Operation, frameId: number, expression: string): Promise<DapVariable | null> {
    const answer = await this.#client.ask(op, 'evaluate', { expression, frameId, context: 'watch' });
    return answer.ok ? readEvaluation(expression, answer.body) : null;
  }

  /** What a command prints; runs no code of the program. The console repeats the command in its first line [T8]. */
  async console(op: Operation, command: string): Promise<string> {
    const args = { expression: `\`${command}`, context: 'repl' };
    const answer = await this.#client.ask(op, 'evaluate', args);
    if (!answer.ok) return '';
    return readEvaluation(command, answer.body).value.replace(/^\(lldb\) .*\n?/, '');
  }
}

function unexpected(command: string): (message: string) => Fault {
  return (message) => new Fault('UNKNOWN', `LLDB refused ${command}: ${message}`);
}
