/**
 * Figures of the code, for comparing two states of it by one measure: sizes of files and functions, complexity, casts,
 * comments. `node scripts/house/code-figures.mjs [ROOT]` prints the table; with --write it also goes to docs/benchmarks.
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

const [root = '.'] = process.argv.slice(2).filter((word) => !word.startsWith('--'));

function typescriptFiles(folder) {
  const place = join(root, folder);
  if (!existsSync(place)) return [];
  return readdirSync(place, { recursive: true, encoding: 'utf8' })
    .map((file) => join(place, file).replaceAll('\\', '/'))
    .filter((file) => file.endsWith('.ts') && !file.includes('node_modules'));
}

const isTest = (file) => file.endsWith('.test.ts');
const isDouble = (file) => /\/(testing|fixtures)\//.test(file);
const isPhone = (file) => /src\/virtual\/|packages\/virtual-phone\//.test(file);
const ours = ['src', 'packages'].flatMap(typescriptFiles);
const tests = [...ours.filter((file) => isTest(file) || isDouble(file)), ...typescriptFiles('test')];

const linesOf = (file) => readFileSync(file, 'utf8').trimEnd().split('\n').length;
const sum = (values) => values.reduce((all, value) => all + value, 0);
const at = (values, part) => [...values].sort((a, b) => a - b)[Math.floor((values.length - 1) * part)] ?? 0;
const isFunction = (node) =>
  ts.isFunctionDeclaration(node) ||
  ts.isMethodDeclaration(node) ||
  ts.isConstructorDeclaration(node) ||
  ts.isArrowFunction(node) ||
  ts.isFunctionExpression(node) ||
  ts.isGetAccessor(node) ||
  ts.isSetAccessor(node);
const isLogical = (node) =>
  ts.isBinaryExpression(node) &&
  [ts.SyntaxKind.AmpersandAmpersandToken, ts.SyntaxKind.BarBarToken].includes(node.operatorToken.kind);
const nests = (node) =>
  ts.isIfStatement(node) ||
  ts.isConditionalExpression(node) ||
  ts.isSwitchStatement(node) ||
  ts.isForStatement(node) ||
  ts.isForOfStatement(node) ||
  ts.isForInStatement(node) ||
  ts.isWhileStatement(node) ||
  ts.isDoStatement(node) ||
  ts.isCatchClause(node);

/** Cognitive complexity as SonarSource defines it (white paper, version 1.7), functions within a function nested in it. */
function cognitive(node, depth = 0) {
  let points = 0;
  const isElseIf =
    ts.isIfStatement(node) && ts.isIfStatement(node.parent) && node.parent.elseStatement === node;
  if (isElseIf) points += 1;
  else if (nests(node)) points += 1 + depth;
  if (ts.isIfStatement(node) && node.elseStatement && !ts.isIfStatement(node.elseStatement)) points += 1;
  if (
    isLogical(node) &&
    !(isLogical(node.parent) && node.parent.operatorToken.kind === node.operatorToken.kind)
  )
    points += 1;
  if ((ts.isBreakStatement(node) || ts.isContinueStatement(node)) && node.label) points += 1;
  const deeper = isElseIf ? depth : depth + (nests(node) || isFunction(node) ? 1 : 0);
  ts.forEachChild(node, (child) => {
    points += cognitive(child, deeper);
  });
  return points;
}

function figuresOf(files) {
  const found = { functions: [], complex: 0, any: 0, casts: 0, nonNull: 0, emptyCatch: 0, bareError: 0 };
  const texts = files.map((file) => readFileSync(file, 'utf8'));
  for (const [index, file] of files.entries()) {
    const source = ts.createSourceFile(file, texts[index], ts.ScriptTarget.ES2023, true);
    const line = (position) => source.getLineAndCharacterOfPosition(position).line;
    const visit = (node, inside) => {
      if (isFunction(node) && node.body) {
        found.functions.push(line(node.end) - line(node.getStart()) + 1);
        if (!inside && ts.isBlock(node.body) && cognitiveOf(node) > 15) found.complex += 1;
      }
      if (node.kind === ts.SyntaxKind.AnyKeyword) found.any += 1;
      if (ts.isAsExpression(node) && node.type.getText() !== 'const') found.casts += 1;
      if (ts.isNonNullExpression(node)) found.nonNull += 1;
      if (ts.isCatchClause(node) && node.block.statements.length === 0) found.emptyCatch += 1;
      if (ts.isNewExpression(node) && node.expression.getText() === 'Error') found.bareError += 1;
      ts.forEachChild(node, (child) => visit(child, inside || (isFunction(node) && Boolean(node.body))));
    };
    visit(source, false);
  }
  return { found, texts };
}

function cognitiveOf(node) {
  let points = 0;
  ts.forEachChild(node, (child) => {
    points += cognitive(child);
  });
  return points;
}

const commentLines = (text) =>
  sum(
    (text.match(/\/\*[\s\S]*?\*\/|(?:^|[^:'"`])\/\/.*$/gm) ?? []).map((one) => one.trim().split('\n').length),
  );
const count = (texts, pattern) => sum(texts.map((text) => text.match(pattern)?.length ?? 0));
const oneDigit = (value) => String(Math.round(value * 10) / 10);

function column(files, testLines) {
  const sizes = files.map(linesOf);
  const lines = sum(sizes);
  const { found, texts } = figuresOf(files);
  const comments = sum(texts.map(commentLines));
  const ignores = count(texts, /@ts-(ignore|expect-error|nocheck)|biome-ignore|eslint-disable/g);
  const cited = count(
    texts,
    /https?:\/\/|\[S\d+\]|AOSP|@android-?\d|@platform|Xcode \d|issues?\/\d|#\d{3,}/g,
  );
  return [
    ['files / lines', `${files.length} / ${lines}`],
    ['file median / p90 / max', `${at(sizes, 0.5)} / ${at(sizes, 0.9)} / ${Math.max(...sizes)}`],
    ['files over 300 lines', sizes.filter((size) => size > 300).length],
    [
      'functions over 60 lines / longest',
      `${found.functions.filter((size) => size > 60).length} / ${Math.max(...found.functions)}`,
    ],
    ['function p90', at(found.functions, 0.9)],
    [
      'cognitive complexity over 15, per 1,000 lines',
      `${oneDigit((found.complex * 1000) / lines)} (${found.complex})`,
    ],
    ['`any` per 1,000 lines', oneDigit((found.any * 1000) / lines)],
    ['`as` casts per 1,000 lines', `${oneDigit((found.casts * 1000) / lines)} (${found.casts})`],
    ['`!` / ignored rules', `${found.nonNull} / ${ignores}`],
    ['empty catches / bare `new Error`', `${found.emptyCatch} / ${found.bareError}`],
    ['TODO, FIXME', count(texts, /\b(TODO|FIXME)\b/g)],
    ['comment lines : lines', `${oneDigit((comments * 100) / lines)} %`],
    ['comments that cite a source', cited],
    ['test lines : source lines', (testLines / lines).toFixed(2)],
  ];
}

const sources = ours.filter((file) => !isTest(file) && !isDouble(file));
const testLines = (phone) => sum(tests.filter((file) => isPhone(file) === phone).map(linesOf));
const product = column(
  sources.filter((file) => !isPhone(file)),
  testLines(false),
);
const phone = column(sources.filter(isPhone), testLines(true));
const toolFiles = sources.filter((file) => /src\/tools\/[a-z]+\/[a-z-]+\.ts$/.test(file));
const rows = product.map(([what, value], index) => `| ${what} | ${value} | ${phone[index]?.[1]} |`);
const table = [
  '| | product | virtual phone |',
  '| --- | --- | --- |',
  ...rows,
  `| lines of a tool's file, mean (of ${toolFiles.length}) | ${Math.round(sum(toolFiles.map(linesOf)) / toolFiles.length)} | - |`,
].join('\n');
console.log(table);

if (process.argv.includes('--write')) {
  const file = join('docs', 'benchmarks', 'code-figures.md');
  const text = readFileSync(file, 'utf8');
  writeFileSync(file, text.replace(/(<!-- now -->\n)[\s\S]*?(<!-- \/now -->)/, `$1\n${table}\n\n$2`));
}
