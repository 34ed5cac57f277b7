import * as z from 'zod';
import { deviceToWire } from '../../wire/answers.ts';
import { deviceShape } from '../../wire/device-shape.ts';
import { appId } from '../../wire/shapes.ts';
import { deviceTool } from '../define-tool.ts';

export const openUrl = deviceTool({
  name: 'open_url',
  title: 'Open a link',
  description: 'Opens a URL or deep link, in appId when given.',
  effect: 'act',
  toolset: 'device',
  needs: ['packages'],
  budgetMs: () => 30_000,
  input: z.object({
    url: z
      .string()
      .max(4_000)
      .regex(/^[A-Za-z][A-Za-z0-9+.-]*:[^\s\p{Cc}]+$/u, 'must be a URL with a scheme')
      .meta({ doc: 'URL or deep link with its scheme' }),
    appId: appId
      .optional()
      .meta({ doc: 'Android: the app that should open it. When absent, the system chooses' }),
  }),
  output: z.looseObject({
    device: deviceShape,
    opened: z.boolean().meta({ doc: 'The system accepted the link' }),
    activity: z
      .string()
      .nullable()
      .meta({ doc: 'Android: the activity that took it; null when it is not known' }),
  }),
  examples: [
    {
      about: 'A deep link.',
      input: { url: 'shop://cart' },
    },
    {
      about: 'On ios, where the simulator chooses the app.',
      input: { platform: 'ios', url: 'shop://cart' },
    },
  ],
  async run({ op, input, session }) {
    const { url, appId } = input;
    const link = { url, ...(appId === undefined ? {} : { appId }) };
    const { activity } = await session.sendInTurn(op, (dispatch) =>
      session.device.packages.openUrl(dispatch, link),
    );
    return { device: deviceToWire(session.device.info), opened: true, activity };
  },
});
