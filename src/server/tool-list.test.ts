/**
 * Input schemas as every model API takes them: OpenAI's strict mode, Gemini's function declarations and Anthropic's tools
 * have this subset of JSON Schema in common. The check behind the schemas is as strict as ever.
 */
import { describe, expect, it } from 'vitest';
import { tools } from '../tools/index.ts';
import { inputSchema } from './arguments.ts';
import { toMcpTool } from './tool-list.ts';

type Node = Readonly<Record<string, unknown>>;

const common = new Set(['type', 'description', 'properties', 'required', 'items', 'enum', 'anyOf']);
const types = new Set(['object', 'array', 'string', 'number', 'integer', 'boolean', 'null']);

/** What an API would refuse, with where it stands. */
function refusals(node: unknown, at: string): string[] {
  if (typeof node !== 'object' || node === null || Array.isArray(node)) return [`${at}: no object`];
  const { type, properties, required, items, anyOf, enum: choices, ...rest } = node as Node;
  const found = Object.keys(rest)
    .filter((key) => !common.has(key))
    .map((key) => `${at}: ${key}`);
  if (anyOf !== undefined) {
    if (type !== undefined) found.push(`${at}: anyOf beside a type`);
    return [...found, ...(anyOf as unknown[]).flatMap((each, n) => refusals(each, `${at}|${n}`))];
  }
  if (typeof type !== 'string' || !types.has(type)) found.push(`${at}: type ${JSON.stringify(type)}`);
  if (
    choices !== undefined &&
    !(choices as unknown[]).every((choice) => typeof choice === 'string' && choice !== '')
  ) {
    found.push(`${at}: choices that are no words`);
  }
  if ((type === 'array') !== (items !== undefined)) found.push(`${at}: items`);
  if ((type === 'object') !== (properties !== undefined)) found.push(`${at}: properties`);
  const names = Object.keys(properties ?? {});
  for (const name of (required ?? []) as string[])
    if (!names.includes(name)) found.push(`${at}: requires ${name}`);
  return [
    ...found,
    ...(items === undefined ? [] : refusals(items, `${at}[]`)),
    ...Object.entries(properties ?? {}).flatMap(([name, field]) => refusals(field, `${at}.${name}`)),
  ];
}

describe.each([{ lean: false }, { lean: true }])('input schemas with %o', (how) => {
  it.each(tools.map((tool) => [tool.name, tool] as const))('%s', (name, tool) => {
    expect(refusals(toMcpTool(tool, how).inputSchema, name)).toEqual([]);
  });
});

it('the walk finds what it looks for', () => {
  const broken = {
    type: 'object',
    properties: {
      a: { enum: ['x'] },
      b: { type: 'array' },
      c: { type: 'object' },
      d: { type: ['string', 'null'] },
    },
    required: ['e'],
    $schema: 'x',
  };
  expect(refusals(broken, 't')).toEqual([
    't: $schema',
    't: requires e',
    't.a: type undefined',
    't.b: items',
    't.c: properties',
    't.d: type ["string","null"]',
  ]);
});

it('lean leaves out what is rarely given, and takes it all the same', () => {
  const tap = tools.find(({ name }) => name === 'tap_element');
  if (!tap) throw new Error('no tap_element');
  const names = Object.keys(toMcpTool(tap, { lean: true }).inputSchema.properties ?? {});
  expect(names).toEqual(expect.arrayContaining(['elementId', 'selector', 'deviceId', 'verificationMode']));
  for (const hidden of ['platform', 'actionTimeoutMs', 'expectedState', 'responseMode']) {
    expect(names).not.toContain(hidden);
    expect(Object.keys(inputSchema(tap).shape)).toContain(hidden);
  }
});
