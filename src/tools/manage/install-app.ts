import * as z from 'zod';
import { projectTypes } from '../../projects/find-project.ts';
import { budgetFor, buildLimitMs, runJob, runningShape, waitMs } from '../../wire/job-answer.ts';
import { hostPath } from '../../wire/shapes.ts';
import { installPath } from '../../workflows/install.ts';
import { deviceTool } from '../define-tool.ts';

export const installApp = deviceTool({
  name: 'install_app',
  title: 'Install an app',
  description:
    'Installs an apk, aab, app, ipa, or a folder of split apks, keeping data; a project folder is built first. Failures come with meaning and fix.',
  effect: 'act',
  toolset: 'build',
  needs: ['install'],
  budgetMs: budgetFor,
  input: z.object({
    projectType: z.enum(projectTypes).optional(),
    appPath: hostPath,
    waitMs,
  }),
  output: runningShape.extend({
    device: z.looseObject({}).optional(),
    installed: z.boolean().optional(),
    output: z.string().optional(),
    diagnostics: z.looseObject({}).optional(),
  }),
  examples: [
    { about: 'An APK.', input: { projectType: 'native', appPath: 'test/fixtures/projects/shop.apk' } },
  ],
  async run({ op, input, pool, computer, device, session, progress }) {
    const { projectType: type, appPath: path, waitMs } = input;
    const { projects: host } = computer;
    return await runJob(
      op,
      { pool, progress, waitMs },
      {
        kind: 'install',
        budgetMs: buildLimitMs(host.env, device.info.platform),
        work: (inner, voice) => installPath(inner, { host, device, session, voice }, { path, type }),
      },
    );
  },
});
