import * as z from 'zod';
import { deviceToWire } from '../../wire/answers.ts';
import { deviceShape } from '../../wire/device-shape.ts';
import { user, userTold } from '../../wire/shapes.ts';
import { toldUser, userInFront } from '../../workflows/app-user.ts';
import { deviceTool } from '../define-tool.ts';

export const listApps = deviceTool({
  name: 'list_apps',
  title: 'List apps',
  description: 'Lists installed apps; system apps on request.',
  effect: 'read',
  toolset: 'device',
  needs: ['packages'],
  budgetMs: () => 15_000,
  input: z.object({
    user,
    system: z.boolean().default(false).meta({ doc: 'Include system apps' }),
    contains: z
      .string()
      .min(1)
      .max(200)
      .optional()
      .meta({ doc: 'Only apps whose id contains this; case-sensitive' }),
  }),
  output: z.looseObject({
    device: deviceShape,
    user: userTold,
    apps: z
      .array(
        z.looseObject({
          appId: z.string().meta({ doc: 'Package name or bundle id' }),
          versionCode: z
            .string()
            .optional()
            .meta({ doc: 'Version code (Android) or build number (iOS), when known' }),
          system: z.boolean().optional().meta({ doc: 'Present for system apps' }),
        }),
      )
      .meta({ doc: 'Installed apps' }),
    count: z.number().meta({ doc: 'How many are listed' }),
  }),
  examples: [{ about: 'User apps.', input: {} }],
  async run({ op, input, session }) {
    const { system, contains = '' } = input;
    const whose = await userInFront(op, session.device, input.user);
    const found = await session.device.packages.list(op, { system, user: whose });
    const apps = found
      .filter(({ appId }) => appId.includes(contains))
      .map(({ appId, versionCode, system: own }) => ({
        appId,
        ...(versionCode === null ? {} : { versionCode }),
        ...(own ? { system: true } : {}),
      }));
    return { device: deviceToWire(session.device.info), ...toldUser(whose), apps, count: apps.length };
  },
});
