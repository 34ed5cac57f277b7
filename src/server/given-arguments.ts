/**
 * Arguments as clients send them, before they are checked: what a client adds to every call goes, and null in the place of
 * an optional field is the same as leaving it out. Nothing else is passed over in silence.
 */
import type * as z from 'zod';
import { fieldOf } from './schema-fields.ts';

/** Fields that clients put into calls of any tool, with who does and since when it is known. */
const clientAdditions: Readonly<Record<string, string>> = {
  wait_for_previous: 'Gemini CLI 0.61 adds it to every call and tells its model to set it (2026-11)',
};

export function givenArguments(schema: z.ZodObject, args: object): Record<string, unknown> {
  const own = Object.entries(args).filter(
    ([name]) => Object.hasOwn(schema.shape, name) || !Object.hasOwn(clientAdditions, name),
  );
  return withoutNulls(schema, own);
}

function withoutNulls(
  schema: z.ZodObject,
  entries: readonly (readonly [string, unknown])[],
): Record<string, unknown> {
  const kept: [string, unknown][] = [];
  for (const [name, value] of entries) {
    const field = fieldOf(schema, name);
    const isNested = field?.object && typeof value === 'object' && value !== null && !Array.isArray(value);
    if (isNested && field.object) kept.push([name, withoutNulls(field.object, Object.entries(value))]);
    else if (value !== null || !field || field.schema.safeParse(null).success) kept.push([name, value]);
  }
  return Object.fromEntries(kept);
}
