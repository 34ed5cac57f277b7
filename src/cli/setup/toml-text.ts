/**
 * One table of a TOML text, put in or taken out; every other line stays as it is. It knows headers and strings of several lines,
 * not all of TOML, so whoever calls it reads the result again before relying on it.
 */
import { parse, stringify } from 'smol-toml';

/** Without the table and the tables below it where `table` is undefined. */
export function withTable(
  text: string,
  path: readonly [string, string],
  table: Readonly<Record<string, unknown>> | undefined,
): string {
  const eol = text.includes('\r\n') ? '\r\n' : '\n';
  const lines = text.split(/\r?\n/);
  const inside = linesOf(lines, path);
  const rest = lines.filter((_, at) => !inside[at]);
  if (table === undefined) return rest.join(eol);
  const block = stringify({ [path[0]]: { [path[1]]: table } })
    .trimEnd()
    .split('\n');
  const before = inside.includes(true) ? inside.indexOf(true) : rest.length;
  const head = rest.slice(0, before);
  while (head.at(-1)?.trim() === '') head.pop();
  const tail = rest.slice(before);
  const gap = head.length === 0 ? [] : [''];
  return [...head, ...gap, ...block, ...(tail[0] === undefined || tail[0] === '' ? [] : ['']), ...tail, '']
    .join(eol)
    .replace(/(\r?\n)+$/, eol);
}

/** For each line, whether it belongs to the table or one below it; comments before the next header belong to that. */
function linesOf(lines: readonly string[], path: readonly string[]): boolean[] {
  let within = false;
  let open: string | null = null;
  const inside = lines.map((line) => {
    const header = open === null ? headerPath(line) : null;
    open = openAfter(line, open);
    if (header) within = path.every((key, at) => header[at] === key);
    return within;
  });
  let next = false;
  for (let at = lines.length - 1; at >= 0; at--) {
    const line = lines[at]?.trim() ?? '';
    if (inside[at] && next && (line === '' || line.startsWith('#'))) inside[at] = false;
    else next = !inside[at];
  }
  return inside;
}

/** The quotes of a string of several lines that is open at the end of the line. */
function openAfter(line: string, before: string | null): string | null {
  let open = before;
  for (const [quotes] of line.matchAll(/"""|'''/g))
    open = open === null ? quotes : open === quotes ? null : open;
  return open;
}

/** The keys of a line such as `[a."b c"]`; null for any other. */
function headerPath(line: string): readonly string[] | null {
  const [, header] = /^\s*(\[\[?[^\]]+\]?\])\s*(?:#.*)?$/.exec(line) ?? [];
  if (header === undefined) return null;
  try {
    return keysOf(parse(header));
  } catch {
    return null; // an array of a value over several lines looks alike
  }
}

function keysOf(value: unknown): string[] {
  const one = Array.isArray(value) ? (value[0] as unknown) : value;
  if (typeof one !== 'object' || one === null) return [];
  const [key] = Object.keys(one);
  return key === undefined ? [] : [key, ...keysOf((one as Record<string, unknown>)[key])];
}
