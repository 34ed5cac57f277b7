/** Applies redirections: which streams a command gets instead of the shell's own. */
import { ByteReader } from '../wire/byte-reader.ts';
import { openReader, openWriter, resolvePath } from './device-files.ts';
import { print } from './pipes.ts';
import type { Session } from './program.ts';
import type { Streams } from './shell.ts';
import type { Redirect, Word } from './syntax.ts';

/** Left to right, as the shell does; null after a failure, which is reported on the outer stderr. */
export async function redirect(
  context: { readonly session: Session; readonly cwd: string },
  redirects: readonly Redirect[],
  outer: Streams,
  expand: (word: Word) => Promise<string>,
): Promise<Streams | null> {
  let { stdin, stdout, stderr } = outer;
  for (const { fd, operator, target } of redirects) {
    const text = await expand(target);
    if (operator === '>&') {
      const sink = text === '1' ? stdout : text === '2' ? stderr : null;
      if (!sink) {
        await print(outer.stderr, `/system/bin/sh: ${text}: bad file descriptor\n`);
        return null;
      }
      if (fd === 2) stderr = sink;
      else stdout = sink;
      continue;
    }
    const path = resolvePath(context.cwd, text);
    const opened =
      operator === '<'
        ? openReader(context.session, path)
        : openWriter(context.session, path, operator === '>>');
    if (!opened.ok) {
      const verb = operator === '<' ? 'open' : 'create';
      await print(outer.stderr, `/system/bin/sh: can't ${verb} ${text}: ${opened.reason}\n`);
      return null;
    }
    if (opened.value instanceof ByteReader) stdin = opened.value;
    else if (fd === 2) stderr = opened.value;
    else stdout = opened.value;
  }
  return { stdin, stdout, stderr };
}
