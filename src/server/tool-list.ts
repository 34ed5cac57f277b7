/** Tools as clients see them: short JSON schemas, annotations from the effect. Computed once, at the first asking. */
import type { Tool as McpTool } from '@modelcontextprotocol/server';
import * as z from 'zod';
import type { Tool } from '../tools/define-tool.ts';
import { actionShape } from '../wire/envelope-shape.ts';
import { inputSchema } from './arguments.ts';

/** With `lean`, fields that are rarely given are not shown; they are taken all the same. */
export function toMcpTool(tool: Tool, { lean }: { readonly lean: boolean }): McpTool {
  const { name, title, description, effect } = tool;
  const output = outputSchema(tool);
  return {
    name,
    title,
    description,
    inputSchema: shown(
      z.toJSONSchema(lean ? leanInput(tool) : inputSchema(tool), { io: 'input' }),
      lean,
    ) as McpTool['inputSchema'],
    ...(output
      ? { outputSchema: answerSchema(z.toJSONSchema(output)) as NonNullable<McpTool['outputSchema']> }
      : {}),
    annotations: {
      readOnlyHint: effect === 'read',
      destructiveHint: effect === 'destroy',
      idempotentHint: effect === 'read',
      openWorldHint: effect !== 'read',
    },
    ...(tool.entry ? { _meta: { 'anthropic/alwaysLoad': true } } : {}),
  };
}

/** Times whose defaults suit, other modes than the one that --lean is for, and what belongs to those. A handle or an id says which platform. */
const rareWhenLean = new Set([
  'actionTimeoutMs',
  'verificationTimeoutMs',
  'timeoutMs',
  'timeout_ms',
  'pollIntervalMs',
  'poll_interval_ms',
  'stabilityWindowMs',
  'stability_window_ms',
  'requireReadiness',
  'actionRef',
  'expectedState',
  'responseMode',
  'captureOnFailure',
  'traceId',
  'lines',
  'logLines',
  'retry',
]);

function leanInput(tool: Tool): z.ZodObject {
  const { shape } = inputSchema(tool);
  // The tool that reads the screen has each of its modes named in its description.
  const isShown = (name: string): boolean =>
    name === 'platform'
      ? !('deviceId' in shape)
      : !rareWhenLean.has(name) || (name === 'responseMode' && tool.entry === true);
  return z.strictObject(Object.fromEntries(Object.entries(shape).filter(([name]) => isShown(name))));
}

/** The fields of a tool's structured answers; none for tools that answer in blocks. */
export function answerShape(tool: Tool): z.ZodObject | undefined {
  if (tool.scope === 'action') return actionShape;
  return tool.render ? undefined : tool.output;
}

/**
 * What clients hold structured answers against. None where a call may ask for an outline, which has no structured part:
 * clients refuse an answer without one from a tool that declares a schema (docs/decisions/0023).
 */
export function outputSchema(tool: Tool): z.ZodObject | undefined {
  return 'responseMode' in inputSchema(tool).shape ? undefined : answerShape(tool);
}

/**
 * What a model is shown of an input: the part of JSON Schema that every model API takes, each node with its type. It pays
 * for every character in every conversation, so bounds and rarities are left out: the check behind it is as strict as
 * ever and its refusals name field and range; docs/tools has it all.
 */
function shown(schema: unknown, lean: boolean): unknown {
  if (Array.isArray(schema)) return schema.map((each) => shown(each, lean));
  if (typeof schema !== 'object' || schema === null) return schema;
  const fields = schema as Record<string, unknown>;
  const kept = Object.entries(fields).filter(([key]) => !notShown.has(key));
  return Object.fromEntries(
    kept.map(([key, value]) => [key, key === 'properties' ? shownFields(value, lean) : shown(value, lean)]),
  );
}

/** A field marked `rare` is taken like the others and stands on the tool's page only. */
function shownFields(fields: unknown, lean: boolean): unknown {
  const kept = Object.entries(fields as object).filter(
    ([name, field]) => !((field as { rare?: boolean }).rare || (lean && isTime(name))),
  );
  return Object.fromEntries(kept.map(([name, field]) => [name, shown(field, lean)]));
}

/** Of fields within others; those of the call itself are chosen by `leanInput`. */
function isTime(name: string): boolean {
  return /timeout|interval|backoff/i.test(name);
}

const notShown = new Set([
  '$schema',
  'doc',
  'ref',
  'refusal',
  'default',
  'pattern',
  'additionalProperties',
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'minLength',
  'maxLength',
  'minItems',
  'maxItems',
]);

/** How deep an answer's schema is shown; what lies deeper stands on the tool's page. */
const answerLevels = 2;

/** Names and types of an answer. Models are not shown it, but every client loads it with the list. */
function answerSchema(schema: unknown, levels = answerLevels): unknown {
  if (Array.isArray(schema)) return schema.map((each) => answerSchema(each, levels));
  if (typeof schema !== 'object' || schema === null) return schema;
  const fields = schema as Record<string, unknown>;
  if (fields['ref'] !== undefined && levels < answerLevels) return { type: 'object' };
  if (levels === 0 && fields['properties'] !== undefined) return { type: 'object' };
  const kept = Object.entries(fields).filter(([key, value]) => !isPageOnly(key) && !isSafeBound(value));
  return Object.fromEntries(
    kept.map(([key, value]) => [
      key,
      key === 'properties' ? answerFields(value, levels - 1) : answerSchema(value, levels),
    ]),
  );
}

function answerFields(fields: unknown, levels: number): unknown {
  return Object.fromEntries(
    Object.entries(fields as object).map(([name, field]) => [name, answerSchema(field, levels)]),
  );
}

function isPageOnly(key: string): boolean {
  return ['$schema', 'doc', 'ref', 'refusal', 'description', 'additionalProperties'].includes(key);
}

function isSafeBound(value: unknown): boolean {
  return typeof value === 'number' && Math.abs(value) === Number.MAX_SAFE_INTEGER;
}
