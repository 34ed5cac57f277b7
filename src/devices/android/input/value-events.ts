/**
 * What a control says of its value to accessibility services: a seek bar that a plain dump gives no value of tells it in
 * an event when it is moved (`uiautomator events`). Nothing else may be connected meanwhile. Source: [A1].
 */
import { foreseen } from '@mobile-debug/core/fault.ts';
import type { Operation } from '@mobile-debug/core/operation.ts';
import { Lines } from '../../../host/lines.ts';
import type { ToldValue, ValueEvents } from '../../port/input.ts';
import type { AdbDevice, AdbStream } from '../adb/adb-types.ts';

/** The tool starts a JVM and connects before it hears anything, and says nothing of it [O1]. */
const startMs = 1_500;
/** A view tells some time after the change (200 ms); a busy phone takes longer [O1]. */
const arrivalMs = 1_000;
const longestLine = 16_384;

/**
 * Null where nothing can be heard: no such command, another client is connected, or there is no time for it. Events do not say which view sent them:
 * also where one of the class moves by itself, as in a player.
 */
export async function hearValues(
  op: Operation,
  adb: AdbDevice,
  className: string,
): Promise<ValueEvents | null> {
  // What is heard from too late is a touch that is not verified, and no time left to look at the screen.
  if (op.remainingMs < 2 * startMs) return null;
  const heard = new Heard(await adb.open(op, 'exec:uiautomator events'), className);
  await heard.within(op, startMs, () => heard.isOver || heard.hasHeard);
  if (!heard.isOver && !heard.hasHeard) return heard;
  await heard.close();
  return null;
}

class Heard implements ValueEvents {
  readonly #stream: AdbStream;
  readonly #className: string;
  readonly #waiting = new Set<() => void>();
  #newest: ToldValue | null = null;
  #over: boolean = false;

  constructor(stream: AdbStream, className: string) {
    this.#stream = stream;
    this.#className = className;
    void this.#read();
  }

  get isOver(): boolean {
    return this.#over;
  }

  get hasHeard(): boolean {
    return this.#newest !== null;
  }

  async newest(op: Operation): Promise<ToldValue | null> {
    await this.within(op, arrivalMs, () => this.#over || this.#newest !== null);
    const told = this.#newest;
    this.#newest = null;
    return told;
  }

  async close(): Promise<void> {
    this.#over = true;
    await this.#stream.close();
  }

  /** Until something holds, at most so long. */
  async within(op: Operation, ms: number, holds: () => boolean): Promise<void> {
    const until = op.clock.monotonicMs() + Math.min(ms, op.remainingMs / 2);
    while (!holds() && op.clock.monotonicMs() < until) {
      let look: () => void = () => {};
      const changed = new Promise<void>((resolve) => {
        look = resolve;
      });
      this.#waiting.add(look);
      const cancel = op.clock.after(until - op.clock.monotonicMs(), look);
      try {
        await op.race(changed);
      } finally {
        cancel();
        this.#waiting.delete(look);
      }
    }
  }

  async #read(): Promise<void> {
    const lines = new Lines((line) => this.#take(line), longestLine);
    try {
      for await (const chunk of this.#stream.chunks) lines.push(chunk);
    } catch (error) {
      foreseen(error);
    }
    this.#over = true;
    this.#changed();
  }

  #take(line: string): void {
    const told = valueIn(line, this.#className);
    if (told === null) return;
    this.#newest = told;
    this.#changed();
  }

  #changed(): void {
    for (const look of this.#waiting) look();
  }
}

/**
 * Of a progress bar or seek bar (ProgressBar#onInitializeAccessibilityEventInternal): a selection up to Android 10, since then
 * another percentage in the description of its state (ProgressBar#onProgressRefresh) [A1].
 */
export function valueIn(line: string, className: string): ToldValue | null {
  const [, type, change, of, count, index] =
    /EventType: (\w+);(?:.*?ContentChangeTypes: \[([^\]]*)\])?.*?\[ ClassName: (\S+);.*; ItemCount: (\d+); CurrentItemIndex: (-?\d+);/.exec(
      line,
    ) ?? [];
  const told =
    type === 'TYPE_VIEW_SELECTED' ||
    (type === 'TYPE_WINDOW_CONTENT_CHANGED' && change?.includes('CONTENT_CHANGE_TYPE_STATE_DESCRIPTION'));
  return told && of === className ? { value: Number(index), range: Number(count) } : null;
}
