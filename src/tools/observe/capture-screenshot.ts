import type { Operation } from '@mobile-debug/core/operation.ts';
import * as z from 'zod';
import type { Screenshot } from '../../devices/port/screen.ts';
import type { SessionOf } from '../../session/device-session.ts';
import type { Bounds } from '../../ui/ui-tree.ts';
import { deviceToWire } from '../../wire/answers.ts';
import { deviceShape } from '../../wire/device-shape.ts';
import { evidenceShape } from '../../wire/evidence-shape.ts';
import { actionRefField, evidenceOf, observeWithEvidence } from '../../wire/observed.ts';
import { hostPath } from '../../wire/shapes.ts';
import { deviceTool } from '../define-tool.ts';

const side = (about: string) => z.number().meta({ doc: about });

const metadataShape = z.looseObject({
  device: deviceShape,
  result: z
    .looseObject({
      resolution: z
        .looseObject({ width: side('Width in pixels'), height: side('Height in pixels') })
        .meta({ doc: 'Size of the picture that is sent' }),
      source_resolution: z
        .looseObject({ width: side('Width in pixels'), height: side('Height in pixels') })
        .meta({ doc: 'Size of the screenshot before it was scaled' }),
      scale: z
        .number()
        .meta({ doc: 'Input coordinates for each pixel of the picture: multiply to tap what you see' }),
      coordinate_space: z.string().meta({ doc: 'The same rule in words' }),
      mimeType: z.string().meta({ doc: 'Format of the picture' }),
      sizeBytes: z.number().meta({ doc: 'Its size before base64' }),
      warnings: z
        .array(z.string())
        .readonly()
        .optional()
        .meta({ doc: 'Warnings, such as a black picture of a protected window' }),
    })
    .meta({ doc: 'The picture' }),
  saved_to: z.string().optional().meta({ doc: 'With `savePath`: absolute path of the file' }),
  evidence: evidenceShape,
});

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
  output: z.looseObject({ metadata: metadataShape, data: z.string(), mimeType: z.string() }),
  blocks: [{ about: 'Facts about the picture, as JSON', shape: metadataShape }, { about: 'The picture' }],
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
      device: deviceToWire(session.device.info),
      result: {
        resolution: { width: image.width, height: image.height },
        source_resolution: { width: shot.width, height: shot.height },
        scale: inputScale(shot, image.width),
        coordinate_space: 'input coordinate = image pixel x scale',
        mimeType: image.mimeType,
        sizeBytes: image.bytes.byteLength,
        ...(shot.warnings.length > 0 ? { warnings: shot.warnings } : {}),
      },
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

/** Input coordinates per image pixel. */
function inputScale({ inputSize }: Screenshot, imageWidth: number): number {
  return Math.round((inputSize.width / imageWidth) * 10_000) / 10_000;
}

/** Elements that can be acted on, boxed in pixels of the picture. */
async function handleMarks(
  op: Operation,
  session: SessionOf<'screen'>,
  { width, height, inputSize }: Screenshot,
): Promise<{ bounds: Bounds; label: string }[]> {
  const { tree, handles } = await session.observe(op);
  const [x, y] = [width / inputSize.width, height / inputSize.height];
  return tree.elements
    .filter(
      ({ visible, clickable, editable, scrollable }) => visible && (clickable || editable || scrollable),
    )
    .map(({ bounds: [left, top, right, bottom], index }) => ({
      bounds: [left * x, top * y, right * x, bottom * y] as const,
      label: handles[index] ?? '',
    }));
}
