/** What can go wrong between us and the helper. Stays inside this folder's callers: the facets turn it into faults. */

export type HelperTrouble =
  /** Its packages are not on the device. */
  | 'missing'
  /** Another UiAutomation client is connected. */
  | 'busy'
  /** Somebody else's UiAutomator2 server runs: it holds UiAutomation, and no dump can have it. */
  | 'foreign'
  /** Something that is no such server listens on the port. */
  | 'occupied'
  /** It ended, or its connection did. */
  | 'gone'
  /** No answer in the time that it had. */
  | 'hung'
  /** An answer that is none: no HTTP, no JSON, another session, a tree that cannot be. */
  | 'wrong'
  /** It answered that it cannot: a W3C error. */
  | 'refused';

export class HelperProblem extends Error {
  override readonly name = 'HelperProblem';
  readonly trouble: HelperTrouble;
  /** Whether the request may have been carried out. */
  readonly sent: boolean;
  /** The W3C error code of a `refused`. */
  readonly w3c: string | null;

  constructor(
    trouble: HelperTrouble,
    message: string,
    options: ErrorOptions & { sent?: boolean; w3c?: string } = {},
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.trouble = trouble;
    this.sent = options.sent ?? false;
    this.w3c = options.w3c ?? null;
  }
}

export function isProblem(error: unknown, ...troubles: HelperTrouble[]): error is HelperProblem {
  return error instanceof HelperProblem && (troubles.length === 0 || troubles.includes(error.trouble));
}
