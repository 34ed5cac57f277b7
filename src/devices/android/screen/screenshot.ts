/**
 * One screenshot: the picture and the geometry of the display in the same device command, so that both are of the same
 * moment. Scaling and formats for the client are host/image.ts's work. Sources: [A7] and [A13].
 */
import { Fault } from '@mobile-debug/core/fault.ts';
import { randomId } from '@mobile-debug/core/ids.ts';
import type { Operation } from '@mobile-debug/core/operation.ts';
import { type CutPng, cutPng } from '../../../host/image/png-cut.ts';
import { type PlainPicture, plainPicture, rotatePng } from '../../../host/image/png-pixels.ts';
import type { Rotation } from '../../../ui/ui-tree.ts';
import type { Screenshot } from '../../port/screen.ts';
import type { AdbDevice } from '../adb/adb-types.ts';
import { brokenOff } from '../broken-off.ts';
import { notReadyFault } from '../not-ready.ts';
import { naturalSize, type Size } from './natural-size.ts';
import { type Frame, frameCommand, readFrame } from './screen-command.ts';
import { displayStateCommand, displayThatIsOn, warnsOfSeveralDisplays } from './screencap-displays.ts';
import { parseSecureWindows, secureWindowsCommand } from './secure-windows.ts';

/** What the compositor draws in the place of a window that forbids pictures [A13]. */
const secureColour = '#000000';

interface Captured {
  readonly picture: CutPng;
  readonly frame: Frame;
  readonly severalDisplays: boolean;
}

/** Faults: OBSERVATION_FAILED (no data, refused, cut off), DEVICE_UNAVAILABLE, TIMEOUT, CANCELLED. */
export function androidScreenshot(adb: AdbDevice, sdk: number): (op: Operation) => Promise<Screenshot> {
  return async (op) => {
    const { captured, warnings } = await captureRightDisplay(op, adb, sdk);
    const { frame, picture: taken } = captured;
    const inputSize = frame.size ?? inputSizeFrom(await naturalSize(op, adb), frame.rotation ?? 0, taken);
    const picture = await upright(captured.picture, inputSize, captured.frame.rotation ?? 0);
    const plain = await plainPicture(picture.png, picture);
    const doubtful = plain && (plain.share === 1 || plain.colour === secureColour);
    const why = doubtful ? await whyPlain(op, adb, plain) : null;
    if (why !== null) warnings.push(why);
    return { ...picture, inputSize, warnings };
  };
}

async function captureRightDisplay(
  op: Operation,
  adb: AdbDevice,
  sdk: number,
): Promise<{ captured: Captured; warnings: string[] }> {
  const captured = await capture(op, adb, { sdk, option: '' });
  if (!captured.severalDisplays) return { captured, warnings: [] };
  const states = (await adb.shell(op, displayStateCommand)).stdout.toString('utf8');
  const display = displayThatIsOn(states);
  if (display === null)
    return { captured, warnings: ['Several displays, and none reports that it is on: this is the first.'] };
  if (display.listIndex === 0) return { captured, warnings: [] };
  return { captured: await capture(op, adb, { sdk, option: ` -d ${display.id}` }), warnings: [] };
}

async function capture(
  op: Operation,
  adb: AdbDevice,
  { sdk, option }: { sdk: number; option: string },
): Promise<Captured> {
  const marker = randomId('png');
  const output = await adb.exec(op, `${frameCommand(sdk)}; echo ${marker}; screencap -p${option}`);
  const at = output.indexOf(marker);
  const frameText = at < 0 ? '' : output.toString('utf8', 0, at);
  const printed = at < 0 ? output : output.subarray(at + marker.length);
  const picture = cutPng(printed);
  // Without the marker that is echoed before the picture, it was the stream that ended.
  if (picture === 'none' && at < 0)
    throw notReadyFault(printed.toString('utf8')) ?? brokenOff('the screenshot was taken');
  if (picture === 'none' || picture === 'cut') throw captureFault(picture, printed);
  const words = printed.toString('latin1', 0, printed.indexOf('\x89PNG', 0, 'latin1'));
  return { picture, frame: readFrame(frameText), severalDisplays: warnsOfSeveralDisplays(words) };
}

function captureFault(what: 'none' | 'cut', printed: Buffer): Fault {
  if (what === 'cut')
    return new Fault(
      'OBSERVATION_FAILED',
      'The screenshot is truncated: its stream ended within the picture.',
      {
        reason: 'truncated',
        nextStep: 'Take it again; when it is truncated again, check the connection with list_devices.',
        details: { sizeBytes: printed.length },
      },
    );
  const words = printed.toString('utf8', 0, 4_096).trim();
  // As screencap prints it [A13].
  const line = (words.split(/\r?\n/).find((each) => /fail|error|denied|not found/i.test(each)) ?? words)
    .split(/\r?\n/, 1)
    .join('')
    .slice(0, 200);
  if (line === '')
    return new Fault('OBSERVATION_FAILED', 'The device returned a screenshot without data.', {
      reason: 'no_data',
      nextStep: 'Wake the device if its display is off, then try again.',
    });
  return (
    notReadyFault(words) ??
    new Fault('OBSERVATION_FAILED', `The device could not take a screenshot. It said: ${line}`, {
      reason: 'refused',
      details: { line },
      nextStep:
        'Protected content and a starting device prevent screenshots; read the screen with get_ui_tree.',
    })
  );
}

/** Known sizes are in the natural orientation; without them the size of the picture is used. */
function inputSizeFrom(natural: Size | null, rotation: Rotation, picture: CutPng): Size {
  if (!natural) return { width: picture.width, height: picture.height };
  return rotation % 180 === 0 ? natural : { width: natural.height, height: natural.width };
}

/**
 * Some devices capture in the frame of the panel while bounds and input are turned. Android turns content
 * counter-clockwise by its rotation, so the panel's picture is turned back by as much.
 */
async function upright(picture: CutPng, inputSize: Size, rotation: Rotation): Promise<CutPng> {
  const sideways = picture.width > picture.height !== inputSize.width > inputSize.height;
  if (!sideways || (rotation !== 90 && rotation !== 270)) return picture;
  const png = await rotatePng(picture.png, rotation === 90 ? 270 : 90);
  return { png, width: picture.height, height: picture.width };
}

/** Null for a picture that is not all one colour and has no reason for it: an empty page looks like that. */
async function whyPlain(
  op: Operation,
  adb: AdbDevice,
  { colour, share }: PlainPicture,
): Promise<string | null> {
  const { stdout } = await adb.shell(
    op,
    `dumpsys power | grep -m 1 'mWakefulness='; ${secureWindowsCommand}`,
  );
  const text = stdout.toString('utf8');
  const picture = `The picture is ${share === 1 ? 'a single colour' : 'mostly one colour'} (${colour})`;
  // As dumpsys prints it [A7].
  const state = /mWakefulness=(\w+)/.exec(text)?.[1];
  if (state !== undefined && state !== 'Awake') return `${picture}: the device is ${state.toLowerCase()}.`;
  const [secure] = parseSecureWindows(text);
  if (secure) {
    const whose = secure.appId === null ? '' : ` of ${secure.appId}`;
    return `${picture}: the window ${JSON.stringify(secure.title)}${whose} forbids pictures (FLAG_SECURE). Read it with get_ui_tree; no setting allows pictures of it.`;
  }
  if (share < 1) return null;
  return `${picture}: protected content, or a screen that is still empty. No window forbids pictures.`;
}
