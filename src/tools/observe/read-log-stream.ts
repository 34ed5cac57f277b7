import * as z from 'zod';
import { evidenceShape } from '../../wire/evidence-shape.ts';
import { incidentsToWire, withoutEmpty } from '../../wire/log-answer.ts';
import { entriesInRoom } from '../../wire/log-page.ts';
import { appErrorShape, crashShape, endShape, gapsShape, recordShape } from '../../wire/log-shape.ts';
import { actionRefField, evidenceOf, observeWithEvidence } from '../../wire/observed.ts';
import { sourceField, streamId, untrusted } from '../../wire/shapes.ts';
import { hostTool } from '../define-tool.ts';

export const readLogStream = hostTool({
  name: 'read_log_stream',
  title: 'Read a log stream',
  description: 'Reads new lines of a log stream; reports crashes.',
  effect: 'read',
  toolset: 'core',
  budgetMs: () => 15_000,
  input: z.object({
    sessionId: streamId.optional().meta({ doc: 'Name of the stream. Default: the only one that is open' }),
    limit: z.int().min(1).max(2_000).default(100).meta({ doc: 'Records at most' }),
    since: z
      .int()
      .min(0)
      .optional()
      .meta({ doc: 'A `next_cursor`: read from there. Default: go on where the last call ended' }),
    actionRef: actionRefField.shape.actionRef.meta({ rare: true }),
  }),
  output: z.looseObject({
    entries: z.array(recordShape).meta({
      doc: 'New records, oldest first; the first may be further lines of a trace that the last call gave in part',
    }),
    crash_summary: z
      .looseObject({
        crash_detected: z.boolean().meta({ doc: 'Whether a crash is among them' }),
        ...crashShape.partial().shape,
      })
      .meta({ doc: 'The last crash among them and those that wait' }),
    errors: z
      .array(appErrorShape)
      .optional()
      .meta({ doc: 'Errors among them that a framework caught or the app logged: the app lives on' }),
    ended: z
      .array(endShape)
      .optional()
      .meta({ doc: 'Ends of its processes since the last call, killed or exited without a crash' }),
    next_cursor: z.number().meta({ doc: 'Pass as `since` to read on from here' }),
    waiting: z
      .number()
      .optional()
      .meta({ doc: 'Records, of those that `limit` allows, that had no room: the next call gives them' }),
    dropped: z.number().meta({ doc: 'Records of all apps that were lost before they were read' }),
    app_running: z.boolean().nullable().optional().meta({ doc: 'Whether the app runs now' }),
    gaps: gapsShape,
    source: sourceField,
    evidence: evidenceShape,
  }),
  examples: [],
  async run({ op, input, pool }) {
    const { since, limit, actionRef } = input;
    const session = pool.logStreams.sessionOf(input.sessionId);
    const { value: page, acquisition } = await observeWithEvidence(op, session, 'logs', () =>
      pool.logStreams.read(op, input.sessionId, {
        since,
        limit,
        roomFor: (records) => entriesInRoom(records).length,
      }),
    );
    const evidence = evidenceOf(op, session, [acquisition], actionRef);
    const { app, appId, ends } = page;
    const told = [...page.grown, ...page.records];
    const { errors, ended } = incidentsToWire({ records: told, ends, app, appId });
    const { crashes } = incidentsToWire({ records: [...told, ...page.waiting], ends: [], app, appId });
    const crash = crashes.at(-1);
    return {
      entries: [...entriesInRoom(page.records)],
      crash_summary: { crash_detected: crash !== undefined, ...crash },
      ...withoutEmpty({ errors, ended }),
      next_cursor: page.cursor,
      ...(page.waiting.length > 0 ? { waiting: page.waiting.length } : {}),
      dropped: page.dropped,
      app_running: page.app?.running ?? false,
      ...(page.gaps.length > 0 ? { gaps: page.gaps } : {}),
      source: untrusted,
      evidence,
    };
  },
});
