/** Which readings a proof rests on: how many were made for it, and which one from before counts. */
import * as z from 'zod';
import type { Observation } from '../session/observation.ts';

export interface Rests {
  readonly observation: Observation | null;
  /** Readings made for the proof. */
  readonly reads: number;
  /** The reading from before that counts. */
  readonly shared: Observation | null;
}

export function restsOn({ observation, reads, shared }: Rests) {
  return {
    snapshot_revision: observation?.snapshot.revision ?? null,
    reads,
    shared: shared !== null,
    ...(shared && shared !== observation ? { shared_revision: shared.snapshot.revision } : {}),
  };
}

export const restsShape = z
  .looseObject({
    snapshot_revision: z.number().nullable().meta({ doc: 'Revision of the last read' }),
    reads: z.number().meta({ doc: 'Reads made for it' }),
    shared: z
      .boolean()
      .meta({ doc: 'Whether a read from before, begun after the last input, counts as one of the two' }),
    shared_revision: z.number().optional().meta({ doc: 'The revision of that read' }),
  })
  .meta({ doc: 'The reads that the result rests on' });
