/** The list of devices, as its page describes it. */
import * as z from 'zod';
import { deviceFields, unlistedShape } from './device-shape.ts';
import { wirelessFields } from './wireless-shape.ts';

export const devicesShape = z.looseObject({
  devices: z
    .array(
      z.looseObject({
        ...deviceFields,
        state: z.string().meta({
          doc: '`ready`, `offline`, `unauthorized`, `booting`, `shutdown`, `no_permissions` or `unknown`; only `ready` can be used',
        }),
        image: z.string().optional().meta({ doc: 'Name of the AVD that an emulator runs, when it tells' }),
        booted: z.boolean().optional().meta({ doc: 'Whether its system is up, when that is known' }),
        appInstalled: z
          .boolean()
          .optional()
          .meta({ doc: 'With `appId`: whether it is installed, when that could be found out in time' }),
        problem: z.string().optional().meta({ doc: 'Why it cannot be used' }),
        fix: z.string().optional().meta({ doc: 'How to fix it' }),
      }),
    )
    .meta({ doc: 'Every device, usable or not' }),
  wireless: z
    .array(z.looseObject(wirelessFields))
    .optional()
    .meta({ doc: 'Android devices that announce themselves in the network; absent when none does' }),
  problems: unlistedShape,
});
