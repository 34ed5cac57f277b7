/**
 * An operation that may change the device. It knows how many of its commands left and how many the device has answered,
 * so that a result can say the truth about delivery when a budget ends half-way.
 */
import type { Moment } from './clock.ts';
import type { Delivery, Fault } from './fault.ts';
import type { FaultCode } from './fault-codes.ts';
import { momentOf, Operation } from './operation.ts';

/** Told in order; for whoever counts what is on its way. */
export interface DispatchListener {
  /** May refuse by throwing. */
  sending(): void;
  answered(): void;
}

/** Faults of the connection: they speak of a command that the device has not answered. */
const ofConnection: ReadonlySet<FaultCode> = new Set<FaultCode>([
  'TIMEOUT',
  'CANCELLED',
  'DEVICE_UNAVAILABLE',
  'DEVICE_NOT_FOUND',
  'DEVICE_UNAUTHORIZED',
]);

interface DispatchRecord {
  readonly listener: DispatchListener;
  started: Moment | null;
  completed: Moment | null;
  sendings: number;
  answers: number;
}

/**
 * What the acting methods of a device take; those that only read take an `Operation`. The session makes it
 * (`session.dispatch(op)`), and only the transports call `sending` and `answered`.
 */
export class Dispatch extends Operation {
  readonly #origin: Operation;
  readonly #record: DispatchRecord;

  private constructor(origin: Operation, record: DispatchRecord) {
    super(origin);
    this.#origin = origin;
    this.#record = record;
  }

  /** With the budget of `op`, whose owner disposes it. */
  static on(op: Operation, listener: DispatchListener): Dispatch {
    return new Dispatch(op, { listener, started: null, completed: null, sendings: 0, answers: 0 });
  }

  /** For transports, which carry reads as well: the dispatch that `op` is, or null for one that only reads. */
  static of(op: Operation): Dispatch | null {
    return op instanceof Dispatch ? op : null;
  }

  /** The same budget without the recording, for what carries inputs of others: `op` itself when it only reads. */
  static unrecorded(op: Operation): Operation {
    return Dispatch.of(op)?.unrecorded() ?? op;
  }

  /** A shorter budget inside this one; what it sends is recorded here too. */
  override within(budgetMs: number): Dispatch {
    return new Dispatch(super.within(budgetMs), this.#record);
  }

  /** The same budget for what is not the input itself: readings, and preparations that nobody would call delivered. */
  unrecorded(): Operation {
    return this.#origin;
  }

  /** When the first command left; null while none has. */
  get started(): Moment | null {
    return this.#record.started;
  }

  /** When the device answered last. */
  get completed(): Moment | null {
    return this.#record.completed;
  }

  /** Commands that left; more than one for text in pieces, scrolls, a restart. */
  get sendings(): number {
    return this.#record.sendings;
  }

  /** How many of them the device has answered. */
  get answers(): number {
    return this.#record.answers;
  }

  /**
   * What the device has had when the input ends with `fault`, which knows of its own command alone. That this one did
   * not arrive speaks for the whole input only when no other left: of a text in pieces the first may be there although
   * the second never left.
   */
  deliveryAfter(fault: Fault): Delivery {
    if (this.started === null) return 'not_delivered';
    if (fault.delivery === 'delivered') return 'delivered';
    if (fault.delivery !== 'not_delivered' || this.sendings > 1) return 'unknown';
    return this.answers > 0 && ofConnection.has(fault.code) ? 'unknown' : 'not_delivered';
  }

  /** The first byte of a command that can act is about to leave. Throws when the listener forbids it: then none does. */
  sending(): void {
    this.#record.listener.sending();
    this.#record.sendings++;
    this.#record.started ??= momentOf(this.clock);
  }

  /** The device has answered the command, whatever it said. */
  answered(): void {
    this.#record.answers++;
    this.#record.completed = momentOf(this.clock);
    this.#record.listener.answered();
  }
}
