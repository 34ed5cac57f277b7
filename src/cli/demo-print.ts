/** How the demo looks in a terminal: one aligned line per step, finished when its answer is there. Colour only on a tty. */

/** The part of a terminal that is written to. */
export interface Paper {
  readonly isTTY?: boolean;
  write(text: string): unknown;
}

const colours = { green: 32, red: 31, grey: 90, bold: 1 } as const;
const titleWidth = 52;
const toolWidth = 24;

export class DemoPrinter {
  readonly #paper: Paper;

  constructor(paper: Paper) {
    this.#paper = paper;
  }

  heading(text: string): void {
    this.#paper.write(`\n${this.#in('bold', text)}\n`);
  }

  note(text: string): void {
    this.#paper.write(`${this.#in('grey', text)}\n`);
  }

  /** What begins now; its line stays open until `finished`. */
  begun(index: number, title: string, tool: string): void {
    const number = String(index).padStart(3);
    this.#paper.write(`${number}  ${title.padEnd(titleWidth)} ${this.#in('grey', tool.padEnd(toolWidth))}`);
  }

  finished(durationMs: number, ok: boolean, seen: string): void {
    const time = `${(durationMs / 1_000).toFixed(2)} s`.padStart(8);
    const verdict = ok ? this.#in('green', 'ok') : this.#in('red', 'WRONG');
    this.#paper.write(`${time}  ${verdict}\n`);
    for (const line of seen.split('\n')) this.#paper.write(`     ${this.#in('grey', line)}\n`);
  }

  verdict(ok: boolean, text: string): void {
    this.#paper.write(`\n${this.#in(ok ? 'green' : 'red', text)}\n`);
  }

  #in(colour: keyof typeof colours, text: string): string {
    return this.#paper.isTTY === true ? `\u001b[${colours[colour]}m${text}\u001b[0m` : text;
  }
}
