/** The evidence of an action: what was read for it, and when. */
import type { ActionOutcome } from '../session/action/action-types.ts';
import type { DeviceSession } from '../session/device-session.ts';
import { type Acquisition, evidenceToWire } from '../session/evidence.ts';
import { acquisitionOf } from '../session/observation.ts';

type Wire = Record<string, unknown>;

export function actionEvidence(outcome: ActionOutcome, session: DeviceSession): Wire {
  const { record } = outcome;
  const { platform, id } = session.device.info;
  return evidenceToWire(
    acquisitions(outcome, session),
    {
      now: record.completed,
      dispatchesNow: session.dispatches,
      device: { platform, id },
      association: { kind: 'self', record },
    },
    { sessionId: session.sessionId },
  );
}

/** Every reading that the action rests on, once each, and the one that could not be had. */
function acquisitions(outcome: ActionOutcome, { dispatches }: DeviceSession): Acquisition[] {
  const { target, touched, condition, before, beforeReused, after, lookFault } = outcome;
  // What was at a point is told from the newest reading there is; the action does not rest on it.
  const named = target === touched?.target ? undefined : target?.observation;
  const readings = new Set([named, condition?.observed, before, after]);
  const seen = [...readings].flatMap((reading) =>
    reading
      ? [
          {
            ...acquisitionOf(reading, 'ui_tree'),
            ...(reading === before && beforeReused ? { reused: true } : {}),
          },
        ]
      : [],
  );
  if (!lookFault) return seen;
  const failed: Acquisition = {
    kind: 'ui_tree',
    status: 'failed',
    started: null,
    completed: null,
    dispatchesBefore: dispatches,
    dispatchesAfter: dispatches,
    error: `${lookFault.code}: ${lookFault.message}`,
  };
  return [...seen, failed];
}
