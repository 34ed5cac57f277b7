/**
 * Work that may outlast a call. A job has its own budget; its caller waits as long as it wants and
 * may come back for the result. Cancelling a call that waits for its job ends the job; so does the end of the server.
 */
import type { Clock } from '@mobile-debug/core/clock.ts';
import { Fault, isFault } from '@mobile-debug/core/fault.ts';
import type { Operation } from '@mobile-debug/core/operation.ts';
import { Job, type JobRequest, type JobView } from './job.ts';

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
