/**
 * Expressions that can be answered by reading alone: literals, names with members and indices, comparison, `&& || !`.
 * Whatever else is text stays for LLDB's own compiler, and that runs code.
 */

export type Literal = number | boolean | string | null;

export type Expression =
  | { readonly kind: 'literal'; readonly value: Literal }
  /** Text that LLDB reads as it stands: `cart.items[0]->name`, `*p`, `&x`. */
  | { readonly kind: 'path'; readonly text: string }
  | { readonly kind: 'not'; readonly of: Expression }
  | {
      readonly kind: 'binary';
      readonly operator: Operator;
      readonly left: Expression;
      readonly right: Expression;
    };

const operators = ['||', '&&', '==', '!=', '<=', '>=', '<', '>'] as const;
export type Operator = (typeof operators)[number];

const precedence: Readonly<Record<Operator, number>> = {
  '||': 1,
  '&&': 2,
  '==': 3,
  '!=': 3,
  '<': 4,
  '>': 4,
  '<=': 4,
  '>=': 4,
};

const words: ReadonlyMap<string, Literal> = new Map<string, Literal>([
  ['true', true],
  ['false', false],
  ['YES', true],
  ['NO', false],
  ['null', null],
  ['nil', null],
  ['NULL', null],
  ['nullptr', null],
]);

/** Nesting that nobody writes by hand. */
const deepest = 40;

/** Null for what is not of this language. */
export function parseExpression(text: string): Expression | null {
  const parser = new Parser(text);
  const expression = parser.binary(1, 0);
  return expression && parser.atEnd() ? expression : null;
}

class Parser {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  atEnd(): boolean {
    this.#skipBlanks();
    return this.#at === this.#text.length;
  }

  /** All operators of at least this precedence; those of one level are read from left to right. */
  binary(least: number, depth: number): Expression | null {
    if (depth > deepest) return null;
    let left = this.#unary(depth);
    while (left) {
      const operator = this.#operator(least);
      if (!operator) return left;
      const right = this.binary(precedence[operator] + 1, depth + 1);
      if (!right) return null;
      left = { kind: 'binary', operator, left, right };
    }
    return null;
  }

  #unary(depth: number): Expression | null {
    if (depth > deepest) return null;
    if (this.#take(/!(?!=)/y) !== null) {
      const of = this.#unary(depth + 1);
      return of ? { kind: 'not', of } : null;
    }
    if (this.#take(/\(/y) !== null) {
      const inner = this.binary(1, depth + 1);
      return inner && this.#take(/\)/y) !== null ? inner : null;
    }
    return this.#literal() ?? this.#path();
  }

  #literal(): Expression | null {
    const number = this.#take(/-?(?:0[xX][\da-fA-F]+|\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)(?![\w.])/y);
    if (number !== null) {
      const negative = number.startsWith('-');
      const size = Number(negative ? number.slice(1) : number);
      return { kind: 'literal', value: negative ? -size : size };
    }
    const quoted = this.#take(/@?"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)'/sy);
    if (quoted !== null) return { kind: 'literal', value: unquoted(quoted) };
    const word = this.#take(/[A-Za-z]+(?![\w.[(]|->|::)/y, (found) => words.has(found));
    return word === null ? null : { kind: 'literal', value: words.get(word) ?? null };
  }

  #path(): Expression | null {
    const text = this.#take(
      /[*&]*(?:::)?[A-Za-z_$][\w$]*(?:::[A-Za-z_$][\w$]*)*(?:(?:\.|->)[A-Za-z_$][\w$]*|\[\d+\])*(?!\w|\()/y,
    );
    return text === null ? null : { kind: 'path', text };
  }

  #operator(least: number): Operator | null {
    this.#skipBlanks();
    const found = operators.find((one) => this.#text.startsWith(one, this.#at));
    if (!found || precedence[found] < least) return null;
    this.#at += found.length;
    return found;
  }

  #take(pattern: RegExp, fits: (found: string) => boolean = () => true): string | null {
    this.#skipBlanks();
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#text)?.[0];
    if (found === undefined || !fits(found)) return null;
    this.#at += found.length;
    return found;
  }

  #skipBlanks(): void {
    while (/\s/.test(this.#text[this.#at] ?? '')) this.#at++;
  }
}

/** The text of a string or character literal, also as LLDB prints one; null for what is none. */
export function unquoted(text: string): string | null {
  const inner = /^(?:0x[0-9a-fA-F]+ )?@?[uUL8]*(["'])(.*)\1$/s.exec(text)?.[2];
  return inner?.replace(/\\(x[\da-fA-F]{2}|.)/gs, (_, code: string) => escaped(code)) ?? null;
}

function escaped(code: string): string {
  if (code.length === 3) return String.fromCharCode(Number.parseInt(code.slice(1), 16));
  return { n: '\n', t: '\t', r: '\r', '0': '\0' }[code] ?? code;
}

/** A literal of what LLDB printed; undefined for an object. */
export function literalOf(printed: string): Literal | undefined {
  if (words.has(printed)) return words.get(printed) ?? null;
  const text = unquoted(printed);
  if (text !== null) return text;
  const number = Number(printed);
  return printed.trim() !== '' && Number.isFinite(number) ? number : undefined;
}

/** Undefined where the two cannot be compared so. Equal are a pointer and its number, a boolean and 0 or 1. */
export function compare(operator: Operator, left: Literal, right: Literal): boolean | undefined {
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

export function truth(value: Literal): boolean {
  return typeof value === 'string' ? true : Boolean(value);
}

function same(left: Literal, right: Literal): boolean {
  if (typeof left === 'string' || typeof right === 'string') return left === right;
  return Number(left) === Number(right);
}

function ordered(operator: '<' | '>' | '<=' | '>=', left: Literal, right: Literal): boolean | undefined {
  const texts = typeof left === 'string' && typeof right === 'string';
  if (!texts && (typeof left === 'string' || typeof right === 'string')) return undefined;
  const [a, b] = texts ? [left, right] : [Number(left), Number(right)];
  if (operator === '<') return a < b;
  if (operator === '>') return a > b;
  return operator === '<=' ? a <= b : a >= b;
}
