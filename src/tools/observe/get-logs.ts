import * as z from 'zod';
import type { LogQuery, LogReading } from '../../devices/port/device.ts';
import { crashSummary } from '../../logs/crash-summary.ts';
import { deviceToWire } from '../../wire/answers.ts';
import { crashToWire, recordToWire, withEventTimes } from '../../wire/log-answer.ts';
import { acquire, actionRefField, evidenceOf } from '../../wire/observed.ts';
import { appId, untrusted } from '../../wire/shapes.ts';
import { deviceTool } from '../define-tool.ts';

const levels = ['VERBOSE', 'DEBUG', 'INFO', 'WARN', 'ERROR'] as const;

export const getLogs = deviceTool({
  name: 'get_logs',
  title: 'Read the log',
  description:
    'Reads logcat or the ios log: newest records in time order, stack traces grouped, crashes summed up.',
  effect: 'read',
  toolset: 'core',
  needs: ['logs'],
  budgetMs: () => 15_000,
  input: z.object({
    appId: appId.optional(),
    pid: z.int().min(1).max(99_999_999).optional(),
    tag: z.string().min(1).max(200).optional(),
    level: z.enum(levels).optional(),
    contains: z.string().min(1).max(500).optional(),
    since_seconds: z.number().positive().max(604_800).optional(),
    limit: z.int().min(1).max(2_000).optional(),
    lines: z.int().min(1).max(2_000).optional().meta({ rare: true }),
    ...actionRefField.shape,
  }),
  output: z.looseObject({
    answer: z.looseObject({ logCount: z.number(), source: z.string() }),
    logs: z.array(z.looseObject({})),
  }),
  examples: [
    {
      about: 'What the shop logged.',
      app: 'com.example.shop',
      input: { appId: 'com.example.shop', limit: 20 },
    },
    { about: 'Errors of all apps in the last minute.', input: { level: 'ERROR', since_seconds: 60 } },
  ],
  async run({ op, input, device, session }) {
    const { value: reading, acquisition } = await acquire(op, session, 'logs', () =>
      device.logs.query(op, queryOf(input)),
    );
    const evidence = evidenceOf(op, session, [withEventTimes(acquisition, reading)], input.actionRef);
    return {
      answer: { ...answer(reading, deviceToWire(device.info)), evidence },
      logs: reading.records.map(recordToWire),
    };
  },
  render: ({ answer, logs }) => [
    { type: 'text', text: JSON.stringify(answer) },
    { type: 'text', text: JSON.stringify({ logs }) },
  ],
});

interface Input {
  readonly appId?: string | undefined;
  readonly pid?: number | undefined;
  readonly tag?: string | undefined;
  readonly level?: (typeof levels)[number] | undefined;
  readonly contains?: string | undefined;
  readonly since_seconds?: number | undefined;
  readonly limit?: number | undefined;
  readonly lines?: number | undefined;
}

function queryOf({ appId, pid, tag, level, contains, since_seconds, limit, lines }: Input): LogQuery {
  return {
    ...(appId === undefined ? {} : { appId }),
    ...(pid === undefined ? {} : { pid }),
    ...(tag === undefined ? {} : { tag }),
    ...(level === undefined ? {} : { minLevel: level }),
    ...(contains === undefined ? {} : { contains }),
    ...(since_seconds === undefined ? {} : { sinceSeconds: since_seconds }),
    limit: limit ?? lines ?? 50,
  };
}

function answer(reading: LogReading, device: ReturnType<typeof deviceToWire>) {
  const { records, source, app, dropped, gaps, from } = reading;
  const crashes = crashSummary(records);
  return {
    device,
    logCount: records.length,
    source,
    text_source: untrusted,
    meta: {
      from,
      ...(app ? { app_running: app.running, pids: app.pids } : {}),
      ...(app && !app.running && records.length === 0
        ? { note: 'The app is not running and left no lines in this span.' }
        : {}),
      ...(dropped > 0 ? { dropped } : {}),
      ...(gaps.length > 0 ? { gaps } : {}),
      clock: 'device_or_unknown',
    },
    ...(crashes.length > 0 ? { crashes: crashes.map(crashToWire) } : {}),
  };
}
