import * as z from 'zod';
import { deviceToWire } from '../../wire/answers.ts';
import { deviceShape } from '../../wire/device-shape.ts';
import { appId } from '../../wire/shapes.ts';
import { deviceTool } from '../define-tool.ts';

const nextSteps = {
  chooser: 'A list of apps is in front: tap the one to use, or call again with appId.',
  first_run: "The app's first-run page is in front: finish or skip it on the screen, then call again.",
  permission: 'A permission dialog is in front: answer it on the screen or with set_permission, then look.',
} as const;

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
    opened: z.boolean().meta({
      doc: 'The link went to an app; false when a list of apps, a first-run page or a permission dialog is in front',
    }),
    activity: z
      .string()
      .nullable()
      .meta({ doc: 'Android: the activity that took it; null when it is not known' }),
    instead: z
      .enum(['chooser', 'first_run', 'permission'])
      .optional()
      .meta({ doc: 'What came instead of the content. Absent when nothing did' }),
    warning: z.string().optional().meta({ doc: "The device's own warning, if any" }),
    next_step: z.string().optional().meta({ doc: 'What to do where `opened` is false' }),
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
    const { instead, ...opened } = await session.sendInTurn(op, (dispatch) =>
      session.device.packages.openUrl(dispatch, link),
    );
    return {
      device: deviceToWire(session.device.info),
      opened: instead === undefined,
      ...opened,
      ...(instead === undefined ? {} : { instead, next_step: nextSteps[instead] }),
    };
  },
});
