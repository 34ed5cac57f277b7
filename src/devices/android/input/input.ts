/**
 * Touches, keys and text by the device's `input` command, one device command for each touch or key, and what that
 * command says when it did not do what it was told. Success prints nothing. Sources: [A12], [A15] and [T3].
 */
import type { Dispatch } from '@mobile-debug/core/dispatch.ts';
import { Fault } from '@mobile-debug/core/fault.ts';
import type { Operation } from '@mobile-debug/core/operation.ts';
import type { Point } from '../../../ui/ui-tree.ts';
import type { InputFacet, TypedText, ValueEvents } from '../../port/input.ts';
import type { AdbDevice, ShellResult } from '../adb/adb-types.ts';
import { signalOf } from '../broken-off.ts';
import { notReadyFault } from '../not-ready.ts';
import { hasClipboard, setClipboard } from '../settings/clipboard.ts';
import { key, keyCode, keyNames } from './key-codes.ts';
import { clearByCombination, clearByKeys, planText } from './text-plan.ts';

/** `input keycombination` exists from Android 12. */
const combinationSdk = 31;

/** Linkers and runtimes of some builds print these on every start; they are unrelated to the command [A12]. */
const noise = /^(?:WARNING: linker:|ANDROID_ROOT|\[?warn(?:ing)?\b).*$/gim;
/** Stands before the exception itself (frameworks/base core/java/com/android/modules/utils/BasicShellCommandHandler). */
const header = /^Exception occurred while (?:executing|dumping)\b/;
const complaint =
  /Exception\b|\bError\b|^usage:|Unknown command|No shell command implementation|not found|inaccessible/im;

/** `sdk` is the API level of the device. */
export function androidInput(adb: AdbDevice, sdk: number, television = false): InputFacet {
  return new AdbInput(adb, sdk, television);
}

class AdbInput implements InputFacet {
  readonly keyNames = keyNames;
  readonly touchless: boolean;
  readonly arrowsMoveFocus = true;
  readonly #adb: AdbDevice;
  readonly #sdk: number;
  /** Whether the shell's clipboard command works; null until first needed. */
  #clipboardWorks: boolean | null = null;

  constructor(adb: AdbDevice, sdk: number, television: boolean) {
    this.touchless = television;
    this.#adb = adb;
    this.#sdk = sdk;
  }

  async tap(dispatch: Dispatch, at: Point): Promise<void> {
    await this.#send(dispatch, `input tap ${coordinates(at)}`);
  }

  async hearValues(op: Operation, className: string): Promise<ValueEvents | null> {
    const { hearValues } = await import('./value-events.ts');
    return await hearValues(op, this.#adb, className);
  }

  async longPress(dispatch: Dispatch, press: { at: Point; durationMs: number }): Promise<void> {
    // A swipe with equal ends: `input` has no press with a duration.
    const at = coordinates(press.at);
    await this.#send(dispatch, `input swipe ${at} ${at} ${whole(press.durationMs)}`);
  }

  async swipe(
    dispatch: Dispatch,
    { from, to, durationMs }: { from: Point; to: Point; durationMs: number },
  ): Promise<void> {
    await this.#send(dispatch, `input swipe ${coordinates(from)} ${coordinates(to)} ${whole(durationMs)}`);
  }

  async key(dispatch: Dispatch, name: string): Promise<void> {
    await this.#send(dispatch, `input keyevent ${keyCode(name)}`);
  }

  async back(dispatch: Dispatch): Promise<void> {
    await this.#send(dispatch, `input keyevent ${key.back}`);
  }

  async type(dispatch: Dispatch, text: string): Promise<TypedText> {
    const plan = planText(text, { clipboard: this.#clipboardWorks !== false });
    if (plan.method === 'input text') {
      for (const line of plan.lines) await this.#send(dispatch, line);
      return { method: plan.method };
    }
    this.#clipboardWorks = await setClipboard(dispatch.unrecorded(), this.#adb, plan.text);
    if (!this.#clipboardWorks) planText(text, { clipboard: false });
    await this.#send(dispatch, `input keyevent ${key.paste}`);
    return { method: plan.method };
  }

  /** Asks the device only where the characters need its clipboard, and only once; changes nothing there. */
  async canType(op: Operation, text: string): Promise<void> {
    if (planText(text, { clipboard: this.#clipboardWorks !== false }).method === 'input text') return;
    this.#clipboardWorks ??= await hasClipboard(op, this.#adb);
    if (!this.#clipboardWorks) planText(text, { clipboard: false });
  }

  async clear(dispatch: Dispatch, length: number): Promise<void> {
    const count = whole(length);
    if (count === 0) return;
    if (this.#sdk >= combinationSdk) {
      const answer = await this.#run(dispatch, clearByCombination);
      if (!isUnknownCommand(answer)) return accept(answer);
    }
    await this.#send(dispatch, clearByKeys(count));
  }

  async #send(dispatch: Dispatch, line: string): Promise<void> {
    accept(await this.#run(dispatch, line));
  }

  async #run(dispatch: Dispatch, line: string) {
    const answer = await this.#adb.shell(dispatch, line);
    return answer;
  }
}

function accept(answer: ShellResult): void {
  const fault = inputFault(answer);
  if (fault) throw fault;
}

function coordinates([x, y]: Point): string {
  return `${whole(x)} ${whole(y)}`;
}

function whole(value: number): number {
  if (!Number.isFinite(value) || value < 0) {
    throw new Fault('INVALID_ARGUMENT', `${value} is not a valid coordinate, duration or count.`);
  }
  return Math.round(value);
}

/** ACTION_REJECTED or DEVICE_UNAVAILABLE in the device's words; null when the input was taken [A12], [T3]. */
export function inputFault({ stdout, stderr, exitCode }: ShellResult): Fault | null {
  const words = `${stdout.toString('utf8')}\n${stderr.toString('utf8')}`.replaceAll(noise, '').trim();
  if (exitCode === 0 && !complaint.test(words)) return null;
  const notReady = notReadyFault(words);
  if (notReady) return notReady;
  const details = { exitCode, output: words.slice(0, 2_000) };
  if (/INJECT_EVENTS/.test(words)) {
    return new Fault('ACTION_REJECTED', 'The device forbids input over adb (INJECT_EVENTS permission).', {
      nextStep:
        'Turn on "USB debugging (Security settings)" (Xiaomi) or "Disable permission monitoring" (Oppo, Realme) in the developer options, then restart the device.',
      details,
    });
  }
  const signal = words === '' ? signalOf(exitCode) : null;
  if (signal !== null) {
    return new Fault('ACTION_REJECTED', `The input command was killed on the device (signal ${signal}).`, {
      nextStep: 'Read the screen before trying again: it may have been carried out before that.',
      details,
    });
  }
  const lines = words.split('\n').filter((line) => !header.test(line));
  const first = lines.find((line) => complaint.test(line)) ?? words.split('\n')[0] ?? '';
  return new Fault(
    'ACTION_REJECTED',
    `The device refused the input: ${first.trim() || `exit code ${exitCode}`}`,
    {
      nextStep: /Invalid arguments/.test(words)
        ? 'Check the coordinates and the duration against the size of the screen.'
        : 'Read the message of the device, then read the screen before trying again.',
      details,
    },
  );
}

/** The device has no such sub-command; nothing was injected [A12]. */
export function isUnknownCommand({ stdout, stderr }: ShellResult): boolean {
  return /Unknown command|^usage:/im.test(`${stdout.toString('utf8')}\n${stderr.toString('utf8')}`);
}
