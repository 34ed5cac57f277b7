/** What a schema says of one of its fields, below what makes it optional. */
import * as z from 'zod';

export interface SchemaField {
  readonly schema: z.ZodType;
  /** Where the field is an object with fields of its own. */
  readonly object: z.ZodObject | null;
}

export function fieldOf(schema: z.ZodObject, name: string): SchemaField | null {
  const found: unknown = Object.hasOwn(schema.shape, name) ? schema.shape[name] : undefined;
  if (!(found instanceof z.ZodType)) return null;
  const within = bare(found);
  return { schema: found, object: within instanceof z.ZodObject ? within : null };
}

export function bare(schema: unknown): unknown {
  const wrapped =
    schema instanceof z.ZodOptional || schema instanceof z.ZodDefault || schema instanceof z.ZodNullable;
  return wrapped ? bare(schema.unwrap()) : schema;
}
