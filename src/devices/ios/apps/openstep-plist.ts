/**
 * Old-style property lists, as `simctl listapps` and `appinfo` print them: `{ key = value; }`, `( a, b )`, `<hex>`, and
 * strings in quotes or bare. A value may hold braces, so that nothing less than a parser will do. Pure. Source: [S1].
 */

export type PlistValue = string | readonly PlistValue[] | PlistObject;
export interface PlistObject {
  readonly [key: string]: PlistValue;
}

/** Deeper is no list of apps. */
const deepest = 100;

/** Null for what cannot be understood to the end. */
export function parsePlist(text: string): PlistValue | null {
  const reader = new Reader(text);
  try {
    const value = reader.value(0);
    reader.skip();
    return reader.done ? value : null;
  } catch (error) {
    if (error instanceof NotPlist) return null;
    throw error;
  }
}

class NotPlist extends Error {}

const escapes: Readonly<Record<string, string>> = {
  a: '\x07',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
};

class Reader {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  get done(): boolean {
    return this.#at >= this.#text.length;
  }

  value(depth: number): PlistValue {
    if (depth > deepest) throw new NotPlist();
    this.skip();
    switch (this.#text[this.#at]) {
      case '{':
        return this.#object(depth);
      case '(':
        return this.#list(depth);
      case '<':
        return this.#match(/<[\da-fA-F\s]*>/y).replace(/\s/g, '');
      default:
        return this.#string();
    }
  }

  /** Blanks and comments. */
  skip(): void {
    this.#match(/(?:\s|\/\/[^\n]*|\/\*[\s\S]*?\*\/)*/y);
  }

  #object(depth: number): PlistObject {
    // Without a prototype: a key may be called `__proto__`.
    const found: Record<string, PlistValue> = Object.create(null) as Record<string, PlistValue>;
    this.#at++;
    for (;;) {
      this.skip();
      if (this.#take('}')) return found;
      const key = this.#string();
      this.skip();
      if (!this.#take('=')) throw new NotPlist();
      found[key] = this.value(depth + 1);
      this.skip();
      if (!this.#take(';') && this.#text[this.#at] !== '}') throw new NotPlist();
    }
  }

  #list(depth: number): readonly PlistValue[] {
    const found: PlistValue[] = [];
    this.#at++;
    for (;;) {
      this.skip();
      if (this.#take(')')) return found;
      found.push(this.value(depth + 1));
      this.skip();
      if (!this.#take(',') && this.#text[this.#at] !== ')') throw new NotPlist();
    }
  }

  #string(): string {
    if (this.#text[this.#at] === '"') return this.#quoted();
    const bare = this.#match(/[\w.$:/+-]*/y);
    if (bare === '') throw new NotPlist();
    return bare;
  }

  #quoted(): string {
    const inner = this.#match(/"(?:[^"\\]|\\[\s\S])*"/y).slice(1, -1);
    return inner.replace(
      /\\(?:U([\da-fA-F]{1,4})|([0-7]{1,3})|([\s\S]))/g,
      (_, unicode?: string, octal?: string, other = '') => {
        if (unicode !== undefined) return String.fromCharCode(Number.parseInt(unicode, 16));
        if (octal !== undefined) return String.fromCharCode(Number.parseInt(octal, 8));
        return escapes[other] ?? String(other);
      },
    );
  }

  #take(symbol: string): boolean {
    if (this.#text[this.#at] !== symbol) return false;
    this.#at++;
    return true;
  }

  #match(pattern: RegExp): string {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#text)?.[0];
    if (found === undefined) throw new NotPlist();
    this.#at += found.length;
    return found;
  }
}
