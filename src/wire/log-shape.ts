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
  timestamp: z.string().meta({ doc: 'When, by the clock of the device' }),
  sample: z.string().meta({ doc: 'Its first lines, at most 1000 characters' }),
};

export const crashShape = z.object(crashFields).meta({ ref: 'crash', doc: 'One crash in the log' });

export const gapsShape = z
  .array(z.string())
  .readonly()
  .optional()
  .meta({ doc: 'Interruptions in which records may have been lost, in words' });
