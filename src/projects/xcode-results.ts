/** What Xcode itself recorded of a failed build: read when the log names no place. Pure. */
import type { BuildError } from './build-output.ts';

const most = 10;

/** Of `xcresulttool get build-results`; empty for anything else, such as the refusal of an older Xcode. */
export function errorsIn(output: string): readonly BuildError[] {
  const at = output.indexOf('{');
  if (at < 0) return [];
  let parsed: unknown;
  try {
    parsed = JSON.parse(output.slice(at));
  } catch {
    return []; // no JSON
  }
  const { errors } = (parsed ?? {}) as { readonly errors?: unknown };
  if (!Array.isArray(errors)) return [];
  return errors.slice(0, most).flatMap(errorOf);
}

function errorOf(issue: unknown): readonly BuildError[] {
  if (typeof issue !== 'object' || issue === null) return [];
  const { message, sourceURL } = issue as Readonly<Record<string, unknown>>;
  if (typeof message !== 'string' || message.trim() === '') return [];
  return [{ ...locationIn(typeof sourceURL === 'string' ? sourceURL : ''), message: message.trim() }];
}

/** `file:///p/F.swift#StartingColumnNumber=9&StartingLineNumber=81`; as the bundle counts, see docs/ios.md. */
function locationIn(url: string): Omit<BuildError, 'message'> {
  if (!URL.canParse(url) || !url.startsWith('file:')) return { file: null, line: null };
  const { pathname, hash } = new URL(url);
  const at = new URLSearchParams(hash.slice(1));
  const [line, column] = ['StartingLineNumber', 'StartingColumnNumber'].map((name) => at.get(name));
  return {
    file: decoded(pathname),
    line: line ? Number(line) : null,
    ...(column ? { column: Number(column) } : {}),
  };
}

function decoded(pathname: string): string {
  try {
    return decodeURIComponent(pathname);
  } catch {
    return pathname; // a per cent sign of its own
  }
}
