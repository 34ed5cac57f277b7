/** One piece of work in the background, which outlives the call that began it. */
import type { Clock } from '@mobile-debug/core/clock.ts';
import { asFault, type Fault } from '@mobile-debug/core/fault.ts';
import { randomId } from '@mobile-debug/core/ids.ts';
import { Operation } from '@mobile-debug/core/operation.ts';

export type JobState = 'running' | 'succeeded' | 'failed' | 'cancelled';

/** Progress of the work. */
export interface JobVoice {
  say(message: string): void;
  /** The file for all its output. */
  logsTo(path: string): void;
}

export type JobResult = Record<string, unknown>;

export interface JobRequest {
  readonly kind: string;
  readonly budgetMs: number;
  /** A result whose `success` is false makes a failed job. */
  work(op: Operation, voice: JobVoice): Promise<JobResult>;
}

export interface JobView {
  readonly id: string;
  readonly kind: string;
  readonly state: JobState;
  readonly elapsedMs: number;
  /** Its latest message. */
  readonly progress: string | null;
  readonly logPath: string | null;
  readonly result: JobResult | null;
  readonly fault: Fault | null;
}

export class Job {
  readonly id = randomId('job');
  /** Resolves when the work is over, however it ended. */
  readonly over: Promise<void>;
  readonly #kind: string;
  readonly #clock: Clock;
  readonly #startedMs: number;
  readonly #stop = new AbortController();
  readonly #listeners = new Set<(message: string) => void>();
  #state: JobState = 'running';
  #endedMs: number | null = null;
  #progress: string | null = null;
  #logPath: string | null = null;
  #result: JobResult | null = null;
  #fault: Fault | null = null;

  constructor(request: JobRequest, clock: Clock) {
    this.#kind = request.kind;
    this.#clock = clock;
    this.#startedMs = clock.monotonicMs();
    this.over = this.#run(request);
  }

  get running(): boolean {
    return this.#state === 'running';
  }

  hear(listener: (message: string) => void): () => void {
    if (this.#progress !== null) listener(this.#progress);
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  async end(): Promise<void> {
    this.#stop.abort('cancel_job');
    await this.over;
  }

  view(): JobView {
    return {
      id: this.id,
      kind: this.#kind,
      state: this.#state,
      elapsedMs: Math.round((this.#endedMs ?? this.#clock.monotonicMs()) - this.#startedMs),
      progress: this.#progress,
      logPath: this.#logPath,
      result: this.#result,
      fault: this.#fault,
    };
  }

  async #run({ budgetMs, work }: JobRequest): Promise<void> {
    using op = Operation.start(budgetMs, { signal: this.#stop.signal, clock: this.#clock });
    try {
      this.#result = await work(op, {
        say: (message) => this.#say(message),
        logsTo: (path) => {
          this.#logPath = path;
        },
      });
      this.#state = this.#result['success'] === false ? 'failed' : 'succeeded';
    } catch (error) {
      this.#fault = asFault(error);
      this.#state = this.#fault.code === 'CANCELLED' ? 'cancelled' : 'failed';
    } finally {
      this.#endedMs = this.#clock.monotonicMs();
    }
  }

  #say(message: string): void {
    this.#progress = message;
    for (const listener of this.#listeners) listener(message);
  }
}
