/** The screen at the end of a journey: as its steps saw it, or read once more after a failure. */
import type { Operation } from '@mobile-debug/core/operation.ts';
import type { DeviceSession, SessionOf } from '../../session/device-session.ts';
import { acquisitionOf, isCurrent, type Observation } from '../../session/observation.ts';
import { treeToWire } from '../../wire/answers.ts';
import type { StepRun } from '../../wire/journey-step.ts';
import { evidenceWith, tryAcquire } from '../../wire/observed.ts';

/** The failed step's own action; null for a wait or an assertion. */
export function actionIdOf({ done }: StepRun): string | null {
  return done?.kind === 'action' ? done.outcome.actionId : null;
}

/** A reading of this journey that shows the screen after its last input. */
export function lastSeen({ newest, dispatches }: DeviceSession, startedMs: number): Observation | null {
  if (!newest || newest.started.monotonicMs < startedMs) return null;
  return isCurrent(newest, dispatches) ? newest : null;
}

/** Without a screenshot; a reading that fails only says why. */
export async function failureSnapshot(op: Operation, session: SessionOf<'screen'>, actionId: string | null) {
  const { value, fault, acquisition } = await tryAcquire(op, session, 'ui_tree', () => session.observe(op));
  if (fault && (op.ended || fault.code === 'INTERNAL_ERROR')) throw fault;
  const association = actionId === null ? ({ kind: 'none' } as const) : session.journal.internal(actionId);
  const evidence = evidenceWith(op, session, [value ? acquisitionOf(value, 'ui_tree') : acquisition], {
    association,
  });
  return value ? { ...treeToWire(value), evidence } : { error: acquisition.error, evidence };
}
