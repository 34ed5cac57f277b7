/** Figures of many measurements, and how far this computer can be trusted with them. */
import { cpus, loadavg } from 'node:os';

export interface Spread {
  readonly p50: number;
  readonly p95: number;
  readonly min: number;
  readonly max: number;
}

/** Milliseconds, to the hundredth. */
export function spread(times: readonly number[]): Spread {
  const sorted = [...times].sort((a, b) => a - b);
  const at = (share: number): number =>
    sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;
  const round = (ms: number): number => Math.round(ms * 100) / 100;
  return { p50: round(at(0.5)), p95: round(at(0.95)), min: round(at(0)), max: round(at(1)) };
}

/** How many times longer everything takes because others use this computer too; 1 when it is quiet. */
export function busyness(): number {
  return Math.max(1, (loadavg()[0] ?? 0) / cpus().length);
}
