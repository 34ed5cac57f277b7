import * as z from 'zod';
import { projectTypes } from '../../projects/find-project.ts';
import { budgetFor, buildLimitMs, runJob, runningShape, waitMs } from '../../wire/job-answer.ts';
import { hostPath } from '../../wire/shapes.ts';
import { buildAndInstall as work } from '../../workflows/build-and-install.ts';
import { deviceTool } from '../define-tool.ts';

export const buildAndInstall = deviceTool({
  name: 'build_and_install',
  title: 'Build and install',
  description: 'Builds a project and installs the product on the device; answers events and the result.',
  effect: 'act',
  toolset: 'build',
  needs: ['install'],
  budgetMs: budgetFor,
  input: z.object({
    projectType: z.enum(projectTypes).optional(),
    projectPath: hostPath,
    variant: z.string().min(1).max(200).optional(),
    waitMs,
  }),
  output: runningShape.extend({
    events: z.array(z.looseObject({ type: z.string(), status: z.string() })).optional(),
    result: z.looseObject({ success: z.boolean() }).optional(),
  }),
  examples: [
    {
      about: 'The debug variant on the only device.',
      input: { projectType: 'native', projectPath: 'test/fixtures/projects/gradle-app' },
    },
  ],
  async run({ op, input, pool, computer, device, session, progress }) {
    const { projectType: type, projectPath: path, variant, waitMs } = input;
    const { projects: host } = computer;
    return await runJob(
      op,
      { pool, progress, waitMs },
      {
        kind: 'build_and_install',
        budgetMs: buildLimitMs(host.env, device.info.platform),
        work: (inner, voice) => work(inner, { host, device, session, voice }, { path, type, variant }),
      },
    );
  },
  render({ events, result, ...running }) {
    if (!events || !result) return [{ type: 'text', text: JSON.stringify(running) }];
    return [
      { type: 'text', text: events.map((event) => JSON.stringify(event)).join('\n') },
      { type: 'text', text: JSON.stringify(result) },
    ];
  },
});
