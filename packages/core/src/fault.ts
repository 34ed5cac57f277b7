/** Failures we foresaw. Whatever else is thrown is a bug and ends as INTERNAL_ERROR at the server's one catch. */
import { type FaultCode, faultCodes } from './fault-codes.ts';

export interface FaultOptions extends ErrorOptions {
  /** Machine-readable facts for the caller; must be plain JSON. */
  readonly details?: Readonly<Record<string, unknown>>;
  /** A more exact next step than the table's. */
  readonly nextStep?: string;
  /** Overrides the table where this instance differs (an action whose delivery is unknown). */
  readonly retryable?: boolean;
}

export class Fault extends Error {
  override readonly name = 'Fault';
  readonly code: FaultCode;
  readonly details: Readonly<Record<string, unknown>> | undefined;
  readonly nextStep: string;
  readonly retryable: boolean;

  constructor(code: FaultCode, message: string, options: FaultOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
    this.details = options.details;
    this.nextStep = options.nextStep ?? faultCodes[code].nextStep;
    this.retryable = options.retryable ?? faultCodes[code].retryable;
  }
}

export function isFault(error: unknown, ...codes: FaultCode[]): error is Fault {
  return error instanceof Fault && (codes.length === 0 || codes.includes(error.code));
}

/** The fault itself, or the bug it stands for. */
export function asFault(error: unknown): Fault {
  if (error instanceof Fault) return error;
  const message = error instanceof Error ? error.message : String(error);
  return new Fault('INTERNAL_ERROR', message || 'An error without a message.', { cause: error });
}
