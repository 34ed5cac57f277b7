import * as z from 'zod';
import { deviceToWire } from '../../wire/answers.ts';
import { deviceShape } from '../../wire/device-shape.ts';
import { appId, user, userTold } from '../../wire/shapes.ts';
import { toldUser, userOfApp } from '../../workflows/app-user.ts';
import { deviceTool } from '../define-tool.ts';

export const resetAppData = deviceTool({
  name: 'reset_app_data',
  title: 'Reset app data',
  description: 'Ends an app and deletes its data. Cannot be undone.',
  effect: 'destroy',
  toolset: 'core',
  needs: ['apps'],
  budgetMs: () => 30_000,
  input: z.object({ appId, user }),
  output: z.looseObject({
    device: deviceShape,
    user: userTold,
    reset: z.boolean().meta({ doc: 'The data is deleted' }),
    how: z.string().meta({ doc: 'The command that was used' }),
    error: z.string().optional().meta({ doc: 'What went wrong' }),
  }),
  examples: [{ about: 'A fresh start for the shop.', input: { appId: 'com.example.shop' } }],
  async run({ op, input, session }) {
    const { whose, how } = await session.sendInTurn(op, async (dispatch) => {
      const meant = await userOfApp(dispatch.unrecorded(), session.device, input);
      const done = await session.device.apps.reset(dispatch, { appId: input.appId, user: meant });
      return { whose: meant, how: done.how };
    });
    return { device: deviceToWire(session.device.info), ...toldUser(whose), reset: true, how };
  },
});
