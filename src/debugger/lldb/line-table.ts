/** Lines of a source file that have code, from what `target modules dump line-table` prints. */

/** In order, each once. Line 0 stands for code of no line. */
export function codeLines(printed: string, file: string): readonly number[] {
  // `0x00005617fa6aa373: /src/prog.cpp:11:22, is_start_of_statement = TRUE`; the column may be missing. Lines of
  // headers that the file includes stand among them.
  const found = printed.matchAll(/^0x[0-9a-f]+: (.+?):(\d+)(?::\d+)?(?:,|\s*$)/gim);
  const name = lastPart(file);
  const lines = new Set<number>();
  for (const [, path = '', line] of found) {
    if (Number(line) > 0 && lastPart(path) === name) lines.add(Number(line));
  }
  return [...lines].sort((a, b) => a - b);
}

function lastPart(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** The last before and the first after. */
export function nearest(lines: readonly number[], wanted: number): readonly number[] {
  const before = lines.findLast((line) => line < wanted);
  const after = lines.find((line) => line > wanted);
  return [before, after].filter((line) => line !== undefined);
}
