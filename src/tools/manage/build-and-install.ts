import * as z from 'zod';
import { deviceShape } from '../../wire/device-shape.ts';
import { budgetFor, buildLimitMs, faultShape, runJob, runningShape, waitMs } from '../../wire/job-answer.ts';
import { hostPath } from '../../wire/shapes.ts';
import { buildAndInstall as work } from '../../workflows/build-and-install.ts';
import { projectType, variant } from '../build-input.ts';
import { deviceTool } from '../define-tool.ts';

const eventShape = z.looseObject({
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

const resultShape = z.looseObject({
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
    events: z.array(eventShape).optional(),
    result: resultShape.optional(),
  }),
  blocks: [
    { about: 'Events, one JSON object a line', shape: eventShape },
    { about: 'The result', shape: resultShape },
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
