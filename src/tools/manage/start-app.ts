import * as z from 'zod';
import { launchShape } from '../../wire/launch-shape.ts';
import { appId } from '../../wire/shapes.ts';
import { launch, launchSteps } from '../../workflows/launch.ts';
import { actionTool } from '../define-tool.ts';

export const startApp = actionTool({
  name: 'start_app',
  title: 'Start an app',
  description:
    'Launches an android or ios app or brings it to the front; reports launch state, time and what is in front.',
  effect: 'act',
  toolset: 'core',
  entry: true,
  needs: ['apps'],
  sourceModule: 'manage',
  actionTimeoutMs: 10_000,
  guarded: false,
  explainsNoChange: false,
  input: z.object({ appId }),
  details: launchShape,
  examples: [{ about: 'Start the shop.', input: { appId: 'com.example.shop' } }],
  target: ({ appId }) => ({ appId }),
  prepare: async ({ input, device }) => launchSteps(input.appId, (op) => launch(op, device, input.appId)),
});
