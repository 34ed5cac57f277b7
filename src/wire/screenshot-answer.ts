/** The facts about a screenshot that go with its picture: their shape, and how it is filled. */
import * as z from 'zod';
import type { DeviceInfo } from '../devices/port/device.ts';
import type { Screenshot } from '../devices/port/screen.ts';
import { deviceToWire } from './answers.ts';
import { deviceShape } from './device-shape.ts';
import { evidenceShape } from './evidence-shape.ts';

const side = (about: string) => z.number().meta({ doc: about });

export const screenshotShape = z.looseObject({
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

/** The picture that is sent: scaled, in the format that was asked for. */
interface SentPicture {
  readonly bytes: Uint8Array;
  readonly width: number;
  readonly height: number;
  readonly mimeType: string;
}

export function screenshotToWire(info: DeviceInfo, shot: Screenshot, image: SentPicture) {
  return {
    device: deviceToWire(info),
    result: {
      resolution: { width: image.width, height: image.height },
      source_resolution: { width: shot.width, height: shot.height },
      scale: inputScale(shot, image.width),
      coordinate_space: 'input coordinate = image pixel x scale',
      mimeType: image.mimeType,
      sizeBytes: image.bytes.byteLength,
      ...(shot.warnings.length > 0 ? { warnings: shot.warnings } : {}),
    },
  };
}

/** Input coordinates per image pixel. */
function inputScale({ inputSize }: Screenshot, imageWidth: number): number {
  return Math.round((inputSize.width / imageWidth) * 10_000) / 10_000;
}
