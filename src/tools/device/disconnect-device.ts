import * as z from 'zod';
import { host, port } from '../../wire/wireless-shape.ts';
import { disconnectDevice as disconnect } from '../../workflows/wireless.ts';
import { hostTool } from '../define-tool.ts';

export const disconnectDevice = hostTool({
  name: 'disconnect_device',
  title: 'Disconnect a device',
  description: 'Ends the connection to an android phone over the network; its pairing stays.',
  effect: 'act',
  toolset: 'device',
  offered: 'when_named',
  budgetMs: () => 15_000,
  input: z.object({
    host: host.optional().meta({ doc: 'Name or address of the phone; needed without `deviceId`' }),
    port: port.default(5555).meta({ doc: 'Port, with `host`' }),
    deviceId: z
      .string()
      .regex(/^\S.{0,199}$/)
      .optional()
      .meta({ doc: 'Id of the device in list_devices, in place of `host` and `port`' }),
  }),
  output: z.looseObject({
    disconnected: z.boolean().meta({ doc: 'The connection is gone' }),
    deviceId: z.string().meta({ doc: 'Id that the device had' }),
    output: z.string().meta({ doc: 'What adb said' }),
  }),
  examples: [],
  run: async ({ op, input, pool }) => await disconnect(op, pool, input),
});
