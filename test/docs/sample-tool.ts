/** The tool that CONTRIBUTING.md shows: compiled and run here, so that whoever copies it starts from something that works. */
import * as z from 'zod';
import { deviceTool } from '../../src/tools/define-tool.ts';

export const getActivity = deviceTool({
  name: 'get_activity',
  title: 'Name the activity',
  description: 'Names the android activity in front.',
  effect: 'read',
  toolset: 'core',
  needs: ['screen'],
  budgetMs: () => 10_000,
  input: z.object({}),
  output: z.looseObject({
    activity: z.string().nullable().meta({ doc: 'Full class name; null when unknown' }),
  }),
  examples: [{ about: 'While the shop is in front.', app: 'com.example.shop', input: {} }],
  run: async ({ op, session }) => ({ activity: (await session.device.screen.foreground(op)).activity }),
});
