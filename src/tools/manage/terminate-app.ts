import * as z from 'zod';
import { deviceToWire } from '../../wire/answers.ts';
import { deviceShape } from '../../wire/device-shape.ts';
import { appId } from '../../wire/shapes.ts';
import { deviceTool } from '../define-tool.ts';

export const terminateApp = deviceTool({
  name: 'terminate_app',
  title: 'End an app',
  description: 'Force-stops an app; its data stays.',
  effect: 'act',
  toolset: 'core',
  needs: ['apps'],
  budgetMs: () => 15_000,
  input: z.object({ appId }),
  output: z.looseObject({
    device: deviceShape,
    terminated: z.boolean().meta({ doc: 'No process of the app runs any more' }),
    error: z.string().optional().meta({ doc: 'What went wrong' }),
  }),
  examples: [
    { about: 'End the notes app.', app: 'com.example.notes', input: { appId: 'com.example.notes' } },
  ],
  async run({ op, input, session }) {
    await session.sendInTurn(op, (dispatch) => session.device.apps.terminate(dispatch, input.appId));
    return { device: deviceToWire(session.device.info), terminated: true };
  },
});
