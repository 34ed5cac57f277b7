import * as z from 'zod';
import { deviceShape } from '../../wire/device-shape.ts';
import { budgetFor, buildLimitMs, runJob, runningShape, waitMs } from '../../wire/job-answer.ts';
import { hostPath, user, userTold } from '../../wire/shapes.ts';
import { installPath } from '../../workflows/install.ts';
import { projectType } from '../build-input.ts';
import { deviceTool } from '../define-tool.ts';

export const installApp = deviceTool({
  name: 'install_app',
  title: 'Install an app',
  description:
    'Installs an apk, aab, app, ipa, or a folder of split apks, keeping data; a project folder is built first. Failures are explained with a fix.',
  effect: 'act',
  toolset: 'build',
  needs: ['install'],
  budgetMs: budgetFor,
  input: z.object({
    projectType: projectType.optional().meta({ doc: 'Kind of project, where `appPath` is one' }),
    appPath: hostPath.meta({
      doc: 'APK, AAB (needs bundletool), folder of split APKs, `.app`, `.ipa`, or a project folder, which is built first',
    }),
    user,
    waitMs,
  }),
  output: runningShape.extend({
    device: deviceShape.optional(),
    user: userTold,
    installed: z.boolean().optional().meta({ doc: 'The app is installed; absent while the work runs' }),
    output: z.string().optional().meta({ doc: 'What the device said' }),
    diagnostics: z
      .looseObject({
        how: z.string().meta({ doc: 'How it was installed, such as `streamed`' }),
        path: z.string().meta({ doc: 'Package on this computer' }),
        sizeBytes: z.number().meta({ doc: 'Bytes that were sent' }),
        files: z.number().meta({ doc: 'Files that were sent' }),
        durationMs: z.number().meta({ doc: 'Milliseconds that it took' }),
      })
      .optional()
      .meta({ doc: 'Facts about the installation' }),
    built: z
      .looseObject({
        durationMs: z.number().meta({ doc: 'Milliseconds that the build took' }),
        logPath: z.string().meta({ doc: 'Log of the build on this computer' }),
      })
      .optional()
      .meta({ doc: 'The build, when a project was built first' }),
  }),
  examples: [
    {
      about: 'An APK.',
      input: { projectType: 'native', appPath: 'test/fixtures/projects/shop.apk' },
      shown: { appPath: '/home/me/shop/app-debug.apk' },
    },
  ],
  async run({ op, input, pool, computer, session, progress }) {
    const { projectType: type, appPath: path, waitMs } = input;
    const { projects: host } = computer;
    return await runJob(
      op,
      { pool, progress, waitMs },
      {
        kind: 'install',
        budgetMs: buildLimitMs(host.env, session.device.info.platform),
        work: (inner, voice) =>
          installPath(inner, { host, session, voice }, { path, type, user: input.user }),
      },
    );
  },
});
