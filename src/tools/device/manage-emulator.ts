import * as z from 'zod';
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
    action: z.enum(['list', 'boot', 'wait', 'shutdown']),
    name: z.string().min(1).max(200).optional(),
    waitMs: z.int().min(0).max(600_000).default(180_000),
  }),
  output: z.looseObject({
    emulators: z.array(z.looseObject({ name: z.string(), platform: z.string() })).optional(),
    state: z.string().optional(),
    deviceId: z.string().optional(),
  }),
  examples: [],
  run: ({ op, input, computer, pool, progress }) => manage(op, { computer, pool, progress }, input),
});
