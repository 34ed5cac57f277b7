import * as z from 'zod';
import { appId, streamId, user, userTold, whoseLog } from '../../wire/shapes.ts';
import { toldUser, userOfReading } from '../../workflows/app-user.ts';
import { deviceTool } from '../define-tool.ts';

const levels = { error: 'ERROR', warn: 'WARN', info: 'INFO', debug: 'DEBUG' } as const;

export const startLogStream = deviceTool({
  name: 'start_log_stream',
  title: 'Follow the log of an app',
  description: 'Follows the log of an app across restarts.',
  effect: 'read',
  toolset: 'core',
  needs: ['logs'],
  budgetMs: () => 15_000,
  input: z.object({
    packageName: appId,
    user: user.meta({ rare: true, doc: whoseLog }),
    level: z.enum(['error', 'warn', 'info', 'debug']).default('error').meta({ doc: 'Lowest level to keep' }),
    sessionId: streamId
      .optional()
      .meta({ doc: 'Name for the stream. Default: a new one. An open stream of that name is replaced' }),
  }),
  output: z.looseObject({
    success: z.boolean().meta({ doc: 'The stream is open' }),
    stream_started: z.boolean().meta({ doc: 'The same' }),
    device_id: z.string().meta({ doc: 'Device whose log is followed' }),
    user: userTold,
    pid: z.number().optional().meta({ doc: 'Process of the app; absent while it does not run' }),
    sessionId: z.string().meta({ doc: 'Name of the stream, for the other calls' }),
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
    const user = await userOfReading(op, session.device, { appId: packageName, user: input.user });
    const request = { appId: packageName, user, minLevel: levels[level], sessionId };
    const started = await pool.logStreams.start(op, session, request);
    return {
      success: true,
      stream_started: true,
      device_id: session.device.info.id,
      ...toldUser(user),
      ...(started.pid === null ? {} : { pid: started.pid }),
      sessionId: started.sessionId,
    };
  },
});
