/** The judgement on whether a screen is settled. */
import * as z from 'zod';
import type { ReadinessSummary } from '../ui/readiness.ts';

export const readinessFields = {
  state: z.string().meta({
    doc: '`loading`, `transitioning`, `settled`, `unresponsive` (proved by the platform), `debugger_paused` or `unknown`',
  }),
  confidence: z.number().meta({ doc: '0 to 1' }),
  evidence: z
    .array(
      z.object({
        kind: z.string().meta({
          doc: '`debugger`, `not_responding`, `loading_signal`, `change`, `stability` or `read_failure`',
        }),
        source: z.string().meta({ doc: 'Where the fact comes from' }),
        snapshot_revision: z.number().optional().meta({ doc: 'Revision that showed it' }),
        captured_at_ms: z.number().meta({ doc: 'When, UTC epoch milliseconds' }),
        detail: z.string().meta({ doc: 'What was seen' }),
      }),
    )
    .readonly()
    .optional()
    .meta({
      doc: 'Facts that the verdict is based on; in compact answers the newest two, and none when it is settled',
    }),
  limitations: z
    .array(z.string())
    .readonly()
    .optional()
    .meta({ doc: 'What makes the verdict less certain. Absent from compact answers when there is nothing' }),
  unsupported: z
    .array(z.string())
    .readonly()
    .optional()
    .meta({ doc: 'Signals that this device cannot give. Absent from compact answers' }),
  sampled: z
    .object({
      count: z.number().meta({ doc: 'Reads that were judged' }),
      window_ms: z.number().meta({ doc: 'Milliseconds from the first to the last of them' }),
    })
    .optional()
    .meta({ doc: 'What was examined. Absent from compact answers' }),
};

type Told = Omit<ReadinessSummary, 'evidence' | 'limitations' | 'unsupported' | 'sampled'> &
  Partial<ReadinessSummary>;

/** In compact answers what is settled needs no proof, and what nothing limits is not said. */
export function readinessToWire(summary: ReadinessSummary, mode: 'debug' | 'compact'): Told {
  if (mode === 'debug') return { ...summary };
  const { state, confidence, evidence, limitations } = summary;
  return {
    state,
    confidence,
    ...(state === 'settled' ? {} : { evidence: evidence.slice(-2) }),
    ...(limitations.length > 0 ? { limitations } : {}),
  };
}

export const readinessShape = z
  .object(readinessFields)
  .meta({ ref: 'readiness', doc: 'Whether the screen is settled, and why' });
