/** Checks a call's arguments against its tool and says what is wrong with them by name, before any work. */

import { Fault } from '@mobile-debug/core/fault.ts';
import type { FaultCode } from '@mobile-debug/core/fault-codes.ts';
import * as z from 'zod';
import type { ControlsInput } from '../session/action/action-types.ts';
import type { ExpectedState } from '../session/action/condition.ts';
import type { DeviceChoice } from '../session/session-pool.ts';
import type { Tool } from '../tools/define-tool.ts';
import { issueText, valueAt } from '../wire/issue-text.ts';
import { controlFields, deviceChoice, guardField } from '../wire/shapes.ts';

/** What a call gave, checked and apart by what it is for. Empty where the tool does not take it. */
export interface Arguments {
  /** The tool's own fields. */
  readonly input: Record<string, unknown>;
  readonly choice: DeviceChoice;
  readonly controls: ControlsInput;
  readonly condition: ExpectedState | undefined;
}

interface Schemas {
  /** All fields that the tool takes. */
  readonly all: z.ZodObject;
  readonly own: z.ZodObject;
  /** Those of `all` that are not the tool's own. */
  readonly shared: ReadonlySet<string>;
}

const sharedFields = z.object({ ...deviceChoice.shape, ...controlFields.shape, ...guardField.shape });
/** Codes of fields that have one of their own, which their schemas name as `refusal`. */
const fieldCodes = ['INVALID_CONDITION', 'INVALID_FILTER'] as const satisfies readonly FaultCode[];
const known = new WeakMap<Tool, Schemas>();

function schemasOf(tool: Tool): Schemas {
  const found = known.get(tool);
  if (found) return found;
  const shared = {
    ...(tool.scope === 'host' ? {} : deviceChoice.shape),
    ...(tool.scope === 'action' ? controlFields.shape : {}),
    ...(tool.scope === 'action' && tool.guarded ? guardField.shape : {}),
  };
  const schemas = {
    all: z.strictObject({ ...tool.input.shape, ...shared }),
    own: z.strictObject(tool.input.shape),
    shared: new Set(Object.keys(shared)),
  };
  known.set(tool, schemas);
  return schemas;
}

/** All fields that a tool takes: its own, the choice of device, and for actions the execution controls. */
export function inputSchema(tool: Tool): z.ZodObject {
  return schemasOf(tool).all;
}

/** Missing, null and {} are the same, for the arguments and for each optional field. With `lean`, `responseMode` defaults to the shortest form the tool has. */
export function parseArguments(tool: Tool, args: unknown, lean: boolean): Arguments {
  const { all, own, shared } = schemasOf(tool);
  if (!isObject(args ?? {})) throw refusal(tool, { issues: own.safeParse(args).error?.issues ?? [], args });
  const given = Object.entries({
    ...(lean ? leanDefaults(tool) : {}),
    ...givenArguments(all, (args ?? {}) as object),
  });
  const input = own.safeParse(Object.fromEntries(given.filter(([name]) => !shared.has(name))));
  const rest = sharedFields.safeParse(Object.fromEntries(given.filter(([name]) => shared.has(name))));
  if (!input.success || !rest.success) {
    throw refusal(tool, { issues: [...(input.error?.issues ?? []), ...(rest.error?.issues ?? [])], args });
  }
  const { platform, deviceId, expectedState, ...controls } = rest.data;
  return { input: input.data, choice: { platform, deviceId }, controls, condition: expectedState };
}

/**
 * Whether a call is to be answered as an outline, also where its other arguments are wrong. Tools that render blocks of
 * their own keep their faults as JSON in every mode.
 */
export function asksForOutline(tool: Tool, args: unknown, lean: boolean): boolean {
  if (tool.scope !== 'action' && tool.render) return false;
  const given = isObject(args ?? {}) ? (args as { readonly responseMode?: unknown } | null) : null;
  const mode = given?.responseMode ?? (lean ? leanDefaults(tool).responseMode : undefined);
  return mode === 'outline' && 'responseMode' in inputSchema(tool).shape;
}

function isObject(args: unknown): args is object {
  return typeof args === 'object' && !Array.isArray(args);
}

interface Refused {
  readonly issues: readonly z.core.$ZodIssue[];
  readonly args: unknown;
}

function refusal(tool: Tool, { issues, args }: Refused): Fault {
  const explained = issues.slice(0, 5).map((issue) => explain(issue, tool, args));
  return new Fault(refusalCode(tool, issues), `${tool.name}: ${explained.join(' ')}`);
}

/** The code that the schema of the field names in `refusal`, when nothing but that field is wrong. */
function refusalCode(tool: Tool, issues: readonly z.core.$ZodIssue[]): FaultCode {
  const codes = new Set(issues.map(({ path }) => refusalOf(schemaAt(inputSchema(tool), path))));
  const [code] = codes;
  return codes.size === 1 && code !== undefined ? code : 'INVALID_ARGUMENT';
}

function refusalOf(schema: unknown): FaultCode | undefined {
  const named = schema instanceof z.ZodType ? schema.meta()?.['refusal'] : undefined;
  return fieldCodes.find((code) => code === named);
}

function leanDefaults(tool: Tool): { responseMode?: string } {
  const mode = inputSchema(tool).shape['responseMode'];
  if (!(mode instanceof z.ZodOptional || mode instanceof z.ZodDefault)) return {};
  const shortest = ['outline', 'compact'].find((value) => mode.safeParse(value).success);
  return shortest === undefined ? {} : { responseMode: shortest };
}

function explain(issue: z.core.$ZodIssue, tool: Tool, args: unknown): string {
  const at = issue.path.length > 0 ? `"${issue.path.join('.')}"` : 'The arguments';
  if (issue.code === 'unrecognized_keys') {
    const unknown = issue.keys.map((key) => JSON.stringify(key.slice(0, 60))).join(', ');
    const inside = issue.path.length > 0 ? ` in ${at}` : '';
    const known = fieldsAt(inputSchema(tool), issue.path);
    return `Unknown field ${unknown}${inside}.${known.length > 0 ? ` Known: ${known.join(', ')}.` : ''}`;
  }
  const given = valueAt(args, issue.path);
  const form = issue.code === 'invalid_type' ? rightForm(issue.expected, given) : '';
  return `${at}: ${issueText(issue, given)}.${form}`;
}

/** Clients of a command line send numbers and truth as text. */
function rightForm(expected: string, given: unknown): string {
  if (typeof given !== 'string' || given.length > 40) return '';
  const word = given.trim().toLowerCase();
  const isTruth = expected === 'boolean' && (word === 'true' || word === 'false');
  const isNumber =
    (expected === 'number' || expected === 'int') && word !== '' && Number.isFinite(Number(word));
  return isTruth || isNumber ? ` Write ${word} without quotes.` : '';
}

/** Names of the fields that the object at this path takes; empty where it is not one certain object. */
function fieldsAt(schema: z.ZodObject, path: readonly PropertyKey[]): string[] {
  const found = bare(schemaAt(schema, path));
  return found instanceof z.ZodObject ? Object.keys(found.shape) : [];
}

/** Undefined where the path leads to no certain schema. */
function schemaAt(schema: z.ZodObject, path: readonly PropertyKey[]): unknown {
  let found: unknown = schema;
  for (const step of path) {
    const within = bare(found);
    if (within instanceof z.ZodObject) found = within.shape[String(step)];
    else if (within instanceof z.ZodArray) found = within.element;
    else return undefined;
  }
  return found;
}

function bare(schema: unknown): unknown {
  const wrapped =
    schema instanceof z.ZodOptional || schema instanceof z.ZodDefault || schema instanceof z.ZodNullable;
  return wrapped ? bare(schema.unwrap()) : schema;
}

/** Fields that clients put into calls of any tool, with who does and since when it is known. */
const clientAdditions: Readonly<Record<string, string>> = {
  wait_for_previous: 'Gemini CLI 0.61 adds it to every call and tells its model to set it (2026-11)',
};

/** As sent, without what a client adds to every call and without null for an optional field, which is the same as leaving it out. */
function givenArguments(schema: z.ZodObject, args: object): Record<string, unknown> {
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
    const field: unknown = Object.hasOwn(schema.shape, name) ? schema.shape[name] : undefined;
    const within = bare(field);
    const isNested = typeof value === 'object' && value !== null && !Array.isArray(value);
    if (isNested && within instanceof z.ZodObject)
      kept.push([name, withoutNulls(within, Object.entries(value))]);
    else if (value !== null || !(field instanceof z.ZodType) || field.safeParse(null).success)
      kept.push([name, value]);
  }
  return Object.fromEntries(kept);
}
