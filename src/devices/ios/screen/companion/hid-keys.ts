/**
 * Keys by USB usage (HID usage tables, page 7) as a US keyboard has them, and the device's own buttons. Pure.
 * Source: [S3].
 */
import { Fault } from '@mobile-debug/core/fault.ts';

export const usage = {
  a: 4,
  c: 6,
  v: 25,
  x: 27,
  enter: 40,
  escape: 41,
  backspace: 42,
  tab: 43,
  space: 44,
  control: 224,
  shift: 225,
  option: 226,
  command: 227,
} as const;

export type ButtonName = 'APPLE_PAY' | 'HOME' | 'LOCK' | 'SIDE_BUTTON' | 'SIRI';

/** Their numbers on the companion's wire; `idb ui button` takes the names. */
export const buttonNumbers: Readonly<Record<ButtonName, number>> = {
  APPLE_PAY: 0,
  HOME: 1,
  LOCK: 2,
  SIDE_BUTTON: 3,
  SIRI: 4,
};

export type KeyPress =
  | { readonly button: ButtonName }
  | { readonly usage: number; readonly modifiers: readonly number[] };

function plain(code: number): KeyPress {
  return { usage: code, modifiers: [] };
}

function command(code: number): KeyPress {
  return { usage: code, modifiers: [usage.command] };
}

const keys: Readonly<Record<string, KeyPress>> = {
  home: { button: 'HOME' },
  lock: { button: 'LOCK' },
  power: { button: 'LOCK' },
  side_button: { button: 'SIDE_BUTTON' },
  siri: { button: 'SIRI' },
  apple_pay: { button: 'APPLE_PAY' },
  enter: plain(usage.enter),
  return: plain(usage.enter),
  delete: plain(usage.backspace),
  backspace: plain(usage.backspace),
  forward_delete: plain(76),
  tab: plain(usage.tab),
  escape: plain(usage.escape),
  space: plain(usage.space),
  up: plain(82),
  down: plain(81),
  left: plain(80),
  right: plain(79),
  page_up: plain(75),
  page_down: plain(78),
  move_home: plain(74),
  move_end: plain(77),
  select_all: command(usage.a),
  copy: command(usage.c),
  cut: command(usage.x),
  paste: command(usage.v),
};

export const keyNames: readonly string[] = Object.keys(keys);

/** What other phones have and an iPhone has not, with what does it instead. */
const missing: Readonly<Record<string, string>> = {
  back: 'Tap the back button of the screen (role_description "back button"), or swipe from the left edge.',
  volume_up: 'The volume buttons of a simulator cannot be pressed with a command.',
  volume_down: 'The volume buttons of a simulator cannot be pressed with a command.',
  volume_mute: 'The volume buttons of a simulator cannot be pressed with a command.',
  app_switch: 'Swipe slowly from the bottom edge to the middle of the screen.',
  recents: 'Swipe slowly from the bottom edge to the middle of the screen.',
  menu: 'Tap what opens the menu on the screen.',
};

/**
 * By name in any case, or by the usage number. Before anything is sent: CAPABILITY_MISSING for a key that only other
 * phones have, INVALID_ARGUMENT for one that is not known.
 */
export function keyPress(name: string): KeyPress {
  const wanted = name.trim().toLowerCase();
  const known = keys[wanted];
  if (known) return known;
  if (/^\d{1,3}$/.test(wanted) && Number(wanted) <= 231) return plain(Number(wanted));
  const instead = missing[wanted];
  if (instead !== undefined) {
    throw new Fault('CAPABILITY_MISSING', `An iPhone has no key "${wanted}".`, {
      nextStep: instead,
    });
  }
  throw new Fault('INVALID_ARGUMENT', `There is no key "${name}".`, {
    nextStep: `Use one of ${keyNames.join(', ')}, or a USB usage number.`,
  });
}

const unshifted = new Map<string, number>([
  ...[...'abcdefghijklmnopqrstuvwxyz'].map((char, index) => [char, 4 + index] as const),
  ...[...'1234567890'].map((char, index) => [char, 30 + index] as const),
  ...[...'-=[]\\'].map((char, index) => [char, 45 + index] as const),
  ...[...";'`,./"].map((char, index) => [char, 51 + index] as const),
  ['\n', usage.enter],
  ['\t', usage.tab],
  [' ', usage.space],
]);
const shiftedPairs: readonly (readonly [upper: string, lower: string])[] = [
  ['ABCDEFGHIJKLMNOPQRSTUVWXYZ', 'abcdefghijklmnopqrstuvwxyz'],
  ['!@#$%^&*()_+{}|:"~<>?', "1234567890-=[]\\;'`,./"],
];
const shifted = new Map<string, string>(
  shiftedPairs.flatMap(([upper, lower]) =>
    [...upper].map((char, index) => [char, lower[index] ?? ''] as const),
  ),
);

export interface Stroke {
  readonly usage: number;
  readonly shift: boolean;
}

/** Null when a character is on no key of the US keyboard. Line breaks of any kind are the enter key. */
export function strokesOf(text: string): readonly Stroke[] | null {
  const strokes: Stroke[] = [];
  for (const char of text.replaceAll(/\r\n?/g, '\n')) {
    const lower = shifted.get(char);
    const code = unshifted.get(lower ?? char);
    if (code === undefined) return null;
    strokes.push({ usage: code, shift: lower !== undefined });
  }
  return strokes;
}
