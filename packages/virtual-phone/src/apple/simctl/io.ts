/** `simctl io`: screenshots, videos, the list of ports. */
import { existsSync, writeFileSync } from 'node:fs';
import { extname, resolve } from 'node:path';
import { encodePng } from '../../phone/draw/png.ts';
import { failureOf } from '../failure.ts';
import type { Simulator } from '../simulator.ts';
import {
  complain,
  deviceOf,
  fail,
  flagsOf,
  momentOf,
  refuse,
  runningDeviceOf,
  type SimctlCall,
  say,
  type Verb,
} from './call.ts';

const masks = ['ignored', 'alpha', 'black'];
const surfacesMs = 2_000;
/** Radius of the screen's corners in points. */
const cornerPoints = 55;

export const io: Verb = {
  name: 'io',
  usage: 'io <device> <operation> <arguments>',
  async run(call) {
    const wanted = call.args[0];
    const isPicture = call.args[1] === 'screenshot';
    const device = isPicture ? deviceOf(call, wanted) : runningDeviceOf(call, wanted);
    if (typeof device === 'number') return device;
    const rest: SimctlCall = { ...call, args: call.args.slice(2) };
    switch (call.args[1]) {
      case 'screenshot':
        return await screenshot(rest, device);
      case 'recordVideo':
        return await recordVideo(rest, device);
      case 'enumerate':
        return enumerate(rest, device);
      default:
        return refuse(call, `Invalid operation: ${call.args[1] ?? ''}`);
    }
  },
};

async function screenshot(call: SimctlCall, device: Simulator): Promise<number> {
  const flags = flagsOf(call, { valued: ['--type', '--display', '--mask'] }, 1, 1);
  if (typeof flags === 'number') return flags;
  const file = flags.operands[0] ?? '';
  const mask = flags.values.get('--mask') ?? 'alpha';
  if (!masks.includes(mask)) return refuse(call, `Invalid mask: ${mask}`);
  const display = flags.values.get('--display');
  if (display !== undefined && display !== 'internal' && display !== 'external')
    return refuse(call, `Invalid display: ${display}`);
  const type = flags.values.get('--type') ?? typeOf(call, file);
  // Pictures of the other types cannot be made here.
  if (type !== 'png' && type !== 'bmp') return refuse(call, `Invalid or unsupported image type: ${type}`);
  if (display === undefined)
    complain(
      call,
      'Note: No display specified. Defaulting to display: 8A1F0000-0000-4000-8000-000000000001\n',
    );
  await call.context.op.sleep(device.phone.timing.screencapPngMs);
  if (device.state !== 'Booted') {
    // It waits for a display, as right after a boot.
    await call.context.op.sleep(surfacesMs);
    return fail(call, failureOf('NSPOSIXErrorDomain', 60, 'Timeout waiting for screen surfaces'));
  }
  if (call.mac.faults.take('screen_surfaces', momentOf(call, device.udid)))
    return fail(call, failureOf('NSPOSIXErrorDomain', 60, 'Timeout waiting for screen surfaces'));
  const picture = draw(device, type, mask);
  if (file === '-') {
    call.context.stdout.write(picture);
    return 0;
  }
  if (file.startsWith('/dev/')) {
    const text = `You don’t have permission to save the file “${file.slice(5)}” in the folder “dev”.`;
    return fail(call, failureOf('NSCocoaErrorDomain', 513, text));
  }
  const failed = save(call, file, picture);
  if (failed === null) complain(call, `Wrote screenshot to: ${file}\n`);
  return failed ?? 0;
}

function typeOf(call: SimctlCall, file: string): string {
  const type = extname(file).slice(1).toLowerCase();
  if (type === '') return 'png';
  complain(call, `Detected file type from extension: ${type.toUpperCase()}\n`);
  return type === 'jpg' ? 'jpeg' : type;
}

function draw(device: Simulator, type: 'png' | 'bmp', mask: string): Uint8Array {
  const { width, height, rgba } = device.phone.screenshot();
  if (mask !== 'ignored') maskCorners({ width, height, rgba }, cornerPoints * device.scale, mask === 'alpha');
  if (type === 'png') return encodePng(rgba, width, height, { alpha: mask === 'alpha' });
  return encodeBmp(rgba, width, height);
}

/** Everything outside the rounded corners becomes see-through or black. */
function maskCorners(
  shot: { readonly width: number; readonly height: number; readonly rgba: Uint8Array },
  radius: number,
  alpha: boolean,
): void {
  const { width, height, rgba } = shot;
  for (let y = 0; y < radius; y++) {
    const dy = radius - y - 0.5;
    const cut = Math.ceil(radius - Math.sqrt(radius * radius - dy * dy));
    for (const row of [y, height - 1 - y])
      for (let x = 0; x < cut; x++)
        for (const column of [x, width - 1 - x])
          rgba.set([0, 0, 0, alpha ? 0 : 255], (row * width + column) * 4);
  }
}

/** 24 bit, rows from the bottom up. */
function encodeBmp(rgba: Uint8Array, width: number, height: number): Uint8Array {
  const stride = Math.ceil((width * 3) / 4) * 4;
  const out = Buffer.alloc(54 + stride * height);
  out.write('BM', 0, 'latin1');
  out.writeUInt32LE(out.length, 2);
  out.writeUInt32LE(54, 10);
  out.writeUInt32LE(40, 14);
  out.writeInt32LE(width, 18);
  out.writeInt32LE(height, 22);
  out.writeUInt16LE(1, 26);
  out.writeUInt16LE(24, 28);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const from = ((height - 1 - y) * width + x) * 4;
      const to = 54 + y * stride + x * 3;
      out[to] = rgba[from + 2] ?? 0;
      out[to + 1] = rgba[from + 1] ?? 0;
      out[to + 2] = rgba[from] ?? 0;
    }
  return out;
}

/** Null when it was written, else the exit code. */
function save(call: SimctlCall, file: string, bytes: Uint8Array): number | null {
  try {
    writeFileSync(resolve(call.context.cwd, file), bytes);
    return null;
  } catch {
    const text = `The folder “${file.split('/').at(-1) ?? ''}” doesn’t exist.`;
    return fail(call, failureOf('NSCocoaErrorDomain', 4, text));
  }
}

/** Only SIGINT finishes the file: any other end loses it. */
async function recordVideo(call: SimctlCall, device: Simulator): Promise<number> {
  const flags = flagsOf(call, { plain: ['--force'], valued: ['--codec', '--mask', '--display'] }, 1, 1);
  if (typeof flags === 'number') return flags;
  const file = flags.operands[0] ?? '';
  const codec = flags.values.get('--codec') ?? 'hevc';
  if (codec !== 'h264' && codec !== 'hevc') return refuse(call, `Invalid codec: ${codec}`);
  const mask = flags.values.get('--mask') ?? 'ignored';
  if (!masks.includes(mask)) return refuse(call, `Invalid mask: ${mask}`);
  if (existsSync(resolve(call.context.cwd, file)) && !flags.plain.has('--force'))
    return fail(call, failureOf('NSCocoaErrorDomain', 516, `The file “${file}” already exists.`));
  complain(call, 'Recording started\n');
  const { op, signal } = call.context;
  const startMs = device.phone.clock.monotonicMs();
  await new Promise<void>((ended) => {
    if (signal.aborted) ended();
    else signal.addEventListener('abort', () => ended(), { once: true });
  });
  if (signal.reason !== 'SIGINT') throw op.fault();
  const seconds = Math.round((device.phone.clock.monotonicMs() - startMs) / 1_000);
  const failed = save(call, file, movie(codec, seconds));
  if (failed !== null) return failed;
  complain(call, `Recording completed. Writing to disk.\nWrote video to: ${file}\n`);
  return 0;
}

/** The boxes that a player and `file` look at first; there are no pictures in it. */
function movie(codec: string, seconds: number): Uint8Array {
  const box = (type: string, body: string): Buffer => {
    const head = Buffer.alloc(8);
    head.writeUInt32BE(8 + body.length);
    head.write(type, 4, 'latin1');
    return Buffer.concat([head, Buffer.from(body, 'latin1')]);
  };
  return Buffer.concat([
    box('ftyp', 'qt  \0\0\0\0qt  '),
    box('mdat', `${codec} ${seconds} s`),
    box('moov', ''),
  ]);
}

function enumerate(call: SimctlCall, device: Simulator): number {
  const flags = flagsOf(call, { plain: ['--poll'] }, 0, 0);
  if (typeof flags === 'number') return flags;
  const { width = 0, height = 0 } = device.phone.displays[0]?.physical ?? {};
  const lines = [
    'Port:',
    '\tUUID: 8A1F0000-0000-4000-8000-000000000001',
    '\tClass: Display',
    '\tPort Identifier: com.apple.framebuffer.display',
    '\tPower state: On',
    '\tDisplay class: 0',
    `\tDefault width: ${width}`,
    `\tDefault height: ${height}`,
    '\tDefault pixel format: BGRA',
  ];
  say(call, `${lines.join('\n')}\n`);
  return 0;
}
