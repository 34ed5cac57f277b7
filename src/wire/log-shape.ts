/** Log records and crashes in answers. */
import * as z from 'zod';

export const recordShape = z
  .object({
    timestamp: z.string().meta({ doc: 'As the device printed it, by its own clock' }),
    level: z.string().meta({ doc: '`VERBOSE`, `DEBUG`, `INFO`, `WARN`, `ERROR` or `FATAL`' }),
    tag: z.string().meta({ doc: 'Tag (logcat) or subsystem (iOS)' }),
    pid: z.number().meta({ doc: 'Process id' }),
    tid: z.number().optional().meta({ doc: 'Thread id' }),
    message: z.string().meta({ doc: 'The message; all lines of a stack trace are one record' }),
  })
  .meta({ ref: 'log record', doc: 'One record of the log' });

export const crashFields = {
  kind: z.string().meta({ doc: '`exception`, `native` (a signal) or `anr` (not responding)' }),
  process: z.string().optional().meta({ doc: 'Process or app, when the log tells' }),
  pid: z.number().optional().meta({ doc: 'Process id, when the log tells' }),
  exception: z.string().meta({ doc: 'Class of the exception, name of the signal, or `ANR`' }),
  message: z
    .string()
    .optional()
    .meta({ doc: 'Message of the exception, abort message, or reason of the ANR' }),
  cause: z.string().optional().meta({ doc: 'The innermost `Caused by`' }),
  frame: z.string().optional().meta({ doc: 'First frame in code of the project, as the trace prints it' }),
  process_lives: z
    .boolean()
    .optional()
    .meta({ doc: 'With `appId`: whether the process that it happened in still runs' }),
  timestamp: z.string().meta({ doc: 'When, by the clock of the device' }),
  sample: z.string().meta({ doc: 'Its first lines, at most 1000 characters' }),
};

export const crashShape = z.object(crashFields).meta({ ref: 'crash', doc: 'One crash in the log' });

export const appErrorShape = z
  .object({
    kind: z
      .string()
      .meta({ doc: '`dart`, `flutter`, `javascript`, or `exception`: one that the app logged itself' }),
    what: z.string().meta({ doc: 'Class of the error, or what the framework calls it' }),
    message: z.string().meta({ doc: 'Its message' }),
    frame: z.string().optional().meta({ doc: 'First frame in code of the project, as the trace prints it' }),
    pid: z.number().meta({ doc: 'Process id' }),
    process_lives: z.boolean().optional().meta({ doc: 'With `appId`: whether that process still runs' }),
    timestamp: z.string().meta({ doc: 'When it came first, by the clock of the device' }),
    times: z.number().optional().meta({ doc: 'How often it came, when more than once' }),
  })
  .meta({ ref: 'app error', doc: 'An error that a framework caught or the app logged; the app lives on' });

export const endShape = z
  .object({
    at: z.string().meta({ doc: 'When, by the clock of the device' }),
    process: z.string().optional().meta({ doc: 'Name of the process, when the log tells' }),
    pid: z.number().meta({ doc: 'Process id' }),
    by: z.string().meta({
      doc: '`lmkd` (memory was low), `system` (its activity manager), `signal`, `itself` or `unknown`',
    }),
    why: z.string().optional().meta({ doc: 'In the words of the system' }),
    in_front: z.boolean().optional().meta({ doc: 'Whether the app was in front; absent when nothing tells' }),
  })
  .meta({ ref: 'process end', doc: 'The end of a process without a crash' });

export const gapsShape = z
  .array(z.string())
  .readonly()
  .optional()
  .meta({ doc: 'Interruptions in which records may have been lost, in words' });
