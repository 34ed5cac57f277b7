import * as z from 'zod';
import { deviceToWire } from '../../wire/answers.ts';
import { deviceShape } from '../../wire/device-shape.ts';
import { appId, user, userTold } from '../../wire/shapes.ts';
import { toldUser, userOfApp } from '../../workflows/app-user.ts';
import { deviceTool } from '../define-tool.ts';

export const terminateApp = deviceTool({
  name: 'terminate_app',
  title: 'End an app',
  description: 'Force-stops an app; its data stays.',
  effect: 'act',
  toolset: 'core',
  needs: ['apps'],
  budgetMs: () => 15_000,
  input: z.object({ appId, user }),
  output: z.looseObject({
    device: deviceShape,
    user: userTold,
    terminated: z.boolean().meta({ doc: 'No process of the app runs any more' }),
    error: z.string().optional().meta({ doc: 'What went wrong' }),
  }),
  examples: [
    { about: 'End the notes app.', app: 'com.example.notes', input: { appId: 'com.example.notes' } },
  ],
  async run({ op, input, session }) {
    const whose = await session.sendInTurn(op, async (dispatch) => {
      const meant = await userOfApp(dispatch.unrecorded(), session.device, input);
      await session.device.apps.terminate(dispatch, input.appId, meant);
      return meant;
    });
    return { device: deviceToWire(session.device.info), ...toldUser(whose), terminated: true };
  },
});
