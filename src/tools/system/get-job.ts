import * as z from 'zod';
import { budgetFor, jobFields, jobId, jobToWire } from '../../wire/job-answer.ts';
import { hostTool } from '../define-tool.ts';

export const getJob = hostTool({
  name: 'get_job',
  title: 'Look at a job',
  description: 'State and result of a build or install by its job_id; waits up to waitMs.',
  effect: 'read',
  toolset: 'build',
  budgetMs: budgetFor,
  input: z.object({
    job_id: jobId,
    waitMs: z.int().min(0).max(600_000).default(0).meta({ doc: 'Milliseconds to wait for its end' }),
  }),
  output: z.looseObject(jobFields),
  examples: [],
  async run({ op, input, pool, progress }) {
    const wait = { waitMs: input.waitMs, progress, own: false };
    return jobToWire(
      input.waitMs > 0 ? await pool.jobs.wait(op, input.job_id, wait) : pool.jobs.view(input.job_id),
    );
  },
});
