import * as z from 'zod';
import { host, port } from '../../wire/wireless-shape.ts';
import { connectDevice as connect } from '../../workflows/wireless.ts';
import { hostTool } from '../define-tool.ts';

export const connectDevice = hostTool({
  name: 'connect_device',
  title: 'Connect a device over the network',
  description:
    'Connects an android phone over the network: by host and port, or by the name under which list_devices shows it.',
  effect: 'act',
  toolset: 'device',
  offered: 'when_named',
  budgetMs: () => 40_000,
  input: z.object({
    host: host.optional().meta({ doc: 'Name or address of the phone; needed without `name`' }),
    port: port.optional().meta({
      doc: 'Port; default the one that the phone announces, else 5555',
    }),
    name: z
      .string()
      .regex(/^[\w.() -]{1,200}$/)
      .optional()
      .meta({ doc: 'Name of its service in `wireless` of list_devices; the port is looked up' }),
  }),
  output: z.looseObject({
    connected: z.boolean().meta({ doc: 'The device answers' }),
    deviceId: z.string().meta({ doc: 'Id of the device for other calls' }),
    output: z.string().meta({ doc: 'What adb said' }),
  }),
  examples: [],
  run: async ({ op, input, pool }) => await connect(op, pool, input),
});
