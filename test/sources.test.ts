/**
 * Facts about platforms name their source. A fact is a pattern that holds words of a device or tool, or a constant of time;
 * its source is a mark such as `[A1]`, an entry of docs/sources.md, in the statement or its comment; for patterns the head of
 * the file does as well, for a row of constants the first of them.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));
const files = ['src/devices', 'src/logs']
  .flatMap((folder) =>
    readdirSync(root + folder, { recursive: true, encoding: 'utf8' }).map((file) => `${folder}/${file}`),
  )
  .map((file) => file.replaceAll('\\', '/'))
  .filter((file) => file.endsWith('.ts') && !/\.test\.ts$|\/(?:testing|fixtures|port)\//.test(file));

const mark = /\[([AOST]\d+)\]/;
const marks = /\[([AOST]\d+)\]/g;
/** Four letters in a row are a word, escapes such as `\bword` aside. */
const holdsWord = (pattern: string): boolean => /[A-Za-z]{4}/.test(pattern.replace(/\\[a-zA-Z]/g, ' '));
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

function holdsPattern(statement: ts.Node): boolean {
  let found = false;
  const visit = (node: ts.Node): void => {
    if (ts.isRegularExpressionLiteral(node) && holdsWord(node.text)) found = true;
    if (!found) ts.forEachChild(node, visit);
  };
  visit(statement);
  return found;
}

/** `file:line: text` of each statement with a fact and without a source. */
function uncited(name: string, text: string): readonly string[] {
  const source = ts.createSourceFile(name, text, ts.ScriptTarget.Latest, true);
  const head = text.slice(0, source.statements[0]?.getStart() ?? 0);
  const headCited = mark.test(head);
  const strays: string[] = [];
  let citedAbove: boolean = false;
  for (const statement of source.statements) {
    const apart = /\n\s*\n/.test(text.slice(statement.getFullStart(), statement.getStart()));
    const cited: boolean = mark.test(statement.getFullText()) || (citedAbove && !apart);
    if (!cited && (holdsTime(statement) || (!headCited && holdsPattern(statement)))) {
      const { line } = source.getLineAndCharacterOfPosition(statement.getStart());
      strays.push(`${name}:${line + 1}: ${statement.getText().split('\n')[0]}`);
    }
    citedAbove = cited;
  }
  return strays;
}

const page = readFileSync(`${root}docs/sources.md`, 'utf8');
const entries = [...page.matchAll(/^\| ([AOST]\d+) \|/gm)].map(([, id = '']) => id);

describe('the rule itself', () => {
  it.each([
    ['const gone = /device offline/;', 1],
    ['/** adb says so [A2]. */\nconst gone = /device offline/;', 0],
    ["/** Head. [A2] */\nimport a from 'a';\nconst gone = /device offline/;", 0],
    ['const blank = /\\s+|[a-z]\\b/;', 0],
    ['const waitMs = 300;\n', 1],
    ['// Chosen [O1].\nconst waitMs = 300;\nconst longestMs = 900;\n', 0],
    ['// Chosen [O1].\nconst waitMs = 300;\n\nconst longestMs = 900;\n', 1],
    ['/** Head. [O1] */\nimport a from "a";\n\nconst waitMs = 300;\n', 1],
    ['const limits: Record<string, number> = { list: 60_000 };', 1],
    ['const nowMs = clock.now();', 0],
    ['function f(text: string) {\n  return /Success/.test(text);\n}', 1],
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
