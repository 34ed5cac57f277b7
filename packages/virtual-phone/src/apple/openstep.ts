/** Old-style property lists as `simctl listapps` prints them: bare words unquoted, everything else between quotes. */
import { isList, type PlistValue } from './info-plist.ts';

export function writeOpenStep(value: PlistValue, indent = ''): string {
  if (typeof value === 'string') return quoted(value);
  if (typeof value === 'number') return quoted(String(value));
  if (typeof value === 'boolean') return value ? '1' : '0';
  const inner = `${indent}    `;
  if (isList(value)) {
    const rows = value.map((each) => `${inner}${writeOpenStep(each, inner)}`);
    return value.length === 0 ? `(\n${indent})` : `(\n${rows.join(',\n')}\n${indent})`;
  }
  const rows = Object.entries(value)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([key, each]) => {
      const gap = typeof each === 'object' ? '     ' : ' ';
      return `${inner}${quoted(key)} =${gap}${writeOpenStep(each, inner)};\n`;
    });
  return `{\n${rows.join('')}${indent}}`;
}

function quoted(text: string): string {
  if (/^[A-Za-z0-9_]+$/.test(text)) return text;
  const safe = text.replace(/["\\]/g, '\\$&').replaceAll('\n', '\\n');
  return `"${safe.replace(/[\u0080-\uffff]/g, (c) => `\\U${c.charCodeAt(0).toString(16).padStart(4, '0')}`)}"`;
}

/** Reads what `writeOpenStep` writes; null for anything else. Numbers come as text: the format has none. */
export function readOpenStep(text: string): PlistValue | null {
  const tokens = text.match(/"(?:[^"\\]|\\[\s\S])*"|[A-Za-z0-9_./$:-]+|[{}()=;,]/g) ?? [];
  const reader = new OpenStepReader(tokens);
  try {
    return reader.document();
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

class OpenStepReader {
  readonly #tokens: readonly string[];
  #at = 0;

  constructor(tokens: readonly string[]) {
    this.#tokens = tokens;
  }

  document(): PlistValue {
    const value = this.#value();
    if (this.#at < this.#tokens.length) throw new SyntaxError('more than one value');
    return value;
  }

  #value(): PlistValue {
    const token = this.#tokens[this.#at++] ?? '';
    if (token === '{') return this.#dictionary();
    if (token === '(') return this.#list();
    if (token === '' || /^[})=;,]$/.test(token)) throw new SyntaxError('a value is missing');
    return token.startsWith('"') ? unquoted(token) : token;
  }

  #dictionary(): PlistValue {
    const entries: [string, PlistValue][] = [];
    while (this.#tokens[this.#at] !== '}') {
      const key = this.#value();
      if (typeof key !== 'string') throw new SyntaxError('a key is missing');
      this.#expect('=');
      entries.push([key, this.#value()]);
      this.#expect(';');
    }
    this.#at++;
    return Object.fromEntries(entries);
  }

  #list(): PlistValue {
    const values: PlistValue[] = [];
    while (this.#tokens[this.#at] !== ')') {
      values.push(this.#value());
      if (this.#tokens[this.#at] !== ')') this.#expect(',');
    }
    this.#at++;
    return values;
  }

  #expect(sign: string): void {
    if (this.#tokens[this.#at++] !== sign) throw new SyntaxError(`${sign} is missing`);
  }
}

function unquoted(token: string): string {
  return token
    .slice(1, -1)
    .replace(/\\U([0-9a-f]{4})|\\([\s\S])/gi, (_, code: string | undefined, char: string | undefined) =>
      code === undefined
        ? char === 'n'
          ? '\n'
          : (char ?? '')
        : String.fromCharCode(Number.parseInt(code, 16)),
    );
}
