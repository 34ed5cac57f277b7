/** Lines that continue the message of a compiler: its place, or the rest of its words. */

import type { Diagnostic } from './diagnostics.ts';

/** What a further line adds to the diagnostic before it; null when it does not belong to it any more. */
export function continuation(before: Diagnostic, text: string): { message?: string; column?: number } | null {
  if (before.then === 'caret') {
    const caret = /^(\s*)\^\s*$/.exec(text);
    if (caret) return { column: (caret[1]?.length ?? 0) + 1 };
    return text.trim() === '' ? null : {};
  }
  if (before.then === 'message') {
    if (text.trim() === '') return before.message === '' || before.message.endsWith(':') ? {} : null;
    return /^\s/.test(text) || before.message === '' ? { message: text.trim() } : null;
  }
  if (before.then === 'symbols') {
    const symbol =
      // As ld lists them [S14].
      /^\s+"?([^"]+?)"?, referenced from:/.exec(text)?.[1] ?? /^\s+(\S+\.o\b.*)$/.exec(text)?.[1];
    if (symbol !== undefined) return { message: symbol };
    return /^\s/.test(text) ? {} : null;
  }
  return null;
}
