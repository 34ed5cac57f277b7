/** Where a log has holes, in words: the newest few, by when they were and by the record that they lie behind. */

interface Gap {
  readonly text: string;
  /** Null when its age is unknown. */
  readonly atEpochMs: number | null;
  /** Cursor of the ring when it was noticed. */
  readonly cursor: number;
}

const most = 20;

export class LogGaps {
  readonly #gaps: Gap[] = [];

  note(gap: Gap): void {
    this.#gaps.push(gap);
    if (this.#gaps.length > most) this.#gaps.shift();
  }

  /** Gaps that are younger than `sinceEpochMs`, or whose age is unknown. */
  since(sinceEpochMs: number | undefined): readonly string[] {
    return this.#gaps
      .filter(
        ({ atEpochMs }) => sinceEpochMs === undefined || atEpochMs === null || atEpochMs >= sinceEpochMs,
      )
      .map(({ text }) => text);
  }

  /** Gaps that lie behind a cursor. */
  after(cursor: number): readonly string[] {
    return this.#gaps.filter((gap) => gap.cursor >= cursor).map(({ text }) => text);
  }
}
