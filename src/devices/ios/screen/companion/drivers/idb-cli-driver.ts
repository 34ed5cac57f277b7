/**
 * By the `idb` command: a Python start for each call, but it works where its companion is reachable only through it.
 * Source: [S3].
 */

import type { Dispatch } from '@mobile-debug/core/dispatch.ts';
import { isFault } from '@mobile-debug/core/fault.ts';
import type { Operation } from '@mobile-debug/core/operation.ts';
import type { Point } from '../../../../../ui/ui-tree.ts';
import { type AxElement, type AxReading, parseAx, parseAxPoint } from '../../ax/ax-json.ts';
import { saysNotReady } from '../../ax/ax-judge.ts';
import type { Gesture } from '../gesture.ts';
import { type KeyPress, usage } from '../hid-keys.ts';
import { deltaOf, distance } from '../hid-recipes.ts';
import type { ScreenDriver, SpecialGesture } from './driver.ts';
import { lackingGesture, type Tool } from './tool-run.ts';
import { seconds, whole } from './tool-words.ts';

export class IdbCliDriver implements ScreenDriver {
  readonly name = 'idb-cli';
  readonly tier = 'idb-cli';
  readonly touches = 'device';
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

  /** Both versions take `--nested`; neither needs `--json`, which changes nothing. */
  async read(op: Operation): Promise<AxReading> {
    return parseAx(await this.#tool.ask(op, this.#ui(['describe-all', '--nested'])));
  }

  async at(op: Operation, [x, y]: Point): Promise<AxElement | null> {
    try {
      return parseAxPoint(await this.#tool.ask(op, this.#ui(['describe-point', whole(x), whole(y)])));
    } catch (error) {
      if (isFault(error, 'OBSERVATION_FAILED') && saysNotReady(error.message)) return null;
      throw error;
    }
  }

  async perform(op: Dispatch, gesture: Gesture): Promise<void> {
    for (const args of commandsFor(gesture)) await this.#tool.act(op, this.#ui(args));
  }

  async close(): Promise<void> {}

  #ui([verb = '', ...rest]: readonly string[]): readonly string[] {
    return ['ui', verb, '--udid', this.#udid, ...rest];
  }
}

/** Version 1.1.8 takes whole numbers only. */
function commandsFor(gesture: Gesture): readonly (readonly string[])[] {
  switch (gesture.kind) {
    case 'tap':
      return [['tap', ...place(gesture.at), '--duration', seconds(gesture.holdMs)]];
    case 'swipe':
    case 'drag': {
      const { from, to, durationMs } = gesture;
      // Its delta is a whole number too; one of 0 means the usual.
      const delta = Math.max(1, Math.floor(deltaOf(distance(from, to))));
      return [
        ['swipe', ...place(from), ...place(to), '--duration', seconds(durationMs), '--delta', String(delta)],
      ];
    }
    case 'text':
      // A text that begins with a dash is no option.
      return [['text', ...(gesture.text.startsWith('-') ? ['--'] : []), gesture.text]];
    case 'clear':
      return [['key-sequence', ...Array.from({ length: gesture.length }, () => String(usage.backspace))]];
    case 'keys':
      return gesture.presses.map(keyCommand);
    case 'pinch':
      throw lackingGesture('The idb command', 'two fingers');
    case 'turn':
      throw lackingGesture('The idb command', 'turning the device');
    case 'set_value':
      throw lackingGesture('The idb command', 'setting the value at a point');
  }
}

function keyCommand(press: KeyPress): readonly string[] {
  if ('button' in press) return ['button', press.button];
  // It presses keys one after the other and cannot hold one.
  if (press.modifiers.length > 0)
    throw lackingGesture('The idb command', 'holding a key while another is pressed');
  return ['key', String(press.usage)];
}

function place([x, y]: Point): readonly string[] {
  return [whole(x), whole(y)];
}
