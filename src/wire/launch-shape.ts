/** `details` of the actions that launch an app. */
import * as z from 'zod';
import { userTold } from './shapes.ts';

const text = z.string().nullable();

export const launchShape = z
  .object({
    launch_time_ms: z
      .number()
      .nullable()
      .meta({ doc: 'Milliseconds that the platform measured; null when it does not say' }),
    launch_state: z.string().optional().meta({ doc: 'Android: `COLD`, `WARM`, `HOT` or `UNKNOWN`' }),
    other_launchers: z
      .array(z.string())
      .readonly()
      .optional()
      .meta({ doc: 'Android: launcher activities that were not started, when the app has several' }),
    warning: z
      .string()
      .optional()
      .meta({ doc: "Android: the device's own warning, such as that the app was only brought to the front" }),
    device_id: z.string().meta({ doc: 'Device that it was launched on' }),
    user: userTold,
    observed_app: z
      .object({
        appId: text.meta({ doc: 'App in front; null when unknown' }),
        package: text.meta({ doc: 'The same' }),
        activity: text.meta({ doc: 'Activity in front; null on iOS' }),
        user: z.number().optional().meta({ doc: 'Android: whose app is in front, when not the owner (0)' }),
        screen: text.meta({ doc: 'Focused window or activity' }),
        pid: z.number().nullable().meta({ doc: 'Process id; null when unknown' }),
        matchedTarget: z
          .boolean()
          .nullable()
          .meta({ doc: 'Whether the launched app is in front; null when unknown' }),
      })
      .meta({ doc: 'What was in front after the launch' }),
    in_front_afterwards: z
      .object({
        appId: z.string().meta({ doc: 'App' }),
        screen: z.string().meta({ doc: 'Its screen' }),
      })
      .optional()
      .meta({ doc: 'Another app that verification found in front' }),
  })
  .meta({ doc: 'Facts about the launch' });
