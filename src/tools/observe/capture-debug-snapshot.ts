import * as z from 'zod';
import { actionRefField } from '../../wire/observed.ts';
import { appId, streamId } from '../../wire/shapes.ts';
import { collectSnapshot } from '../../workflows/debug-snapshot.ts';
import { deviceTool } from '../define-tool.ts';

export const captureDebugSnapshot = deviceTool({
  name: 'capture_debug_snapshot',
  title: 'Capture everything at once',
  description: 'Collects tree, fingerprint, logs and screenshot of one moment; what fails is named.',
  effect: 'read',
  toolset: 'core',
  needs: ['screen'],
  budgetMs: () => 45_000,
  input: z.object({
    reason: z.string().max(500).optional(),
    includeLogs: z.boolean().default(true),
    logLines: z.int().min(1).max(2_000).default(200),
    includeScreenshot: z.boolean().default(true),
    appId: appId.optional(),
    sessionId: streamId.optional(),
    ...actionRefField.shape,
  }),
  output: z.looseObject({
    snapshot: z.looseObject({ raw: z.looseObject({}), evidence: z.looseObject({}) }),
    image: z.object({ data: z.string(), mimeType: z.string() }).nullable(),
  }),
  examples: [
    {
      about: 'At a failure, with the last lines of the app.',
      app: 'com.example.shop',
      input: { reason: 'the list stayed empty', appId: 'com.example.shop', logLines: 20 },
    },
  ],
  run: ({ op, input, pool, session, computer }) => collectSnapshot(op, { pool, session, computer }, input),
  render: ({ snapshot, image }) => [
    { type: 'text', text: JSON.stringify(snapshot) },
    ...(image ? [{ type: 'image' as const, data: image.data, mimeType: image.mimeType }] : []),
  ],
});
