import { describe, expect, test } from 'vitest';
import { commands, helpText, listOf, portOf, readConfig, settings } from './config.ts';

describe('readConfig', () => {
  test('serves by default', () => {
    expect(readConfig([], {})).toMatchObject({ command: 'serve', words: [], values: {} });
  });

  test('flags win over the environment', () => {
    const { values, flags } = readConfig(['--tools', 'core', '--lean'], {
      MOBILE_DEBUG_TOOLS: 'perf',
      MOBILE_DEBUG_EXCLUDE: 'tap',
    });
    expect(values).toEqual({ tools: 'core', exclude: 'tap' });
    expect([...flags]).toEqual(['lean']);
  });

  test.each(['1', 'true', 'YES', 'on'])('the environment turns flags on by %s', (word) => {
    expect([...readConfig([], { MOBILE_DEBUG_LEAN: word }).flags]).toEqual(['lean']);
  });

  test.each(['', '0', 'false', 'no', 'off'])('and not by "%s"', (word) => {
    expect([...readConfig([], { MOBILE_DEBUG_LEAN: word }).flags]).toEqual([]);
  });

  test.each(['ture', 'y', '2', ' 1'])('and "%s" is refused, for it may have meant on', (word) => {
    expect(() => readConfig([], { MOBILE_DEBUG_READ_ONLY: word })).toThrow(/MOBILE_DEBUG_READ_ONLY/);
  });

  test('an unknown flag is told without advice on dashes', () => {
    expect(() => readConfig(['--fly'], {})).toThrow(/^Unknown option '--fly'\.$/);
  });

  test('words after the command are kept, in any order with flags', () => {
    const { command, words, values } = readConfig(['call', '--json', '{}', 'tap'], {});
    expect({ command, words, json: values.json }).toEqual({ command: 'call', words: ['tap'], json: '{}' });
  });

  test.each([
    [['fly'], /"fly"/],
    [['--fly'], /--fly/],
    [['--tools'], /--tools/],
    [['--lean=1'], /--lean/],
  ])('%j is refused by name', (args, words) => {
    expect(() => readConfig(args, {})).toThrow(words);
  });
});

test('the help names every command and flag', () => {
  const help = helpText('1.2.3');
  for (const name of [...Object.keys(commands), ...Object.keys(settings).map((flag) => `--${flag}`)]) {
    expect(help).toContain(name);
  }
  // Every explanation stands in its column, the longest flag included.
  const rows = help.split('\n').filter((line) => /^ {2}\S/.test(line));
  for (const row of rows) expect(row).toMatch(/^ {2}\S.{30} \S/);
});

test.each([
  ['0', 0],
  ['65535', 65_535],
])('port %s', (text, port) => {
  expect(portOf(text, 'x')).toBe(port);
});

test.each(['-1', '65536', '1.5', 'a'])('%s is no port', (text) => {
  expect(() => portOf(text, '--port')).toThrow(/--port/);
});

test('lists are trimmed', () => {
  expect(listOf(' a, b ,,c')).toEqual(['a', 'b', 'c']);
  expect(listOf(undefined)).toBeUndefined();
});
