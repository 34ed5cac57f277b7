/**
 * Android's key codes (android.view.KeyEvent) and the short names that callers use for the common ones.
 * Source: [A12].
 */
import { Fault } from '@mobile-debug/core/fault.ts';
import { keyCodeNames } from './key-code-names.ts';

/** Short names offered to callers; each maps to a KEYCODE constant. */
const shortNames: Readonly<Record<string, string>> = {
  home: 'HOME',
  back: 'BACK',
  enter: 'ENTER',
  delete: 'DEL',
  backspace: 'DEL',
  forward_delete: 'FORWARD_DEL',
  tab: 'TAB',
  escape: 'ESCAPE',
  space: 'SPACE',
  menu: 'MENU',
  search: 'SEARCH',
  app_switch: 'APP_SWITCH',
  recents: 'APP_SWITCH',
  power: 'POWER',
  sleep: 'SLEEP',
  wakeup: 'WAKEUP',
  volume_up: 'VOLUME_UP',
  volume_down: 'VOLUME_DOWN',
  volume_mute: 'VOLUME_MUTE',
  camera: 'CAMERA',
  up: 'DPAD_UP',
  down: 'DPAD_DOWN',
  left: 'DPAD_LEFT',
  right: 'DPAD_RIGHT',
  center: 'DPAD_CENTER',
  page_up: 'PAGE_UP',
  page_down: 'PAGE_DOWN',
  move_home: 'MOVE_HOME',
  move_end: 'MOVE_END',
  paste: 'PASTE',
  copy: 'COPY',
  cut: 'CUT',
  media_play_pause: 'MEDIA_PLAY_PAUSE',
};

export const keyNames: readonly string[] = Object.keys(shortNames);

export const key = {
  back: 4,
  a: 29,
  tab: 61,
  enter: 66,
  del: 67,
  ctrlLeft: 113,
  moveEnd: 123,
  paste: 279,
} as const;

const byName: ReadonlyMap<string, number> = new Map(
  keyCodeNames.flatMap((name, code) => (name === '' ? [] : [[name, code] as const])),
);

/**
 * The code of `name`: a short name, `KEYCODE_X` or `X` in any case, or the number itself. INVALID_ARGUMENT, before
 * anything is sent, for one that is not known [A12]. */
export function keyCode(name: string): number {
  const wanted = name.trim();
  if (/^\d{1,4}$/.test(wanted)) return Number(wanted);
  const constant = shortNames[wanted.toLowerCase()] ?? wanted.toUpperCase().replace(/^KEYCODE_/, '');
  const code = byName.get(constant);
  if (code !== undefined) return code;
  throw new Fault('INVALID_ARGUMENT', `There is no key "${name}".`, {
    nextStep: `Use one of ${keyNames.join(', ')}, a KEYCODE_ name, or a key code.`,
  });
}
