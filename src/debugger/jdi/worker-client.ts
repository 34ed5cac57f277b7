/** Questions to the Java worker and their answers, as lines of JSON with ids; what comes unasked goes to the listener. */
import { Fault } from '@mobile-debug/core/fault.ts';
import type { Operation } from '@mobile-debug/core/operation.ts';
import { JdwpRefusal } from '../jdwp/jdwp-error.ts';
import { Body, workerFailed } from './worker-bodies.ts';

/** The standard input and output of a worker. */
export interface WorkerChannel {
  write(line: string): void;
  /** Called once, before anything can arrive. */
  onLine(take: (line: string) => void): void;
  /** Never rejects. Its newest words, for a person. */
  readonly ended: Promise<readonly string[]>;
  /** Closes its input, so that it lets go and ends; answers after its end. Safe to call twice. */
  stop(): Promise<void>;
}

export interface WorkerListener {
  event(set: Body): void;
  /** Once, when nothing more will come. */
  closed(cause: 'lost' | 'worker', message: string): void;
}

interface Waiting {
  readonly what: string;
  resolve(answer: Body): void;
  reject(error: Error): void;
}

/** Why an attach failed, in the worker's words; the rest of its answers are numbers of JDWP. */
const attachFaults: ReadonlyMap<string, Fault> = new Map([
  [
    'closed',
    new Fault(
      'DEBUGGER_BUSY',
      'The process takes no debugger: another one is probably attached. It closed the connection at once.',
    ),
  ],
  ['refused', new Fault('DEBUGGER_ATTACH_FAILED', 'Nobody listens where the debug port was forwarded to.')],
]);

export class WorkerClient {
  readonly #channel: WorkerChannel;
  readonly #listener: WorkerListener;
  readonly #waiting = new Map<number, Waiting>();
  #lastId = 0;
  #closedBecause: Fault | null = null;
  #isLeaving: boolean = false;

  constructor(channel: WorkerChannel, listener: WorkerListener) {
    this.#channel = channel;
    this.#listener = listener;
    channel.onLine((line) => this.#take(line));
    void channel.ended.then(() => this.#end('worker', workerFailed('The Java worker has ended.')));
  }

  /**
   * JdwpRefusal for what the process or JDI refuses, DEBUGGER_DISCONNECTED when the connection to the process has ended,
   * DEBUGGER_WORKER_FAILED when the worker has; the operation's faults leave both usable.
   */
  async ask(op: Operation, what: string, question: Readonly<Record<string, unknown>> = {}): Promise<Body> {
    op.check();
    if (this.#closedBecause) throw this.#closedBecause;
    this.#isLeaving ||= what === 'dispose';
    this.#lastId += 1;
    const id = this.#lastId;
    const answer = new Promise<Body>((resolve, reject) => this.#waiting.set(id, { what, resolve, reject }));
    // Whoever gave up waiting does not hear of it any more.
    answer.catch(() => {});
    try {
      this.#channel.write(`${JSON.stringify({ id, do: what, ...question })}\n`);
      return await op.race(answer);
    } finally {
      this.#waiting.delete(id);
    }
  }

  async stop(): Promise<void> {
    this.#lost('The debugger has detached.');
    await this.#channel.stop();
  }

  #take(line: string): void {
    try {
      const body = Body.parse(line);
      if (body.has('event')) this.#listener.event(body.at('event'));
      else if (body.has('closed'))
        this.#lost(this.#isLeaving ? 'The debugger has detached.' : 'The process closed the connection.');
      else this.#answered(body);
    } catch (error) {
      if (!(error instanceof Fault)) throw error;
      this.#end('worker', error);
      void this.#channel.stop();
    }
  }

  #answered(body: Body): void {
    const waiting = this.#waiting.get(body.number('id'));
    if (!waiting) return;
    if (body.has('ok')) waiting.resolve(body.at('ok'));
    else if (body.has('error')) waiting.reject(new JdwpRefusal(body.number('error'), waiting.what));
    else waiting.reject(attachFaults.get(body.text('failed')) ?? workerFailed('JDI refused to attach.'));
  }

  #lost(message: string): void {
    this.#end('lost', new Fault('DEBUGGER_DISCONNECTED', message));
  }

  #end(cause: 'lost' | 'worker', fault: Fault): void {
    if (this.#closedBecause) return;
    this.#closedBecause = fault;
    for (const { reject } of this.#waiting.values()) reject(fault);
    this.#waiting.clear();
    this.#listener.closed(cause, fault.message);
  }
}
