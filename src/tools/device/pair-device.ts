import * as z from 'zod';
import { host, port } from '../../wire/wireless-shape.ts';
import { pairDevice as pair } from '../../workflows/wireless.ts';
import { hostTool } from '../define-tool.ts';

export const pairDevice = hostTool({
  name: 'pair_device',
  title: 'Pair a device',
  description:
    'Pairs this computer with an android phone for wireless debugging, by the code that its pairing dialog shows.',
  effect: 'act',
  toolset: 'device',
  offered: 'when_named',
  budgetMs: () => 30_000,
  input: z.object({
    host,
    port: port.meta({ doc: 'Port that the pairing dialog shows; not the one to connect to' }),
    code: z
      .string()
      .regex(/^[!-9;-~]{1,64}$/)
      .meta({ doc: 'Code of the pairing dialog, six digits' }),
  }),
  output: z.looseObject({
    paired: z.boolean().meta({ doc: 'The phone knows this computer from now on' }),
    name: z.string().optional().meta({ doc: 'Name of its service, for `connect_device`' }),
    deviceId: z.string().optional().meta({ doc: 'Id of the device, when adb has connected it already' }),
    output: z.string().meta({ doc: 'What adb said' }),
    next: z.string().meta({ doc: 'What to do next' }),
  }),
  examples: [],
  run: async ({ op, input, pool }) => await pair(op, pool, input),
});
