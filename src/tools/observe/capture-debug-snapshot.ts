import * as z from 'zod';
import { actionRefField } from '../../wire/observed.ts';
import { appId, streamId } from '../../wire/shapes.ts';
import { shorterSnapshot } from '../../wire/shorter-tree.ts';
import { debugSnapshotShape } from '../../wire/snapshot-shape.ts';
import { collectSnapshot } from '../../workflows/debug-snapshot.ts';
import { deviceTool } from '../define-tool.ts';

export const captureDebugSnapshot = deviceTool({
  name: 'capture_debug_snapshot',
  title: 'Capture everything at once',
  description: 'Collects tree, fingerprint, logs, screenshot at one moment.',
  effect: 'read',
  toolset: 'core',
  needs: ['screen'],
  budgetMs: () => 45_000,
  input: z.object({
    reason: z.string().max(500).optional().meta({ doc: 'Why it is taken; repeated in the answer' }),
    includeLogs: z.boolean().default(true).meta({ doc: 'Include log records' }),
    logLines: z
      .int()
      .min(1)
      .max(2_000)
      .default(200)
      .meta({ doc: 'Maximum number of log records, newest first' }),
    includeScreenshot: z.boolean().default(true).meta({ doc: 'Include a screenshot' }),
    appId: appId.optional().meta({ doc: 'Only log records of this app' }),
    sessionId: streamId.optional().meta({ doc: 'Take the log records from this open log stream' }),
    ...actionRefField.shape,
  }),
  output: z.looseObject({
    snapshot: debugSnapshotShape,
    image: z.object({ data: z.string(), mimeType: z.string() }).nullable(),
  }),
  blocks: [
    { about: 'The snapshot, as JSON', shape: debugSnapshotShape },
    { about: 'The screenshot, where there is one' },
  ],
  examples: [
    {
      about: 'At a failure, with the last lines of the app.',
      app: 'com.example.shop',
      input: { reason: 'the list stayed empty', appId: 'com.example.shop', logLines: 20 },
    },
  ],
  run: ({ op, input, pool, session, computer }) => collectSnapshot(op, { pool, session, computer }, input),
  shorten: shorterSnapshot,
  render: ({ snapshot, image }) => [
    { type: 'text', text: JSON.stringify(snapshot) },
    ...(image ? [{ type: 'image' as const, data: image.data, mimeType: image.mimeType }] : []),
  ],
});
