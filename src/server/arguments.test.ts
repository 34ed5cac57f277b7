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
