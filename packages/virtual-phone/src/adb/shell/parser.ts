/** Parses a command line the way mksh reads it: lists, pipelines, groups, conditions, loops, redirections. */
import {
  type Assignment,
  type Command,
  type List,
  type ListEntry,
  type Pipeline,
  type Redirect,
  ShellSyntaxError,
  type Word,
} from './syntax.ts';
import { Cursor, isWordStart, scanWord } from './word-scanner.ts';

const closers: ReadonlySet<string> = new Set(['}', 'then', 'elif', 'else', 'fi', 'do', 'done', 'esac']);

/** Throws ShellSyntaxError; `incomplete` when more lines could still complete it. */
export function parseScript(source: string): List {
  const cursor = new Cursor(source);
  const list = parseList(cursor);
  if (!cursor.done) throw unexpected(cursor);
  return list;
}

function parseList(cursor: Cursor): List {
  const entries: ListEntry[] = [];
  for (;;) {
    skipSpace(cursor, true);
    if (cursor.done || cursor.char === ')' || closers.has(peekPlainWord(cursor))) return entries;
    const pipeline = parsePipeline(cursor);
    skipSpace(cursor, false);
    entries.push({ pipeline, connector: connector(cursor) });
  }
}

function connector(cursor: Cursor): ListEntry['connector'] {
  for (const operator of ['&&', '||'] as const) {
    if (!cursor.take(operator)) continue;
    skipSpace(cursor, true);
    if (cursor.done) throw new ShellSyntaxError('syntax error: unexpected end of file', true);
    return operator;
  }
  if (cursor.starts(';;')) throw unexpected(cursor);
  if (cursor.take(';') || cursor.take('\n') || cursor.done || cursor.char === ')') return ';';
  if (cursor.take('&')) return '&';
  if (closers.has(peekPlainWord(cursor))) return ';';
  throw unexpected(cursor);
}

function parsePipeline(cursor: Cursor): Pipeline {
  let negated = false;
  while (peekPlainWord(cursor) === '!') {
    negated = !negated;
    cursor.at++;
    skipSpace(cursor, false);
  }
  const commands = [parseCommand(cursor)];
  for (;;) {
    skipSpace(cursor, false);
    if (cursor.starts('||') || !cursor.take('|')) return { negated, commands };
    skipSpace(cursor, true);
    if (cursor.done) throw new ShellSyntaxError('syntax error: unexpected end of file', true);
    commands.push(parseCommand(cursor));
  }
}

function parseCommand(cursor: Cursor): Command {
  if (cursor.take('(')) {
    const body = nonEmpty(cursor, parseList(cursor));
    if (!cursor.take(')')) throw new ShellSyntaxError("syntax error: unmatched '('", true);
    return { kind: 'group', subshell: true, body, redirects: parseRedirects(cursor) };
  }
  switch (peekPlainWord(cursor)) {
    case '{': {
      cursor.at++;
      const body = nonEmpty(cursor, parseList(cursor));
      expectWord(cursor, '}');
      return { kind: 'group', subshell: false, body, redirects: parseRedirects(cursor) };
    }
    case 'if':
      return parseIf(cursor);
    case 'while':
    case 'until':
      return parseLoop(cursor);
    case 'for':
      return parseFor(cursor);
    case 'case':
    case 'function':
      throw new ShellSyntaxError(`syntax error: unexpected '${peekPlainWord(cursor)}'`);
    default:
      return parseSimple(cursor);
  }
}

function parseIf(cursor: Cursor): Command {
  const branches: { condition: List; body: List }[] = [];
  let otherwise: List | null = null;
  cursor.at += 2;
  for (;;) {
    const condition = nonEmpty(cursor, parseList(cursor));
    expectWord(cursor, 'then');
    branches.push({ condition, body: nonEmpty(cursor, parseList(cursor)) });
    if (takeWord(cursor, 'elif')) continue;
    if (takeWord(cursor, 'else')) otherwise = nonEmpty(cursor, parseList(cursor));
    expectWord(cursor, 'fi');
    return { kind: 'if', branches, otherwise, redirects: parseRedirects(cursor) };
  }
}

function parseLoop(cursor: Cursor): Command {
  const until = peekPlainWord(cursor) === 'until';
  cursor.at += 5;
  const condition = nonEmpty(cursor, parseList(cursor));
  const body = parseBody(cursor);
  return { kind: 'loop', until, condition, body, redirects: parseRedirects(cursor) };
}

function parseFor(cursor: Cursor): Command {
  cursor.at += 3;
  skipSpace(cursor, false);
  const variable = peekPlainWord(cursor);
  if (!/^[A-Za-z_][A-Za-z0-9_]*$/.test(variable)) throw unexpected(cursor);
  cursor.at += variable.length;
  skipSpace(cursor, true);
  expectWord(cursor, 'in');
  const items: Word[] = [];
  for (skipSpace(cursor, false); isWordStart(cursor); skipSpace(cursor, false)) {
    items.push(scanWord(cursor, parseList));
  }
  if (!cursor.take(';') && !cursor.take('\n')) throw unexpected(cursor);
  return { kind: 'for', variable, items, body: parseBody(cursor), redirects: parseRedirects(cursor) };
}

function parseBody(cursor: Cursor): List {
  expectWord(cursor, 'do');
  const body = nonEmpty(cursor, parseList(cursor));
  expectWord(cursor, 'done');
  return body;
}

function parseSimple(cursor: Cursor): Command {
  const assignments: Assignment[] = [];
  const words: Word[] = [];
  const redirects: Redirect[] = [];
  for (;;) {
    skipSpace(cursor, false);
    const redirect = parseRedirect(cursor);
    if (redirect) {
      redirects.push(redirect);
      continue;
    }
    if (!isWordStart(cursor)) break;
    const name = words.length === 0 ? /^([A-Za-z_][A-Za-z0-9_]*)=/.exec(cursor.text.slice(cursor.at)) : null;
    if (name?.[1] !== undefined) {
      cursor.at += name[0].length;
      assignments.push({ name: name[1], value: scanWord(cursor, parseList) });
    } else words.push(scanWord(cursor, parseList));
  }
  if (words.length + assignments.length + redirects.length === 0) throw unexpected(cursor);
  return { kind: 'simple', assignments, words, redirects };
}

function parseRedirects(cursor: Cursor): readonly Redirect[] {
  const redirects: Redirect[] = [];
  for (;;) {
    skipSpace(cursor, false);
    const redirect = parseRedirect(cursor);
    if (!redirect) return redirects;
    redirects.push(redirect);
  }
}

function parseRedirect(cursor: Cursor): Redirect | null {
  const match = /^([0-2]?)(>>|>&|<&|>\||>|<<|<)/.exec(cursor.text.slice(cursor.at, cursor.at + 4));
  const operator = match?.[2];
  if (!match || operator === undefined) return null;
  if (operator === '<<' || operator === '<&')
    throw new ShellSyntaxError(`syntax error: unexpected '${operator}'`);
  cursor.at += match[0].length;
  skipSpace(cursor, false);
  if (!isWordStart(cursor)) throw unexpected(cursor);
  const target = scanWord(cursor, parseList);
  const fd = match[1] === '0' ? 0 : match[1] === '2' ? 2 : match[1] === '1' || operator !== '<' ? 1 : 0;
  return { fd, operator: operator === '>|' ? '>' : (operator as Redirect['operator']), target };
}

function nonEmpty(cursor: Cursor, list: List): List {
  if (list.length === 0) throw cursor.done ? unexpectedEnd() : unexpected(cursor);
  return list;
}

function takeWord(cursor: Cursor, word: string): boolean {
  skipSpace(cursor, true);
  if (peekPlainWord(cursor) !== word) return false;
  cursor.at += word.length;
  return true;
}

function expectWord(cursor: Cursor, word: string): void {
  if (takeWord(cursor, word)) return;
  throw cursor.done ? unexpectedEnd() : unexpected(cursor);
}

/** The word at the cursor when it is plain text up to a blank or operator: the only form reserved words have. */
function peekPlainWord(cursor: Cursor): string {
  return (
    /^[^\s;&|<>()'"\\$`]*(?=[\s;&|<>()]|$)/.exec(cursor.text.slice(cursor.at, cursor.at + 80))?.[0] ?? ''
  );
}

function skipSpace(cursor: Cursor, newlines: boolean): void {
  for (;;) {
    if (cursor.char === ' ' || cursor.char === '\t' || (newlines && cursor.char === '\n')) cursor.at++;
    else if (cursor.starts('\\\n')) cursor.at += 2;
    else if (cursor.char === '#') cursor.at = endOfLine(cursor);
    else return;
  }
}

function endOfLine(cursor: Cursor): number {
  const end = cursor.text.indexOf('\n', cursor.at);
  return end < 0 ? cursor.text.length : end;
}

function unexpected(cursor: Cursor): ShellSyntaxError {
  if (cursor.done) return unexpectedEnd();
  const shown = /^(?:&&|\|\||;;|[;&|()<>])/.exec(cursor.text.slice(cursor.at))?.[0] ?? peekPlainWord(cursor);
  return new ShellSyntaxError(`syntax error: unexpected '${cursor.char === '\n' ? 'newline' : shown}'`);
}

function unexpectedEnd(): ShellSyntaxError {
  return new ShellSyntaxError('syntax error: unexpected end of file', true);
}
