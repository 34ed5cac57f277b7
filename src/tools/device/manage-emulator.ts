import * as z from 'zod';
import { unlistedShape } from '../../wire/device-shape.ts';
import { manageEmulator as manage } from '../../workflows/emulators.ts';
import { hostTool } from '../define-tool.ts';

export const manageEmulator = hostTool({
  name: 'manage_emulator',
  title: 'Manage emulators and simulators',
  description: 'Lists, boots, waits for or shuts down android emulators (AVDs) and ios simulators.',
  effect: 'act',
  toolset: 'device',
  budgetMs: ({ waitMs }) => waitMs + 20_000,
  input: z.object({
    action: z.enum(['list', 'boot', 'wait', 'shutdown']).meta({
      doc: '`list`: what is installed. `boot`: start one and wait until it is ready. `wait`: only wait. `shutdown`: end one',
    }),
    name: z.string().min(1).max(200).optional().meta({
      doc: 'Name of the AVD or simulator, UDID, or id of the running device; for `boot` it can be left out when only one is installed, for `wait` any emulator is meant without it',
    }),
    waitMs: z
      .int()
      .min(0)
      .max(600_000)
      .default(180_000)
      .meta({ doc: 'Milliseconds to wait until it is ready' }),
  }),
  output: z.looseObject({
    emulators: z
      .array(
        z.looseObject({
          name: z.string().meta({ doc: 'Name of the AVD or simulator' }),
          platform: z.string().meta({ doc: '`android` or `ios`' }),
          id: z.string().optional().meta({ doc: 'UDID of a simulator; serial of an AVD while it runs' }),
          state: z.string().optional().meta({
            doc: 'State of a simulator, as simctl names it; state of the device of an AVD while it runs, as in list_devices',
          }),
        }),
      )
      .optional()
      .meta({ doc: 'For `list`: what is installed' }),
    problems: unlistedShape,
    state: z
      .string()
      .optional()
      .meta({ doc: '`ready`, `starting` (not ready within `waitMs`) or `shutdown`' }),
    deviceId: z.string().optional().meta({ doc: 'Id of the device for other calls' }),
    hint: z.string().optional().meta({ doc: 'What to do while it is starting' }),
  }),
  examples: [],
  run: ({ op, input, pool, progress }) => manage(op, { pool, progress }, input),
});
