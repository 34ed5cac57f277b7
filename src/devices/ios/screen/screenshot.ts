/**
 * One screenshot of a simulator. `simctl` captures the panel of the upright device in pixels; the tree and touches are
 * in points of the interface as it is turned. Source: [S2].
 */
import { Fault, failedBecause } from '@mobile-debug/core/fault.ts';
import type { Operation } from '@mobile-debug/core/operation.ts';
import { type CutPng, cutPng } from '../../../host/image/png-cut.ts';
import { plainPicture, rotatePng } from '../../../host/image/png-pixels.ts';
import type { Screenshot } from '../../port/screen.ts';
import type { DisplayGeometry, Simctl } from '../ios-types.ts';

export interface ScreenshotDeps {
  /** Answers what was printed: a PNG, maybe with chatter around it. */
  readonly capture: (op: Operation) => Promise<Buffer>;
  readonly geometry: (op: Operation) => Promise<DisplayGeometry | null>;
  /** `com.apple.CoreSimulator.SimDeviceType.iPad-Air`, for the usual scale. */
  readonly deviceType: string | null;
}

/** Right after a boot there is no display yet: "Timeout waiting for screen surfaces" [S2]; the pause is chosen [O1]. */
const captureRetries = 3;
const retryWaitMs = 1_000;
const mostBytes = 64 << 20;

/** By `simctl io`. A black mask keeps out the alpha channel, with which pictures could not become small ones. */
export function simctlCapture(simctl: Simctl): ScreenshotDeps['capture'] {
  return async (op) => {
    for (let attempt = 0; ; attempt++) {
      try {
        const args = ['io', 'screenshot', '--type=png', '--mask=black', '-'];
        return (await simctl.run(op, args, { maxBytes: mostBytes })).stdout;
      } catch (error) {
        if (!failedBecause(error, 'screen_not_up') || attempt >= captureRetries) throw error;
        await op.sleep(retryWaitMs);
      }
    }
  };
}

/** Faults: OBSERVATION_FAILED (no data, cut off, display not up), DEVICE_UNAVAILABLE, TIMEOUT, CANCELLED. */
export function iosScreenshot(parts: ScreenshotDeps): (op: Operation) => Promise<Screenshot> {
  return async (op) => {
    const printed = await parts.capture(op);
    const picture = cutPng(printed);
    if (picture === 'none' || picture === 'cut') throw captureFault(picture, printed);
    const warnings: string[] = [];
    const geometry = await parts.geometry(op);
    const upright = geometry ? await rotated(picture, geometry) : picture;
    const plain = await plainPicture(upright.png, upright);
    if (plain?.share === 1) {
      warnings.push(
        `The picture is a single colour (${plain.colour}): protected content, a locked screen, or one that is still empty.`,
      );
    }
    const inputSize = geometry ?? guessedSize(upright, parts.deviceType, warnings);
    return { ...upright, inputSize: { width: inputSize.width, height: inputSize.height }, warnings };
  };
}

function captureFault(what: 'none' | 'cut', printed: Buffer): Fault {
  const cut = what === 'cut';
  const message = cut ? 'The screenshot is truncated.' : 'simctl returned a screenshot without data.';
  return new Fault('OBSERVATION_FAILED', message, {
    reason: cut ? 'truncated' : 'no_data',
    details: { sizeBytes: printed.length },
  });
}

/** The interface's upper left corner is the panel's upper right one at 90, its lower left one at 270. */
async function rotated(picture: CutPng, { width, height, rotation }: DisplayGeometry): Promise<CutPng> {
  const sideways = picture.width > picture.height !== width > height;
  if (rotation === 180 && !sideways) return { ...picture, png: await rotatePng(picture.png, 180) };
  if (!sideways || (rotation !== 90 && rotation !== 270)) return picture;
  const png = await rotatePng(picture.png, rotation === 90 ? 270 : 90);
  return { png, width: picture.height, height: picture.width };
}

/** iPads and the older iPhones draw two pixels to a point, all others three [S1]. */
function guessedSize(
  { width, height }: CutPng,
  deviceType: string | null,
  warnings: string[],
): { readonly width: number; readonly height: number } {
  const two =
    /iPad|iPhone-(?:SE|[5-8]s?(?:-|$)|XR|11$)/.test(deviceType ?? '') && !/Plus/.test(deviceType ?? '');
  const scale = two ? 2 : 3;
  warnings.push(`The size in points is estimated from the picture at ${scale} pixels per point.`);
  return { width: Math.round(width / scale), height: Math.round(height / scale) };
}
