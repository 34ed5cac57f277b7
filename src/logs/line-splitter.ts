/** Bytes of a log stream to lines: characters and lines may be cut anywhere between chunks. */

/** logd cuts messages at about 4 KiB (LOGGER_ENTRY_MAX_PAYLOAD) [A5]; longer lines are junk and are cut. */
const longestLine = 16_384;

export class LineSplitter {
  readonly #decoder = new TextDecoder();
  #rest = '';

  /** Whole lines without their breaks; invalid bytes are U+FFFD, over-long lines are cut. */
  push(chunk: Uint8Array): string[] {
    const lines = (this.#rest + this.#decoder.decode(chunk, { stream: true })).split('\n');
    this.#rest = (lines.pop() ?? '').slice(0, longestLine);
    return lines.map((line) => (line.length > longestLine ? line.slice(0, longestLine) : line));
  }
}
