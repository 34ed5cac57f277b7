/** Reads words of a command line: quotes, escapes, parameters and substitutions. The parser handles what is between. */
import { type List, ShellSyntaxError, type Word, type WordPart } from './syntax.ts';

const metaCharacters = ' \t\n;&|<>()';
/** What a letter behind a backslash stands for, in `$'...'` and in the formats of `echo` and `printf`. */
export const cEscapes: Readonly<Record<string, string>> = {
  n: '\n',
  t: '\t',
  r: '\r',
  a: '\x07',
  b: '\b',
  e: '\x1b',
  f: '\f',
  v: '\v',
};

/** Position in the text, shared by scanner and parser. */
export class Cursor {
  readonly text: string;
  at = 0;

  constructor(text: string) {
    this.text = text;
  }

  get char(): string {
    return this.text.charAt(this.at);
  }

  get done(): boolean {
    return this.at >= this.text.length;
  }

  starts(prefix: string): boolean {
    return this.text.startsWith(prefix, this.at);
  }

  /** Moves over `prefix` when it is here. */
  take(prefix: string): boolean {
    if (!this.starts(prefix)) return false;
    this.at += prefix.length;
    return true;
  }
}

/** Parses a list up to a closing `)`, leaving the cursor on it. */
export type ParseList = (cursor: Cursor) => List;

export function isWordStart(cursor: Cursor): boolean {
  return !cursor.done && !metaCharacters.includes(cursor.char);
}

export function scanWord(cursor: Cursor, parseList: ParseList): Word {
  const parts: WordPart[] = [];
  while (isWordStart(cursor)) {
    const char = cursor.char;
    if (char === "'") parts.push(singleQuoted(cursor));
    else if (char === '"') parts.push(...doubleQuoted(cursor, parseList));
    else if (cursor.starts("$'")) parts.push(cQuoted(cursor));
    else if (char === '$' || char === '`') parts.push(expansion(cursor, false, parseList));
    else if (char === '\\') parts.push(...escaped(cursor));
    else parts.push(plain(cursor));
  }
  return parts;
}

function plain(cursor: Cursor): WordPart {
  const start = cursor.at;
  while (isWordStart(cursor) && !'\'"\\$`'.includes(cursor.char)) cursor.at++;
  return text(cursor.text.slice(start, cursor.at), false);
}

function escaped(cursor: Cursor): readonly WordPart[] {
  cursor.at++;
  if (cursor.done) return [text('\\', true)];
  const char = takeChar(cursor);
  return char === '\n' ? [] : [text(char, true)];
}

function singleQuoted(cursor: Cursor): WordPart {
  const end = cursor.text.indexOf("'", cursor.at + 1);
  if (end < 0) throw unclosedQuote();
  const inside = cursor.text.slice(cursor.at + 1, end);
  cursor.at = end + 1;
  return text(inside, true);
}

function doubleQuoted(cursor: Cursor, parseList: ParseList): readonly WordPart[] {
  cursor.at++;
  const parts: WordPart[] = [text('', true)];
  let run = '';
  for (;;) {
    if (cursor.done) throw unclosedQuote();
    const char = cursor.char;
    if (char === '"') break;
    if (char === '$' || char === '`') {
      parts.push(text(run, true), expansion(cursor, true, parseList));
      run = '';
    } else if (char === '\\') {
      cursor.at++;
      const next = takeChar(cursor);
      // POSIX: inside double quotes a backslash is itself unless one of these follows.
      if (next !== '\n') run += '$`"\\'.includes(next) ? next : `\\${next}`;
    } else run += takeChar(cursor);
  }
  cursor.at++;
  parts.push(text(run, true));
  return parts;
}

function cQuoted(cursor: Cursor): WordPart {
  cursor.at += 2;
  let value = '';
  for (;;) {
    if (cursor.done) throw unclosedQuote();
    const char = takeChar(cursor);
    if (char === "'") return text(value, true);
    if (char !== '\\') {
      value += char;
      continue;
    }
    const code = /^(?:x([0-9a-fA-F]{1,2})|u([0-9a-fA-F]{1,4})|([0-7]{1,3}))/.exec(
      cursor.text.slice(cursor.at),
    );
    if (code) {
      cursor.at += code[0].length;
      const octal = code[3] === undefined ? Number.NaN : Number.parseInt(code[3], 8);
      const hex = Number.parseInt(code[1] ?? code[2] ?? '', 16);
      value += String.fromCharCode(Number.isNaN(octal) ? hex : octal);
    } else {
      const next = takeChar(cursor);
      value += cEscapes[next] ?? next;
    }
  }
}

function expansion(cursor: Cursor, quoted: boolean, parseList: ParseList): WordPart {
  if (cursor.take('`')) return backticks(cursor, quoted, parseList);
  cursor.at++;
  if (cursor.take('((')) return arithmetic(cursor, quoted);
  if (cursor.take('(')) {
    const list = parseList(cursor);
    if (!cursor.take(')')) throw new ShellSyntaxError('syntax error: unmatched $(', true);
    return { kind: 'command', list, quoted };
  }
  if (cursor.take('{')) return braced(cursor, quoted, parseList);
  const name = /^(?:[A-Za-z_][A-Za-z0-9_]*|[0-9?$#!@*-])/.exec(cursor.text.slice(cursor.at));
  if (!name) return text('$', true);
  cursor.at += name[0].length;
  return { kind: 'parameter', name: name[0], quoted, operator: '', operand: [] };
}

function backticks(cursor: Cursor, quoted: boolean, parseList: ParseList): WordPart {
  let inside = '';
  for (;;) {
    if (cursor.done) throw unclosedQuote();
    const char = takeChar(cursor);
    if (char === '`') break;
    if (char === '\\' && '$`\\'.includes(cursor.char)) inside += takeChar(cursor);
    else inside += char;
  }
  return { kind: 'command', list: parseList(new Cursor(inside)), quoted };
}

function arithmetic(cursor: Cursor, quoted: boolean): WordPart {
  const end = cursor.text.indexOf('))', cursor.at);
  if (end < 0) throw new ShellSyntaxError('syntax error: unmatched $((', true);
  const inside = cursor.text.slice(cursor.at, end);
  cursor.at = end + 2;
  return { kind: 'arithmetic', text: inside, quoted };
}

function braced(cursor: Cursor, quoted: boolean, parseList: ParseList): WordPart {
  const head = /^(#?)([A-Za-z_][A-Za-z0-9_]*|[0-9?$#!@*])(:?[-+])?/.exec(cursor.text.slice(cursor.at));
  if (!head) throw new ShellSyntaxError(`\${${cursor.text.slice(cursor.at)}: bad substitution`);
  cursor.at += head[0].length;
  const operandStart = cursor.at;
  while (!cursor.done && cursor.char !== '}') cursor.at++;
  if (cursor.done) throw new ShellSyntaxError('syntax error: unmatched ${', true);
  const operandText = cursor.text.slice(operandStart, cursor.at);
  cursor.at++;
  if (!head[3] && operandText !== '')
    throw new ShellSyntaxError(`\${${head[0]}${operandText}}: bad substitution`);
  const operand = operandText === '' ? [] : operandWord(operandText, parseList);
  return {
    kind: 'parameter',
    name: head[2] ?? '',
    quoted,
    operator: head[1] ? '#' : (head[3] ?? ''),
    operand,
  };
}

function operandWord(source: string, parseList: ParseList): Word {
  const inner = new Cursor(source);
  const parts: WordPart[] = [];
  while (!inner.done) {
    if (isWordStart(inner)) parts.push(...scanWord(inner, parseList));
    else parts.push(text(takeChar(inner), false));
  }
  return parts;
}

function takeChar(cursor: Cursor): string {
  const char = cursor.char;
  cursor.at++;
  return char;
}

function text(value: string, quoted: boolean): WordPart {
  return { kind: 'text', text: value, quoted };
}

function unclosedQuote(): ShellSyntaxError {
  return new ShellSyntaxError('no closing quote', true);
}
