/**
 * By the `idb` command: a Python start for each call, but it works where its companion is reachable only through it.
 * Source: [S3].
 */

import { isFault } from '@mobile-debug/core/fault.ts';
import type { Operation } from '@mobile-debug/core/operation.ts';
import type { Point } from '../../../../../ui/ui-tree.ts';
import type { AxElement } from '../../ax/ax-json.ts';
import { saysNotReady } from '../../ax/ax-screen.ts';
import type { Gesture } from '../gesture.ts';
import { type KeyPress, usage } from '../hid-keys.ts';
import { deltaOf, distance } from '../hid-recipes.ts';
import { type Argv, type GestureTable, ProcessDriver } from './process-driver.ts';
import { roundedArg, secondsArg } from './tool-args.ts';
import { lackingGesture, type Tool } from './tool-run.ts';

const title = 'The idb command';

/** Version 1.1.8 takes whole numbers only. */
const gestures: GestureTable = {
  tap: ({ at, holdMs }) => [['tap', ...pointArgs(at), '--duration', secondsArg(holdMs)]],
  swipe,
  drag: swipe,
  // A text that begins with a dash is no option.
  text: ({ text }) => [['text', ...(text.startsWith('-') ? ['--'] : []), text]],
  keys: ({ presses }) => presses.map(keyCommand),
  clear: ({ length }) => [['key-sequence', ...Array.from({ length }, () => String(usage.backspace))]],
};

export class IdbCliDriver extends ProcessDriver {
  constructor(udid: string, tool: Tool) {
    super(udid, tool, {
      name: 'idb-cli',
      title,
      touches: 'device',
      gestures,
      // Both versions take `--nested`; neither needs `--json`, which changes nothing.
      read: ['describe-all', '--nested'],
      textByInput: false,
      at: ([x, y]) => ['describe-point', roundedArg(x), roundedArg(y)],
      address: ([verb = '', ...rest], of) => ['ui', verb, '--udid', of, ...rest],
    });
  }

  override async at(op: Operation, point: Point): Promise<AxElement | null> {
    try {
      return await super.at(op, point);
    } catch (error) {
      if (isFault(error, 'OBSERVATION_FAILED') && saysNotReady(error.message)) return null;
      throw error;
    }
  }
}

type Stroke = Extract<Gesture, { readonly kind: 'swipe' | 'drag' }>;

function swipe({ from, to, durationMs }: Stroke): readonly Argv[] {
  // Its delta is a whole number too; one of 0 means the usual.
  const delta = String(Math.max(1, Math.floor(deltaOf(distance(from, to)))));
  return [
    ['swipe', ...pointArgs(from), ...pointArgs(to), '--duration', secondsArg(durationMs), '--delta', delta],
  ];
}

function keyCommand(press: KeyPress): readonly string[] {
  if ('button' in press) return ['button', press.button];
  // It presses keys one after the other and cannot hold one.
  if (press.modifiers.length > 0) throw lackingGesture(title, 'holding a key while another is pressed');
  return ['key', String(press.usage)];
}

function pointArgs([x, y]: Point): readonly string[] {
  return [roundedArg(x), roundedArg(y)];
}
