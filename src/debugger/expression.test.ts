/** The language of conditions: what it takes, how tightly things bind, and what it refuses. */
import fc from '@mobile-debug/core/testing/property.ts';
import { describe, expect, test } from 'vitest';
import { callsCode, type Expression, parseExpression } from './expression.ts';
import { ExpressionProblem } from './language.ts';
import { parseTemplate as templateOf } from './log-template.ts';

const parseTemplate = (text: string) => templateOf(text, parseExpression);

/** Fully bracketed, so that a test can see what binds to what. */
function shown(expression: Expression): string {
  switch (expression.kind) {
    case 'literal':
      return typeof expression.value === 'string'
        ? JSON.stringify(expression.value)
        : String(expression.value);
    case 'name':
      return expression.name;
    case 'member':
      return `${shown(expression.of)}.${expression.name}`;
    case 'call':
      return `${shown(expression.of)}.${expression.name}()`;
    case 'index':
      return `${shown(expression.of)}[${shown(expression.index)}]`;
    case 'not':
      return `!${shown(expression.of)}`;
    case 'binary':
      return `(${shown(expression.left)} ${expression.operator} ${shown(expression.right)})`;
  }
}

test.each([
  ['a', 'a'],
  ['this.items[2].name == "x"', '(this.items[2].name == "x")'],
  ['a && b || !c', '((a && b) || !c)'],
  ['a || b && c == d', '(a || (b && (c == d)))'],
  ['n <= -1', '(n <= -1)'],
  ['(a || b) && c', '((a || b) && c)'],
  ['user.name()', 'user.name()'],
  ['x == 5L', '(x == 5)'],
  ['x == 9223372036854775807', '(x == 9223372036854775807)'],
  ["c == 'q'", '(c == "q")'],
  ['s != null && s.length > 0', '((s != null) && (s.length > 0))'],
  ['"a\\"b\\n" == x', '("a\\"b\\n" == x)'],
  ['n == 0x1F || d > 2.5e3', '((n == 31) || (d > 2500))'],
  ['long == -9223372036854775808L', '(long == -9223372036854775808)'],
  ['größe == "\\u00e9"', '(größe == "é")'],
  ['(a || b).c[1]', '(a || b).c[1]'],
  ['trueish', 'trueish'],
])('%s', (text, expected) => {
  expect(shown(parseExpression(text))).toBe(expected);
});

test.each([
  '',
  ' ',
  'a ==',
  '== a',
  'a b',
  'f(1)',
  'a.f(b)',
  'a.',
  'a[',
  'a = 1',
  'a + 1',
  '"open',
  'a ; b',
  '('.repeat(500),
  `${'!'.repeat(500)}a`,
])('refuses %s', (text) => {
  expect(() => parseExpression(text)).toThrow(ExpressionProblem);
});

test('any text is an expression or a problem', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      try {
        parseExpression(text);
        parseTemplate(text);
      } catch (error) {
        expect(error).toBeInstanceOf(ExpressionProblem);
      }
    }),
  );
});

test('knows what would run code', () => {
  expect(callsCode(parseExpression('a.b() == 1 && c'))).toBe(true);
  expect(callsCode(parseExpression('list[i].size == 1'))).toBe(false);
});

describe('templates of log points', () => {
  test('expressions in braces, braces doubled', () => {
    const parts = parseTemplate('n={n} {{x}} {a.b}');
    expect(parts.map((part) => ('text' in part ? part.text : `<${shown(part.expression)}>`))).toEqual([
      'n=',
      '<n>',
      ' {x} ',
      '<a.b>',
    ]);
  });

  test.each([
    ['a } b', 'a } b'],
    ['{a}}', '<a>}'],
    ['{{{a}}}', '{<a>}'],
    ['{a == "}"}', '<(a == "}")>'],
    ["it's {a}", "it's <a>"],
    ['', ''],
  ])('%s', (template, expected) => {
    const parts = parseTemplate(template);
    expect(parts.map((part) => ('text' in part ? part.text : `<${shown(part.expression)}>`)).join('')).toBe(
      expected,
    );
  });

  test.each([
    ['a {b', /character 3 has no }/],
    ['{', /character 1 has no }/],
    ['n={}', /The braces at character 3 are empty/],
    ['{ }', /are empty/],
    ["{it's}", /Cannot be parsed from character 3/],
    ['{a +}', /Cannot be parsed/],
  ])('%s is refused', (template, words) => {
    expect(() => parseTemplate(template)).toThrow(words);
  });
});
