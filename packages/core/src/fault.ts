/** Failures we foresaw. Whatever else is thrown is a bug and ends as INTERNAL_ERROR at the server's one catch. */
import { type FaultCode, faultCodes } from './fault-codes.ts';
import type { Reason } from './fault-reasons.ts';

/** Whether a command reached the device. */
export type Delivery = 'not_delivered' | 'delivered' | 'unknown';

export interface FaultOptions extends ErrorOptions {
  /** What is known of the command that failed; left out where the thrower knows nothing of it. */
  readonly delivery?: Delivery;
  /** Why exactly, where somebody decides by it. */
  readonly reason?: Reason;
  /** Machine-readable facts for the client; must be plain JSON. Code never decides by them. */
  readonly details?: Readonly<Record<string, unknown>>;
  /** A more exact next step than the table's. */
  readonly nextStep?: string;
  /** Overrides the table where this instance differs (an action whose delivery is unknown). */
  readonly retryable?: boolean;
}

/** A foreseen failure: what happened (`code`), why exactly (`reason`), and what became of the command (`delivery`). */
export class Fault extends Error {
  override readonly name = 'Fault';
  readonly code: FaultCode;
  readonly delivery: Delivery | undefined;
  readonly reason: Reason | undefined;
  /** For the client alone; repeats `reason` and `delivery`. */
  readonly details: Readonly<Record<string, unknown>> | undefined;
  readonly nextStep: string;
  readonly retryable: boolean;

  constructor(code: FaultCode, message: string, options: FaultOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    const { delivery, reason, details } = options;
    this.code = code;
    this.delivery = delivery;
    this.reason = reason;
    const shown = { ...(reason && { reason }), ...details, ...(delivery && { delivery }) };
    this.details = details || Object.keys(shown).length > 0 ? shown : undefined;
    this.nextStep = options.nextStep ?? faultCodes[code].nextStep;
    this.retryable = options.retryable ?? faultCodes[code].retryable;
  }

  /** The same failure with more known of it; the original becomes the cause unless it has one. */
  with(more: FaultOptions): Fault {
    const { cause = this, delivery, reason, nextStep, retryable } = this;
    return new Fault(this.code, this.message, {
      cause,
      nextStep,
      retryable,
      ...(delivery && { delivery }),
      ...(reason && { reason }),
      ...more,
      ...((this.details || more.details) && { details: { ...this.details, ...more.details } }),
    });
  }
}

export function isFault(error: unknown, ...codes: FaultCode[]): error is Fault {
  return error instanceof Fault && (codes.length === 0 || codes.includes(error.code));
}

/** Whether it failed for one of these reasons. */
export function failedBecause(error: unknown, ...reasons: readonly Reason[]): error is Fault {
  return error instanceof Fault && error.reason !== undefined && reasons.includes(error.reason);
}

/** The fault, where a failure that was foreseen is a result; throws what is none, because that is a bug. */
export function foreseen(error: unknown): Fault {
  if (error instanceof Fault) return error;
  throw error;
}

/** The fault itself, or the bug it stands for. For the outermost catches alone. */
export function asFault(error: unknown): Fault {
  if (error instanceof Fault) return error;
  const message = error instanceof Error ? error.message : String(error);
  return new Fault('INTERNAL_ERROR', message || 'An error without a message.', { cause: error });
}
