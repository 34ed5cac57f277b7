/** `wm` (and `cmd window`): size, density, rotation of a display. */
import type { Operation } from '@mobile-debug/core/operation.ts';
import type { DisplayState } from '../../phone/phone-types.ts';
import { costOf } from '../costs.ts';
import { type Call, err, out, type Program, phoneOf, spend } from '../shell/program.ts';
import { failInServer } from './java-failure.ts';

export const wm: Program = {
  name: 'wm',
  run: async (op, call) => await runWindowCommand(op, call, call.args),
};

export async function runWindowCommand(op: Operation, call: Call, args: readonly string[]): Promise<number> {
  const { timing } = call.session.device;
  await spend(op, call, costOf(timing, 'wm'));
  const at = args.indexOf('-d');
  const display = displayOf(call, at < 0 ? 0 : Number(args[at + 1]));
  const [command = '', ...rest] = at < 0 ? args : args.filter((_, index) => index !== at && index !== at + 1);
  if (!display)
    return await failInServer(call, command, `java.lang.IllegalArgumentException: Error: bad display id`);
  switch (command) {
    case 'size':
      return await size(call, display, rest[0]);
    case 'density':
      return await density(call, display, rest[0]);
    case 'user-rotation':
    case 'set-user-rotation':
      return await userRotation(call, command, rest);
    case 'dismiss-keyguard':
      phoneOf(call).key(82);
      return 0;
    case 'folded-area':
    case 'overscan':
    case 'scaling':
      return 0;
    default:
      await out(
        call,
        command === '' ? 'Window manager (window) commands:\n' : `Unknown command: ${command}\n`,
      );
      return command === '' ? 0 : 255;
  }
}

function displayOf(call: Call, id: number): DisplayState | undefined {
  return phoneOf(call).displays.find((display) => display.id === id);
}

async function size(call: Call, display: DisplayState, value: string | undefined): Promise<number> {
  const { physical, override } = display;
  if (value === undefined) {
    await out(call, `Physical size: ${physical.width}x${physical.height}\n`);
    if (override) await out(call, `Override size: ${override.width}x${override.height}\n`);
    return 0;
  }
  const match = /^(\d+)x(\d+)$/.exec(value);
  if (value !== 'reset' && !match) {
    await err(call, `Error: bad size: ${value}\n`);
    return 255;
  }
  phoneOf(call).setOverrideSize(match && { width: Number(match[1]), height: Number(match[2]) }, display.id);
  return 0;
}

async function density(call: Call, display: DisplayState, value: string | undefined): Promise<number> {
  if (value === undefined) {
    await out(call, `Physical density: ${display.density}\n`);
    if (display.overrideDensity !== null) await out(call, `Override density: ${display.overrideDensity}\n`);
    return 0;
  }
  if (value !== 'reset' && !/^\d+$/.test(value)) {
    await err(call, `Error: bad number java.lang.NumberFormatException: For input string: "${value}"\n`);
    return 255;
  }
  if (value !== 'reset' && Number(value) < 72) {
    await err(call, 'Error: density must be >= 72\n');
    return 255;
  }
  phoneOf(call).setOverrideDensity(value === 'reset' ? null : Number(value), display.id);
  return 0;
}

async function userRotation(
  call: Call,
  command: string,
  [mode, rotation]: readonly string[],
): Promise<number> {
  const phone = phoneOf(call);
  // Named set-user-rotation on Android 9 to 11.
  const name = phone.version.sdk >= 31 ? 'user-rotation' : 'set-user-rotation';
  if (command !== name || phone.version.sdk < 28) {
    await out(call, `Unknown command: ${command}\n`);
    return 255;
  }
  if (mode === undefined) {
    const locked = phone.settings.get('system', 'accelerometer_rotation') === '0';
    await out(call, locked ? `lock ${phone.settings.get('system', 'user_rotation') ?? '0'}\n` : 'free\n');
    return 0;
  }
  if (mode === 'free') phone.settings.put('system', 'accelerometer_rotation', '1');
  else if (mode === 'lock') {
    phone.settings.put('system', 'accelerometer_rotation', '0');
    if (rotation !== undefined) phone.settings.put('system', 'user_rotation', rotation);
  } else {
    await err(call, `Error: argument needs to be either -d, free or lock.\n`);
    return 255;
  }
  return 0;
}
