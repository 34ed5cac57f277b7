/** Codes of what a schema refuses: one of the field's own only while nothing else is wrong. */
import { expect, test } from 'vitest';
import { tools } from '../tools/index.ts';
import { parseArguments } from './arguments.ts';

const selector = { text: 'Sign in' };

test.each([
  ['wait_for_ui', { selector, condition: 'gone' }, 'INVALID_CONDITION', 'not_exists'],
  ['wait_for_ui', { selector, condition: 'gone', timeout_ms: -1 }, 'INVALID_ARGUMENT', 'timeout_ms'],
  ['tap_element', { selector, waitFor: { condition: 'gone' } }, 'INVALID_CONDITION', 'waitFor.condition'],
  ['get_logs', { level: 'LOUD' }, 'INVALID_FILTER', 'WARN'],
  ['get_logs', { pid: 0, contains: '' }, 'INVALID_FILTER', 'contains'],
  ['get_logs', { tag: {}, filter: 'x' }, 'INVALID_ARGUMENT', 'filter'],
  ['get_logs', { limit: 0 }, 'INVALID_ARGUMENT', 'limit'],
])('%s %j: %s', (name, input, code, words) => {
  const tool = tools.find((each) => each.name === name);
  if (!tool) throw new Error(`no tool ${name}`);
  expect(() => parseArguments(tool, input, false)).toThrow(
    expect.objectContaining({ code, message: expect.stringContaining(words) }),
  );
});

function toolNamed(name: string) {
  const tool = tools.find((each) => each.name === name);
  if (!tool) throw new Error(`no tool ${name}`);
  return tool;
}

test.each([
  ['get_logs', { limit: '20' }, 'Write 20 without quotes'],
  ['wait_for_ui', { selector: { text: 'x', contains: 'true' } }, 'Write true without quotes'],
  ['tap', { x: '5', y: 5 }, '"x"'],
  ['type_text', { text: 'a', clear: 'maybe' }, '"clear"'],
])('%s %j: text in the place of a number or of truth is refused by name', (name, input, words) => {
  expect(() => parseArguments(toolNamed(name), input, false)).toThrow(
    expect.objectContaining({ code: 'INVALID_ARGUMENT', message: expect.stringContaining(words) }),
  );
});

test('null in the place of an optional field is left out, within others too; a required one is missing', () => {
  const wait = toolNamed('wait_for_ui');
  const given = { selector: { text: 'x', contains: null }, match: null, platform: null, timeout_ms: null };
  expect(parseArguments(wait, given, false)).toEqual(
    parseArguments(wait, { selector: { text: 'x' } }, false),
  );
  expect(() => parseArguments(toolNamed('tap'), { x: null, y: 1 }, false)).toThrow(/"x"/);
  const state = { selector: { text: 'x' }, property: 'checked', expected: null };
  expect(parseArguments(toolNamed('expect_state'), state, false).input).toMatchObject({ expected: null });
});

test.each(tools.map((tool) => [tool.name, tool] as const))(
  '%s takes what Gemini CLI adds to every call, and refuses other unknown fields by name',
  (_, tool) => {
    const refused = (args: object): string => {
      try {
        parseArguments(tool, args, false);
        return '';
      } catch (error) {
        return String(error);
      }
    };
    expect(refused({ wait_for_previous: true })).not.toContain('wait_for_previous');
    // Up to five mistakes are told, the missing fields among them.
    const given = { ...(tool.examples[0]?.input ?? {}), wait_for_next: true };
    expect(refused(given)).toContain('wait_for_next');
  },
);
