/** Shapes of the debugger's answers. */
import * as z from 'zod';
import { deviceShape } from './device-shape.ts';
import { sourceField } from './shapes.ts';

const locationShape = z
  .looseObject({
    class_name: z.string().nullable().meta({ doc: 'Binary name of the class; null where there is none' }),
    method: z.string().nullable().meta({ doc: 'Method or function' }),
    file: z.string().nullable().meta({ doc: 'Source file' }),
    line: z.number().nullable().meta({ doc: 'Line from 1; null without line information' }),
    class_loader_id: z.string().optional().meta({ doc: 'Class loader that defined the class' }),
  })
  .meta({ ref: 'code_location', doc: 'A source location' });

export const stopShape = z
  .looseObject({
    stop_id: z.string().meta({ doc: 'Identifies this stop in other calls; invalid once the app resumes' }),
    thread_id: z.string().meta({ doc: 'Thread that stopped' }),
    reason: z
      .string()
      .meta({ doc: '`breakpoint`, `step`, `exception`, `signal`, `entry` or `condition_error`' }),
    description: z.string().meta({ doc: 'The reason in words' }),
    locations: z.array(locationShape).meta({ doc: 'Where it stopped' }),
    breakpoint_ids: z.array(z.string()).meta({ doc: 'Breakpoints that were hit' }),
  })
  .meta({ ref: 'stop', doc: 'A stop of the app' });

export const valueShape = z
  .looseObject({
    name: z.string().meta({ doc: 'Variable, field, index or expression' }),
    type: z.string().meta({ doc: 'Its type' }),
    value: z.string().meta({ doc: 'Number, text in quotes, `null`; of an object its type and id' }),
    object_id: z.string().optional().meta({ doc: 'For `inspect_debugger_object`' }),
    preview: z.string().optional().meta({ doc: 'Its contents, read from fields' }),
    truncated: z.boolean().optional().meta({ doc: 'It was cut' }),
  })
  .meta({ ref: 'debug_value', doc: 'A value of the app' });

export const frameShape = locationShape
  .extend({
    frame_id: z.string().meta({ doc: 'Identifies the frame in other calls' }),
    index: z.number().meta({ doc: 'Depth; 0 is the innermost frame' }),
    native: z.boolean().meta({ doc: 'Native code' }),
  })
  .meta({ ref: 'frame', doc: 'A frame of the stack' });

const outcome = z.looseObject({}).meta({ doc: 'Result of the call itself' });

export const sessionFields = {
  success: z.boolean().meta({ doc: 'Whether the call succeeded' }),
  debug_session_id: z.string().meta({ doc: 'Identifies the session in other calls' }),
  device: deviceShape,
  target: z
    .looseObject({
      app_id: z.string().meta({ doc: 'Package or bundle id' }),
      pid: z.number().meta({ doc: 'Process id' }),
      process_name: z.string().meta({ doc: 'Name of the process' }),
      process_start: z.string().nullable().meta({ doc: 'Distinguishes processes that reused the same id' }),
    })
    .meta({ doc: 'The debugged process' }),
  state: z.string().meta({
    doc: '`attaching`, `running`, `paused`, `detaching`, `detached`, `disconnected` or `failed`',
  }),
  captured_at_ms: z.number().meta({ doc: 'When, UTC epoch milliseconds' }),
  capabilities: z
    .looseObject({ backend: z.string().meta({ doc: '`native`, `jdi` or `lldb-dap`' }) })
    .meta({ doc: 'What debugs' }),
  limitations: z.array(z.string()).meta({ doc: 'What cannot be done here' }),
  cleanup: z
    .looseObject({
      status: z.string().meta({ doc: '`pending`, `complete` or `failed`' }),
      remaining: z.array(z.string()).meta({ doc: 'What could not be undone' }),
    })
    .meta({ doc: 'Whether everything that was set has been undone' }),
  reason: z.string().nullable().meta({ doc: 'Why the session ended' }),
  stop: stopShape.nullable().meta({ doc: 'Where the app is stopped; null while it runs' }),
  result: outcome,
  text_source: sourceField,
};

export const sessionShape = z.looseObject(sessionFields);

export const eventFields = {
  sequence: z.number().meta({ doc: 'Number of the event; grows' }),
  at_ms: z.number().meta({ doc: 'When, UTC epoch milliseconds of this computer' }),
  kind: z.string().meta({
    doc: '`attached`, `stopped`, `resumed`, `stepping`, `step_ended`, `breakpoint_verified`, `log_point` or `ended`',
  }),
  stop: stopShape.optional(),
  breakpoint_id: z.string().optional().meta({ doc: 'The breakpoint that caused it' }),
  hit_count: z.number().optional().meta({ doc: 'Of a log point: how often it was hit' }),
  message: z.string().optional().meta({ doc: 'Of a log point its text, of an end the reason' }),
};
