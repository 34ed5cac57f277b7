/** Events of AXe's gestures that the `idb` client does not have: held touches, drags and keys held together. */
import type { ProtoWriter } from '../companion/protobuf.ts';
import type { Flags } from '../flags.ts';
import { buttonMessages, delayMessage, keyMessages, type Point, tapMessages } from '../idb/hid-messages.ts';

/** Of `touch`, `drag`, `key-combo` and `button`, which their flags tell apart; what is wrong with them otherwise. */
export function heldMessages(
  flags: Flags,
  numberOf: (flags: Flags, flag: string) => number,
): readonly ProtoWriter[] | string {
  const { values, plain, operands } = flags;
  const seconds = (flag: string): number => (values.has(flag) ? numberOf(flags, flag) : 0);
  if (values.has('--key')) {
    const modifiers = (values.get('--modifiers') ?? '').split(',').map(Number);
    const fits = modifiers.every((each) => each >= 224 && each <= 231);
    return fits
      ? comboMessages(modifiers, numberOf(flags, '--key'))
      : 'Modifiers must be between 224 and 231.';
  }
  if (values.has('--start-x')) {
    const from = { x: numberOf(flags, '--start-x'), y: numberOf(flags, '--start-y') };
    const to = { x: numberOf(flags, '--end-x'), y: numberOf(flags, '--end-y') };
    const steps = values.has('--steps') ? numberOf(flags, '--steps') : 20;
    return dragMessages(from, to, { seconds: seconds('--duration'), steps });
  }
  if (values.has('-x')) {
    const [down, up] = [plain.has('--down'), plain.has('--up')];
    if (!down && !up) return "At least one of '--down' or '--up' must be given.";
    const at = { x: numberOf(flags, '-x'), y: numberOf(flags, '-y') };
    return touchMessages(at, { down, up, seconds: seconds('--delay') });
  }
  const [button = ''] = operands;
  return axeButton(button, seconds('--duration')) ?? `The value '${button}' is invalid for '<button-type>'`;
}

/** `--down`, `--up`, or both with the pause between. */
function touchMessages(
  at: Point,
  { down, up, seconds }: { readonly down: boolean; readonly up: boolean; readonly seconds: number },
): readonly ProtoWriter[] {
  const [first, last] = tapMessages(at);
  const pause = down && up && seconds > 0 ? [delayMessage(seconds)] : [];
  return [...(down && first ? [first] : []), ...pause, ...(up && last ? [last] : [])];
}

/** A finger that goes down at each step of its way and up at its end. */
function dragMessages(
  from: Point,
  to: Point,
  { seconds, steps }: { readonly seconds: number; readonly steps: number },
): readonly ProtoWriter[] {
  const messages: ProtoWriter[] = [];
  for (let step = 0; step <= steps; step++) {
    const share = step / steps;
    const at = { x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share };
    const [down] = tapMessages(at);
    if (down) messages.push(down, delayMessage(seconds / steps));
  }
  const up = tapMessages(to).at(-1);
  return up ? [...messages, up] : messages;
}

/** Modifiers go down in their order and up in reverse. */
function comboMessages(modifiers: readonly number[], key: number): readonly ProtoWriter[] {
  const held = modifiers.map((modifier) => keyMessages(modifier));
  const downs = held.flatMap((both) => both.slice(0, 1));
  const ups = held.flatMap((both) => both.slice(1)).reverse();
  return [...downs, ...keyMessages(key), ...ups];
}

/** Null for a button that AXe does not name. */
function axeButton(name: string, seconds: number): readonly ProtoWriter[] | null {
  const known = ['apple-pay', 'home', 'lock', 'side-button', 'siri'].includes(name);
  return known ? buttonMessages(name.replace('-', '_').toUpperCase(), seconds) : null;
}
