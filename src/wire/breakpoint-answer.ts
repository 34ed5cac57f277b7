/** What became of a breakpoint that was asked for. */
import type { BreakpointOutcome, BreakpointRequest } from '../debugger/backend.ts';
import type { DebugSession } from '../debugger/debug-session.ts';
import { breakpointToWire, locationToWire, requestedToWire, sessionToWire } from './debug-answer.ts';

interface AskedBreakpoint {
  readonly id: string;
  readonly at: BreakpointRequest['at'];
  readonly outcome: BreakpointOutcome;
}

export function breakpointAnswer(session: DebugSession, { id, at, outcome }: AskedBreakpoint) {
  if (outcome.status === 'rejected') {
    const { message, candidates } = outcome;
    const result = {
      status: 'rejected',
      message,
      candidates: [...candidates],
      requested: requestedToWire(at),
    };
    return { ...sessionToWire(session, result), success: false };
  }
  const known = session.breakpoints.all.find(({ request }) => request.id === id);
  const resolved = outcome.status === 'verified' ? outcome.locations.map(locationToWire) : [];
  const result = known ? breakpointToWire(known) : { breakpoint_id: id, status: outcome.status, resolved };
  return sessionToWire(session, { ...result, ...hintsOf(outcome) });
}

/** What may be wrong with a name that nothing loaded has. */
function hintsOf(outcome: BreakpointOutcome): Record<string, unknown> {
  if (outcome.status !== 'pending' || !outcome.similar?.[0]) return {};
  return {
    message: 'Nothing of this name is loaded; a similar name is.',
    candidates: [...outcome.similar],
  };
}
