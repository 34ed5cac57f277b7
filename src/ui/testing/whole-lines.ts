/** The lines of the longest outline, without header and indentation: what the lines of a difference are applied to. */
import { wholePieces } from '../outline.ts';
import type { Reading } from '../outline-diff.ts';
import { linesOf } from '../outline-lines.ts';

export function wholeLines({ tree, handles }: Reading): readonly string[] {
  return linesOf(tree).map((line) =>
    wholePieces(line, handles)
      .map(({ text }) => text)
      .join(' '),
  );
}
