import * as z from 'zod';
import { languageTag, orientations, parsePosition } from '../../devices/port/setting-values.ts';
import { deviceToWire } from '../../wire/answers.ts';
import { deviceShape } from '../../wire/device-shape.ts';
import { appId } from '../../wire/shapes.ts';
import { changeSettings, restoreSettings } from '../../workflows/device-settings.ts';
import { deviceTool } from '../define-tool.ts';

const settingValue = z.union([z.string(), z.number(), z.boolean(), z.null()]);

export const setDevice = deviceTool({
  name: 'set_device',
  title: 'Set device conditions',
  description:
    'Sets rotation, dark mode, font scale, locale of appId, animations, location, network, battery level. restore: true undoes all.',
  effect: 'act',
  toolset: 'device',
  needs: ['settings'],
  budgetMs: () => 30_000,
  input: z.object({
    rotation: z
      .enum([...orientations, 'auto'])
      .optional()
      .meta({ doc: 'Orientation of the display; `auto` follows the sensor. Android only' }),
    darkMode: z.boolean().optional().meta({ doc: 'Dark appearance of the system. Android from 10' }),
    fontScale: z.number().min(0.5).max(4).optional().meta({
      doc: 'Text size as a multiple of the default. Android takes up to 3; iOS takes the nearest of its twelve sizes',
    }),
    locale: z.string().regex(languageTag, 'must be a language tag such as fr-FR').max(40).optional().meta({
      doc: 'Language tag such as `fr-FR`. Android from 13, and only with `appId`; on iOS it takes effect at the next start',
    }),
    appId: appId
      .optional()
      .meta({ doc: 'The app whose `locale` is set. On iOS, when absent, that of the simulator' }),
    animations: z.boolean().optional().meta({ doc: 'Animations of the system. Android only' }),
    location: z
      .string()
      .refine((text) => parsePosition(text) !== null, 'must be latitude,longitude such as 48.2,16.37')
      .max(60)
      .optional()
      .meta({
        description: 'latitude,longitude',
        doc: 'Simulated position in degrees, `latitude,longitude`, such as `48.2,16.37`. Android from 12. Cannot be read: its old value is null',
      }),
    network: z.boolean().optional().meta({ doc: 'Wi-Fi and mobile data together. Android only' }),
    battery: z
      .int()
      .min(0)
      .max(100)
      .optional()
      .meta({ doc: 'Battery level in percent as reported to apps. Android only' }),
    restore: z.boolean().optional().meta({
      doc: 'First restore what earlier calls of this server changed on this device, then apply the other fields',
    }),
  }),
  output: z.looseObject({
    device: deviceShape,
    changes: z
      .array(
        z.looseObject({
          name: z.string().meta({ doc: 'The setting, as in the input' }),
          old: settingValue.meta({ doc: 'Its value before; null when it cannot be read' }),
          new: settingValue.meta({ doc: 'Its value now' }),
          restored: z.boolean().optional().meta({ doc: 'With `restore`: whether it was put back' }),
          error: z.string().optional().meta({ doc: 'With `restore`: why it could not be put back' }),
        }),
      )
      .meta({ doc: 'One entry for each setting that was changed, in order' }),
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
  async run({ op, input, session }) {
    const changes = await session.exclusively(op, async () => [
      ...(input.restore ? await restoreSettings(op, session) : []),
      ...(await changeSettings(op, session, input)),
    ]);
    return { device: deviceToWire(session.device.info), changes };
  },
});
