/** Pages and tables that are generated from the definitions. */

import { faultCodes } from '@mobile-debug/core/fault-codes.ts';
import * as z from 'zod';
import { inputSchema } from '../../src/server/arguments.ts';
import { outputSchema } from '../../src/server/tool-list.ts';
import type { Tool } from '../../src/tools/define-tool.ts';

interface Field {
  type?: string;
  description?: string;
  default?: unknown;
  enum?: unknown[];
  minimum?: number;
  maximum?: number;
  anyOf?: Field[];
  items?: Field;
  properties?: Record<string, Field>;
  required?: string[];
}

export function toolPage(tool: Tool): string {
  const output = outputSchema(tool);
  return [
    `# ${tool.name}`,
    '',
    tool.description,
    '',
    facts(tool),
    '',
    '## Input',
    '',
    table(z.toJSONSchema(inputSchema(tool), { io: 'input' }) as Field, true),
    '',
    '## Answer',
    '',
    ...(output
      ? [
          ...(tool.scope === 'action'
            ? ['The envelope of every action; see [actions](../actions.md).', '']
            : []),
          table(z.toJSONSchema(output) as Field, false),
        ]
      : ['Text and image blocks, without a structured part.']),
    '',
    '## Examples',
    '',
    ...tool.examples.flatMap(({ about, app, input }) => [
      app === undefined ? about : `${about} (\`${app}\` is in front.)`,
      '',
      '```json',
      JSON.stringify(input, null, 2),
      '```',
      '',
    ]),
  ]
    .join('\n')
    .replace(/\n+$/, '\n');
}

function facts(tool: Tool): string {
  const needs = tool.scope === 'host' ? 'no device' : tool.needs.join(', ');
  const budget = tool.scope === 'action' ? ` Default actionTimeoutMs: ${tool.actionTimeoutMs}.` : '';
  return `Effect: ${tool.effect}. Toolset: ${tool.toolset}. Needs: ${needs}.${budget}`;
}

export function toolTable(tools: readonly Tool[]): string {
  return [
    '| Tool | What it does |',
    '| --- | --- |',
    ...tools.map(({ name, description }) => `| [${name}](docs/tools/${name}.md) | ${description} |`),
  ].join('\n');
}

export function faultsPage(): string {
  const rows = Object.entries(faultCodes).map(
    ([code, { meaning, nextStep, retryable }]) =>
      `| \`${code}\` | ${meaning} | ${nextStep} | ${retryable ? 'yes' : 'no'} |`,
  );
  return [
    '# Faults',
    '',
    'Every failure that was foreseen has one of these codes. A single fault may carry a more exact next step, and an',
    'action whose delivery is unknown is never retryable, whatever stands here.',
    '',
    '| Code | Meaning | Next step | Same call can succeed later |',
    '| --- | --- | --- | --- |',
    ...rows,
    '',
  ].join('\n');
}

/** The text with what stands between the two markers of `part` replaced. */
export function splice(text: string, part: string, body: string): string {
  const [open, close] = [`<!-- ${part} -->`, `<!-- /${part} -->`];
  const [head, rest] = text.split(open);
  const tail = rest?.split(close)[1];
  if (tail === undefined) throw new Error(`No ${open} … ${close} in the text.`);
  return `${head}${open}\n${body}\n${close}${tail}`;
}

function table(schema: Field, withDefaults: boolean): string {
  const rows = fields(schema, '', withDefaults);
  if (rows.length === 0) return 'None.';
  return ['| Field | Type | Required | Meaning |', '| --- | --- | --- | --- |', ...rows].join('\n');
}

function fields({ properties = {}, required = [] }: Field, prefix: string, withDefaults: boolean): string[] {
  return Object.entries(properties).flatMap(([name, field]) => {
    const needed = required.includes(name) && field.default === undefined ? 'yes' : 'no';
    const meaning = [field.description, range(field), withDefaults ? defaultOf(field) : undefined]
      .filter((part) => part !== undefined)
      .join('; ');
    const row = `| \`${prefix}${name}\` | ${typeOf(field)} | ${needed} | ${meaning} |`;
    const inner = field.items?.properties ? field.items : field;
    const deeper = `${prefix}${name}${field.items ? '[]' : ''}.`;
    return [row, ...fields(inner, deeper, withDefaults)];
  });
}

function typeOf({ type, enum: values, anyOf, items }: Field): string {
  if (values) return values.map((value) => `\`${String(value)}\``).join(', ');
  if (anyOf) return anyOf.map(typeOf).join(' or ');
  if (type === 'array') return `array of ${items ? typeOf(items) : 'any'}`;
  return type ?? 'any';
}

function range({ minimum, maximum }: Field): string | undefined {
  const [low, high] = [bound(minimum), bound(maximum)];
  if (low === undefined && high === undefined) return undefined;
  return `${low ?? '…'} to ${high ?? '…'}`;
}

function bound(value: number | undefined): number | undefined {
  return value === undefined || Math.abs(value) === Number.MAX_SAFE_INTEGER ? undefined : value;
}

function defaultOf(field: Field): string | undefined {
  return field.default === undefined ? undefined : `default \`${JSON.stringify(field.default)}\``;
}

interface SettingRow {
  readonly env?: string;
  readonly value?: string;
  readonly help: string;
}

export function settingsTable(settings: Readonly<Record<string, SettingRow>>): string {
  return [
    '| Flag | Environment | Meaning |',
    '| --- | --- | --- |',
    ...Object.entries(settings).map(([name, { value, env, help }]) => {
      const flag = value === undefined ? `--${name}` : `--${name} ${value}`;
      return `| \`${flag}\` | ${env === undefined ? '' : `\`${env}\``} | ${help} |`;
    }),
  ].join('\n');
}
