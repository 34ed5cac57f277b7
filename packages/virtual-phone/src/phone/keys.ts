/** Keys by Android's key codes: text keys, editing, navigation, power. */
import type { DeviceState } from './device-state.ts';
import type { Dpad } from './dpad.ts';
import type { Typing } from './typing.ts';

export const keyCodes = {
  HOME: 3,
  BACK: 4,
  DPAD_UP: 19,
  DPAD_DOWN: 20,
  DPAD_LEFT: 21,
  DPAD_RIGHT: 22,
  DPAD_CENTER: 23,
  POWER: 26,
  A: 29,
  V: 50,
  Z: 54,
  TAB: 61,
  SPACE: 62,
  ENTER: 66,
  DEL: 67,
  MENU: 82,
  ESCAPE: 111,
  FORWARD_DEL: 112,
  MOVE_HOME: 122,
  MOVE_END: 123,
  NUMPAD_ENTER: 160,
  SLEEP: 223,
  WAKEUP: 224,
  CUT: 277,
  COPY: 278,
  PASTE: 279,
} as const;

const CTRL = 0x1000;
const SHIFT = 0x1;
/** Key codes that type one character without a modifier, beside letters and digits. */
const punctuation: Readonly<Record<number, string>> = {
  55: ',',
  56: '.',
  62: ' ',
  68: '`',
  69: '-',
  70: '=',
  71: '[',
  72: ']',
  73: '\\',
  74: ';',
  75: "'",
  76: '/',
  77: '@',
  81: '+',
};

export interface KeyActions {
  readonly state: DeviceState;
  readonly typing: Typing;
  readonly dpad: Dpad;
  readonly back: () => void;
  readonly home: () => void;
  readonly setScreenOn: (on: boolean) => void;
  readonly unlock: () => void;
  readonly screenOn: () => boolean;
}

/** Whether the key inserts the clipboard. */
export function pastes(code: number, meta: number): boolean {
  return code === keyCodes.PASTE || ((meta & CTRL) !== 0 && code === keyCodes.V);
}

export function pressKey(code: number, meta: number, at: KeyActions): void {
  const { typing, state } = at;
  const known: Readonly<Record<number, () => void>> = {
    [keyCodes.HOME]: at.home,
    [keyCodes.BACK]: at.back,
    [keyCodes.POWER]: () => at.setScreenOn(!at.screenOn()),
    [keyCodes.SLEEP]: () => at.setScreenOn(false),
    [keyCodes.WAKEUP]: () => at.setScreenOn(true),
    [keyCodes.MENU]: () => at.unlock(),
    [keyCodes.ESCAPE]: () => typing.hideKeyboard(),
    [keyCodes.TAB]: () => typing.focusNext(),
    [keyCodes.ENTER]: () => void (at.dpad.press() || typing.enter()),
    [keyCodes.NUMPAD_ENTER]: () => void (at.dpad.press() || typing.enter()),
    [keyCodes.DPAD_CENTER]: () => void at.dpad.press(),
    [keyCodes.DPAD_UP]: () => at.dpad.move('up'),
    [keyCodes.DPAD_DOWN]: () => at.dpad.move('down'),
    [keyCodes.DEL]: () => typing.deleteBack(),
    [keyCodes.FORWARD_DEL]: () => typing.deleteForward(),
    [keyCodes.MOVE_HOME]: () => typing.move('start'),
    [keyCodes.MOVE_END]: () => typing.move('end'),
    [keyCodes.DPAD_LEFT]: () => sideways(at, 'left'),
    [keyCodes.DPAD_RIGHT]: () => sideways(at, 'right'),
    [keyCodes.PASTE]: () => void typing.type(state.clipboard),
    [keyCodes.COPY]: () => copy(at, false),
    [keyCodes.CUT]: () => copy(at, true),
  };
  const action = known[code];
  if (action) action();
  else if (meta & CTRL) control(code, at);
  else {
    const char = characterOf(code, (meta & SHIFT) !== 0);
    if (char) typing.type(char);
  }
}

/** In a field with text the key moves the caret. */
function sideways({ typing, dpad }: KeyActions, direction: 'left' | 'right'): void {
  if (typing.hasText()) typing.move(direction);
  else dpad.move(direction);
}

function control(code: number, at: KeyActions): void {
  const letter = characterOf(code, false);
  if (letter === 'a') at.typing.move('all');
  else if (letter === 'c') copy(at, false);
  else if (letter === 'x') copy(at, true);
  else if (letter === 'v') at.typing.type(at.state.clipboard);
}

function copy({ state, typing }: KeyActions, cut: boolean): void {
  const selected = typing.selection();
  if (selected === null) return;
  state.clipboard = selected;
  if (cut) typing.deleteBack();
}

function characterOf(code: number, shift: boolean): string | null {
  if (code >= 7 && code <= 16) return String(code - 7);
  if (code >= keyCodes.A && code <= keyCodes.Z) {
    const letter = String.fromCharCode(97 + code - keyCodes.A);
    return shift ? letter.toUpperCase() : letter;
  }
  return punctuation[code] ?? null;
}
