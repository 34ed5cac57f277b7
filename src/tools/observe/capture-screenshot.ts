import * as z from 'zod';
import { actionRefField, evidenceOf, observeWithEvidence } from '../../wire/observed.ts';
import { screenshotShape, screenshotToWire } from '../../wire/screenshot-answer.ts';
import { hostPath } from '../../wire/shapes.ts';
import { handleMarks } from '../../workflows/handle-marks.ts';
import { deviceTool } from '../define-tool.ts';

export const captureScreenshot = deviceTool({
  name: 'capture_screenshot',
  title: 'Take a screenshot',
  description: 'Takes a screenshot; image pixel x scale = input coordinate. annotate draws handles.',
  effect: 'read',
  toolset: 'core',
  entry: true,
  needs: ['screen'],
  budgetMs: () => 30_000,
  input: z.object({
    maxWidth: z
      .int()
      .min(100)
      .max(1_568)
      .optional()
      .meta({ doc: 'Longest edge of the picture in pixels. Default: 1024' }),
    format: z.enum(['png', 'jpeg', 'webp']).default('jpeg').meta({ doc: 'Format of the picture' }),
    annotate: z
      .boolean()
      .default(false)
      .meta({ doc: 'Draw a box and the handle on every element that can be acted on' }),
    savePath: hostPath.optional().meta({
      doc: 'Also write the whole screenshot as PNG to this path: below the artifact folder, the working folder or `--root`',
    }),
    actionRef: actionRefField.shape.actionRef.meta({ rare: true }),
  }),
  output: z.looseObject({ metadata: screenshotShape, data: z.string(), mimeType: z.string() }),
  blocks: [{ about: 'Facts about the picture, as JSON', shape: screenshotShape }, { about: 'The picture' }],
  examples: [
    { about: 'What the user sees.', app: 'com.example.shop', input: {} },
    {
      about: 'With the handles drawn on it.',
      app: 'com.example.notes',
      input: { annotate: true, format: 'png' },
    },
  ],
  async run({ op, input, session, computer }) {
    const { value: shot, acquisition } = await observeWithEvidence(op, session, 'screenshot', () =>
      session.device.screen.screenshot(op),
    );
    const marks = input.annotate ? await handleMarks(op, session, shot) : undefined;
    const image = await computer.prepareImage(op, shot.png, {
      maxLongEdge: input.maxWidth ?? 1_024,
      format: input.format,
      ...(marks ? { annotate: marks } : {}),
    });
    const saved =
      input.savePath === undefined ? {} : { saved_to: await computer.saveAs(op, input.savePath, shot.png) };
    const metadata = {
      ...screenshotToWire(session.device.info, shot, image),
      ...saved,
      evidence: evidenceOf(op, session, [acquisition], input.actionRef),
    };
    return { metadata, data: Buffer.from(image.bytes).toString('base64'), mimeType: image.mimeType };
  },
  render: ({ metadata, data, mimeType }) => [
    { type: 'text', text: JSON.stringify(metadata) },
    { type: 'image', data, mimeType },
  ],
});
