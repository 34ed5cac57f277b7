import * as z from 'zod';
import { buildProject } from '../../projects/build.ts';
import { budgetFor, buildLimitMs, runJob, runningShape, waitMs } from '../../wire/job-answer.ts';
import { hostPath, platform } from '../../wire/shapes.ts';
import { projectType, variant } from '../build-input.ts';
import { hostTool } from '../define-tool.ts';

export const buildApp = hostTool({
  name: 'build_app',
  title: 'Build an app',
  description:
    'Builds a gradle, xcode, flutter or react-native project; returns the artifact or the first errors as file, line, column. Slow builds return a job_id for get_job.',
  effect: 'act',
  toolset: 'build',
  budgetMs: budgetFor,
  input: z.object({
    projectType: projectType.optional(),
    projectPath: hostPath,
    platform: platform.optional().meta({ doc: 'Platform to build for, when the project has both' }),
    variant: variant.optional(),
    waitMs,
  }),
  output: runningShape.extend({
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
  }),
  examples: [
    {
      about: 'The debug variant of a Gradle project.',
      input: { projectType: 'native', projectPath: 'test/fixtures/projects/gradle-app', variant: 'debug' },
      shown: { projectPath: '/home/me/shop' },
    },
  ],
  async run({ op, input, pool, computer, progress }) {
    const { projectType: type, projectPath: path, platform, variant, waitMs } = input;
    const { projects: host } = computer;
    return await runJob(
      op,
      { pool, progress, waitMs },
      {
        kind: 'build',
        budgetMs: buildLimitMs(host.env, platform),
        async work(inner, voice) {
          return { ...(await buildProject(inner, host, { path, type, platform, variant }, voice)) };
        },
      },
    );
  },
});
