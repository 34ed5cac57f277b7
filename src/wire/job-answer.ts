/** Jobs on the wire: the handle while one runs, its result or fault when it is over. */

import type { Environment } from '@mobile-debug/core/environment.ts';
import { Fault } from '@mobile-debug/core/fault.ts';
import type { Operation } from '@mobile-debug/core/operation.ts';
import type { Progress } from '@mobile-debug/core/progress.ts';
import * as z from 'zod';
import type { JobRequest, JobView } from '../session/job.ts';
import type { SessionPool } from '../session/session-pool.ts';

export const waitMs = z.int().min(0).max(600_000).default(45_000).meta({
  doc: 'Milliseconds to wait for the result. Longer work continues in the background, and the answer has a `job_id` for `get_job`',
});

export const jobId = z.string().min(1).max(60).meta({ doc: '`job_id` of an earlier answer' });

export const faultShape = z
  .looseObject({
    code: z.string().meta({ doc: 'Error code; see [faults](../faults.md)' }),
    message: z.string().meta({ doc: 'What went wrong' }),
    retryable: z.boolean().meta({ doc: 'Whether trying again may help' }),
    next_step: z.string().meta({ doc: 'How to fix it' }),
    details: z.looseObject({}).optional().meta({ doc: 'Facts about this failure' }),
  })
  .meta({ doc: 'Why it failed' });

/** Fields of an answer whose work still runs. */
export const runningShape = z.looseObject({
  job_id: z.string().optional().meta({ doc: 'While it runs: id for `get_job` and `cancel_job`' }),
  state: z.string().optional().meta({ doc: 'While it runs: `running`' }),
  elapsed_ms: z.number().optional().meta({ doc: 'While it runs: milliseconds since it began' }),
  progress: z.string().optional().meta({ doc: 'While it runs: its current stage' }),
  log_path: z.string().optional().meta({ doc: 'While it runs: its log on this computer' }),
});

/** Everything about a job, running or over. */
export const jobFields = {
  job_id: jobId,
  kind: z.string().meta({ doc: '`build`, `install` or `build_and_install`' }),
  state: z.string().meta({ doc: '`running`, `succeeded`, `failed` or `cancelled`' }),
  elapsed_ms: z.number().meta({ doc: 'Milliseconds that it has run' }),
  progress: z.string().optional().meta({ doc: 'Its latest progress message' }),
  log_path: z.string().optional().meta({ doc: 'Its log on this computer' }),
  result: z
    .looseObject({})
    .optional()
    .meta({ doc: 'When it is over: what the tool that started it answers' }),
  error: faultShape.optional(),
};

/** Longer than the wait by what choosing a device and ending a process may take. */
export function budgetFor({ waitMs }: { readonly waitMs: number }): number {
  return waitMs + 15_000;
}

interface Waiting {
  readonly pool: SessionPool;
  readonly progress: Progress;
  readonly waitMs: number;
}

/** Starts the work and gives its result, or its handle when it takes longer than `waitMs`. Its fault passes through. */
export async function runJob(op: Operation, { pool, progress, waitMs }: Waiting, request: JobRequest) {
  const id = pool.jobs.start(request);
  const view = await pool.jobs.wait(op, id, { waitMs, progress, own: true });
  if (view.fault) throw view.fault;
  return view.result ?? handleOf(view);
}

export function handleOf({ id, state, elapsedMs, progress, logPath }: JobView) {
  return {
    job_id: id,
    state,
    elapsed_ms: elapsedMs,
    ...(progress === null ? {} : { progress }),
    ...(logPath === null ? {} : { log_path: logPath }),
  };
}

/** Everything about a job, running or over. */
export function jobToWire(view: JobView) {
  const { kind, result, fault } = view;
  return {
    ...handleOf(view),
    kind,
    ...(result ? { result } : {}),
    ...(fault ? { error: faultToWire(fault) } : {}),
  };
}

export function faultToWire({ code, message, retryable, nextStep, details }: Fault) {
  return { code, message, retryable, next_step: nextStep, ...(details ? { details } : {}) };
}

const longestWorkMs = 30 * 60_000;

/** Milliseconds that a build may take, by MCP_GRADLE_TIMEOUT or MCP_XCODEBUILD_TIMEOUT. */
export function buildLimitMs(env: Environment, platform: string | undefined): number {
  const names =
    platform === 'ios'
      ? ['MCP_XCODEBUILD_TIMEOUT']
      : platform === 'android'
        ? ['MCP_GRADLE_TIMEOUT']
        : ['MCP_GRADLE_TIMEOUT', 'MCP_XCODEBUILD_TIMEOUT'];
  const limits = names.flatMap((name) => {
    const text = env[name];
    if (!text) return [];
    const limit = Number(text);
    if (Number.isFinite(limit) && limit > 0) return [limit];
    throw new Fault('INVALID_ARGUMENT', `${name} is ${JSON.stringify(text)}, not a number of milliseconds.`);
  });
  return limits.length === 0 ? longestWorkMs : Math.max(...limits);
}
