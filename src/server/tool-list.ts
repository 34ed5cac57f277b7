/** Tools as clients see them: lean JSON schemas, annotations from the effect. Computed once, at the first asking. */
import type { Tool as McpTool } from '@modelcontextprotocol/server';
import * as z from 'zod';
import { actionShape } from '../tools/action-shape.ts';
import type { Tool } from '../tools/define-tool.ts';
import { inputSchema } from './arguments.ts';

export function listed(tool: Tool): McpTool {
  const { name, title, description, effect } = tool;
  const output = outputSchema(tool);
  return {
    name,
    title,
    description,
    inputSchema: lean(z.toJSONSchema(inputSchema(tool), { io: 'input' })) as McpTool['inputSchema'],
    ...(output ? { outputSchema: lean(z.toJSONSchema(output)) as NonNullable<McpTool['outputSchema']> } : {}),
    annotations: {
      readOnlyHint: effect === 'read',
      destructiveHint: effect === 'destroy',
      idempotentHint: effect === 'read',
      openWorldHint: effect !== 'read',
    },
    ...(tool.entry ? { _meta: { 'anthropic/alwaysLoad': true } } : {}),
  };
}

/** None for tools that answer in blocks: one client drops the image of a tool that has a structured part. */
export function outputSchema(tool: Tool): z.ZodObject | undefined {
  if (tool.scope === 'action') return actionShape;
  return tool.render ? undefined : tool.output;
}

const noise = new Set(['$schema', 'pattern']);

/** Drops what costs a model tokens and tells it nothing: the dialect, patterns, the bounds of safe integers. */
function lean(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(lean);
  if (typeof schema !== 'object' || schema === null) return schema;
  const kept = Object.entries(schema).filter(
    ([key, value]) =>
      !(noise.has(key) && typeof value === 'string') &&
      !(typeof value === 'number' && Math.abs(value) === Number.MAX_SAFE_INTEGER),
  );
  return Object.fromEntries(kept.map(([key, value]) => [key, lean(value)]));
}
