import * as z from 'zod';
import { deviceToWire } from '../../wire/answers.ts';
import { deviceShape } from '../../wire/device-shape.ts';
import { appId } from '../../wire/shapes.ts';
import { deviceTool } from '../define-tool.ts';

export const resetAppData = deviceTool({
  name: 'reset_app_data',
  title: 'Reset app data',
  description: 'Ends an app and deletes its data. Cannot be undone.',
  effect: 'destroy',
  toolset: 'core',
  needs: ['apps'],
  budgetMs: () => 30_000,
  input: z.object({ appId }),
  output: z.looseObject({
    device: deviceShape,
    reset: z.boolean().meta({ doc: 'The data is deleted' }),
    how: z.string().meta({ doc: 'The command that was used' }),
    error: z.string().optional().meta({ doc: 'What went wrong' }),
  }),
  examples: [{ about: 'A fresh start for the shop.', input: { appId: 'com.example.shop' } }],
  async run({ op, input, session }) {
    const done = await session.sendInTurn(op, (dispatch) => session.device.apps.reset(dispatch, input.appId));
    return { device: deviceToWire(session.device.info), reset: true, how: done.how };
  },
});
