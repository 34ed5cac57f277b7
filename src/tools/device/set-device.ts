import * as z from 'zod';
import { deviceToWire } from '../../wire/answers.ts';
import { appId } from '../../wire/shapes.ts';
import { changeSettings, restoreSettings } from '../../workflows/device-settings.ts';
import { deviceTool } from '../define-tool.ts';

export const setDevice = deviceTool({
  name: 'set_device',
  title: 'Set device conditions',
  description:
    'Sets rotation (portrait, landscape, auto), dark mode, font scale, locale of appId, animations, location "lat,lon", network, battery level. restore: true undoes all.',
  effect: 'act',
  toolset: 'device',
  needs: ['settings'],
  budgetMs: () => 30_000,
  input: z.object({
    rotation: z.string().max(30).optional(),
    darkMode: z.boolean().optional(),
    fontScale: z.number().optional(),
    locale: z.string().max(40).optional(),
    appId: appId.optional(),
    animations: z.boolean().optional(),
    location: z.string().max(60).optional(),
    network: z.boolean().optional(),
    battery: z.int().optional(),
    restore: z.boolean().optional(),
  }),
  output: z.looseObject({
    device: z.looseObject({}),
    changes: z.array(z.looseObject({ name: z.string(), old: z.unknown(), new: z.unknown() })),
  }),
  examples: [
    {
      about: 'Dark, on its side, with large text.',
      input: { darkMode: true, rotation: 'landscape', fontScale: 1.3 },
    },
    {
      about: 'On ios.',
      input: { platform: 'ios', darkMode: true, fontScale: 1.3, location: '48.2,16.37' },
    },
  ],
  async run({ op, input, device, session }) {
    const changes = await session.exclusively(op, async () => [
      ...(input.restore ? await restoreSettings(op, device, session) : []),
      ...(await changeSettings(op, { device, session }, input)),
    ]);
    return { device: deviceToWire(device.info), changes };
  },
});
