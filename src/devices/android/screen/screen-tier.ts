/** Which way readings of the screen go now, how long they take, and what would make them faster. */
import type { ScreenTier } from '../../port/screen.ts';
import type { ResidentHelper } from '../uia2/resident-helper.ts';

const keptReadings = 15;

export class TierRecord {
  readonly #helper: ResidentHelper | null;
  #tier: string | null = null;
  #tookMs: number[] = [];

  constructor(helper: ResidentHelper | null) {
    this.#helper = helper;
  }

  note(tier: string, tookMs: number): void {
    if (tier !== this.#tier) this.#tookMs = [];
    this.#tier = tier;
    this.#tookMs.push(tookMs);
    if (this.#tookMs.length > keptReadings) this.#tookMs.shift();
  }

  now(): ScreenTier {
    const sorted = [...this.#tookMs].sort((a, b) => a - b);
    return { tier: this.#tier, readMs: sorted[(sorted.length - 1) >> 1] ?? null, advice: this.#advice() };
  }

  #advice(): string | null {
    if (!this.#helper) return null;
    const { state, why } = this.#helper.state;
    return state === 'running' || state === 'idle' || state === 'not_looked_for' ? null : why;
  }
}
