/** Failures of calls to the companion at the level of the transport. */

/**
 * `gone`: there is no connection, or it broke. `wrong`: the answer is none. `refused`: the companion answered with an
 * error of its own.
 */
export type Trouble = 'gone' | 'wrong' | 'refused';

export interface ProblemOptions extends ErrorOptions {
  /** Whether the request may have been carried out. */
  readonly sent: boolean;
  /** gRPC's number, for `refused`: 3 invalid argument, 12 unimplemented, 13 internal. */
  readonly status?: number;
}

export class CallProblem extends Error {
  override readonly name = 'CallProblem';
  readonly trouble: Trouble;
  readonly sent: boolean;
  readonly status: number | null;

  constructor(trouble: Trouble, message: string, { sent, status, cause }: ProblemOptions) {
    super(message, cause === undefined ? undefined : { cause });
    this.trouble = trouble;
    this.sent = sent;
    this.status = status ?? null;
  }
}

export function isProblem(error: unknown, ...troubles: readonly Trouble[]): error is CallProblem {
  return error instanceof CallProblem && (troubles.length === 0 || troubles.includes(error.trouble));
}

/** Numbers of https://grpc.io/docs/guides/status-codes/ that decide something here. */
export const grpcStatus = { ok: 0, invalidArgument: 3, unimplemented: 12, unavailable: 14 } as const;
