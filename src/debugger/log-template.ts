/**
 * The text of a log point: words with expressions in braces. `{{` and `}}` stand for one brace; a `}` that closes
 * nothing is itself.
 */
import { ExpressionProblem } from './language.ts';

export type TemplatePart<Expression> =
  | { readonly text: string }
  | {
      /** The expression as it was written. */
      readonly source: string;
      readonly expression: Expression;
    };

/** A brace within quotes belongs to the expression. */
const piece = /(\{\{|\}\}?)|\{((?:[^{}"']|"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')*)\}|([^{}]+)|\{([^{}]*)\}/sy;

/** `parse` reads what stands in braces. Throws ExpressionProblem for a brace that is not closed, and for an empty pair. */
export function parseTemplate<Expression>(
  template: string,
  parse: (text: string) => Expression,
): readonly TemplatePart<Expression>[] {
  const parts: TemplatePart<Expression>[] = [];
  let text = '';
  piece.lastIndex = 0;
  while (piece.lastIndex < template.length) {
    const from = piece.lastIndex;
    const [, brace, whole, words, unquoted] = piece.exec(template) ?? [];
    const inner = whole ?? unquoted;
    if (inner !== undefined) {
      const source = inner.trim();
      if (source === '') throw new ExpressionProblem(`The braces at character ${from + 1} are empty.`);
      if (text !== '') parts.push({ text });
      text = '';
      parts.push({ source, expression: parse(source) });
    } else if (brace !== undefined) text += brace.charAt(0);
    else if (words !== undefined) text += words;
    else throw new ExpressionProblem(`The { at character ${from + 1} has no }. Write {{ for a brace.`);
  }
  if (text !== '') parts.push({ text });
  return parts;
}
