/** Touches, keys and text by the device's `input` command: one device command for each touch or key. */
import type { Dispatch } from '@mobile-debug/core/dispatch.ts';
import { Fault } from '@mobile-debug/core/fault.ts';
import type { Operation } from '@mobile-debug/core/operation.ts';
import type { Point } from '../../../ui/ui-tree.ts';
import type { InputFacet, TypedText } from '../../port/input.ts';
import type { AdbDevice } from '../adb/adb-types.ts';
import { hasClipboard, setClipboard } from '../settings/clipboard.ts';
import { inputFault, isUnknownCommand } from './input-answer.ts';
import { key, keyCode, keyNames } from './key-codes.ts';
import { clearByCombination, clearByKeys, planText } from './text-plan.ts';

/** `input keycombination` exists from Android 12. */
const combinationSdk = 31;

/** `sdk` is the API level of the device. */
export function androidInput(adb: AdbDevice, sdk: number): InputFacet {
  return new AdbInput(adb, sdk);
}

class AdbInput implements InputFacet {
  readonly keyNames = keyNames;
  readonly #adb: AdbDevice;
  readonly #sdk: number;
  /** Whether the shell's clipboard command works; null until first needed. */
  #clipboardWorks: boolean | null = null;

  constructor(adb: AdbDevice, sdk: number) {
    this.#adb = adb;
    this.#sdk = sdk;
  }

  async tap(op: Dispatch, at: Point): Promise<void> {
    await this.#send(op, `input tap ${place(at)}`);
  }

  async longPress(op: Dispatch, press: { at: Point; durationMs: number }): Promise<void> {
    // A swipe that stays where it is: `input` has no press of a given length.
    const at = place(press.at);
    await this.#send(op, `input swipe ${at} ${at} ${whole(press.durationMs)}`);
  }

  async swipe(
    op: Dispatch,
    { from, to, durationMs }: { from: Point; to: Point; durationMs: number },
  ): Promise<void> {
    await this.#send(op, `input swipe ${place(from)} ${place(to)} ${whole(durationMs)}`);
  }

  async key(op: Dispatch, name: string): Promise<void> {
    await this.#send(op, `input keyevent ${keyCode(name)}`);
  }

  async back(op: Dispatch): Promise<void> {
    await this.#send(op, `input keyevent ${key.back}`);
  }

  async type(op: Dispatch, text: string): Promise<TypedText> {
    const plan = planText(text, { clipboard: this.#clipboardWorks !== false });
    if (plan.method === 'input text') {
      for (const line of plan.lines) await this.#send(op, line);
      return { method: plan.method };
    }
    this.#clipboardWorks = await setClipboard(op.unrecorded(), this.#adb, plan.text);
    if (!this.#clipboardWorks) planText(text, { clipboard: false });
    await this.#send(op, `input keyevent ${key.paste}`);
    return { method: plan.method };
  }

  /** Asks the device only where the characters need its clipboard, and only once; changes nothing there. */
  async canType(op: Operation, text: string): Promise<void> {
    if (planText(text, { clipboard: this.#clipboardWorks !== false }).method === 'input text') return;
    this.#clipboardWorks ??= await hasClipboard(op, this.#adb);
    if (!this.#clipboardWorks) planText(text, { clipboard: false });
  }

  async clear(op: Dispatch, length: number): Promise<void> {
    const count = whole(length);
    if (count === 0) return;
    if (this.#sdk >= combinationSdk) {
      const answer = await this.#run(op, clearByCombination);
      if (!isUnknownCommand(answer)) return accept(answer);
    }
    await this.#send(op, clearByKeys(count));
  }

  async #send(op: Dispatch, line: string): Promise<void> {
    accept(await this.#run(op, line));
  }

  async #run(op: Dispatch, line: string) {
    const answer = await this.#adb.shell(op, line);
    return answer;
  }
}

function accept(answer: Parameters<typeof inputFault>[0]): void {
  const fault = inputFault(answer);
  if (fault) throw fault;
}

function place([x, y]: Point): string {
  return `${whole(x)} ${whole(y)}`;
}

function whole(value: number): number {
  if (!Number.isFinite(value) || value < 0) {
    throw new Fault('INVALID_ARGUMENT', `${value} is no coordinate, duration or count for the device.`, {
      delivery: 'not_delivered',
    });
  }
  return Math.round(value);
}
