import * as z from 'zod';
import { buildEventShape, installedShape } from '../../wire/build-shape.ts';
import { budgetFor, buildLimitMs, runJob, runningShape, waitMs } from '../../wire/job-answer.ts';
import { hostPath } from '../../wire/shapes.ts';
import { buildAndInstall as work } from '../../workflows/build-and-install.ts';
import { projectType, variant } from '../build-input.ts';
import { deviceTool } from '../define-tool.ts';

export const buildAndInstall = deviceTool({
  name: 'build_and_install',
  title: 'Build and install',
  description: 'Builds a project and installs it on the device; returns events and the result.',
  effect: 'act',
  toolset: 'build',
  needs: ['install'],
  budgetMs: budgetFor,
  input: z.object({
    projectType: projectType.optional(),
    projectPath: hostPath,
    variant: variant.optional(),
    waitMs,
  }),
  output: runningShape.extend({
    events: z.array(buildEventShape).optional(),
    result: installedShape.optional(),
  }),
  blocks: [
    { about: 'Events, one JSON object a line', shape: buildEventShape },
    { about: 'The result', shape: installedShape },
    { about: 'Instead of both, while it still runs after `waitMs`', shape: runningShape },
  ],
  examples: [
    {
      about: 'The debug variant on the only device.',
      input: { projectType: 'native', projectPath: 'test/fixtures/projects/gradle-app' },
      shown: { projectPath: '/home/me/shop' },
    },
  ],
  async run({ op, input, pool, computer, session, progress }) {
    const { projectType: type, projectPath: path, variant, waitMs } = input;
    const { projects: host } = computer;
    return await runJob(
      op,
      { pool, progress, waitMs },
      {
        kind: 'build_and_install',
        budgetMs: buildLimitMs(host.env, session.device.info.platform),
        work: (inner, voice) => work(inner, { host, session, voice }, { path, type, variant }),
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
