import { defined } from '@mobile-debug/core/defined.ts';
import * as z from 'zod';
import type { LogReading } from '../../devices/port/logs.ts';
import type { AppUser } from '../../devices/port/users.ts';
import { deviceToWire } from '../../wire/answers.ts';
import { deviceShape } from '../../wire/device-shape.ts';
import { evidenceShape } from '../../wire/evidence-shape.ts';
import { incidentsToWire, withEventTimes, withoutEmpty } from '../../wire/log-answer.ts';
import { readPage, type WirePage } from '../../wire/log-page.ts';
import { appErrorShape, crashShape, endShape, gapsShape, recordShape } from '../../wire/log-shape.ts';
import { actionRefField, evidenceOf, observeWithEvidence } from '../../wire/observed.ts';
import { appId, sourceField, untrusted, user, userTold, whoseLog } from '../../wire/shapes.ts';
import { toldUser, userOfReading } from '../../workflows/app-user.ts';
import { deviceTool } from '../define-tool.ts';

/** Of what is wrong in a filter. */
const refusal = 'INVALID_FILTER';
const levels = ['VERBOSE', 'DEBUG', 'INFO', 'WARN', 'ERROR'] as const;

const logsShape = z.looseObject({ logs: z.array(recordShape).meta({ doc: 'Oldest first' }) });

const answerShape = z.looseObject({
  device: deviceShape,
  logCount: z.number().meta({ doc: 'How many records follow' }),
  source: z.string().meta({
    doc: 'How records of the app were told apart: by `pid`, `package` or `process`; `broad`: not at all',
  }),
  text_source: sourceField,
  meta: z
    .looseObject({
      from: z.string().meta({ doc: '`stream`: from memory; `dump`: read from the device for this call' }),
      app_running: z.boolean().optional().meta({ doc: 'With `appId`: whether the app runs' }),
      pids: z.array(z.number()).readonly().optional().meta({ doc: 'With `appId`: its processes' }),
      user: userTold,
      note: z.string().optional().meta({ doc: 'Why there are no records' }),
      omitted: z
        .number()
        .optional()
        .meta({ doc: 'Records of these `limit` that had no room; errors and crashes go before others' }),
      older: z
        .string()
        .optional()
        .meta({ doc: 'Pass as `before` for older records; absent when there are none' }),
      older_errors: z
        .number()
        .optional()
        .meta({ doc: 'Errors and crashes among the 200 records before these' }),
      dropped: z.number().optional().meta({ doc: 'Records of the requested span that were lost' }),
      gaps: gapsShape,
      clock: z.string().meta({ doc: 'Always `device_or_unknown`: times are those of the device' }),
    })
    .meta({ doc: 'How the records were read' }),
  crashes: z.array(crashShape).optional().meta({ doc: 'Crashes among the records' }),
  errors: z
    .array(appErrorShape)
    .optional()
    .meta({ doc: 'Errors among the records that a framework caught or the app logged: it lives on' }),
  ended: z
    .array(endShape)
    .optional()
    .meta({ doc: 'With `appId`: ends of its processes in the span, killed or exited without a crash' }),
  evidence: evidenceShape,
});

export const getLogs = deviceTool({
  name: 'get_logs',
  title: 'Read the log',
  description:
    'Reads logcat or the ios log: newest records in time order, stack traces grouped, crashes summarised.',
  effect: 'read',
  toolset: 'core',
  needs: ['logs'],
  budgetMs: () => 15_000,
  input: z.object({
    appId: appId.optional().meta({ doc: 'Only records of this app' }),
    user: user.meta({ rare: true, doc: whoseLog }),
    pid: z.int().min(1).max(99_999_999).optional().meta({ refusal, doc: 'Only records of this process' }),
    tag: z.string().min(1).max(200).optional().meta({ refusal, doc: 'Only records with this tag' }),
    level: z.enum(levels).optional().meta({ refusal, doc: 'Only records of this level or higher' }),
    contains: z
      .string()
      .min(1)
      .max(500)
      .optional()
      .meta({ refusal, doc: 'Only records whose message contains this; case-sensitive' }),
    since_seconds: z
      .number()
      .positive()
      .max(604_800)
      .optional()
      .meta({ refusal, doc: 'Only records of the last N seconds, by the clock of the device' }),
    limit: z
      .int()
      .min(1)
      .max(2_000)
      .optional()
      .meta({ doc: 'Maximum number of records, newest first. Default: 50' }),
    before: z.string().max(100).optional().meta({
      rare: true,
      refusal,
      doc: '`meta.older` of an answer with the same filter: records before those',
    }),
    lines: z.int().min(1).max(2_000).optional().meta({ rare: true, doc: 'Older name of `limit`' }),
    ...actionRefField.shape,
  }),
  output: z.looseObject({ answer: answerShape, logs: logsShape.shape.logs }),
  blocks: [
    { about: 'Facts about the records, as JSON', shape: answerShape },
    { about: 'The records, as JSON', shape: logsShape },
  ],
  examples: [
    {
      about: 'What the shop logged.',
      app: 'com.example.shop',
      input: { appId: 'com.example.shop', limit: 20 },
    },
    { about: 'Errors of all apps in the last minute.', input: { level: 'ERROR', since_seconds: 60 } },
  ],
  async run({ op, input, session }) {
    const whose = await userOfReading(op, session.device, input);
    const { filter, page: request } = queryOf(input);
    const { value, acquisition } = await observeWithEvidence(op, session, 'logs', () =>
      readPage(request, (most) => session.device.logs.query(op, { ...filter, user: whose, limit: most })),
    );
    const { page } = value;
    const reading = { ...value.reading, records: page.records };
    const evidence = evidenceOf(op, session, [withEventTimes(acquisition, reading)], input.actionRef);
    const device = deviceToWire(session.device.info);
    return {
      answer: { ...answer(reading, page, { device, whose, appId: input.appId ?? null }), evidence },
      logs: [...page.logs],
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
  readonly before?: string | undefined;
}

function queryOf({ appId, pid, tag, level, contains, since_seconds, limit, lines, before }: Input) {
  const filter = defined({ appId, pid, tag, minLevel: level, contains, sinceSeconds: since_seconds });
  return { filter, page: { limit: limit ?? lines ?? 50, before } };
}

interface Told {
  readonly device: ReturnType<typeof deviceToWire>;
  readonly whose: AppUser;
  readonly appId: string | null;
}

function answer(reading: LogReading, page: WirePage, { device, whose, appId }: Told) {
  const { records, source, app, dropped, gaps, from } = reading;
  const { logs, omitted, older, earlier } = page;
  const ends = app === null ? [] : (reading.ends ?? []);
  const incidents = incidentsToWire({ records, earlier, ends, app, appId });
  return {
    device,
    logCount: logs.length,
    source,
    text_source: untrusted,
    meta: {
      from,
      ...(app ? { app_running: app.running, pids: app.pids, ...toldUser(whose) } : {}),
      ...(app && !app.running && records.length === 0
        ? { note: 'The app is not running and left no lines in this span.' }
        : {}),
      ...(omitted > 0 ? { omitted } : {}),
      ...(older === null ? {} : { older }),
      ...olderErrors(page),
      ...(dropped > 0 ? { dropped } : {}),
      ...(gaps.length > 0 ? { gaps } : {}),
      clock: 'device_or_unknown',
    },
    ...withoutEmpty(incidents),
  };
}

/** So that an error is not overlooked because much was logged since. */
function olderErrors({ earlier }: WirePage): { readonly older_errors?: number } {
  const errors = earlier.filter(({ level }) => level === 'ERROR' || level === 'FATAL').length;
  return errors === 0 ? {} : { older_errors: errors };
}
