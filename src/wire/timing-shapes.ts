/** Shapes of the trace of a call and of the time that it took. */
import * as z from 'zod';
import { text } from './element-shapes.ts';

export const ms = (about: string) =>
  z
    .number()
    .optional()
    .meta({ doc: `${about}, milliseconds` });

export const traceShape = z
  .object({
    action_id: text.meta({ doc: 'Id of what was traced' }),
    steps: z
      .array(
        z.object({
          stage: text.meta({ doc: '`resolve`, `execute`, `verify`, `stabilize` or `recover`' }),
          timestamp: text.meta({ doc: 'When it was decided, ISO 8601' }),
          result: text.meta({ doc: '`success`, `failure` or `retry`' }),
          attempt_index: z.number().optional().meta({ doc: 'Number of the step, from 0' }),
          metadata: z
            .looseObject({})
            .readonly()
            .optional()
            .meta({ doc: 'Facts of this step, such as the number of reads' }),
        }),
      )
      .readonly()
      .optional()
      .meta({ doc: 'Steps in time order' }),
    final_outcome: text.meta({ doc: '`success` or `failure`' }),
    attempts: z.number().optional().meta({ doc: 'How often input was sent' }),
  })
  .meta({ ref: 'trace', doc: 'Which stages the call went through' });

export const timingShape = z
  .looseObject({
    total_ms: z.number().meta({ doc: 'The whole call, milliseconds' }),
    device_resolution_ms: ms('Choosing and opening the device'),
    pre_observation_ms: ms('Reads before the input'),
    target_resolution_ms: ms('Finding the target'),
    dispatch_ms: ms('Sending the input'),
    post_observation_ms: ms('Reads after the input'),
    verification_ms: ms('Verification'),
    screenshot_ms: ms('Screenshots'),
    serialization_ms: ms('Putting the answer together'),
  })
  .meta({ ref: 'timing', doc: 'Where the time went' });
