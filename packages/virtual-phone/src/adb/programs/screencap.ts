/** `screencap`: PNG or raw pixels of one display, with the warnings and failures of real builds. */
import { encodePng } from '../../phone/draw/png.ts';
import type { DisplayState } from '../../phone/phone-types.ts';
import { costOf } from '../costs.ts';
import { openWriter, resolvePath } from '../shell/device-files.ts';
import { type Call, err, faultOf, out, type Program, phoneOf, spend } from '../shell/program.ts';
import { readOptions } from './toybox.ts';

/** From Android 9 on the raw header carries the colour space. */
const colorSpaceSdk = 28;
/** From Android 10 on `-d` means the physical id. */
const physicalIdSdk = 29;
const usage = `usage: screencap [-hp] [-d display-id] [FILENAME]
   -h: this message
   -p: save the file as a png.
   -d: specify the display id to capture, default 0.
If FILENAME ends with .png it will be saved as a png.
If FILENAME is not given, the results will be printed to stdout.
`;
const warning = [
  '[Warning] Multiple displays were found, but no display id was specified! Defaulting to the first display found, however this default is not guaranteed to be consistent across captures. A display id should be specified.',
  'See "dumpsys SurfaceFlinger --display-id" for valid display IDs.',
  '',
].join('\n');

export const screencap: Program = {
  name: 'screencap',
  async run(op, call) {
    const { flags, operands, unknown } = readOptions(call.args, 'hpd:');
    if (unknown !== null || flags.has('h')) {
      await err(call, `${unknown === null ? '' : `screencap: invalid option -- ${unknown}\n`}${usage}`);
      return 1;
    }
    const file = operands[0];
    const png = flags.has('p') || file?.endsWith('.png') === true;
    await spend(op, call, costOf(call.session.device.timing, png ? 'screencap.png' : 'screencap.raw'));
    const display = chosenDisplay(call, flags.get('d'));
    if (!display) {
      await err(
        call,
        `Display Id '${flags.get('d')}' is not valid.\nSee "dumpsys SurfaceFlinger --display-id" for valid display IDs.\n`,
      );
      return 1;
    }
    const fault = faultOf(call, 'screencap');
    if (fault?.how === 'empty') return 0;
    if (fault?.how === 'failed') {
      await err(
        call,
        phoneOf(call).version.sdk >= 33 ? 'Capturing failed.\n' : 'Error: failed to capture screen\n',
      );
      return 1;
    }
    const several = phoneOf(call).displays.length > 1 && !flags.has('d') && phoneOf(call).version.sdk >= 33;
    if (fault?.how === 'warning' || several) await out(call, warning);
    return await deliver(call, file, picture(call, display, png, fault?.how === 'black'));
  },
};

function chosenDisplay(call: Call, id: string | undefined): DisplayState | undefined {
  const { displays, version } = phoneOf(call);
  if (id === undefined) return displays[0];
  return displays.find(
    (display) => (version.sdk >= physicalIdSdk ? display.physicalId : String(display.id)) === id,
  );
}

function picture(call: Call, display: DisplayState, png: boolean, black: boolean): Uint8Array {
  const shot = phoneOf(call).screenshot(display.id);
  const { width, height } = shot;
  const rgba = black ? shot.rgba.map((_, index) => (index % 4 === 3 ? 255 : 0)) : shot.rgba;
  if (png) return encodePng(rgba, width, height);
  const header = Buffer.alloc(phoneOf(call).version.sdk >= colorSpaceSdk ? 16 : 12);
  header.writeUInt32LE(width, 0);
  header.writeUInt32LE(height, 4);
  header.writeUInt32LE(1, 8);
  if (header.length > 12) header.writeUInt32LE(1, 12);
  return Buffer.concat([header, rgba]);
}

async function deliver(call: Call, file: string | undefined, bytes: Uint8Array): Promise<number> {
  if (file === undefined) {
    await call.stdout.write(bytes);
    return 0;
  }
  const opened = openWriter(call.session, resolvePath(call.cwd, file), false);
  if (!opened.ok) {
    await err(call, `Error opening file: ${file} (${opened.reason})\n`);
    return 1;
  }
  await opened.value.write(bytes);
  return 0;
}
