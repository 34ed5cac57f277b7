/** The judgement on whether a screen is settled. */
import * as z from 'zod';

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
    .meta({ doc: 'Facts that the verdict is based on' }),
  limitations: z.array(z.string()).readonly().meta({ doc: 'What makes the verdict less certain' }),
  unsupported: z.array(z.string()).readonly().meta({ doc: 'Signals that this device cannot give' }),
  sampled: z
    .object({
      count: z.number().meta({ doc: 'Reads that were judged' }),
      window_ms: z.number().meta({ doc: 'Milliseconds from the first to the last of them' }),
    })
    .meta({ doc: 'What was examined' }),
};

export const readinessShape = z
  .object(readinessFields)
  .meta({ ref: 'readiness', doc: 'Whether the screen is settled, and why' });
