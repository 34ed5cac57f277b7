/** Cuts what a program prints into lines as it comes, whatever the pieces: also inside a character. */
import { StringDecoder } from 'node:string_decoder';

export class Lines {
  readonly #decoder = new StringDecoder('utf8');
  readonly #onLine: (line: string) => void;
  readonly #longest: number;
  #rest = '';

  /** Lines come without their breaks, cut at `longest` characters. */
  constructor(onLine: (line: string) => void, longest = 8_192) {
    this.#onLine = onLine;
    this.#longest = longest;
  }

  push(chunk: Buffer): void {
    const parts = (this.#rest + this.#decoder.write(chunk)).split('\n');
    this.#rest = (parts.pop() ?? '').slice(0, this.#longest);
    for (const part of parts) this.#tell(part);
  }

  end(): void {
    const last = this.#rest + this.#decoder.end();
    if (last !== '') this.#tell(last);
    this.#rest = '';
  }

  #tell(line: string): void {
    this.#onLine((line.endsWith('\r') ? line.slice(0, -1) : line).slice(0, this.#longest));
  }
}
