import * as z from 'zod';
import { inTheWayOf } from '../../ui/obstacle.ts';
import type { Foreground } from '../../ui/ui-tree.ts';
import { deviceToWire } from '../../wire/answers.ts';
import { deviceShape } from '../../wire/device-shape.ts';
import { inTheWayShape, inTheWayToWire } from '../../wire/in-the-way.ts';
import { deviceTool } from '../define-tool.ts';

export const getCurrentScreen = deviceTool({
  name: 'get_current_screen',
  title: 'Name the current screen',
  description: 'Names the app and activity in front, and the focused window if another.',
  effect: 'read',
  toolset: 'core',
  needs: ['screen'],
  budgetMs: () => 10_000,
  input: z.object({}),
  output: z.looseObject({
    device: deviceShape,
    package: z.string().nullable().meta({ doc: 'App in front; null when unknown' }),
    activity: z.string().nullable().meta({ doc: 'Full class name of the activity; null on iOS' }),
    shortActivity: z.string().nullable().meta({ doc: 'The same without the package' }),
    user: z.number().optional().meta({ doc: 'Android: whose app it is, when not the owner (0)' }),
    focusedWindow: z
      .string()
      .optional()
      .meta({ doc: 'Focused window, when it is another one: dialog, keyboard, permission' }),
    in_the_way: inTheWayShape.optional(),
  }),
  examples: [{ about: 'Where am I?', app: 'com.example.notes', input: {} }],
  async run({ op, session }) {
    const foreground = await session.device.screen.foreground(op);
    return { device: deviceToWire(session.device.info), ...screenToWire(foreground) };
  },
});

function screenToWire(foreground: Foreground) {
  const { appId, activity, focusedWindow, user } = foreground;
  const own = appId !== null && activity?.startsWith(`${appId}.`);
  return {
    package: appId,
    activity,
    shortActivity: activity === null ? null : own ? activity.slice(appId.length) : activity,
    ...(user === undefined ? {} : { user }),
    ...(focusedWindow === null ? {} : { focusedWindow }),
    ...inTheWayToWire(inTheWayOf({ foreground, windows: [] })),
  };
}
