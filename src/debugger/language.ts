/**
 * What the expressions of all debugged languages have in common: literals, comparison, `&& || !`, brackets, and how tightly
 * they bind. How names, members and indices are written is each language's own.
 */

export type LiteralValue = number | bigint | boolean | string | null;

const levels = [['||'], ['&&'], ['==', '!='], ['<=', '>=', '<', '>']] as const;
export type Operator = (typeof levels)[number][number];

/** `Path` is what a language has beside the rest: its names, and what follows a value. */
export type ExpressionOf<Path> =
  | Path
  | { readonly kind: 'literal'; readonly value: LiteralValue }
  | { readonly kind: 'not'; readonly of: ExpressionOf<Path> }
  | {
      readonly kind: 'binary';
      readonly operator: Operator;
      readonly left: ExpressionOf<Path>;
      readonly right: ExpressionOf<Path>;
    };

export interface Language<Path> {
  /** Words that are values. */
  readonly words: ReadonlyMap<string, LiteralValue>;
  /** A name and what belongs to it; null where none begins. */
  readonly start: (reader: Reader) => Path | null;
  /** What follows a value, such as `.name` or `[index]`; null where nothing does. */
  readonly follow?: (reader: Reader, of: ExpressionOf<Path>, inner: () => ExpressionOf<Path>) => Path | null;
}

/** What is wrong with an expression, in words that repeat nothing of the program. */
export class ExpressionProblem extends Error {
  override readonly name = 'ExpressionProblem';
}

/** Nesting that nobody writes by hand. */
const deepest = 50;
const numeric =
  /(?:0[xX][\da-fA-F]+(?:[uU]?[lL]{0,2})|(?:\d+(?:\.\d+)?|\.\d+)(?:[eE][+-]?\d+)?(?:[uU]?[lL]{0,2}|[fFdD]))(?![\w.])/y;
/** Objective-C's strings begin with @; in no other language does anything. */
const quoted = /@?"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\u[\da-fA-F]{4}|\\x[\da-fA-F]{2}|\\.)'/sy;
const word = /[A-Za-z]+(?![\w$.[(]|->|::)/y;

/** Throws ExpressionProblem for what is not of this language. */
export function parseIn<Path>(language: Language<Path>, text: string): ExpressionOf<Path> {
  return new Parser(language, new Reader(text)).whole();
}

/** A place in the text of an expression. Blanks between the pieces mean nothing. */
export class Reader {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  get atEnd(): boolean {
    this.#skipBlanks();
    return this.#at === this.#text.length;
  }

  /** What matches here (a sticky pattern), if it also fits; the place then is behind it. */
  take(pattern: RegExp, fits: (found: string) => boolean = () => true): string | null {
    this.#skipBlanks();
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#text)?.[0];
    if (found === undefined || !fits(found)) return null;
    this.#at += found.length;
    return found;
  }

  takeSign(sign: string): boolean {
    this.#skipBlanks();
    if (!this.#text.startsWith(sign, this.#at)) return false;
    this.#at += sign.length;
    return true;
  }

  unexpected(): ExpressionProblem {
    return new ExpressionProblem(
      this.atEnd ? 'It is incomplete.' : `Cannot be parsed from character ${this.#at + 1}.`,
    );
  }

  #skipBlanks(): void {
    while (/\s/.test(this.#text[this.#at] ?? '')) this.#at++;
  }
}

class Parser<Path> {
  readonly #language: Language<Path>;
  readonly #reader: Reader;
  #depth = 0;

  constructor(language: Language<Path>, reader: Reader) {
    this.#language = language;
    this.#reader = reader;
  }

  whole(): ExpressionOf<Path> {
    const expression = this.#binary(0);
    if (!this.#reader.atEnd) throw this.#reader.unexpected();
    return expression;
  }

  /** Operators of one level are read from left to right. */
  #binary(level: number): ExpressionOf<Path> {
    const operators: readonly Operator[] | undefined = levels[level];
    if (!operators) return this.#unary();
    let left = this.#binary(level + 1);
    for (;;) {
      const operator = operators.find((one) => this.#reader.takeSign(one));
      if (!operator) return left;
      left = { kind: 'binary', operator, left, right: this.#binary(level + 1) };
    }
  }

  #unary(): ExpressionOf<Path> {
    this.#depth += 1;
    if (this.#depth > deepest) throw new ExpressionProblem('It is nested too deeply.');
    try {
      if (this.#reader.take(/!(?!=)/y) !== null) return { kind: 'not', of: this.#unary() };
      return this.#followed(this.#primary());
    } finally {
      this.#depth -= 1;
    }
  }

  #followed(of: ExpressionOf<Path>): ExpressionOf<Path> {
    const longer = this.#language.follow?.(this.#reader, of, () => this.#binary(0)) ?? null;
    return longer === null ? of : this.#followed(longer);
  }

  #primary(): ExpressionOf<Path> {
    const reader = this.#reader;
    if (reader.takeSign('(')) {
      const inner = this.#binary(0);
      if (!reader.takeSign(')')) throw reader.unexpected();
      return inner;
    }
    const value = this.#literal();
    if (value !== undefined) return { kind: 'literal', value };
    const path = this.#language.start(reader);
    if (path === null) throw reader.unexpected();
    return path;
  }

  #literal(): LiteralValue | undefined {
    const reader = this.#reader;
    const negative = reader.takeSign('-');
    const number = reader.take(numeric);
    if (number !== null) return numberOf(number, negative);
    if (negative) throw reader.unexpected();
    const text = reader.take(quoted);
    if (text !== null) return unescaped(text.slice(text.startsWith('@') ? 2 : 1, -1));
    const { words } = this.#language;
    const known = reader.take(word, (found) => words.has(found));
    return known === null ? undefined : words.get(known);
  }
}

function numberOf(text: string, negative: boolean): number | bigint {
  const isHex = /^0x/i.test(text);
  const plain = text.replace(isHex ? /[uUlL]+$/ : /[uUlLfFdD]+$/, '');
  const value = Number(plain);
  const isExact =
    !Number.isInteger(value) || Number.isSafeInteger(value) || !/^(?:\d+|0x[\da-f]+)$/i.test(plain);
  if (isExact) return negative ? -value : value;
  return negative ? -BigInt(plain) : BigInt(plain);
}

/** Characters behind a backslash; \xHH and \uHHHH by their code. */
export function unescaped(text: string): string {
  return text.replace(/\\(x[\da-fA-F]{2}|u[\da-fA-F]{4}|.)/gs, (_, code: string) =>
    code.length > 1 ? String.fromCharCode(Number.parseInt(code.slice(1), 16)) : (escapes.get(code) ?? code),
  );
}

const escapes: ReadonlyMap<string, string> = new Map([
  ['n', '\n'],
  ['t', '\t'],
  ['r', '\r'],
  ['0', '\0'],
]);
