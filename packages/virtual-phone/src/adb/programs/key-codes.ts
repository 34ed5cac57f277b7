/** Android key codes by name, without `KEYCODE_`. Letters, digits and function keys are computed. */

const named: Readonly<Record<string, number>> = {
  UNKNOWN: 0,
  SOFT_LEFT: 1,
  SOFT_RIGHT: 2,
  HOME: 3,
  BACK: 4,
  CALL: 5,
  ENDCALL: 6,
  STAR: 17,
  POUND: 18,
  DPAD_UP: 19,
  DPAD_DOWN: 20,
  DPAD_LEFT: 21,
  DPAD_RIGHT: 22,
  DPAD_CENTER: 23,
  VOLUME_UP: 24,
  VOLUME_DOWN: 25,
  POWER: 26,
  CAMERA: 27,
  CLEAR: 28,
  COMMA: 55,
  PERIOD: 56,
  ALT_LEFT: 57,
  ALT_RIGHT: 58,
  SHIFT_LEFT: 59,
  SHIFT_RIGHT: 60,
  TAB: 61,
  SPACE: 62,
  EXPLORER: 64,
  ENVELOPE: 65,
  ENTER: 66,
  DEL: 67,
  GRAVE: 68,
  MINUS: 69,
  EQUALS: 70,
  LEFT_BRACKET: 71,
  RIGHT_BRACKET: 72,
  BACKSLASH: 73,
  SEMICOLON: 74,
  APOSTROPHE: 75,
  SLASH: 76,
  AT: 77,
  PLUS: 81,
  MENU: 82,
  NOTIFICATION: 83,
  SEARCH: 84,
  MEDIA_PLAY_PAUSE: 85,
  MEDIA_STOP: 86,
  MEDIA_NEXT: 87,
  MEDIA_PREVIOUS: 88,
  PAGE_UP: 92,
  PAGE_DOWN: 93,
  ESCAPE: 111,
  FORWARD_DEL: 112,
  CTRL_LEFT: 113,
  CTRL_RIGHT: 114,
  CAPS_LOCK: 115,
  META_LEFT: 117,
  META_RIGHT: 118,
  MOVE_HOME: 122,
  MOVE_END: 123,
  INSERT: 124,
  FORWARD: 125,
  NUMPAD_ENTER: 160,
  VOLUME_MUTE: 164,
  APP_SWITCH: 187,
  ASSIST: 219,
  BRIGHTNESS_DOWN: 220,
  BRIGHTNESS_UP: 221,
  SLEEP: 223,
  WAKEUP: 224,
  CUT: 277,
  COPY: 278,
  PASTE: 279,
};

/** Unknown names are KEYCODE_UNKNOWN (0), as Android reads them. */
export function keyCodeOf(text: string): number {
  if (/^\d+$/.test(text)) return Number(text);
  const name = text.replace(/^KEYCODE_/, '');
  if (/^[A-Z]$/.test(name)) return 29 + name.charCodeAt(0) - 65;
  if (/^[0-9]$/.test(name)) return 7 + Number(name);
  const functionKey = /^F(\d{1,2})$/.exec(name);
  if (functionKey) return 130 + Number(functionKey[1]);
  return named[name] ?? 0;
}

const metaBits: ReadonlyMap<number, number> = new Map([
  [57, 0x12],
  [58, 0x22],
  [59, 0x41],
  [60, 0x81],
  [113, 0x3000],
  [114, 0x5000],
  [117, 0x30000],
  [118, 0x50000],
]);

/** The meta state that holding this key down gives; 0 for ordinary keys. */
export function metaOf(code: number): number {
  return metaBits.get(code) ?? 0;
}
