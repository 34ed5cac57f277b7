/** By the types, so that parameters whose type is inferred count too; the annotated ones are a row of `only-in.ts`. */
import ts from 'typescript';
import { expect, test } from 'vitest';

function isDispatch(type: ts.Type): boolean {
  if (type.isUnion()) return type.types.some(isDispatch);
  const symbol = type.getSymbol();
  const file = symbol?.declarations?.[0]?.getSourceFile().fileName ?? '';
  return symbol?.name === 'Dispatch' && file.endsWith('/core/src/dispatch.ts');
}

function* named(node: ts.Node, name: string): Generator<ts.Identifier> {
  const declares = ts.isParameter(node) || ts.isVariableDeclaration(node) || ts.isBindingElement(node);
  if (declares && ts.isIdentifier(node.name) && node.name.text === name) yield node.name;
  const children: ts.Node[] = [];
  ts.forEachChild(node, (child) => void children.push(child));
  for (const child of children) yield* named(child, name);
}

test('nothing that may change the device is called op', () => {
  const { config } = ts.readConfigFile('tsconfig.json', ts.sys.readFile);
  const { fileNames, options } = ts.parseJsonConfigFileContent(config, ts.sys, process.cwd());
  const program = ts.createProgram(fileNames, options);
  const checker = program.getTypeChecker();
  const ours = program.getSourceFiles().filter(({ fileName }) => !fileName.includes('/node_modules/'));
  expect(ours.length).toBeGreaterThan(500);
  const count = (name: string): readonly string[] =>
    ours.flatMap((source) =>
      [...named(source, name)]
        .filter((identifier) => isDispatch(checker.getTypeAtLocation(identifier)))
        .map((identifier) => {
          const { line } = source.getLineAndCharacterOfPosition(identifier.getStart());
          return `${source.fileName}:${line + 1}`;
        }),
    );
  expect(count('op')).toEqual([]);
  expect(count('dispatch').length).toBeGreaterThan(100);
}, 120_000);
