/** The answers of a reading of the screen as data: all of it, or what changed. */
import type { Operation } from '@mobile-debug/core/operation.ts';
import type { ActionRef } from '../session/action-journal.ts';
import type { DeviceSession } from '../session/device-session.ts';
import { acquisitionOf, type Observation } from '../session/observation.ts';
import { readinessOf } from '../session/readiness.ts';
import { stateDelta } from '../ui/delta.ts';
import { inTheWayOf } from '../ui/obstacle.ts';
import { deviceToWire, qualityToWire, treeToWire } from './answers.ts';
import { inTheWayToWire } from './in-the-way.ts';
import { evidenceOf } from './observed.ts';

/** The base was looked up before the read, which may push it out of the history. */
export function compactTreeToWire(
  observation: Observation,
  base: Observation['snapshot'] | undefined,
  { sinceSnapshotRevision }: { readonly sinceSnapshotRevision?: number | undefined },
) {
  const { snapshot, tree } = observation;
  const identity = { snapshot_session_id: snapshot.sessionId, snapshot_revision: snapshot.revision };
  const qualityWarnings = {
    ...(tree.quality.status === 'ok' ? {} : { quality: qualityToWire(tree) }),
    ...inTheWayToWire(inTheWayOf(tree)),
  };
  if (base)
    return {
      delta_available: true,
      ...identity,
      ...qualityWarnings,
      state_delta: stateDelta(base, snapshot),
    };
  const gone = sinceSnapshotRevision === undefined ? {} : { reason: 'BASE_REVISION_UNAVAILABLE' };
  return { delta_available: false, ...identity, ...qualityWarnings, ...gone };
}

export function debugTree(
  op: Operation,
  session: DeviceSession,
  observation: Observation,
  { actionRef }: { readonly actionRef?: ActionRef | undefined },
) {
  const { elements, ...rest } = treeToWire(observation);
  return {
    device: deviceToWire(session.device.info),
    ...rest,
    readiness: readinessOf(observation, session),
    evidence: evidenceOf(op, session, [acquisitionOf(observation, 'ui_tree')], actionRef),
    elements,
  };
}
