/** Pages and tables that are generated from the definitions. */

import { faultCodes } from '@mobile-debug/core/fault-codes.ts';
import * as z from 'zod';
import { inputSchema } from '../../src/server/arguments.ts';
import type { ActionTool, Tool } from '../../src/tools/define-tool.ts';
import { actionShape } from '../../src/wire/envelope-shape.ts';
import { type Field, type Row, rowsOf, sharedIn, variantsOf, wordsOf } from './schema-fields.ts';
import type { ToolGroup } from './tool-groups.ts';

export function toolPage(tool: Tool): string {
  return [
    `# ${tool.name}`,
    '',
    tool.description,
    '',
    facts(tool),
    '',
    '## Input',
    '',
    inputTable(inputOf(tool)),
    '',
    ...sectionsOf(tool).flatMap(({ title, about, schema }) => [
      `### ${title}`,
      '',
      about,
      '',
      ...variantTables(schema),
    ]),
    '## Answer',
    '',
    ...answerLines(tool),
    '## Examples',
    '',
    ...tool.examples.flatMap(({ about, app, input, shown = {} }) => [
      app === undefined ? about : `${about} (\`${app}\` is in front.)`,
      '',
      '```json',
      JSON.stringify({ ...input, ...shown }, null, 2),
      '```',
      '',
    ]),
  ]
    .join('\n')
    .replace(/\n+$/, '\n');
}

export function inputOf(tool: Tool): Field {
  return z.toJSONSchema(inputSchema(tool), { io: 'input' }) as Field;
}

interface Section {
  readonly title: string;
  readonly about: string;
  readonly schema: Field;
}

export function sectionsOf({ sections = [] }: Tool): readonly Section[] {
  return sections.map(({ title, about, shape }) => ({
    title,
    about,
    schema: z.toJSONSchema(shape, { io: 'input' }) as Field,
  }));
}

interface Answer {
  readonly about: string;
  readonly schema?: Field;
}

/** What the parts of an answer are: its one object, or its blocks in order. */
export function answersOf(tool: Tool): readonly Answer[] {
  if (tool.scope === 'action') {
    const schema = jsonOf(tool.details ? actionShape.extend(ownFields(tool, tool.details)) : actionShape);
    return [{ about: '', schema }];
  }
  if (!tool.render) return [{ about: '', schema: jsonOf(tool.output) }];
  return (tool.blocks ?? []).map(({ about, shape }) => ({
    about,
    ...(shape ? { schema: jsonOf(shape) } : {}),
  }));
}

function ownFields({ lifts = [] }: ActionTool, details: z.ZodObject): z.ZodRawShape {
  const lifted = lifts.flatMap((name) => {
    const field = details.shape[name];
    return field instanceof z.ZodType ? [[name, field] as const] : [];
  });
  return { ...Object.fromEntries(lifted), details: details.optional() };
}

function jsonOf(shape: z.ZodObject): Field {
  return z.toJSONSchema(shape) as Field;
}

const envelopeLink = 'The [envelope of every action](../answers.md#action-envelope)';

function answerLines(tool: Tool): string[] {
  if (tool.scope === 'action') {
    if (!tool.details) return [`${envelopeLink}.`, ''];
    const own = jsonOf(z.looseObject(ownFields(tool, tool.details)));
    return [`${envelopeLink}, with these fields of its own after a success:`, '', answerTable(own), ''];
  }
  const answers = answersOf(tool);
  const intro = tool.render ? ['Text and image blocks, without a structured part:', ''] : [];
  return [
    ...intro,
    ...answers.flatMap(({ about, schema }) => [
      ...(about === '' ? [] : [`### ${about}`, '']),
      ...(schema ? [answerTable(schema), ''] : []),
    ]),
  ];
}

/** Shapes that stand in the answers of several tools, explained once. */
export function answersPage(tools: readonly Tool[]): string {
  const shared = new Map<string, Field>();
  for (const { schema } of tools.flatMap(answersOf)) if (schema) sharedIn(schema, shared);
  const sections = [...shared].sort(([a], [b]) => (a < b ? -1 : 1));
  return [
    '# Shapes of answers',
    '',
    'Parts that the answers of several tools share. The pages of the [tools](../README.md#tools) refer to them.',
    'Fields marked "no" under "Always" are left out when there is nothing to say.',
    '',
    'An answer over 20,000 characters is saved to a file. What is sent then begins with `truncated: true`, `full_answer` (path of',
    'the file on this computer), `full_size_chars` and `hint`, followed by as much of every field as fits; a text that is no JSON by its `beginning`.',
    '',
    '## action envelope',
    '',
    'What every action answers. Its guarantees are described in [actions](actions.md). With `responseMode: "compact"`',
    'only identity, outcome, verification, `state_delta`, `condition`, `timing.total_ms` and the ids of `evidence` are given.',
    '',
    here(answerTable(jsonOf(actionShape))),
    '',
    ...sections.flatMap(([name, schema]) => [
      `## ${name}`,
      '',
      `${wordsOf(schema) ?? ''}.`,
      '',
      here(answerTable(schema)),
      '',
    ]),
  ]
    .join('\n')
    .replace(/\n+$/, '\n');
}

/** Links of the tools' pages, as the page of shapes needs them itself. */
function here(text: string): string {
  return text.replaceAll('(../answers.md#', '(#').replaceAll('(../', '(');
}

function facts(tool: Tool): string {
  const needs = tool.scope === 'host' ? 'no device' : tool.needs.join(', ');
  const budget = tool.scope === 'action' ? ` Default actionTimeoutMs: ${tool.actionTimeoutMs}.` : '';
  return `Effect: ${tool.effect}. Toolset: ${tool.toolset}. Needs: ${needs}.${budget}`;
}

export function toolTable(groups: readonly ToolGroup[]): string {
  return groups
    .flatMap(({ title, tools }) => [
      `**${title}** (${tools.length})`,
      '',
      '| Tool | What it does |',
      '| --- | --- |',
      ...tools.map(({ name, description }) => `| [${name}](docs/tools/${name}.md) | ${description} |`),
      '',
    ])
    .join('\n')
    .trimEnd();
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
    'action whose delivery is unknown is never retryable, regardless of this table.',
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

function inputTable(schema: Field): string {
  return table(schema, 'Required');
}

function answerTable(schema: Field): string {
  return table(schema, 'Always');
}

/** One table for each of the shapes among which an input is one, under the value that tells them apart. */
function variantTables(schema: Field): string[] {
  const variants = variantsOf(schema);
  if (variants.length === 0) return [inputTable(schema), ''];
  return variants.flatMap((variant) => {
    const kind = Object.values(variant.properties ?? {}).find((field) => field.const !== undefined);
    return [`#### ${String(kind?.const)}`, '', inputTable(variant), ''];
  });
}

function table(schema: Field, needed: 'Required' | 'Always'): string {
  const rows = rowsOf(schema).map((row) => rowText(row, needed));
  if (rows.length === 0) return 'None.';
  return [`| Field | Type | ${needed} | Meaning |`, '| --- | --- | --- | --- |', ...rows].join('\n');
}

function rowText({ path, field, required }: Row, needed: 'Required' | 'Always'): string {
  const words = [wordsOf(field), range(field), needed === 'Required' ? defaultOf(field) : undefined];
  const meaning = words.filter((part) => part !== undefined).join('. ');
  return `| \`${path}\` | ${typeOf(field)} | ${required ? 'yes' : 'no'} | ${meaning} |`;
}

function typeOf(field: Field): string {
  const { type, enum: values, const: constant, items } = field;
  if (field.ref !== undefined) return `[${field.ref}](../answers.md#${field.ref.replaceAll(' ', '-')})`;
  if (values) return values.map(literal).join(', ');
  if (constant !== undefined) return literal(constant);
  const variants = variantsOf(field);
  if (variants.length > 0) return [...new Set(variants.map(typeOf))].join(' or ');
  if (type === 'array') return `array of ${items ? typeOf(items) : 'any'}`;
  if (typeof type === 'object') return type.join(' or ');
  return type ?? 'any';
}

function literal(value: unknown): string {
  return `\`${String(value)}\``;
}

function range(field: Field): string | undefined {
  const [low, high] = [bound(field.minimum ?? field.exclusiveMinimum), bound(field.maximum)];
  if (low === undefined && high === undefined) return lengths(field);
  if (high === undefined) return `At least ${low}`;
  return low === undefined ? `At most ${high}` : `Range: ${low} to ${high}`;
}

function lengths({ minItems, maxItems, maxLength }: Field): string | undefined {
  if (minItems !== undefined && minItems === maxItems) return `${minItems} entries`;
  if (maxItems !== undefined) return `At most ${maxItems} entries`;
  return maxLength === undefined ? undefined : `At most ${maxLength} characters`;
}

function bound(value: number | undefined): number | undefined {
  return value === undefined || Math.abs(value) === Number.MAX_SAFE_INTEGER ? undefined : value;
}

function defaultOf({ default: value }: Field): string | undefined {
  return value === undefined ? undefined : `Default: \`${JSON.stringify(value)}\``;
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

export function variablesTable(variables: Readonly<Record<string, string>>): string {
  return [
    '| further variable | meaning |',
    '| --- | --- |',
    ...Object.entries(variables).map(([name, meaning]) => `| \`${name}\` | ${meaning} |`),
  ].join('\n');
}
