/**
 * By AXe (https://github.com/cameroncooke/AXe): the same answers as a companion, a process for each gesture.
 * Source: [S9].
 */
import type { Point } from '../../../../../ui/ui-tree.ts';
import { type ButtonName, type KeyPress, usage } from '../hid-keys.ts';
import { deltaOf, distance } from '../hid-recipes.ts';
import { type GestureTable, ProcessDriver } from './process-driver.ts';
import { roundedArg, secondsArg } from './tool-args.ts';
import type { Tool } from './tool-run.ts';

const mostDragSteps = 250;

const gestures: GestureTable = {
  tap: ({ at, holdMs }) => [['touch', ...pointArgs('', at), '--down', '--up', '--delay', secondsArg(holdMs)]],
  swipe: ({ from, to, durationMs }) => {
    const delta = String(Math.max(1, Math.floor(deltaOf(distance(from, to)))));
    const path = [...pointArgs('start', from), ...pointArgs('end', to)];
    return [['swipe', ...path, '--duration', secondsArg(durationMs), '--delta', delta]];
  },
  drag: ({ from, to, durationMs }) => {
    const steps = String(Math.max(1, Math.min(mostDragSteps, Math.round(durationMs / 20))));
    const path = [...pointArgs('start', from), ...pointArgs('end', to)];
    return [['drag', ...path, '--duration', secondsArg(durationMs), '--steps', steps]];
  },
  text: () => [['type', '--stdin']],
  keys: ({ presses }) => presses.map(keyCommand),
  clear: () => [keyCommand({ usage: usage.a, modifiers: [usage.command] }), ['key', String(usage.backspace)]],
};

export class AxeDriver extends ProcessDriver {
  constructor(udid: string, tool: Tool) {
    super(udid, tool, {
      name: 'axe',
      title: 'AXe',
      // It turns points by itself.
      touches: 'interface',
      gestures,
      read: ['describe-ui'],
      textByInput: true,
      at: ([x, y]) => ['describe-ui', '--point', `${roundedArg(x)},${roundedArg(y)}`],
      address: (args, of) => [...args, '--udid', of],
    });
  }
}

const buttons: Readonly<Record<ButtonName, string>> = {
  APPLE_PAY: 'apple-pay',
  HOME: 'home',
  LOCK: 'lock',
  SIDE_BUTTON: 'side-button',
  SIRI: 'siri',
};

function keyCommand(press: KeyPress): readonly string[] {
  if ('button' in press) return ['button', buttons[press.button]];
  if (press.modifiers.length === 0) return ['key', String(press.usage)];
  return ['key-combo', '--modifiers', press.modifiers.join(','), '--key', String(press.usage)];
}

function pointArgs(which: '' | 'start' | 'end', [x, y]: Point): readonly string[] {
  const [forX, forY] = which === '' ? ['-x', '-y'] : [`--${which}-x`, `--${which}-y`];
  return [forX, roundedArg(x), forY, roundedArg(y)];
}
