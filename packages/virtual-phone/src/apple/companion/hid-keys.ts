/** Keys of a USB keyboard with US layout, as the phone model takes them: characters as text, the rest as its key codes. */
import type { Phone } from '../../phone/phone-types.ts';

/** USB usages of the modifiers. */
const modifiers: Readonly<Record<number, 'ctrl' | 'shift' | 'alt' | 'cmd'>> = {
  224: 'ctrl',
  225: 'shift',
  226: 'alt',
  227: 'cmd',
  228: 'ctrl',
  229: 'shift',
  230: 'alt',
  231: 'cmd',
};

const CAPS_LOCK = 57;
const digits = '1234567890';
const shiftedDigits = '!@#$%^&*()';
/** From usage 44 on. */
const signs = " -=[]\\#;'`,./";
const shiftedSigns = ' _+{}|~:"~<>?';

/** Usage to the model's key code. Up and down move to the ends of the text, as in a field of one line. */
const editing: Readonly<Record<number, number>> = {
  40: 66,
  42: 67,
  43: 61,
  74: 122,
  76: 112,
  77: 123,
  79: 22,
  80: 21,
  81: 123,
  82: 122,
  88: 66,
};

/** With Cmd held: paste, cut, copy as key codes of their own; select all as the model has it. */
const withCommand: Readonly<Record<string, { readonly code: number; readonly meta?: number }>> = {
  a: { code: 29, meta: 0x1000 },
  c: { code: 278 },
  v: { code: 279 },
  x: { code: 277 },
};

/** The keyboard of one simulator. Modifiers that nobody released stay down, as on the real one. */
export class HidKeyboard {
  readonly #held = new Set<number>();
  readonly #layout: ReadonlyMap<string, string>;
  #capsLock = false;

  /** `layout`: characters that differ from those of a US keyboard. */
  constructor(layout: ReadonlyMap<string, string>) {
    this.#layout = layout;
  }

  get heldModifiers(): readonly string[] {
    return [...this.#held].map((usage) => modifiers[usage] ?? '');
  }

  key(phone: Phone, usage: number, down: boolean): void {
    if (modifiers[usage]) {
      if (down) this.#held.add(usage);
      else this.#held.delete(usage);
      return;
    }
    if (!down) return;
    if (usage === CAPS_LOCK) this.#capsLock = !this.#capsLock;
    const held = this.heldModifiers;
    const plain = characterOf(usage, false);
    if (held.includes('cmd')) {
      const command = plain === null ? undefined : withCommand[plain];
      if (command) phone.key(command.code, command.meta === undefined ? {} : { meta: command.meta });
      return;
    }
    if (held.includes('ctrl')) return;
    const code = editing[usage];
    if (code !== undefined) phone.key(code);
    else if (plain !== null) {
      const char = this.#shifted(usage, held.includes('shift')) ?? plain;
      phone.typeText(this.#layout.get(char) ?? char);
    }
  }

  #shifted(usage: number, shift: boolean): string | null {
    const letter = usage >= 4 && usage <= 29;
    return characterOf(usage, letter ? shift !== this.#capsLock : shift);
  }
}

/** Null for keys that type nothing. */
export function characterOf(usage: number, shift: boolean): string | null {
  if (usage >= 4 && usage <= 29) {
    const letter = String.fromCharCode(97 + usage - 4);
    return shift ? letter.toUpperCase() : letter;
  }
  if (usage >= 30 && usage <= 39) return (shift ? shiftedDigits : digits)[usage - 30] ?? null;
  if (usage >= 44 && usage <= 56) return (shift ? shiftedSigns : signs)[usage - 44] ?? null;
  return null;
}

/** The presses that type this text, as the `idb` client sends them; null where the layout lacks a character. */
export function usagesOf(
  text: string,
): readonly { readonly usage: number; readonly shift: boolean }[] | null {
  const presses: { usage: number; shift: boolean }[] = [];
  for (const char of text) {
    const press = char === '\n' ? { usage: 40, shift: false } : (keyFor.get(char) ?? null);
    if (!press) return null;
    presses.push(press);
  }
  return presses;
}

const keyFor: ReadonlyMap<string, { readonly usage: number; readonly shift: boolean }> = new Map(
  [true, false].flatMap((shift) =>
    Array.from({ length: 53 }, (_, index) => 56 - index).flatMap((usage) => {
      const char = characterOf(usage, shift);
      return char === null ? [] : ([[char, { usage, shift }]] as const);
    }),
  ),
);
