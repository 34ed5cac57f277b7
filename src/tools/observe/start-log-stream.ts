import * as z from 'zod';
import { appId, streamId } from '../../wire/shapes.ts';
import { deviceTool } from '../define-tool.ts';

const levels = { error: 'ERROR', warn: 'WARN', info: 'INFO', debug: 'DEBUG' } as const;

export const startLogStream = deviceTool({
  name: 'start_log_stream',
  title: 'Follow the log of an app',
  description: 'Follows the log of an app over restarts.',
  effect: 'read',
  toolset: 'core',
  needs: ['logs'],
  budgetMs: () => 15_000,
  input: z.object({
    packageName: appId,
    level: z.enum(['error', 'warn', 'info', 'debug']).default('error'),
    sessionId: streamId.optional(),
  }),
  output: z.looseObject({
    success: z.boolean(),
    stream_started: z.boolean(),
    device_id: z.string(),
    pid: z.number().optional().describe('Left out while the app does not run'),
    sessionId: z.string(),
  }),
  examples: [
    {
      about: 'Everything the shop logs from now on.',
      app: 'com.example.shop',
      input: { packageName: 'com.example.shop', level: 'debug', sessionId: 'shop' },
    },
  ],
  async run({ op, input, session, pool }) {
    const { packageName, level, sessionId } = input;
    const wish = { appId: packageName, minLevel: levels[level], sessionId };
    const started = await pool.logStreams.start(op, session, wish);
    return {
      success: true,
      stream_started: true,
      device_id: session.device.info.id,
      ...(started.pid === null ? {} : { pid: started.pid }),
      sessionId: started.sessionId,
    };
  },
});
