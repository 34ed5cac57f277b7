import * as z from 'zod';
import { systemReport } from '../../workflows/system-report.ts';
import { hostTool } from '../define-tool.ts';

export const getSystemStatus = hostTool({
  name: 'get_system_status',
  title: 'Check this computer',
  description: 'Checks adb, Xcode, Java, devices; gives fixes.',
  effect: 'read',
  toolset: 'core',
  budgetMs: () => 5_000,
  input: z.object({}),
  output: z.looseObject({
    success: z.boolean(),
    status: z.enum(['ready', 'degraded', 'blocked']),
    adbAvailable: z.boolean(),
    adbVersion: z.string().nullable(),
    devices: z.number(),
    deviceStates: z.looseObject({}),
    logsAvailable: z.boolean(),
    envValid: z.boolean(),
    appInstalled: z.boolean().optional().describe('Of MCP_TARGET_PACKAGE or MCP_TARGET_APP_ID'),
    iosAvailable: z.boolean(),
    iosDevices: z.number(),
    gradleJavaHome: z.string().nullable(),
    gradleValid: z.boolean(),
    gradleFilesChecked: z.array(z.string()).readonly(),
    gradleSuggestedFixes: z.array(z.string()).readonly(),
    issues: z.array(z.looseObject({ area: z.string(), problem: z.string(), fix: z.string() })).readonly(),
    summary: z.looseObject({}),
    host: z.looseObject({}),
  }),
  examples: [{ about: 'What works here.', input: {} }],
  run: ({ op, computer, pool }) => systemReport(op, computer, pool),
});
