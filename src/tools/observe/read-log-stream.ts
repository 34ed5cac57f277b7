import * as z from 'zod';
import { crashSummary } from '../../logs/crash-summary.ts';
import type { LogRecord } from '../../logs/log-record.ts';
import { evidenceShape } from '../../wire/evidence-shape.ts';
import { crashToWire } from '../../wire/log-answer.ts';
import { entriesInRoom } from '../../wire/log-page.ts';
import { crashShape, gapsShape, recordShape } from '../../wire/log-shape.ts';
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
    entries: z.array(recordShape).meta({ doc: 'New records, oldest first' }),
    crash_summary: z
      .looseObject({
        crash_detected: z.boolean().meta({ doc: 'Whether a crash is among them' }),
        ...crashShape.partial().shape,
      })
      .meta({ doc: 'The last crash among them and those that wait' }),
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
    return {
      entries: [...entriesInRoom(page.records)],
      crash_summary: summaryOf([...page.records, ...page.waiting]),
      next_cursor: page.cursor,
      ...(page.waiting.length > 0 ? { waiting: page.waiting.length } : {}),
      dropped: page.dropped,
      app_running: page.running,
      ...(page.gaps.length > 0 ? { gaps: page.gaps } : {}),
      source: untrusted,
      evidence,
    };
  },
});

function summaryOf(records: readonly LogRecord[]) {
  const crash = crashSummary(records).at(-1);
  if (!crash) return { crash_detected: false };
  return { crash_detected: true, ...crashToWire(crash) };
}
