import * as z from 'zod';
import { linkShape, linkToWire } from '../../wire/link-answer.ts';
import { appId, user } from '../../wire/shapes.ts';
import { openLink } from '../../workflows/open-link.ts';
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
    user: user.meta({
      doc: "Android: whose app should open it. When absent, as for `start_app` with `appId`, else the user in front's. Refused on iOS",
    }),
  }),
  output: linkShape,
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
    return linkToWire(session.device.info, await openLink(op, session, input));
  },
});
