import fc from '@mobile-debug/core/testing/property.ts';
import { describe, expect, it } from 'vitest';
import { ExpressionProblem } from '../language.ts';
import { parseTemplate } from '../log-template.ts';
import { typeName } from './exception-type.ts';
import { compare, literalOf, parseExpression, readable, unquoted } from './expression.ts';
import { codeLines, nearest } from './line-table.ts';
import { placeOf } from './location.ts';

describe('expressions', () => {
  it.each([
    'a',
    'cart.items[3]->name',
    'app::Cart::count',
    '*p',
    '&cart.total',
    '$arg1',
    'größe',
    'корзина.товары[0]->名前 == "ü"',
    'a.b == "x" && !(n < 3 || p != nullptr)',
    "c == 'x'",
    'trueish',
    'nothing > -0x1f',
  ])('reads %s', (text) => {
    expect(readable(text)).not.toBeNull();
  });

  it.each(['', 'a +', 'f()', 'a.b()', 'a + 1', 'a = 3', 'a[i]', 'a ==', '(a', 'a)', 'x;y', '`quit`', 'a, b'])(
    'leaves %j to LLDB, as it may run code',
    (text) => {
      expect(readable(text)).toBeNull();
    },
  );

  it('binds as in C: comparisons before &&, && before ||', () => {
    expect(parseExpression('a || b && c == d')).toMatchObject({
      operator: '||',
      right: { operator: '&&', right: { operator: '==' } },
    });
    expect(parseExpression('a < b == true')).toMatchObject({ operator: '==', left: { operator: '<' } });
  });

  it('ends whatever it is given, also what is nested without end', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => void readable(text)));
    expect(readable('('.repeat(50_000))).toBeNull();
    expect(readable('!'.repeat(50_000))).toBeNull();
  });

  it.each([
    ['0x1f', 31],
    ['true', true],
    ['null', null],
    ['"a\\"b\\n"', 'a"b\n'],
    ['0x000055 "hello"', 'hello'],
    ["'x'", 'x'],
    ['Item @ 0x5', undefined],
  ])('takes what LLDB prints for a literal: %s', (printed, value) => {
    expect(literalOf(printed)).toBe(value);
  });

  it('compares numbers with booleans and null as C does, texts by value, and nothing else', () => {
    expect(compare('==', null, 0)).toBe(true);
    expect(compare('==', 1, true)).toBe(true);
    expect(compare('==', 'a', 'a')).toBe(true);
    expect(compare('==', '1', 1)).toBe(false);
    expect(compare('==', literalOf('9007199254740993') ?? null, 9007199254740992)).toBe(false);
    expect(compare('<', 'a', 1)).toBeUndefined();
    expect(compare('<=', 'a', 'b')).toBe(true);
  });
});

it.each([
  ['St13runtime_error', 'std::runtime_error'],
  ['10OutOfStock', 'OutOfStock'],
  ['N3app5ErrorE', 'app::Error'],
  ['NSt7__cxx1111regex_errorE', 'std::__cxx11::regex_error'],
  ['N12_GLOBAL__N_15ErrorE', '(anonymous namespace)::Error'],
  ['i', null],
  ['PKc', null],
  ['99x', null],
])('names the thrown type %s', (mangled, name) => {
  expect(typeName(mangled)).toBe(name);
});

it('knows the lines of a file that have code, and the nearest', () => {
  const table = [
    'Line table for /src/a/shop.cpp in `shop',
    '0x0001: /src/a/shop.cpp:9:39',
    '0x0002: /usr/include/vector:700:3',
    '0x0003: /src/a/shop.cpp:12, is_start_of_statement = TRUE',
    '0x0004: /src/a/shop.cpp:0',
    '0x0005: /src/a/shop.cpp:9:1, is_terminal_entry = TRUE',
  ].join('\n');
  const lines = codeLines(table, 'shop.cpp');
  expect(lines).toEqual([9, 12]);
  expect([nearest(lines, 10), nearest(lines, 1), nearest(lines, 99)]).toEqual([[9, 12], [9], [12]]);
});

it.each([
  ['Cart::add(Item const&)', 'Cart', 'add(Item const&)'],
  ['std::vector<a::B>::push_back(a::B&&)', 'std::vector<a::B>', 'push_back(a::B&&)'],
  ['main', null, 'main'],
  ['-[Cart add:to:]', 'Cart', '-add:to:'],
  ['Shop.Cart.add(_:)', 'Shop.Cart', 'add(_:)'],
])('splits the function %s', (name, className, method) => {
  expect(placeOf({ id: 1, name, file: null, line: null })).toMatchObject({ className, method });
});

it('puts its expressions into log messages', () => {
  expect(parseTemplate('total {cart->total}!', parseExpression)).toEqual([
    { text: 'total ' },
    { source: 'cart->total', expression: { kind: 'path', text: 'cart->total' } },
    { text: '!' },
  ]);
  expect(() => parseTemplate('{f()}', parseExpression)).toThrow(ExpressionProblem);
});

it('unquotes only what is quoted', () => {
  expect(unquoted('plain')).toBeNull();
  expect(unquoted('@"objc"')).toBe('objc');
});
