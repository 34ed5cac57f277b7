/**
 * The run of the helper: an `am instrument` held open, because the end of its stream is the end of the helper.
 * Sources: [A18] and [T1].
 */

import { foreseen } from '@mobile-debug/core/fault.ts';
import type { Operation } from '@mobile-debug/core/operation.ts';
import { TransportProblem } from '../../port/transport-problem.ts';
import type { AdbDevice, AdbStream } from '../adb/adb-types.ts';

export const helperPackages = [
  'io.appium.uiautomator2.server',
  'io.appium.uiautomator2.server.test',
] as const;
const runner = `${helperPackages[1]}/androidx.test.runner.AndroidJUnitRunner`;

/**
 * Accessibility services of the user stay on (they would be suppressed as long as the helper runs), window animations
 * are left alone, and nothing is reported to a test runner.
 */
const command = [
  'am instrument -w',
  '-e DISABLE_SUPPRESS_ACCESSIBILITY_SERVICES true',
  '-e disableAnalytics true',
  runner,
].join(' ');

/** The part of its output that explains why it ended. */
const keptChars = 4_000;

export class Instrumentation {
  readonly ended: Promise<void>;
  readonly #stream: AdbStream;
  #words = '';
  #over: boolean = false;

  private constructor(stream: AdbStream) {
    this.#stream = stream;
    this.ended = this.#read();
  }

  /** `op` bounds the opening only. */
  static async start(op: Operation, adb: AdbDevice): Promise<Instrumentation> {
    return new Instrumentation(await adb.open(op, `exec:${command}`));
  }

  get running(): boolean {
    return !this.#over;
  }

  /** Why it ended, from its own words [A18]. */
  problem(): TransportProblem {
    const words = this.#words;
    if (/Unable to find instrumentation|INSTRUMENTATION_FAILED/.test(words))
      return new TransportProblem(
        'missing',
        'not_delivered',
        'The instrumentation is not installed: a package of the helper is missing.',
      );
    if (/already registered/.test(words))
      return new TransportProblem(
        'busy',
        'not_delivered',
        'Another UiAutomation client is connected to the device, and only one can be.',
      );
    const reason = /(?:shortMsg|longMsg)=(.*)/.exec(words)?.[1]?.trim();
    return new TransportProblem(
      'gone',
      'unknown',
      `The helper ended${reason ? `: ${reason.slice(0, 200)}` : ''}.`,
    );
  }

  async close(): Promise<void> {
    await this.#stream.close();
    await this.ended;
  }

  async #read(): Promise<void> {
    try {
      for await (const chunk of this.#stream.chunks)
        this.#words = (this.#words + chunk.toString('utf8')).slice(-keptChars);
    } catch (error) {
      this.#words += `\nlongMsg=${foreseen(error).message}`;
    } finally {
      this.#over = true;
    }
  }
}
