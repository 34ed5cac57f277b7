import * as z from 'zod';
import { isFault } from '../../core/fault.ts';
import { fingerprint } from '../../ui/fingerprint.ts';
import { deviceTool } from '../define-tool.ts';

export const getScreenFingerprint = deviceTool({
  name: 'get_screen_fingerprint',
  title: 'Fingerprint of the screen',
  description:
    'Hash that names the current screen and is blind to clocks, counters and percentages. For wait_for_screen_change and expect_screen.',
  effect: 'read',
  toolset: 'core',
  needs: ['screen'],
  budgetMs: () => 30_000,
  input: z.object({}),
  output: z.looseObject({
    fingerprint: z.string().nullable(),
    activity: z.string().nullable(),
    error: z.string().optional(),
  }),
  examples: [{ about: 'Name this screen.', app: 'com.example.notes', input: {} }],
  async run({ op, device, session }) {
    try {
      const { tree } = await session.observe(op, device);
      return { fingerprint: fingerprint(tree), activity: tree.foreground?.activity ?? null };
    } catch (error) {
      if (!isFault(error, 'OBSERVATION_FAILED')) throw error;
      return { fingerprint: null, activity: null, error: error.message };
    }
  },
});
