/** How a transport to a device failed. Facets decide by it (another transport, another try) and turn what is left into faults. */
import type { Delivery } from '@mobile-debug/core/fault.ts';

export type TransportKind =
  /** Its program, package or address does not exist. */
  | 'missing'
  /** Another client holds what it needs. */
  | 'busy'
  /** Another client's server of the same kind runs; nothing else can read the screen either. */
  | 'foreign'
  /** Another program listens on its port. */
  | 'occupied'
  /** There is no connection, it broke, or the other side ended. */
  | 'gone'
  /** No answer in the time that it had. */
  | 'hung'
  /** What came is no valid answer. */
  | 'wrong'
  /** The other side answered with an error of its own. */
  | 'refused'
  /** It exists but does not work; another transport may. */
  | 'broken';

export interface TransportProblemOptions extends ErrorOptions {
  /** The other side's own code of a `refused`: a W3C error, a gRPC status. */
  readonly code?: string | number;
  /** What makes this transport usable. */
  readonly fix?: string;
}

/** A failure of the transport, not of the device or of the request. Whoever creates one must state `delivery`. */
export class TransportProblem extends Error {
  override readonly name = 'TransportProblem';
  readonly kind: TransportKind;
  readonly delivery: Delivery;
  readonly code: string | number | null;
  readonly fix: string | null;

  constructor(
    kind: TransportKind,
    delivery: Delivery,
    message: string,
    { code, fix, cause }: TransportProblemOptions = {},
  ) {
    super(message, cause === undefined ? undefined : { cause });
    this.kind = kind;
    this.delivery = delivery;
    this.code = code ?? null;
    this.fix = fix ?? null;
  }

  /** Whether the command may have been carried out: it must not be sent again, by this transport or another. */
  get mayHaveArrived(): boolean {
    return this.delivery !== 'not_delivered';
  }
}

/** Whether it is one, of these kinds if any are named. */
export function isTransportProblem(
  error: unknown,
  ...kinds: readonly TransportKind[]
): error is TransportProblem {
  return error instanceof TransportProblem && (kinds.length === 0 || kinds.includes(error.kind));
}
