/** Failures between this server and the helper. The facets turn them into faults. */

export type HelperTrouble =
  /** Its packages are not on the device. */
  | 'missing'
  /** Another UiAutomation client is connected. */
  | 'busy'
  /** Another client's UiAutomator2 server runs; it holds UiAutomation, so no dump can be made either. */
  | 'foreign'
  /** Another program listens on the helper's port. */
  | 'occupied'
  /** It ended, or its connection did. */
  | 'gone'
  /** No answer in the time that it had. */
  | 'hung'
  /** Invalid answer: not HTTP, not JSON, another session, or an impossible tree. */
  | 'wrong'
  /** The server answered with a W3C error. */
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
