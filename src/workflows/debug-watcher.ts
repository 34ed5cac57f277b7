/** Passes the events of a debugger session to the session of its device: for the guards and the timeline. */
import type { DebugWatcher } from '../debugger/session-types.ts';
import type { DeviceSession } from '../session/device-session.ts';

export function watcherOf(session: DeviceSession, appId: string): DebugWatcher {
  return {
    paused(stop, debugSessionId) {
      session.debug.pause = stop && { debugSessionId, stopId: stop.stopId, appId, atMs: stop.atMs };
    },
    happened(atMs, line) {
      session.debug.add({ atMs, line });
    },
  };
}
