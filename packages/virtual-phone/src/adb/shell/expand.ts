/** Word expansion in mksh's order: braces, tilde, parameters and substitutions, field splitting, file names, quotes. */
import type { List, Word, WordPart } from './syntax.ts';

/** What expansion needs of the running shell. */
export interface Surroundings {
  parameter(name: string): string | null;
  /** The positional parameters for `$@`. */
  readonly positional: readonly string[];
  substitute(list: List): Promise<string>;
  arithmetic(source: string): number;
  /** Names in a folder, or null. */
  list(folder: string): readonly string[] | null;
  readonly cwd: string;
}

interface Piece {
  readonly text: string;
  /** Quoted text is neither split nor matched against file names. */
  readonly quoted: boolean;
  /** Results of unquoted expansions are split at blanks. */
  readonly split: boolean;
}

export async function expandWords(words: readonly Word[], around: Surroundings): Promise<string[]> {
  const fields: string[] = [];
  for (const word of words) {
    for (const variant of expandBraces(word)) {
      const pieces = await expandParts(variant, around);
      for (const field of splitFields(pieces)) fields.push(...matchFiles(field, around));
    }
  }
  return fields;
}

/** For assignments and redirections: one string, unsplit. */
export async function expandToString(word: Word, around: Surroundings): Promise<string> {
  return (await expandParts(word, around)).map((piece) => piece.text).join('');
}

async function expandParts(word: Word, around: Surroundings): Promise<Piece[]> {
  const pieces: Piece[] = [];
  for (const [index, part] of word.entries()) {
    if (part.kind === 'text') {
      const home = index === 0 && !part.quoted && /^~(?=\/|$)/.test(part.text);
      const text = home ? `${around.parameter('HOME') ?? '/'}${part.text.slice(1)}` : part.text;
      pieces.push({ text, quoted: part.quoted, split: false });
    } else if (part.kind === 'parameter' && part.name === '@' && part.quoted) {
      pieces.push({ text: around.positional.join(' '), quoted: true, split: false });
    } else {
      const text = await expandPart(part, around);
      pieces.push({ text, quoted: part.quoted, split: !part.quoted });
    }
  }
  return pieces;
}

async function expandPart(part: Exclude<WordPart, { kind: 'text' }>, around: Surroundings): Promise<string> {
  if (part.kind === 'arithmetic') return String(around.arithmetic(part.text));
  if (part.kind === 'command') return (await around.substitute(part.list)).replace(/\n+$/, '');
  const value =
    part.name === '@' || part.name === '*' ? around.positional.join(' ') : around.parameter(part.name);
  const missing = value === null || (part.operator.startsWith(':') && value === '');
  switch (part.operator) {
    case '#':
      return String([...(value ?? '')].length);
    case '-':
    case ':-':
      return missing ? await expandToString(part.operand, around) : value;
    case '+':
    case ':+':
      return missing ? '' : await expandToString(part.operand, around);
    default:
      return value ?? '';
  }
}

function splitFields(pieces: readonly Piece[]): Piece[][] {
  const fields: Piece[][] = [];
  let current: Piece[] = [];
  const flush = (): void => {
    if (current.some((piece) => piece.quoted || piece.text !== '')) fields.push(current);
    current = [];
  };
  for (const piece of pieces) {
    if (!piece.split) {
      current.push(piece);
      continue;
    }
    const parts = piece.text.split(/[ \t\n]+/);
    for (const [index, text] of parts.entries()) {
      if (index > 0) flush();
      if (text !== '') current.push({ text, quoted: false, split: true });
    }
  }
  flush();
  return fields;
}

function matchFiles(field: readonly Piece[], around: Surroundings): string[] {
  const plain = field.map((piece) => piece.text).join('');
  if (!field.some((piece) => !piece.quoted && /[*?[]/.test(piece.text))) return [plain];
  const pattern = field
    .map((piece) => (piece.quoted ? piece.text.replace(/[*?[\]\\]/g, '\\$&') : piece.text))
    .join('');
  const absolute = pattern.startsWith('/');
  let found = [absolute ? '' : around.cwd === '/' ? '' : around.cwd];
  for (const part of pattern.split('/').filter((name) => name !== '')) {
    const matcher = globExpression(part);
    found = found.flatMap((folder) =>
      (around.list(folder || '/') ?? [])
        .filter((name) => matcher.test(name) && (part.startsWith('.') || !name.startsWith('.')))
        .map((name) => `${folder}/${name}`),
    );
  }
  if (found.length === 0) return [plain];
  const prefix = absolute ? 0 : around.cwd === '/' ? 1 : around.cwd.length + 1;
  return found.map((path) => path.slice(prefix)).sort();
}

/** A whole-name matcher for `*`, `?`, `[...]` and backslash escapes. */
function globExpression(pattern: string): RegExp {
  const source = pattern.replace(/\\(.)|\[!?[^\]]+\]|[\s\S]/g, (token, literal: string | undefined) => {
    if (literal !== undefined) return literal.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
    if (token === '*') return '.*';
    if (token === '?') return '.';
    if (token.length > 1) return token.replace('[!', '[^');
    return token.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  });
  return new RegExp(`^${source}$`, 's');
}

type Token = string | WordPart;

/** mksh expands `a{b,c}` unless quoted; a brace without a comma stays as it is. */
function expandBraces(word: Word): Word[] {
  if (!word.some((part) => part.kind === 'text' && !part.quoted && part.text.includes('{'))) return [word];
  const tokens: Token[] = word.flatMap((part): readonly Token[] =>
    part.kind === 'text' && !part.quoted ? [...part.text] : [part],
  );
  return braceVariants(tokens).map(joinTokens);
}

function braceVariants(tokens: readonly Token[]): Token[][] {
  for (let open = tokens.indexOf('{'); open >= 0; open = tokens.indexOf('{', open + 1)) {
    const group = braceGroup(tokens, open);
    if (!group) continue;
    const before = tokens.slice(0, open);
    const rests = braceVariants(tokens.slice(group.end + 1));
    return group.choices
      .flatMap((choice) => braceVariants(choice))
      .flatMap((choice) => rests.map((rest) => [...before, ...choice, ...rest]));
  }
  return [[...tokens]];
}

function braceGroup(tokens: readonly Token[], open: number): { end: number; choices: Token[][] } | null {
  const choices: Token[][] = [];
  let depth = 0;
  let start = open + 1;
  for (let at = open; at < tokens.length; at++) {
    const token = tokens[at];
    if (token === '{') depth++;
    else if (token === ',' && depth === 1) {
      choices.push(tokens.slice(start, at));
      start = at + 1;
    } else if (token === '}' && --depth === 0) {
      if (choices.length === 0) return null;
      choices.push(tokens.slice(start, at));
      return { end: at, choices };
    }
  }
  return null;
}

function joinTokens(tokens: readonly Token[]): Word {
  const parts: WordPart[] = [];
  let run = '';
  for (const token of tokens) {
    if (typeof token === 'string') {
      run += token;
      continue;
    }
    if (run !== '') parts.push({ kind: 'text', text: run, quoted: false });
    run = '';
    parts.push(token);
  }
  if (run !== '') parts.push({ kind: 'text', text: run, quoted: false });
  return parts;
}
