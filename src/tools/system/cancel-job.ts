import * as z from 'zod';
import { jobToWire } from '../../wire/job-answer.ts';
import { hostTool } from '../define-tool.ts';

export const cancelJob = hostTool({
  name: 'cancel_job',
  title: 'Cancel a job',
  description: 'Ends a build or install with all its processes.',
  effect: 'act',
  toolset: 'build',
  budgetMs: () => 15_000,
  input: z.object({ job_id: z.string().min(1).max(60) }),
  output: z.looseObject({ job_id: z.string(), state: z.string() }),
  examples: [],
  run: async ({ op, input, pool }) => jobToWire(await pool.jobs.cancel(op, input.job_id)),
});
