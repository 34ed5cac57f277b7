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

/** Null where nothing can be heard: no such command, or another client is connected. */
export async function hearValues(op: Operation, adb: AdbDevice): Promise<ValueEvents | null> {
  const heard = new Heard(await adb.open(op, 'exec:uiautomator events'));
  await heard.within(op, startMs, () => heard.isOver);
  if (!heard.isOver) return heard;
  await heard.close();
  return null;
}

class Heard implements ValueEvents {
  readonly #stream: AdbStream;
  readonly #waiting = new Set<() => void>();
  #newest: ToldValue | null = null;
  #over: boolean = false;

  constructor(stream: AdbStream) {
    this.#stream = stream;
    void this.#read();
  }

  get isOver(): boolean {
    return this.#over;
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
    const told = valueIn(line);
    if (told === null) return;
    this.#newest = told;
    this.#changed();
  }

  #changed(): void {
    for (const look of this.#waiting) look();
  }
}

/** Of a progress bar or seek bar (ProgressBar#onInitializeAccessibilityEventInternal) [A1]. */
export function valueIn(line: string): ToldValue | null {
  const [, className, count, index] =
    /EventType: TYPE_VIEW_SELECTED;.*ClassName: (\S+);.*ItemCount: (\d+); CurrentItemIndex: (-?\d+(?:\.\d+)?);/.exec(
      line,
    ) ?? [];
  if (className === undefined || count === undefined || index === undefined) return null;
  return { className, value: Number(index), range: Number(count) };
}
