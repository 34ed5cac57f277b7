/** The answers of builds, and of builds that are installed at once. */
import * as z from 'zod';
import { deviceShape } from './device-shape.ts';
import { faultShape, runningShape } from './job-answer.ts';

export const buildShape = runningShape.extend({
  success: z.boolean().optional().meta({ doc: 'Whether the build succeeded; absent while it runs' }),
  artifactPath: z
    .string()
    .optional()
    .meta({ doc: 'The product on this computer; absent when there are several or none' }),
  artifacts: z
    .array(z.string())
    .readonly()
    .optional()
    .meta({ doc: 'The products when there are several, such as one for each processor' }),
  durationMs: z.number().optional().meta({ doc: 'Milliseconds that the build took' }),
  errors: z
    .array(
      z.looseObject({
        file: z.string().nullable().meta({ doc: 'Source file; null when the message belongs to none' }),
        line: z.number().nullable().meta({ doc: 'Line, from 1' }),
        column: z.number().optional().meta({ doc: 'Column, from 1' }),
        message: z.string().meta({ doc: 'Message of the compiler or build tool' }),
      }),
    )
    .readonly()
    .optional()
    .meta({ doc: 'The first errors, in the order of the log' }),
  omittedErrors: z.number().optional().meta({ doc: 'Errors that are not listed' }),
  warningsCount: z.number().optional().meta({ doc: 'Warnings in the log' }),
  cause: z
    .looseObject({
      code: z.string().meta({ doc: 'Name of a known cause' }),
      title: z.string().meta({ doc: 'The same as text' }),
      remedy: z.string().meta({ doc: 'How to fix it' }),
    })
    .optional()
    .meta({ doc: 'A known cause of failure that the log shows, such as a wrong Java' }),
  logPath: z.string().optional().meta({ doc: 'The whole log on this computer' }),
  command: z.string().optional().meta({ doc: 'What was run' }),
  tail: z
    .array(z.string())
    .readonly()
    .optional()
    .meta({ doc: 'End of the log of a failure without recognised errors' }),
});

/** One line of a build that is installed at once. */
export const buildEventShape = z.looseObject({
  type: z.string().meta({ doc: '`build` or `install`' }),
  status: z.string().meta({ doc: '`started`, `finished` or `failed`' }),
  projectPath: z.string().optional().meta({ doc: 'When the build starts: what is built' }),
  artifactPath: z.string().optional().meta({ doc: 'When the build is finished: its product' }),
  deviceId: z.string().optional().meta({ doc: 'When the installation starts: where to' }),
  durationMs: z.number().optional().meta({ doc: 'When it is finished: milliseconds that it took' }),
  warningsCount: z.number().optional().meta({ doc: 'When the build is finished: warnings in its log' }),
  code: z.string().optional().meta({ doc: 'When it failed: the error code' }),
  message: z.string().optional().meta({ doc: 'When it failed: what went wrong' }),
});

export const installedShape = z.looseObject({
  success: z.boolean().meta({ doc: 'Built and installed' }),
  artifactPath: z.string().optional().meta({ doc: 'The product, when the build succeeded' }),
  device: deviceShape.optional(),
  output: z.string().optional().meta({ doc: 'What the device said to the installation' }),
  logPath: z.string().optional().meta({ doc: 'The whole log of the build on this computer' }),
  errors: z
    .array(z.unknown())
    .readonly()
    .optional()
    .meta({ doc: 'Errors of a failed build, as in `build_app`' }),
  warningsCount: z.number().optional().meta({ doc: 'Warnings of a failed build' }),
  error: faultShape.optional(),
});
