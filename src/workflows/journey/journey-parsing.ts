/** Steps of a journey as a caller gave them, checked against their schema. */
import { Fault } from '@mobile-debug/core/fault.ts';
import type * as z from 'zod';
import { issueText, valueAt } from '../../wire/issue-text.ts';
import { type Step, stepSchema } from './journey-schema.ts';

/** INVALID_ARGUMENT naming the step and the field, also for duplicate ids. */
export function parseSteps(given: readonly { readonly id: string }[]): readonly Step[] {
  const seen = new Set<string>();
  return given.map((one, index) => {
    const parsed = stepSchema.safeParse(one);
    if (!parsed.success) throw refusedStep(one.id, index, problems(parsed.error, one));
    if (seen.has(one.id)) throw refusedStep(one.id, index, 'this id is used twice');
    seen.add(one.id);
    return parsed.data;
  });
}

function problems({ issues }: z.ZodError, step: unknown): string {
  const told = issues.slice(0, 3).map((issue) => {
    const text = issueText(issue, valueAt(step, issue.path));
    return issue.path.length > 0 ? `${issue.path.join('.')}: ${text}` : text;
  });
  return told.join('; ');
}

export function refusedStep(id: string, index: number, why: string): Fault {
  return new Fault(
    'INVALID_ARGUMENT',
    `Step ${index + 1} (${JSON.stringify(id.slice(0, 60))}): ${why}. Nothing was done.`,
  );
}
