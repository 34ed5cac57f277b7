/**
 * Expressions that can be answered by reading alone, in the spelling of C, C++, Objective-C and Swift. Whatever else is
 * text stays for LLDB's own compiler, and that runs code.
 */
import {
  type ExpressionOf,
  ExpressionProblem,
  type Language,
  type LiteralValue,
  type Operator,
  parseIn,
  unescaped,
} from '../language.ts';

/** Text that LLDB reads as it stands: `cart.items[0]->name`, `*p`, `&x`. */
interface LldbPath {
  readonly kind: 'path';
  readonly text: string;
}

export type Expression = ExpressionOf<LldbPath>;

const words: ReadonlyMap<string, LiteralValue> = new Map<string, LiteralValue>([
  ['true', true],
  ['false', false],
  ['YES', true],
  ['NO', false],
  ['null', null],
  ['nil', null],
  ['NULL', null],
  ['nullptr', null],
]);

const identifier = '[\\p{ID_Start}_$][\\p{ID_Continue}$]*';
const path = new RegExp(
  `[*&]*(?:::)?${identifier}(?:::${identifier})*(?:(?:\\.|->)${identifier}|\\[\\d+\\])*(?![\\p{ID_Continue}(])`,
  'uy',
);

const lldb: Language<LldbPath> = {
  words,
  start(reader) {
    const text = reader.take(path);
    return text === null ? null : { kind: 'path', text };
  },
};

/** Throws ExpressionProblem for what is not of this language. */
export function parseExpression(text: string): Expression {
  return parseIn(lldb, text);
}

const whole = new RegExp(`^${identifier}$`, 'u');

/** The name, if it is one; undefined for what is none. */
export function nameIn(text: string | undefined): string | undefined {
  return text !== undefined && whole.test(text) ? text : undefined;
}

/** Null for what is not of this language, and so for LLDB's compiler. */
export function readable(text: string): Expression | null {
  try {
    return parseExpression(text);
  } catch (error) {
    if (error instanceof ExpressionProblem) return null;
    throw error;
  }
}

/** The text of a string or character literal, also as LLDB prints one; null for what is none. */
export function unquoted(text: string): string | null {
  const inner = /^(?:0x[0-9a-fA-F]+ )?@?[uUL8]*(["'])(.*)\1$/s.exec(text)?.[2];
  return inner === undefined ? null : unescaped(inner);
}

/** A literal of what LLDB printed; undefined for an object. */
export function literalOf(printed: string): LiteralValue | undefined {
  if (words.has(printed)) return words.get(printed) ?? null;
  const text = unquoted(printed);
  if (text !== null) return text;
  const number = Number(printed);
  if (printed.trim() === '' || !Number.isFinite(number)) return undefined;
  return Number.isSafeInteger(number) || !/^[+-]?\d+$/.test(printed) ? number : BigInt(printed);
}

/** Undefined where the two cannot be compared so. Equal are a pointer and its number, a boolean and 0 or 1. */
export function compare(operator: Operator, left: LiteralValue, right: LiteralValue): boolean | undefined {
  switch (operator) {
    case '||':
      return truth(left) || truth(right);
    case '&&':
      return truth(left) && truth(right);
    case '==':
      return same(left, right);
    case '!=':
      return !same(left, right);
    default:
      return ordered(operator, left, right);
  }
}

export function truth(value: LiteralValue): boolean {
  return typeof value === 'string' ? true : Boolean(value);
}

function same(left: LiteralValue, right: LiteralValue): boolean {
  if (typeof left === 'string' || typeof right === 'string') return left === right;
  const [a, b] = [numeric(left), numeric(right)];
  return a <= b && a >= b;
}

/** Whole numbers beyond 53 bits stay exact. */
function numeric(value: Exclude<LiteralValue, string>): number | bigint {
  return typeof value === 'bigint' ? value : Number(value);
}

function ordered(
  operator: '<' | '>' | '<=' | '>=',
  left: LiteralValue,
  right: LiteralValue,
): boolean | undefined {
  if (typeof left === 'string') return typeof right === 'string' ? held(operator, left, right) : undefined;
  return typeof right === 'string' ? undefined : held(operator, numeric(left), numeric(right));
}

function held<T extends string | number | bigint>(operator: '<' | '>' | '<=' | '>=', a: T, b: T): boolean {
  if (operator === '<') return a < b;
  if (operator === '>') return a > b;
  return operator === '<=' ? a <= b : a >= b;
}
