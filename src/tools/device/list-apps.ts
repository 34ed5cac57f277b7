import * as z from 'zod';
import { deviceToWire } from '../../wire/answers.ts';
import { deviceTool } from '../define-tool.ts';

export const listApps = deviceTool({
  name: 'list_apps',
  title: 'List apps',
  description: 'Lists installed apps; system apps only when asked.',
  effect: 'read',
  toolset: 'device',
  needs: ['packages'],
  budgetMs: () => 15_000,
  input: z.object({ system: z.boolean().default(false), contains: z.string().min(1).max(200).optional() }),
  output: z.looseObject({
    device: z.looseObject({}),
    apps: z.array(z.looseObject({ appId: z.string(), versionCode: z.string().optional() })),
    count: z.number(),
  }),
  examples: [{ about: 'Apps of the user.', input: {} }],
  async run({ op, input, device }) {
    const { system, contains = '' } = input;
    const found = await device.packages.list(op, { system });
    const apps = found
      .filter(({ appId }) => appId.includes(contains))
      .map(({ appId, versionCode, system: own }) => ({
        appId,
        ...(versionCode === null ? {} : { versionCode }),
        ...(own ? { system: true } : {}),
      }));
    return { device: deviceToWire(device.info), apps, count: apps.length };
  },
});
