import * as z from 'zod';
import type { Foreground } from '../../ui/ui-tree.ts';
import { deviceToWire } from '../../wire/answers.ts';
import { deviceShape } from '../../wire/shapes.ts';
import { deviceTool } from '../define-tool.ts';

export const getCurrentScreen = deviceTool({
  name: 'get_current_screen',
  title: 'Which screen is in front',
  description: 'Names the app and activity in front, and the focused window when it differs.',
  effect: 'read',
  toolset: 'core',
  needs: ['screen'],
  budgetMs: () => 10_000,
  input: z.object({}),
  output: z.looseObject({
    device: deviceShape,
    package: z.string().nullable(),
    activity: z.string().nullable().describe('Full class name'),
    shortActivity: z.string().nullable().describe('Without the package'),
    focusedWindow: z.string().optional(),
  }),
  examples: [{ about: 'Where am I?', app: 'com.example.notes', input: {} }],
  async run({ op, device }) {
    const foreground = await device.screen.foreground(op);
    return { device: deviceToWire(device.info), ...screenToWire(foreground) };
  },
});

function screenToWire({ appId, activity, focusedWindow }: Foreground) {
  const own = appId !== null && activity?.startsWith(`${appId}.`);
  return {
    package: appId,
    activity,
    shortActivity: activity === null ? null : own ? activity.slice(appId.length) : activity,
    ...(focusedWindow === null ? {} : { focusedWindow }),
  };
}
