/**
 * Expressions of conditions, log points and evaluation: names, members, indices, `length`, calls without arguments, literals,
 * comparison, `&& || !`. Parsed here, answered by a backend. Also the templates of log points.
 */

export type Expression =
  | { readonly kind: 'literal'; readonly value: LiteralValue }
  | { readonly kind: 'name'; readonly name: string }
  | { readonly kind: 'member'; readonly of: Expression; readonly name: string }
  | { readonly kind: 'index'; readonly of: Expression; readonly index: Expression }
  /** Runs code of the program; only where the caller allows it. */
  | { readonly kind: 'call'; readonly of: Expression; readonly name: string }
  | { readonly kind: 'not'; readonly of: Expression }
  | {
      readonly kind: 'binary';
      readonly operator: Operator;
      readonly left: Expression;
      readonly right: Expression;
    };

export type LiteralValue = number | bigint | boolean | string | null;
export type Operator = '||' | '&&' | '==' | '!=' | '<' | '>' | '<=' | '>=';

/** What is wrong with an expression, in words that repeat nothing of the program. */
export class ExpressionProblem extends Error {
  override readonly name = 'ExpressionProblem';
}

const levels: readonly (readonly Operator[])[] = [['||'], ['&&'], ['==', '!='], ['<=', '>=', '<', '>']];
const keywords: ReadonlyMap<string, LiteralValue> = new Map<string, LiteralValue>([
  ['true', true],
  ['false', false],
  ['null', null],
]);
/** Nesting that nobody writes by hand. */
const deepest = 50;

const token =
  /\s*(?:(\d+(?:\.\d+)?[lLfFdD]?|\.\d+)|([A-Za-z_$][\w$]*)|("(?:[^"\\]|\\.)*")|('(?:[^'\\]|\\.)')|(\|\||&&|==|!=|<=|>=|[<>!().[\]-]))/y;

interface Token {
  readonly kind: 'number' | 'name' | 'string' | 'char' | 'sign';
  readonly text: string;
}

/** Throws ExpressionProblem for what is not of this language. */
export function parseExpression(text: string): Expression {
  const parser = new Parser(tokensOf(text));
  return parser.whole();
}

/** Whether answering runs code of the program. */
export function callsCode(expression: Expression): boolean {
  switch (expression.kind) {
    case 'literal':
    case 'name':
      return false;
    case 'call':
      return true;
    case 'member':
    case 'not':
      return callsCode(expression.of);
    case 'index':
      return callsCode(expression.of) || callsCode(expression.index);
    case 'binary':
      return callsCode(expression.left) || callsCode(expression.right);
  }
}

export type TemplatePart = { readonly text: string } | { readonly expression: Expression };

/** `{expr}` is answered at each hit, `{{` and `}}` are braces. Throws ExpressionProblem. */
export function parseTemplate(template: string): readonly TemplatePart[] {
  const parts: TemplatePart[] = [];
  let text = '';
  for (let at = 0; at < template.length; at += 1) {
    const char = template.charAt(at);
    if ((char === '{' || char === '}') && template[at + 1] === char) {
      text += char;
      at += 1;
    } else if (char === '{') {
      const end = template.indexOf('}', at);
      if (end < 0) throw new ExpressionProblem('A { of the log message has no }. Write {{ for a brace.');
      if (text !== '') parts.push({ text });
      text = '';
      parts.push({ expression: parseExpression(template.slice(at + 1, end)) });
      at = end;
    } else {
      text += char;
    }
  }
  if (text !== '') parts.push({ text });
  return parts;
}

function tokensOf(text: string): readonly Token[] {
  const tokens: Token[] = [];
  token.lastIndex = 0;
  while (text.slice(token.lastIndex).trim() !== '') {
    const from = token.lastIndex;
    const [, number, name, string, char, sign] = token.exec(text) ?? [];
    if (number !== undefined) tokens.push({ kind: 'number', text: number });
    else if (name !== undefined) tokens.push({ kind: 'name', text: name });
    else if (string !== undefined) tokens.push({ kind: 'string', text: string });
    else if (char !== undefined) tokens.push({ kind: 'char', text: char });
    else if (sign !== undefined) tokens.push({ kind: 'sign', text: sign });
    else throw new ExpressionProblem(`Not understood from character ${from + 1} on.`);
  }
  return tokens;
}

class Parser {
  readonly #tokens: readonly Token[];
  #at = 0;
  #depth = 0;

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens;
  }

  whole(): Expression {
    const expression = this.#binary(0);
    if (this.#at < this.#tokens.length) throw this.#unexpected();
    return expression;
  }

  #binary(level: number): Expression {
    const operators = levels[level];
    if (!operators) return this.#unary();
    let left = this.#binary(level + 1);
    for (;;) {
      const operator = operators.find((one) => this.#take(one));
      if (!operator) return left;
      left = { kind: 'binary', operator, left, right: this.#binary(level + 1) };
    }
  }

  #unary(): Expression {
    this.#depth += 1;
    if (this.#depth > deepest) throw new ExpressionProblem('It is nested too deeply.');
    try {
      if (this.#take('!')) return { kind: 'not', of: this.#unary() };
      if (this.#take('-')) {
        const next = this.#next('number');
        if (!next) throw this.#unexpected();
        const value = numberOf(next.text);
        return { kind: 'literal', value: -value };
      }
      return this.#path();
    } finally {
      this.#depth -= 1;
    }
  }

  #path(): Expression {
    let of = this.#primary();
    for (;;) {
      if (this.#take('.')) {
        const name = this.#next('name');
        if (!name) throw this.#unexpected();
        if (!this.#take('(')) of = { kind: 'member', of, name: name.text };
        else if (this.#take(')')) of = { kind: 'call', of, name: name.text };
        else throw new ExpressionProblem('Only methods without arguments can be called.');
      } else if (this.#take('[')) {
        const index = this.#binary(0);
        if (!this.#take(']')) throw this.#unexpected();
        of = { kind: 'index', of, index };
      } else {
        return of;
      }
    }
  }

  #primary(): Expression {
    if (this.#take('(')) {
      const inner = this.#binary(0);
      if (!this.#take(')')) throw this.#unexpected();
      return inner;
    }
    const number = this.#next('number');
    if (number) return { kind: 'literal', value: numberOf(number.text) };
    const string = this.#next('string') ?? this.#next('char');
    if (string) return { kind: 'literal', value: unescaped(string.text.slice(1, -1)) };
    const name = this.#next('name');
    if (!name) throw this.#unexpected();
    const keyword = keywords.get(name.text);
    return keyword === undefined ? { kind: 'name', name: name.text } : { kind: 'literal', value: keyword };
  }

  #take(sign: string): boolean {
    const next = this.#tokens[this.#at];
    if (next?.kind !== 'sign' || next.text !== sign) return false;
    this.#at += 1;
    return true;
  }

  #next(kind: Token['kind']): Token | null {
    const next = this.#tokens[this.#at];
    if (next?.kind !== kind) return null;
    this.#at += 1;
    return next;
  }

  #unexpected(): ExpressionProblem {
    const next = this.#tokens[this.#at];
    return new ExpressionProblem(next ? `${next.text} was not expected there.` : 'It ends too early.');
  }
}

function numberOf(text: string): number | bigint {
  const plain = text.replace(/[lLfFdD]$/, '');
  const value = Number(plain);
  return Number.isInteger(value) && !Number.isSafeInteger(value) && /^\d+$/.test(plain)
    ? BigInt(plain)
    : value;
}

function unescaped(text: string): string {
  return text.replace(/\\(.)/g, (_, char: string) => escapes.get(char) ?? char);
}

const escapes: ReadonlyMap<string, string> = new Map([
  ['n', '\n'],
  ['t', '\t'],
  ['r', '\r'],
  ['0', '\0'],
]);
