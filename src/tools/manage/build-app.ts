import * as z from 'zod';
import { buildProject } from '../../projects/build.ts';
import { projectTypes } from '../../projects/find-project.ts';
import { budgetFor, buildLimitMs, runJob, runningShape, waitMs } from '../../wire/job-answer.ts';
import { hostPath, platform } from '../../wire/shapes.ts';
import { hostTool } from '../define-tool.ts';

export const buildApp = hostTool({
  name: 'build_app',
  title: 'Build an app',
  description:
    'Builds a gradle, xcode, flutter or react-native project; answers the artifact or the first errors as file, line, column. Slow builds answer a job_id for get_job.',
  effect: 'act',
  toolset: 'build',
  budgetMs: budgetFor,
  input: z.object({
    projectType: z.enum(projectTypes).optional(),
    projectPath: hostPath,
    platform: platform.optional(),
    variant: z
      .string()
      .min(1)
      .max(200)
      .optional()
      .meta({ description: 'debug, :module:debug, Scheme:Release' }),
    waitMs,
  }),
  output: runningShape.extend({
    success: z.boolean().optional(),
    artifactPath: z.string().optional(),
    durationMs: z.number().optional(),
    errors: z
      .array(z.looseObject({ message: z.string() }))
      .readonly()
      .optional(),
    warningsCount: z.number().optional(),
    logPath: z.string().optional(),
  }),
  examples: [
    {
      about: 'The debug variant of a Gradle project.',
      input: { projectType: 'native', projectPath: 'test/fixtures/projects/gradle-app', variant: 'debug' },
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
