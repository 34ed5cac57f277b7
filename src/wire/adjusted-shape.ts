/** What an answer says of a control that was adjusted. */
import * as z from 'zod';

const controlValue = z.union([z.string(), z.number(), z.boolean(), z.null()]);

export const adjustedShape = z
  .looseObject({
    target_state: controlValue.meta({ doc: 'The requested value' }),
    actual_state: controlValue.meta({ doc: 'The value that was read last; null when it cannot be read' }),
    within_tolerance: z
      .boolean()
      .nullable()
      .meta({ doc: 'Whether it is close enough; null when it cannot be read' }),
    converged: z.boolean().meta({ doc: 'Whether a read proved the value' }),
    attempts: z.number().meta({ doc: 'Number of touches' }),
    adjustment_mode: z.string().meta({
      doc: '`semantic`: by the accessibility action of the control. `gesture`: by touches, verified. `coordinate`: by a touch that could not be verified',
    }),
    control: z.string().meta({ doc: 'Kind of control: `slider`, `stepper`, `toggle`, `choice` or `wheel`' }),
    note: z.string().optional().meta({ doc: 'What could not be verified' }),
  })
  .meta({ doc: 'How it was adjusted' });
