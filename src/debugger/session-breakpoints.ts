/** The breakpoints of one session under their ids: asked for, found, counted. */
import { Fault } from '@mobile-debug/core/fault.ts';
import { Counter } from '@mobile-debug/core/ids.ts';
import type { Operation } from '@mobile-debug/core/operation.ts';
import type { BreakpointOutcome, BreakpointRequest, CodeLocation, Debuggee } from './backend.ts';

export interface SessionBreakpoint {
  readonly request: BreakpointRequest;
  readonly status: 'pending' | 'verified';
  readonly locations: readonly CodeLocation[];
  readonly hits: number;
}

const mostBreakpoints = 100;

export class SessionBreakpoints {
  readonly #debuggee: () => Debuggee;
  readonly #ids = new Counter('b');
  readonly #known = new Map<string, SessionBreakpoint>();
  /** Given once; removing one of them again succeeds. */
  readonly #removed = new Set<string>();

  constructor(debuggee: () => Debuggee) {
    this.#debuggee = debuggee;
  }

  get all(): readonly SessionBreakpoint[] {
    return [...this.#known.values()];
  }

  async set(
    op: Operation,
    wanted: Omit<BreakpointRequest, 'id'>,
  ): Promise<{ readonly id: string; readonly outcome: BreakpointOutcome }> {
    if (this.#known.size >= mostBreakpoints) {
      throw new Fault('INVALID_ARGUMENT', `A session has at most ${mostBreakpoints} breakpoints.`, {
        nextStep: 'Remove one with remove_debugger_breakpoint first.',
      });
    }
    const request: BreakpointRequest = { id: this.#ids.next(), ...wanted };
    // Known before it is set: it may be hit before the answer comes.
    this.#known.set(request.id, { request, status: 'pending', locations: [], hits: 0 });
    try {
      const outcome = await this.#debuggee().setBreakpoint(op, request);
      if (outcome.status === 'rejected') this.#known.delete(request.id);
      if (outcome.status === 'verified') this.verified(request.id, outcome.locations);
      return { id: request.id, outcome };
    } catch (error) {
      this.#known.delete(request.id);
      throw error;
    }
  }

  async remove(op: Operation, id: string): Promise<'removed' | 'already_removed'> {
    if (this.#removed.has(id)) return 'already_removed';
    if (!this.#known.has(id))
      throw new Fault('DEBUGGER_NOT_FOUND', `This session has no breakpoint ${JSON.stringify(id)}.`);
    await this.#debuggee().removeBreakpoint(op, id);
    this.#known.delete(id);
    this.#removed.add(id);
    return 'removed';
  }

  verified(id: string, locations: readonly CodeLocation[]): void {
    const known = this.#known.get(id);
    if (!known) return;
    this.#known.set(id, { ...known, status: 'verified', locations: [...known.locations, ...locations] });
  }

  hit(id: string, hits?: number): void {
    const known = this.#known.get(id);
    if (known) this.#known.set(id, { ...known, hits: hits ?? known.hits + 1 });
  }
}
