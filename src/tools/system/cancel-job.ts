import * as z from 'zod';
import { jobFields, jobId, jobToWire } from '../../wire/job-answer.ts';
import { hostTool } from '../define-tool.ts';

export const cancelJob = hostTool({
  name: 'cancel_job',
  title: 'Cancel a job',
  description: 'Cancels a build or install with all its processes.',
  effect: 'act',
  toolset: 'build',
  budgetMs: () => 15_000,
  input: z.object({ job_id: jobId }),
  output: z.looseObject({
    ...jobFields,
  }),
  examples: [],
  run: async ({ op, input, pool }) => jobToWire(await pool.jobs.cancel(op, input.job_id)),
});
