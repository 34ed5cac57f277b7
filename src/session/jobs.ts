/**
 * Work that may outlast a call. A job has its own budget; its caller waits as long as it wants and
 * may come back for the result. Cancelling a call that waits for its job ends the job; so does the end of the server.
 */
import type { Clock } from '@mobile-debug/core/clock.ts';
import { asFault, Fault, isFault } from '@mobile-debug/core/fault.ts';
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

const mostFinished = 50;

export class Jobs {
  readonly #clock: Clock;
  readonly #jobs = new Map<string, Job>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  start(request: JobRequest): string {
    const job = new Job(request, this.#clock);
    this.#jobs.set(job.id, job);
    this.#forget();
    return job.id;
  }

  /** INVALID_ARGUMENT for an unknown or forgotten job. */
  view(id: string): JobView {
    return this.#find(id).view();
  }

  /**
   * Waits until the job is over, at most `waitMs`. `progress` receives its messages. When `op` is cancelled and
   * `own` is set, the job is ended too, and the call answers after its end.
   */
  async wait(
    op: Operation,
    id: string,
    { waitMs, progress, own }: { waitMs: number; progress: (message: string) => void; own: boolean },
  ): Promise<JobView> {
    const job = this.#find(id);
    const silence = job.hear(progress);
    try {
      using bounded = op.within(waitMs);
      await bounded.race(job.over);
    } catch (error) {
      if (!isFault(error, 'TIMEOUT', 'CANCELLED')) throw error;
      if (op.ended) {
        const withdrawn = op.fault();
        if (own && withdrawn.code === 'CANCELLED') await job.end();
        throw withdrawn;
      }
    } finally {
      silence();
    }
    return job.view();
  }

  /** Ends the job and answers after its end, so that no part of it is still running. */
  async cancel(op: Operation, id: string): Promise<JobView> {
    const job = this.#find(id);
    await op.race(job.end());
    return job.view();
  }

  async close(): Promise<void> {
    await Promise.all([...this.#jobs.values()].map((job) => job.end()));
    this.#jobs.clear();
  }

  #find(id: string): Job {
    const job = this.#jobs.get(id);
    if (job) return job;
    throw new Fault(
      'INVALID_ARGUMENT',
      `There is no job ${JSON.stringify(id.slice(0, 60))} on this server.`,
      {
        nextStep: 'Use a job_id returned by this server process; it keeps the last fifty finished jobs.',
      },
    );
  }

  #forget(): void {
    const finished = [...this.#jobs.values()].filter(({ running }) => !running);
    for (const job of finished.slice(0, Math.max(0, finished.length - mostFinished)))
      this.#jobs.delete(job.id);
  }
}

class Job {
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
