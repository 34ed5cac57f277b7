/** Checks a call's arguments against its tool and says what is wrong with them by name, before any work. */

import { Fault } from '@mobile-debug/core/fault.ts';
import * as z from 'zod';
import type { Tool } from '../tools/define-tool.ts';
import { controlFields, deviceChoice, guardField } from '../wire/shapes.ts';

const schemas = new WeakMap<Tool, z.ZodObject>();

/** All fields that a tool takes: its own, the choice of device, and for actions the execution controls. */
export function inputSchema(tool: Tool): z.ZodObject {
  const known = schemas.get(tool);
  if (known) return known;
  const shape = {
    ...tool.input.shape,
    ...(tool.scope === 'host' ? {} : deviceChoice.shape),
    ...(tool.scope === 'action' ? controlFields.shape : {}),
    ...(tool.scope === 'action' && tool.guarded ? guardField.shape : {}),
  };
  const schema = z.strictObject(shape);
  schemas.set(tool, schema);
  return schema;
}

/** Missing, null and {} are the same. With `lean`, `responseMode` defaults to the shortest form the tool has. */
export function parseArguments(tool: Tool, args: unknown, lean: boolean): Record<string, unknown> {
  const given = lean ? { ...leanDefaults(tool), ...(args as object | null | undefined) } : (args ?? {});
  const parsed = inputSchema(tool).safeParse(given);
  if (parsed.success) return parsed.data;
  const issues = parsed.error.issues.slice(0, 5).map((issue) => explain(issue, tool));
  throw new Fault('INVALID_ARGUMENT', `${tool.name}: ${issues.join(' ')}`);
}

function leanDefaults(tool: Tool): { responseMode?: string } {
  const mode = inputSchema(tool).shape['responseMode'];
  if (!(mode instanceof z.ZodOptional || mode instanceof z.ZodDefault)) return {};
  const shortest = ['outline', 'compact'].find((value) => mode.safeParse(value).success);
  return shortest === undefined ? {} : { responseMode: shortest };
}

function explain(issue: z.core.$ZodIssue, tool: Tool): string {
  const at = issue.path.length > 0 ? `"${issue.path.join('.')}"` : 'The arguments';
  if (issue.code === 'unrecognized_keys') {
    const unknown = issue.keys.map((key) => JSON.stringify(key.slice(0, 60))).join(', ');
    const inside = issue.path.length > 0 ? ` in ${at}` : '';
    const known = fieldsAt(inputSchema(tool), issue.path);
    return `Unknown field ${unknown}${inside}.${known.length > 0 ? ` Known: ${known.join(', ')}.` : ''}`;
  }
  return `${at}: ${issue.message}.`;
}

/** Names of the fields that the object at this path takes; empty where it is not one certain object. */
function fieldsAt(schema: z.ZodObject, path: readonly PropertyKey[]): string[] {
  let at: unknown = schema;
  for (const step of path) {
    if (at instanceof z.ZodObject) at = bare(at.shape[String(step)]);
    else if (at instanceof z.ZodArray) at = bare(at.element);
    else return [];
  }
  return at instanceof z.ZodObject ? Object.keys(at.shape) : [];
}

function bare(schema: unknown): unknown {
  const wrapped =
    schema instanceof z.ZodOptional || schema instanceof z.ZodDefault || schema instanceof z.ZodNullable;
  return wrapped ? bare(schema.unwrap()) : schema;
}
