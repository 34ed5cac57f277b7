/** Input that breaks the rules of its format. Whoever knows what was being read turns it into a fault. */

export class Malformed extends Error {
  override readonly name: string = 'Malformed';
  /** Where, counted from the start of the input; 0 where nobody counts. */
  readonly offset: number;

  constructor(what: string, offset = 0) {
    super(what);
    this.offset = offset;
  }
}
