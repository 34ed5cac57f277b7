/** Expressions of Java and Kotlin: names, members, indices, calls without arguments, and what all languages have. */
import {
  type ExpressionOf,
  ExpressionProblem,
  type Language,
  type LiteralValue,
  parseIn,
  type Reader,
} from './language.ts';

type JavaPath =
  | { readonly kind: 'name'; readonly name: string }
  | { readonly kind: 'member'; readonly of: Expression; readonly name: string }
  | { readonly kind: 'index'; readonly of: Expression; readonly index: Expression }
  /** Runs code of the program; only where the caller allows it. */
  | { readonly kind: 'call'; readonly of: Expression; readonly name: string };

export type Expression = ExpressionOf<JavaPath>;

const identifier = /[\p{ID_Start}_$][\p{ID_Continue}$]*/uy;

const java: Language<JavaPath> = {
  words: new Map<string, LiteralValue>([
    ['true', true],
    ['false', false],
    ['null', null],
  ]),
  start(reader) {
    const name = reader.take(identifier);
    return name === null ? null : { kind: 'name', name };
  },
  follow(reader, of, inner) {
    if (reader.takeSign('.')) return member(reader, of);
    if (!reader.takeSign('[')) return null;
    const index = inner();
    if (!reader.takeSign(']')) throw reader.unexpected();
    return { kind: 'index', of, index };
  },
};

function member(reader: Reader, of: Expression): JavaPath {
  const name = reader.take(identifier);
  if (name === null) throw reader.unexpected();
  if (!reader.takeSign('(')) return { kind: 'member', of, name };
  if (reader.takeSign(')')) return { kind: 'call', of, name };
  throw new ExpressionProblem('Only methods without arguments can be called.');
}

/** Throws ExpressionProblem for what is not of this language. */
export function parseExpression(text: string): Expression {
  return parseIn(java, text);
}

/** Whether answering runs code of the program. */
export function callsCode(expression: Expression): boolean {
  switch (expression.kind) {
    case 'literal':
    case 'name':
      return false;
    case 'call':
      return true;
    case 'member':
    case 'not':
      return callsCode(expression.of);
    case 'index':
      return callsCode(expression.of) || callsCode(expression.index);
    case 'binary':
      return callsCode(expression.left) || callsCode(expression.right);
  }
}
