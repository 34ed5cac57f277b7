/** `input` (and `cmd input`): taps, swipes, keys, text. What it injects reaches the phone only if nobody hung up first. */
import type { Operation } from '@mobile-debug/core/operation.ts';
import type { Phone } from '../../phone/phone-types.ts';
import { type Call, err, out, type Program, phoneOf, spend } from '../shell/program.ts';
import { failInServer, failInTool } from './java-failure.ts';
import { keyCodeOf, metaOf } from './key-codes.ts';

/** From Android 11 on `input` is `cmd input`; before, a script around a Java tool that splits its words again. */
export const serverSdk = 30;
const longPressMs = 500;
const touchSlopPx = 24;
const sources = new Set([
  'keyboard',
  'dpad',
  'gamepad',
  'touchscreen',
  'mouse',
  'stylus',
  'trackball',
  'touchpad',
  'touchnavigation',
  'joystick',
]);
const securityText =
  'java.lang.SecurityException: Injecting input events requires the caller (or the source of the instrumentation, if any) to have the INJECT_EVENTS permission.';

export const input: Program = {
  name: 'input',
  async run(op, call) {
    const old = phoneOf(call).version.sdk < serverSdk;
    const args = old
      ? call.args
          .join(' ')
          .split(/\s+/)
          .filter((word) => word !== '')
      : call.args;
    if (old || call.session.device.timing.jvmPerInput)
      await spend(op, call, call.session.device.timing.jvmStartMs);
    return await runInput(op, call, args);
  },
};

interface Wanted {
  readonly op: Operation;
  readonly call: Call;
  readonly phone: Phone;
  readonly command: string;
  readonly args: readonly string[];
  readonly displayId: number;
}

/** Thrown inside for arguments that don't fit; becomes the version's own complaint. */
class BadArguments extends Error {}

const commands: Readonly<
  Record<string, { readonly sinceSdk: number; readonly run: (wanted: Wanted) => Promise<void> }>
> = {
  text: { sinceSdk: 1, run: text },
  keyevent: { sinceSdk: 1, run: keyevent },
  tap: { sinceSdk: 1, run: tap },
  swipe: { sinceSdk: 1, run: swipe },
  draganddrop: { sinceSdk: 24, run: swipe },
  press: { sinceSdk: 1, run: async (wanted) => await injectKey(wanted, 23) },
  roll: { sinceSdk: 1, run: roll },
  motionevent: { sinceSdk: 29, run: motionEvent },
  keycombination: { sinceSdk: 31, run: keyCombination },
};

/** Thrown inside when the key map has no such characters. */
class NoSuchCharacter extends Error {}

export async function runInput(op: Operation, call: Call, all: readonly string[]): Promise<number> {
  const phone = phoneOf(call);
  const server = phone.version.sdk >= serverSdk;
  const { command, args, displayId } = readCommand(phone, all);
  const known = commands[command];
  if (!known || known.sinceSdk > phone.version.sdk) return await unknownCommand(call, command, server);
  try {
    await known.run({ op, call, phone, command, args, displayId });
    return 0;
  } catch (error) {
    if (error instanceof BadArguments) return await complain(call, command, server, error.message);
    if (error instanceof NoSuchCharacter) return await failForCharacter(call, command, server);
    if (!(error instanceof RefusedInjection)) throw error;
    return server ? await failInServer(call, command, securityText) : await failInTool(call, securityText);
  }
}

/** The command behind a source and a display, which may both be left out. */
function readCommand(phone: Phone, all: readonly string[]): Pick<Wanted, 'command' | 'args' | 'displayId'> {
  const words = sources.has(all[0] ?? '') ? all.slice(1) : all;
  const [flag, display, ...behind] = words;
  const named = flag === '-d' && phone.version.sdk >= 29;
  const [command = '', ...args] = named ? behind : words;
  return { command, args, displayId: named && display !== 'DEFAULT_DISPLAY' ? Number(display) : 0 };
}

async function unknownCommand(call: Call, command: string, server: boolean): Promise<number> {
  if (server) await out(call, command === '' ? usage : `Unknown command: ${command}\n`);
  else await err(call, command === '' ? usage : `Error: Unknown command: ${command}\n${usage}`);
  return server && command !== '' ? 255 : 1;
}

async function failForCharacter(call: Call, command: string, server: boolean): Promise<number> {
  const exception = 'java.lang.NullPointerException: Attempt to get length of null array';
  return server
    ? await failInServer(call, command, exception, [
        'com.android.server.input.InputShellCommand.sendText(InputShellCommand.java:304)',
      ])
    : await failInTool(call, exception, ['com.android.commands.input.Input.sendText(Input.java:134)']);
}

class RefusedInjection extends Error {}

/** The last moment before the phone is touched. */
async function inject(wanted: Wanted, costMs: number, act: () => void): Promise<void> {
  if (!wanted.call.session.device.injectAllowed) throw new RefusedInjection();
  await spend(wanted.op, wanted.call, costMs);
  act();
}

async function complain(call: Call, command: string, server: boolean, why: string): Promise<number> {
  if (server) return await failInServer(call, command, `java.lang.IllegalArgumentException: ${why}`);
  await err(call, `Error: Invalid arguments for command: ${command}\n${usage}`);
  return 1;
}

function numbers(args: readonly string[], needed: number): number[] {
  if (args.length < needed) throw new BadArguments(`Argument expected after "${args.at(-1) ?? ''}"`);
  return args.map((arg) => {
    if (/^[-+]?\d*\.?\d+$/.test(arg)) return Number(arg);
    throw new BadArguments(`Error: Invalid arguments for command: ${arg}`);
  });
}

async function text(wanted: Wanted): Promise<void> {
  const [first, ...more] = wanted.args;
  const { timing } = wanted.call.session.device;
  if (first === undefined || first === '') throw new BadArguments('Argument expected after "text"');
  if (more.length > 0 && wanted.phone.version.sdk < serverSdk) throw new BadArguments('too many words');
  const typed = first.replaceAll('%s', ' ');
  const costMs = timing.textBaseMs + timing.textPerCharMs * typed.length;
  let understood = true;
  await inject(wanted, costMs, () => {
    understood = wanted.phone.typeText(typed);
  });
  if (!understood) throw new NoSuchCharacter();
}

async function keyevent(wanted: Wanted): Promise<void> {
  const keys: string[] = [];
  let longPress = false;
  let repeat = 1;
  for (let at = 0; at < wanted.args.length; at++) {
    const arg = wanted.args[at] ?? '';
    if (arg === '--longpress') longPress = true;
    else if (arg === '--doubletap' && wanted.phone.version.sdk >= 33) repeat = 2;
    else if (arg === '--async' && wanted.phone.version.sdk >= 33) continue;
    else if (arg === '--delay' && wanted.phone.version.sdk >= 34) at++;
    else if (arg.startsWith('--')) throw new BadArguments(`Unsupported option: ${arg}`);
    else keys.push(arg);
  }
  if (keys.length === 0) throw new BadArguments('Argument expected after "keyevent"');
  for (const key of keys)
    for (let times = 0; times < repeat; times++) await injectKey(wanted, keyCodeOf(key), { longPress });
}

async function injectKey(
  wanted: Wanted,
  code: number,
  options: { longPress?: boolean; meta?: number } = {},
): Promise<void> {
  await inject(wanted, wanted.call.session.device.timing.keyMs, () => wanted.phone.key(code, options));
}

async function keyCombination(wanted: Wanted): Promise<void> {
  const args = wanted.args[0] === '-t' ? wanted.args.slice(2) : wanted.args;
  if (args.length < 2) throw new BadArguments('keycombination requires at least 2 keycodes');
  const codes = args.map(keyCodeOf);
  const meta = codes.reduce((bits, code) => bits | metaOf(code), 0);
  for (const code of codes.filter((candidate) => metaOf(candidate) === 0))
    await injectKey(wanted, code, { meta });
}

async function tap(wanted: Wanted): Promise<void> {
  const [x = 0, y = 0] = numbers(wanted.args.slice(0, 2), 2);
  await inject(wanted, wanted.call.session.device.timing.tapMs, () =>
    wanted.phone.tap(x, y, wanted.displayId),
  );
}

async function swipe(wanted: Wanted): Promise<void> {
  const [x1 = 0, y1 = 0, x2 = 0, y2 = 0, asked = 300] = numbers(wanted.args.slice(0, 5), 4);
  const { timing } = wanted.call.session.device;
  const durationMs = asked < 0 ? 300 : asked;
  const takesMs = timing.name === 'instant' ? 0 : timing.swipeMs + durationMs;
  await inject(wanted, takesMs, () => gesture(wanted, { x1, y1, x2, y2, durationMs }));
}

interface Path {
  readonly x1: number;
  readonly y1: number;
  readonly x2: number;
  readonly y2: number;
  readonly durationMs: number;
}

/** Android sees no swipe in a finger that stays within the touch slop, but a tap or a long press. */
function gesture({ phone, displayId }: Wanted, { x1, y1, x2, y2, durationMs }: Path): void {
  if (Math.hypot(x2 - x1, y2 - y1) > touchSlopPx) phone.swipe(x1, y1, x2, y2, durationMs, displayId);
  else if (durationMs >= longPressMs) phone.longPress(x1, y1, durationMs, displayId);
  else phone.tap(x1, y1, displayId);
}

async function motionEvent(wanted: Wanted): Promise<void> {
  const [action = '', ...rest] = wanted.args;
  const kind = action.toUpperCase();
  if (!['DOWN', 'UP', 'MOVE', 'CANCEL'].includes(kind)) throw new BadArguments(`Unknown action: ${action}`);
  const [x = 0, y = 0] = kind === 'CANCEL' && rest.length === 0 ? [0, 0] : numbers(rest.slice(0, 2), 2);
  const { device } = wanted.call.session;
  await inject(wanted, device.timing.tapMs, () => {
    const nowMs = wanted.phone.clock.monotonicMs();
    const down = device.pointerDown;
    if (kind === 'DOWN') device.pointerDown = { x, y, atMs: nowMs };
    else if (kind !== 'MOVE') device.pointerDown = null;
    if (kind === 'UP' && down)
      gesture(wanted, { x1: down.x, y1: down.y, x2: x, y2: y, durationMs: nowMs - down.atMs });
  });
}

async function roll(wanted: Wanted): Promise<void> {
  numbers(wanted.args.slice(0, 2), 2);
  await inject(wanted, wanted.call.session.device.timing.keyMs, () => {});
}

const usage = `Usage: input [<source>] [-d DISPLAY_ID] <command> [<arg>...]

The sources are:
      ${[...sources].join('\n      ')}

The commands and default sources are:
      text <string> (Default: keyboard)
      keyevent [--longpress] <key code number or name> ... (Default: keyboard)
      tap <x> <y> (Default: touchscreen)
      swipe <x1> <y1> <x2> <y2> [duration(ms)] (Default: touchscreen)
      draganddrop <x1> <y1> <x2> <y2> [duration(ms)] (Default: touchscreen)
      press (Default: trackball)
      roll <dx> <dy> (Default: trackball)
`;
