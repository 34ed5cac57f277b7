/**
 * By AXe (https://github.com/cameroncooke/AXe): the same answers as a companion, a process for each gesture.
 * Source: [S9].
 */
import type { Dispatch } from '@mobile-debug/core/dispatch.ts';
import type { Operation } from '@mobile-debug/core/operation.ts';
import type { Point } from '../../../../../ui/ui-tree.ts';
import { type AxElement, type AxReading, parseAx, parseAxPoint } from '../../ax/ax-json.ts';
import type { Gesture } from '../gesture.ts';
import { type ButtonName, type KeyPress, usage } from '../hid-keys.ts';
import { deltaOf, distance } from '../hid-recipes.ts';
import type { ScreenDriver, SpecialGesture } from './driver.ts';
import { lackingGesture, type Tool } from './tool-run.ts';
import { seconds, whole } from './tool-words.ts';

export class AxeDriver implements ScreenDriver {
  readonly name = 'axe';
  readonly tier = 'axe';
  /** It turns points by itself. */
  readonly touches = 'interface';
  /** Each is a process. */
  readonly pointsAtOnce = 2;
  readonly #udid: string;
  readonly #tool: Tool;

  constructor(udid: string, tool: Tool) {
    this.#udid = udid;
    this.#tool = tool;
  }

  can(_special: SpecialGesture): boolean {
    return false;
  }

  async read(op: Operation): Promise<AxReading> {
    return parseAx(await this.#tool.ask(op, this.#of(['describe-ui'])));
  }

  async at(op: Operation, [x, y]: Point): Promise<AxElement | null> {
    return parseAxPoint(
      await this.#tool.ask(op, this.#of(['describe-ui', '--point', `${whole(x)},${whole(y)}`])),
    );
  }

  async perform(op: Dispatch, gesture: Gesture): Promise<void> {
    if (gesture.kind === 'text') {
      // By its input: as an argument it would be shown to every user of this computer.
      return await this.#tool.act(op, this.#of(['type', '--stdin']), gesture.text);
    }
    for (const args of commandsFor(gesture)) await this.#tool.act(op, this.#of(args));
  }

  async close(): Promise<void> {}

  #of(args: readonly string[]): readonly string[] {
    return [...args, '--udid', this.#udid];
  }
}

type Spoken = Exclude<Gesture, { readonly kind: 'text' }>;

const mostDragSteps = 250;

function commandsFor(gesture: Spoken): readonly (readonly string[])[] {
  switch (gesture.kind) {
    case 'tap':
      return [['touch', ...place('', gesture.at), '--down', '--up', '--delay', seconds(gesture.holdMs)]];
    case 'swipe': {
      const { from, to, durationMs } = gesture;
      const delta = String(Math.max(1, Math.floor(deltaOf(distance(from, to)))));
      return [
        [
          'swipe',
          ...place('start', from),
          ...place('end', to),
          '--duration',
          seconds(durationMs),
          '--delta',
          delta,
        ],
      ];
    }
    case 'drag': {
      const { from, to, durationMs } = gesture;
      const steps = String(Math.max(1, Math.min(mostDragSteps, Math.round(durationMs / 20))));
      return [
        [
          'drag',
          ...place('start', from),
          ...place('end', to),
          '--duration',
          seconds(durationMs),
          '--steps',
          steps,
        ],
      ];
    }
    case 'keys':
      return gesture.presses.map(keyCommand);
    case 'clear':
      return [keyCommand({ usage: usage.a, modifiers: [usage.command] }), ['key', String(usage.backspace)]];
    case 'pinch':
      throw lackingGesture('AXe', 'two fingers at a place of choice');
    case 'turn':
      throw lackingGesture('AXe', 'turning the device');
    case 'set_value':
      throw lackingGesture('AXe', 'setting the value at a point');
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

function place(which: '' | 'start' | 'end', [x, y]: Point): readonly string[] {
  const [forX, forY] = which === '' ? ['-x', '-y'] : [`--${which}-x`, `--${which}-y`];
  return [forX, whole(x), forY, whole(y)];
}
