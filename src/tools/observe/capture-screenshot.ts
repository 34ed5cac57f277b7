import type { Operation } from '@mobile-debug/core/operation.ts';
import * as z from 'zod';
import type { DeviceWith, Screenshot } from '../../devices/port/device.ts';
import type { DeviceSession } from '../../session/device-session.ts';
import type { Bounds } from '../../ui/ui-tree.ts';
import { deviceToWire } from '../../wire/answers.ts';
import { acquire, actionRefField, evidenceOf } from '../../wire/observed.ts';
import { hostPath } from '../../wire/shapes.ts';
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
    maxWidth: z.int().min(100).max(1_568).optional(),
    format: z.enum(['png', 'jpeg', 'webp']).default('jpeg'),
    annotate: z.boolean().default(false),
    savePath: hostPath.optional(),
    ...actionRefField.shape,
  }),
  output: z.looseObject({
    metadata: z.looseObject({
      result: z.looseObject({
        resolution: z.looseObject({ width: z.number(), height: z.number() }),
        scale: z.number(),
        mimeType: z.string(),
        sizeBytes: z.number(),
      }),
    }),
    data: z.string(),
    mimeType: z.string(),
  }),
  examples: [
    { about: 'What a person would see.', app: 'com.example.shop', input: {} },
    {
      about: 'With the handles drawn on it.',
      app: 'com.example.notes',
      input: { annotate: true, format: 'png' },
    },
  ],
  async run({ op, input, device, session, computer }) {
    const { value: shot, acquisition } = await acquire(op, session, 'screenshot', () =>
      device.screen.screenshot(op),
    );
    const marks = input.annotate ? await handleMarks(op, device, session, shot) : undefined;
    const image = await computer.prepareImage(op, shot.png, {
      maxLongEdge: input.maxWidth ?? 1_024,
      format: input.format,
      ...(marks ? { annotate: marks } : {}),
    });
    const saved =
      input.savePath === undefined ? {} : { saved_to: await computer.saveAs(op, input.savePath, shot.png) };
    const metadata = {
      device: deviceToWire(device.info),
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
  device: DeviceWith<'screen'>,
  session: DeviceSession,
  { width, height, inputSize }: Screenshot,
): Promise<{ bounds: Bounds; label: string }[]> {
  const { tree, handles } = await session.observe(op, device);
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
