import * as z from 'zod';
import { buildProject } from '../../projects/build.ts';
import { buildShape } from '../../wire/build-shape.ts';
import { budgetFor, buildLimitMs, runJob, waitMs } from '../../wire/job-answer.ts';
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
  output: buildShape,
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
