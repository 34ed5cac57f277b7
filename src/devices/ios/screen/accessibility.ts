/**
 * Simulators of iOS 26 start with accessibility off, so that every screen reads as one element without area. Apps look
 * at the setting when they start: it has to be on before.
 */
import { isFault } from '@mobile-debug/core/fault.ts';
import type { Operation } from '@mobile-debug/core/operation.ts';
import type { Simctl } from '../ios-types.ts';

const domain = 'com.apple.Accessibility';
const keys = ['AccessibilityEnabled', 'ApplicationAccessibilityEnabled'] as const;
const firstMajor = 26;

export class AccessibilitySwitch {
  readonly #simctl: Simctl;
  #done: boolean;

  constructor(simctl: Simctl, osVersion: string | null) {
    this.#simctl = simctl;
    const major = Number.parseInt(osVersion ?? '', 10);
    // An unknown version is treated as a new one: enabling accessibility twice is harmless.
    this.#done = major < firstMajor;
  }

  /** Whether it has to be turned on before an app starts. Asked until it is on, and once per boot. */
  async isOff(op: Operation): Promise<boolean> {
    if (this.#done) return false;
    this.#done = await this.#isOn(op);
    return !this.#done;
  }

  /**
   * True when it is on now, so that apps which run already do not know of it. A simulator that refuses is asked again at
   * the next launch, which goes on without it.
   */
  async turnOn(op: Operation): Promise<boolean> {
    try {
      for (const key of keys)
        await this.#simctl.run(op, ['spawn', 'defaults', 'write', domain, key, '-bool', 'true']);
      this.#done = true;
      return true;
    } catch (error) {
      if (op.ended || !isFault(error, 'ACTION_REJECTED')) throw error;
      return false;
    }
  }

  async #isOn(op: Operation): Promise<boolean> {
    try {
      const args = ['spawn', 'defaults', 'read', domain, 'ApplicationAccessibilityEnabled'];
      const { stdout } = await this.#simctl.run(op, args);
      return stdout.toString('utf8').trim() === '1';
    } catch (error) {
      // A key that was never written is an error of `defaults`.
      if (isFault(error, 'ACTION_REJECTED')) return false;
      throw error;
    }
  }
}
