import * as z from 'zod';
import { crashSummary } from '../../logs/crash-summary.ts';
import type { LogRecord } from '../../logs/log-record.ts';
import { crashToWire, recordToWire } from '../../wire/log-answer.ts';
import { acquire, actionRefField, evidenceOf } from '../../wire/observed.ts';
import { streamId, untrusted } from '../../wire/shapes.ts';
import { hostTool } from '../define-tool.ts';

export const readLogStream = hostTool({
  name: 'read_log_stream',
  title: 'Read a followed log',
  description: 'Reads new lines of a stream; tells crashes.',
  effect: 'read',
  toolset: 'core',
  budgetMs: () => 15_000,
  input: z.object({
    sessionId: streamId.optional(),
    limit: z.int().min(1).max(2_000).default(100),
    since: z.int().min(0).optional(),
    actionRef: actionRefField.shape.actionRef.meta({ rare: true }),
  }),
  output: z.looseObject({
    entries: z.array(z.looseObject({})),
    crash_summary: z.looseObject({
      crash_detected: z.boolean(),
      exception: z.string().optional(),
      sample: z.string().optional(),
    }),
    next_cursor: z.number(),
    dropped: z.number().describe('Lines of all apps that fell out of memory before they were read'),
  }),
  examples: [],
  async run({ op, input, pool }) {
    const { since, limit, actionRef } = input;
    const session = pool.logStreams.sessionOf(input.sessionId);
    const { value: page, acquisition } = await acquire(op, session, 'logs', () =>
      pool.logStreams.read(op, input.sessionId, { since, limit }),
    );
    const evidence = evidenceOf(op, session, [acquisition], actionRef);
    return {
      entries: page.records.map(recordToWire),
      crash_summary: summaryOf(page.records),
      next_cursor: page.cursor,
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
