import * as z from 'zod';
import { deviceToWire } from '../../wire/answers.ts';
import { deviceShape } from '../../wire/device-shape.ts';
import { appId } from '../../wire/shapes.ts';
import { deviceTool } from '../define-tool.ts';

export const uninstallApp = deviceTool({
  name: 'uninstall_app',
  title: 'Uninstall an app',
  description: 'Uninstalls an app; its data is lost.',
  effect: 'destroy',
  toolset: 'device',
  needs: ['packages'],
  budgetMs: () => 60_000,
  input: z.object({ appId }),
  output: z.looseObject({ device: deviceShape, uninstalled: z.boolean().meta({ doc: 'The app is gone' }) }),
  examples: [{ about: 'Uninstall the shop.', input: { appId: 'com.example.shop' } }],
  async run({ op, input, session }) {
    await session.sendInTurn(op, (dispatch) => session.device.packages.uninstall(dispatch, input.appId));
    return { device: deviceToWire(session.device.info), uninstalled: true };
  },
});
