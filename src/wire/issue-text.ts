/** What is wrong with one field of a call, in words that name what it takes. Pure. */
import type * as z from 'zod';

/** The message of the schema, but of a union, which says only "Invalid input", what its members want. */
export function issueText(issue: z.core.$ZodIssue, given: unknown): string {
  if (issue.code !== 'invalid_union') return issue.message;
  const wants = issue.errors.flatMap(([first]) => first ?? []);
  const kinds = wants.flatMap((one) => (one.code === 'invalid_type' ? [one.expected] : []));
  // A member that is of the given kind says what else is wrong.
  const nearer = wants.find(({ code }) => code !== 'invalid_type');
  if (nearer && given !== undefined) return nearer.message;
  if (kinds.length === 0) return issue.message;
  const listed = [kinds.slice(0, -1).join(', '), ...kinds.slice(-1)]
    .filter((part) => part !== '')
    .join(' or ');
  return given === undefined ? `Missing: expected ${listed}` : `Invalid input: expected ${listed}`;
}

export function valueAt(args: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (found, step) => (typeof found === 'object' && found !== null ? Reflect.get(found, step) : undefined),
    args,
  );
}
