/** The evidence part of tools that observe: which action an observation belongs to and how fresh it is. */

import type { Moment } from '@mobile-debug/core/clock.ts';
import { type Fault, foreseen } from '@mobile-debug/core/fault.ts';
import { momentOf, type Operation } from '@mobile-debug/core/operation.ts';
import * as z from 'zod';
import type { ActionRef, Association } from '../session/action-journal.ts';
import type { DeviceSession } from '../session/device-session.ts';
import {
  type Acquisition,
  type EvidenceKind,
  evidenceToWire,
  type WireEvidence,
} from '../session/evidence.ts';

const reference = z.string().min(1).max(128);

export const actionRefField = z.object({
  actionRef: z
    .strictObject({
      sessionId: reference.meta({ doc: '`evidence.session_id` of that answer' }),
      actionId: reference.meta({ doc: '`action_id` of that answer' }),
    })
    .optional()
    .meta({
      doc: 'An earlier action: the evidence says how this observation relates to it. When absent, no action is associated',
    }),
});

export function evidenceOf(
  op: Operation,
  session: DeviceSession,
  acquisitions: readonly Acquisition[],
  ref: ActionRef | undefined,
): WireEvidence {
  return evidenceWith(op, session, acquisitions, {
    association: session.journal.associate(ref, session.key),
    ref,
  });
}

interface Belonging {
  readonly association: Association;
  readonly ref?: ActionRef | undefined;
}

/** The same where it is known already what the observations belong to. */
export function evidenceWith(
  op: Operation,
  session: DeviceSession,
  acquisitions: readonly Acquisition[],
  { association, ref }: Belonging,
): WireEvidence {
  const { platform, id } = session.device.info;
  const assembly = {
    now: momentOf(op.clock),
    dispatchesNow: session.dispatches,
    device: { platform, id },
    association,
  };
  return evidenceToWire(acquisitions, assembly, { sessionId: session.sessionId, ref });
}

export interface Acquired<T> {
  readonly value: T;
  readonly acquisition: Acquisition;
}

/** Runs an acquisition that is no tree reading and notes when it happened. Its fault passes through. */
export async function observeWithEvidence<T>(
  op: Operation,
  session: DeviceSession,
  kind: EvidenceKind,
  work: () => Promise<T>,
): Promise<Acquired<T>> {
  const started = momentOf(op.clock);
  const { dispatches: dispatchesBefore, dispatching: duringDispatch } = session;
  const value = await work();
  const acquisition: Acquisition = {
    kind,
    status: 'captured',
    started,
    completed: momentOf(op.clock),
    dispatchesBefore,
    dispatchesAfter: session.dispatches,
    duringDispatch,
  };
  return { value, acquisition };
}

/** The same for a part that may fail without spoiling the whole: the fault becomes part of the evidence. */
export async function tryAcquire<T>(
  op: Operation,
  session: DeviceSession,
  kind: EvidenceKind,
  work: () => Promise<T>,
): Promise<Acquired<T | null> & { readonly error: string | null; readonly fault: Fault | null }> {
  const started = momentOf(op.clock);
  const dispatchesBefore = session.dispatches;
  try {
    return { ...(await observeWithEvidence(op, session, kind, work)), error: null, fault: null };
  } catch (error) {
    const fault = foreseen(error);
    const text = `${fault.code}: ${fault.message}`;
    return {
      value: null,
      fault,
      error: text,
      acquisition: failed(kind, { started, dispatchesBefore, error: text }),
    };
  }
}

function failed(
  kind: EvidenceKind,
  { started, dispatchesBefore, error }: { started: Moment; dispatchesBefore: number; error: string },
): Acquisition {
  return {
    kind,
    status: 'failed',
    started,
    completed: null,
    dispatchesBefore,
    dispatchesAfter: dispatchesBefore,
    error,
  };
}
