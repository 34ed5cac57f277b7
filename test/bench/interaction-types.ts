/** What the interaction benchmark measures, and the figures that its goals and its report both use. */
import type { AnswerMode, FlowCharacters } from './flow-characters.ts';
import type { Flow, FlowRun } from './interaction-flows.ts';

/** How trees are read: stock dumps, the resident helper, the companion of a simulator. */
export type Tier = 'dump' | 'helper' | 'companion';

export interface Measured {
  readonly flow: Flow;
  readonly tier: Tier;
  /** `cold`: each run with a server that has never seen the device. */
  readonly state: 'warm' | 'cold';
  readonly warmUps: number;
  readonly runs: readonly FlowRun[];
  readonly failures: readonly string[];
}

export type Characters = Readonly<Record<AnswerMode, FlowCharacters>> & { readonly tier: Tier };

export interface Goal {
  readonly what: string;
  readonly limit: number;
  readonly value: number;
}

export interface Spread {
  readonly p50: number;
  readonly p95: number;
  readonly min: number;
  readonly max: number;
}

export function spread(values: readonly number[]): Spread {
  const sorted = [...values].sort((a, b) => a - b);
  const at = (share: number): number => sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? 0;
  return { p50: at(0.5), p95: at(0.95), min: at(0), max: sorted.at(-1) ?? 0 };
}

export function totals({ runs }: Pick<Measured, 'runs'>): Spread {
  return spread(runs.map(({ parts }) => parts['total'] ?? 0));
}

/** What is left of the whole when the phone's own time is taken off: ours, the pauses between readings included. */
export function ownMs({ runs }: Pick<Measured, 'runs'>): Spread | null {
  const own = runs.flatMap(({ parts, deviceMs }) =>
    deviceMs === null ? [] : [(parts['total'] ?? 0) - deviceMs],
  );
  return own.length === 0 ? null : spread(own);
}
