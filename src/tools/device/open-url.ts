import { foreseen } from '@mobile-debug/core/fault.ts';
import type { Operation } from '@mobile-debug/core/operation.ts';
import * as z from 'zod';
import type { SessionOf } from '../../session/device-session.ts';
import type { Observation } from '../../session/observation.ts';
import { choicesIn, type InsteadKind, insteadIn, insteadObstacle, insteadOfLink } from '../../ui/instead.ts';
import { inTheWayOf, obstacleOf } from '../../ui/obstacle.ts';
import { visibleText } from '../../ui/visible-text.ts';
import { deviceToWire } from '../../wire/answers.ts';
import { deviceShape } from '../../wire/device-shape.ts';
import { inTheWayShape, inTheWayToWire } from '../../wire/in-the-way.ts';
import { appId, user, userTold } from '../../wire/shapes.ts';
import { toldUser, userInFront, userOfApp } from '../../workflows/app-user.ts';
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
  output: z.looseObject({
    device: deviceShape,
    opened: z.boolean().meta({
      doc: 'The link went to an app; false when a page or question of the system or of a browser came before it',
    }),
    activity: z
      .string()
      .nullable()
      .meta({ doc: 'Android: the activity that took it; null when it is not known' }),
    user: userTold,
    instead: z.enum(['chooser', 'first_run', 'permission', 'confirmation']).optional().meta({
      doc: 'What came instead of the content: a list of apps, a first-run page, a permission dialog, or the question whether it may be opened. Absent when nothing did',
    }),
    choices: z
      .array(z.string())
      .readonly()
      .optional()
      .meta({ doc: 'Apps that the `chooser` offers, where the screen could be read' }),
    in_the_way: inTheWayShape.optional(),
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
    const { device } = session;
    const { opened, user: whose } = await session.sendInTurn(op, async (dispatch) => {
      const asking = dispatch.unrecorded();
      const user = await (appId === undefined
        ? userInFront(asking, device, input.user)
        : userOfApp(asking, device, { appId, user: input.user, harmless: true }));
      const link = { url, ...(appId === undefined ? {} : { appId }), user };
      return { opened: await device.packages.openUrl(dispatch, link), user };
    });
    const { took, front, warning } = opened;
    const kind = took.map(namedPage).find((one) => one !== null) ?? (front && insteadOfLink(front));
    const read = front === null || kind === 'chooser' ? await lookAt(op, session) : null;
    const instead = kind ?? (read && insteadIn(read.tree));
    const choices = instead === 'chooser' && read ? choicesIn(read.tree) : [];
    const obstacle = read ? inTheWayOf(read.tree) : front && obstacleOf({ foreground: front, windows: [] });
    const nextStep = insteadObstacle(instead)?.nextStep;
    return {
      device: deviceToWire(device.info),
      opened: instead === null,
      activity: took[0] ?? null,
      ...(warning === undefined ? {} : { warning }),
      ...toldUser(whose),
      ...(instead === null ? {} : { instead, next_step: nextStep }),
      ...(choices.length > 0 ? { choices: choices.map((choice) => visibleText(choice)) } : {}),
      ...inTheWayToWire(obstacle),
    };
  },
});

function namedPage(component: string): InsteadKind | null {
  const [appId = null, activity = null] = component.split('/');
  return insteadOfLink({ appId, activity, focusedWindow: null });
}

/** How long the screen is looked at; the link is opened already. */
const lookMs = 4_000;

/** Null where the screen cannot be read: what came of the link is then not known. */
async function lookAt(op: Operation, session: SessionOf<'packages'>): Promise<Observation | null> {
  if (!session.device.screen) return null;
  using part = op.within(lookMs);
  try {
    return await session.with(['screen']).observe(part);
  } catch (error) {
    op.check();
    foreseen(error);
    return null;
  }
}
