/**
 * Standard output carries the protocol and nothing else. Imported first, so that no library's console output can get
 * between two messages. Commands for people write to process.stdout themselves.
 */
for (const method of ['log', 'info', 'debug', 'dir', 'table', 'group'] as const) {
  console[method] = (...words: unknown[]): void => console.error(...words);
}
