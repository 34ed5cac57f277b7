import * as z from 'zod';
import { deviceToWire } from '../../wire/answers.ts';
import { deviceShape } from '../../wire/device-shape.ts';
import { appId, user, userTold } from '../../wire/shapes.ts';
import { toldUser, userOfApp } from '../../workflows/app-user.ts';
import { deviceTool } from '../define-tool.ts';

export const setPermission = deviceTool({
  name: 'set_permission',
  title: 'Set a permission',
  description:
    'Grants, revokes or resets a permission of an app: a full name or camera, location, photos, ...',
  effect: 'act',
  toolset: 'device',
  needs: ['packages'],
  budgetMs: () => 15_000,
  input: z.object({
    appId,
    user,
    permission: z.string().min(2).max(200).meta({
      doc: 'A common name: `calendar`, `camera`, `contacts`, `location`, `microphone`, `notifications`, `phone`, `sms`, `sensors`, `activity`, `bluetooth`, `photos`, `storage`; or the full name of an Android permission; or a service of `simctl privacy` such as `location-always`, `photos-add`, `reminders`, `siri`, `all`',
    }),
    state: z.enum(['grant', 'revoke', 'reset']).meta({ doc: '`reset`: the app will ask again' }),
  }),
  output: z.looseObject({
    device: deviceShape,
    user: userTold,
    permissions: z.array(z.string()).readonly().meta({ doc: 'Platform permissions that the name covers' }),
    state: z.string().meta({ doc: 'As given' }),
  }),
  examples: [
    {
      about: 'By common name; the answer lists all permissions it covers.',
      input: { appId: 'com.example.gallery', permission: 'camera', state: 'grant' },
    },
    {
      about: 'On ios, before the first start of the app.',
      input: { platform: 'ios', appId: 'com.example.shop', permission: 'photos', state: 'grant' },
    },
  ],
  async run({ op, input, session }) {
    const { whose, permissions } = await session.sendInTurn(op, async (dispatch) => {
      const meant = await userOfApp(dispatch.unrecorded(), session.device, input);
      const names = await session.device.packages.setPermission(dispatch, { ...input, user: meant });
      return { whose: meant, permissions: names };
    });
    return { device: deviceToWire(session.device.info), ...toldUser(whose), permissions, state: input.state };
  },
});
