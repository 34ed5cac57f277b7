import * as z from 'zod';
import { deviceToWire } from '../../wire/answers.ts';
import { deviceShape } from '../../wire/device-shape.ts';
import { appId, user, userTold } from '../../wire/shapes.ts';
import { toldUser, userOfApp } from '../../workflows/app-user.ts';
import { deviceTool } from '../define-tool.ts';

export const uninstallApp = deviceTool({
  name: 'uninstall_app',
  title: 'Uninstall an app',
  description: 'Uninstalls an app; its data is lost.',
  effect: 'destroy',
  toolset: 'device',
  needs: ['packages'],
  budgetMs: () => 60_000,
  input: z.object({ appId, user }),
  output: z.looseObject({
    device: deviceShape,
    user: userTold,
    uninstalled: z.boolean().meta({ doc: 'The app is gone' }),
  }),
  examples: [{ about: 'Uninstall the shop.', input: { appId: 'com.example.shop' } }],
  async run({ op, input, session }) {
    const whose = await session.sendInTurn(op, async (dispatch) => {
      const meant = await userOfApp(dispatch.unrecorded(), session.device, input);
      await session.device.packages.uninstall(dispatch, { appId: input.appId, user: meant });
      return meant;
    });
    return { device: deviceToWire(session.device.info), ...toldUser(whose), uninstalled: true };
  },
});
