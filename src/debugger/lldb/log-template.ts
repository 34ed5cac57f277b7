/** The text of a log point: words with expressions in braces. `{{` and `}}` stand for one brace. */

export type TemplatePart = { readonly text: string } | { readonly expression: string };

/** Null when a brace is not closed, or nothing stands in it. */
export function parseTemplate(template: string): readonly TemplatePart[] | null {
  const parts: TemplatePart[] = [];
  let rest = template;
  while (rest !== '') {
    const [piece = ''] = /^(?:\{\{|\}\}|\{[^{}]*\}|[^{}]+)/.exec(rest) ?? [];
    if (piece === '') return null;
    if (piece.startsWith('{') && piece !== '{{') {
      const expression = piece.slice(1, -1).trim();
      if (expression === '') return null;
      parts.push({ expression });
    } else parts.push({ text: piece === '{{' ? '{' : piece === '}}' ? '}' : piece });
    rest = rest.slice(piece.length);
  }
  return parts;
}
