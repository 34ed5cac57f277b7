/** What a debugger does to a device, for those who look at the device: whether its app stands, and what happened when. */
import { Fault } from '@mobile-debug/core/fault.ts';
import { Ring } from '@mobile-debug/core/ring.ts';

export interface Pause {
  readonly debugSessionId: string;
  readonly stopId: string;
  readonly appId: string;
  /** Host UTC epoch milliseconds. */
  readonly atMs: number;
}

export interface DebugHappening {
  readonly atMs: number;
  readonly line: string;
}

const mostRemembered = 200;

export class DebugTrail {
  /** While the app stands. */
  pause: Pause | null = null;
  readonly #happened = new Ring<DebugHappening>(mostRemembered);

  add(happening: DebugHappening): void {
    this.#happened.push(happening);
  }

  /** Oldest first. */
  get happenings(): readonly DebugHappening[] {
    return this.#happened.read().entries;
  }
}

/** DEBUGGER_PAUSED: an app that stands would neither take an input nor change. Nothing is kept for later. */
export function pausedFault({ debugSessionId, stopId, appId }: Pause): Fault {
  return new Fault(
    'DEBUGGER_PAUSED',
    `${appId} is paused at ${stopId} of debugger session ${debugSessionId}.`,
    {
      nextStep: 'Call resume_debugger or detach_debugger, then call again.',
      details: { debug_session_id: debugSessionId, stop_id: stopId },
    },
  );
}
