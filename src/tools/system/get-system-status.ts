import * as z from 'zod';
import { statusFields } from '../../wire/status-shape.ts';
import { systemReport } from '../../workflows/system-report.ts';
import { hostTool } from '../define-tool.ts';

export const getSystemStatus = hostTool({
  name: 'get_system_status',
  title: 'Check this computer',
  description: 'Checks adb, Xcode, Java, devices; suggests fixes.',
  effect: 'read',
  toolset: 'core',
  budgetMs: () => 5_000,
  input: z.object({}),
  output: z.looseObject(statusFields),
  examples: [{ about: 'What works here.', input: {} }],
  run: ({ op, computer, pool }) => systemReport(op, computer, pool),
});
