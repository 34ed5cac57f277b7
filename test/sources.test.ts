/**
 * Facts about platforms name their source where they stand. A fact is a pattern that holds words of a device or tool, or a
 * constant of time; its source is a mark such as `[A1]`, an entry of docs/sources.md, on its line or in the comment of what
 * holds it: the row of a table, the statement, the constant, the function or method, at most 40 lines above. The head of a
 * file and the comment of a class say nothing of a line. In a row of constants without blank lines the first speaks for all.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));
const files = [
  'src/devices',
  'src/logs',
  'src/host',
  'src/projects',
  'src/debugger/jdwp',
  'src/debugger/lldb',
]
  .flatMap((folder) =>
    readdirSync(root + folder, { recursive: true, encoding: 'utf8' }).map((file) => `${folder}/${file}`),
  )
  .map((file) => file.replaceAll('\\', '/'))
  .filter((file) => file.endsWith('.ts') && !/\.test\.ts$|\/(?:testing|fixtures|port)\//.test(file));

const mark = /\[([AOST]\d+)\]/;
const marks = /\[([AOST]\d+)\]/g;
/** Four letters in a row are a word, escapes such as `\bword` aside. */
const holdsWord = (pattern: string): boolean =>
  /[A-Za-z]{4}/.test(pattern.replace(/\\(?:u[\da-f]{4}|x[\da-f]{2}|[a-zA-Z])/gi, ' '));
const timeName = /(?:Ms|Seconds|[lL]imits)$/;

function holdsTime(statement: ts.Node): boolean {
  if (!ts.isVariableStatement(statement)) return false;
  return statement.declarationList.declarations.some(
    ({ name, initializer }) =>
      timeName.test(name.getText()) &&
      initializer !== undefined &&
      /^[[{(\d][^=]*$/.test(initializer.getText()),
  );
}

const furthestLines = 40;

/** Lines on which a pattern that holds a word stands without a source. */
function uncitedPatterns(
  statement: ts.Statement,
  source: ts.SourceFile,
  lines: readonly string[],
): readonly number[] {
  const lineOf = (at: number): number => source.getLineAndCharacterOfPosition(at).line;
  const citedBy = (node: ts.Node, line: number): boolean => {
    const above = source.text.slice(node.getFullStart(), node.getStart());
    const comment = ts.getLeadingCommentRanges(source.text, node.getFullStart())?.at(-1);
    return mark.test(above) && comment !== undefined && line - lineOf(comment.end) <= furthestLines;
  };
  const found: number[] = [];
  const visit = (node: ts.Node, holders: readonly ts.Node[]): void => {
    const within = ts.isClassDeclaration(node) ? [] : [...holders, node];
    if (ts.isRegularExpressionLiteral(node) && holdsWord(node.text)) {
      const line = lineOf(node.getStart());
      const cited = mark.test(lines[line] ?? '') || within.some((holder) => citedBy(holder, line));
      if (!cited) found.push(line);
    }
    ts.forEachChild(node, (child) => visit(child, within));
  };
  visit(statement, []);
  return found;
}

/** `file:line: text` of each fact without a source. */
function uncited(name: string, text: string): readonly string[] {
  const source = ts.createSourceFile(name, text, ts.ScriptTarget.Latest, true);
  const lines = text.split('\n');
  const strays = new Set<string>();
  let citedAbove: boolean = false;
  for (const statement of source.statements) {
    const above = text.slice(statement.getFullStart(), statement.getStart());
    const first = source.getLineAndCharacterOfPosition(statement.getStart()).line;
    const inRow: boolean = citedAbove && !/\n\s*\n/.test(above);
    const cited: boolean = inRow || mark.test(above + (lines[first] ?? ''));
    const facts = holdsTime(statement) && !cited ? [first] : uncitedPatterns(statement, source, lines);
    if (!inRow) for (const line of facts) strays.add(`${name}:${line + 1}: ${lines[line]?.trim()}`);
    citedAbove = cited && ts.isVariableStatement(statement);
  }
  return [...strays];
}

const page = readFileSync(`${root}docs/sources.md`, 'utf8');
const entries = [...page.matchAll(/^\| ([AOST]\d+) \|/gm)].map(([, id = '']) => id);

describe('the rule itself', () => {
  it.each([
    ['const gone = /device offline/;', 1],
    ['/** adb says so [A2]. */\nconst gone = /device offline/;', 0],
    ['const gone = /device offline/; // [A2]', 0],
    ["/** Head. [A2] */\nimport a from 'a';\nconst gone = /device offline/;", 1],
    ['const blank = /\\s+|[a-z]\\b|[\\ud800-\\udfff]/;', 0],
    ['const waitMs = 300;\n', 1],
    ['const waitMs = 300; // [O1]\n', 0],
    ['// Chosen [O1].\nconst waitMs = 300;\nconst longestMs = 900;\n', 0],
    ['// Chosen [O1].\nconst waitMs = 300;\n\nconst longestMs = 900;\n', 1],
    ['/** Head. [O1] */\nimport a from "a";\n\nconst waitMs = 300;\n', 1],
    ['const limits: Record<string, number> = { list: 60_000 };', 1],
    ['const nowMs = clock.now();', 0],
    ['function f(text: string) {\n  return /Success/.test(text);\n}', 1],
    ['/** pm says so [A9]. */\nfunction f(text: string) {\n  return /Success/.test(text);\n}', 0],
    ['function f(text: string) {\n  // pm says so [A9].\n  return /Success/.test(text);\n}', 0],
    ['function f(text: string) {\n  // pm [A9].\n  g();\n  return /Success/.test(text);\n}', 1],
    ['/** Speaks to pm [A9]. */\nclass A {\n  ok = (text: string) => /Success/.test(text);\n}', 1],
    ['class A {\n  /** pm says so [A9]. */\n  ok = (text: string) => /Success/.test(text);\n}', 0],
    ['const rows = [\n  // adb [A2].\n  { says: /offline/ },\n  { says: /unauthorized/ },\n];', 1],
    ['// adb [A2].\nconst rows = [\n  { says: /offline/ },\n  { says: /unauthorized/ },\n];', 0],
    [`// adb [A2].\nconst rows = [${'\n'.repeat(50)}  { says: /offline/ },\n];`, 1],
  ])('%j: %i', (text, count) => {
    expect(uncited('x.ts', text)).toHaveLength(count);
  });
});

describe('facts about platforms', () => {
  it('every one names its source', () => {
    const strays = files.flatMap((file) => uncited(file, readFileSync(root + file, 'utf8')));
    expect(strays).toEqual([]);
  });

  it('every source that is named is an entry, and every entry is named', () => {
    const readme = `${root}test/fixtures/recorded/README.md`;
    const named = [...files.map((file) => root + file), readme].flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(marks)].map(([, id = '']) => id),
    );
    expect(new Set(named)).toEqual(new Set(entries));
    expect(entries.length).toBe(new Set(entries).size);
  });
});
