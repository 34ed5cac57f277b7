/**
 * Whether the screen is settled, judged from samples that others took. Pure: reads nothing, waits for nothing. A
 * timeout or a failed read proves no state, so what is not shown by the samples is `unknown`.
 */
import { windowName } from './hit-test.ts';
import { type LoadingState, loadingState, mayBeAtRest } from './loading.ts';
import { type Obstacle, obstacleOf } from './obstacle.ts';
import type { Snapshot } from './snapshot-history.ts';

export type ReadinessState =
  | 'loading'
  | 'transitioning'
  | 'settled'
  | 'unresponsive'
  | 'debugger_paused'
  | 'unknown';

interface Taken {
  /** Monotonic milliseconds at which the read completed. */
  readonly atMs: number;
  /** UTC epoch milliseconds of the same moment, for display. */
  readonly capturedAtMs: number;
  /** Device and snapshot session that it belongs to; samples of different scopes are never compared. */
  readonly scope: string;
}

export type ReadinessSample =
  | (Taken & {
      readonly kind: 'tree';
      readonly revision: number;
      readonly loading: LoadingState | null;
      /** What signals loading is a bar without a range, which may be at rest. */
      readonly barOnly?: boolean;
      /** Why the reading is doubtful; such a sample counts as no reading. */
      readonly qualityWarnings: readonly string[];
      /** What keeps input from the app though the tree is still. */
      readonly obstacle?: Obstacle | null;
      /** Name of the "not responding" window, when one is there. */
      readonly notResponding: string | null;
    })
  | (Taken & { readonly kind: 'failed'; readonly reason: string })
  /** The platform itself reports that input is not taken. */
  | (Taken & { readonly kind: 'input_timeout'; readonly source: string; readonly detail: string });

export interface ReadinessEvidence {
  readonly kind:
    | 'debugger'
    | 'not_responding'
    | 'focus'
    | 'loading_signal'
    | 'change'
    | 'stability'
    | 'read_failure';
  readonly source: string;
  readonly snapshot_revision?: number;
  readonly captured_at_ms: number;
  readonly detail: string;
}

export interface ReadinessSummary {
  readonly state: ReadinessState;
  /** 0 to 1. */
  readonly confidence: number;
  readonly evidence: readonly ReadinessEvidence[];
  /** What limits the judgement. */
  readonly limitations: readonly string[];
  /** What this device cannot tell at all. */
  readonly unsupported: readonly string[];
  readonly sampled: { readonly count: number; readonly window_ms: number };
}

export interface ReadinessOptions {
  /** Least time between two equal samples that count as settled; 300 unless given. */
  readonly stabilityWindowMs?: number;
  /** A debug session of this server holds the threads of the app; no tree was read then. */
  readonly paused?: { readonly capturedAtMs: number; readonly detail: string };
  readonly unsupported?: readonly string[];
}

type TreeSample = Extract<ReadinessSample, { kind: 'tree' }>;

const defaultWindowMs = 300;

export function sampleOf(
  snapshot: Snapshot,
  { scope, atMs }: { scope: string; atMs: number },
): ReadinessSample {
  const { tree, revision, capturedAtMs } = snapshot;
  const obstacle = obstacleOf(tree);
  const stuck = tree.windows.find((window) => window.kind === 'anr');
  return {
    kind: 'tree',
    atMs,
    capturedAtMs,
    scope,
    revision,
    loading: loadingState(tree),
    ...(mayBeAtRest(tree) && { barOnly: true }),
    qualityWarnings: tree.quality.reasons,
    obstacle,
    notResponding:
      stuck !== undefined ? windowName(stuck) : obstacle?.kind === 'not_responding' ? obstacle.what : null,
  };
}

/** `samples` oldest first. The scope of the newest is the one that counts. */
export function classifyReadiness(
  samples: readonly ReadinessSample[],
  { stabilityWindowMs = defaultWindowMs, paused, unsupported = [] }: ReadinessOptions = {},
): ReadinessSummary {
  const run = unbroken(samples);
  const judged = paused ? held(paused) : (stuck(samples) ?? judge(run, samples.at(-1), stabilityWindowMs));
  const first = samples[0];
  const last = samples.at(-1);
  return {
    ...judged,
    limitations: [...judged.limitations, ...brokenBy(samples, run)],
    unsupported,
    sampled: { count: samples.length, window_ms: first && last ? Math.round(last.atMs - first.atMs) : 0 },
  };
}

type Judged = Pick<ReadinessSummary, 'state' | 'confidence' | 'evidence' | 'limitations'>;

function held({ capturedAtMs, detail }: { capturedAtMs: number; detail: string }): Judged {
  const evidence: ReadinessEvidence = {
    kind: 'debugger',
    source: 'debug session',
    captured_at_ms: capturedAtMs,
    detail,
  };
  return { state: 'debugger_paused', confidence: 1, evidence: [evidence], limitations: [] };
}

/** Only what the platform itself shows or reports is proof, and only if it is the newest sample. */
function stuck(samples: readonly ReadinessSample[]): Judged | null {
  const last = samples.at(-1);
  if (last?.kind === 'input_timeout') {
    const { source, detail, capturedAtMs } = last;
    const evidence: ReadinessEvidence = {
      kind: 'not_responding',
      source,
      captured_at_ms: capturedAtMs,
      detail,
    };
    return { state: 'unresponsive', confidence: 0.95, evidence: [evidence], limitations: [] };
  }
  if (last?.kind !== 'tree' || last.notResponding === null) return null;
  const evidence = ofTree(last, 'not_responding', `the window ${last.notResponding} is shown`);
  return { state: 'unresponsive', confidence: 0.95, evidence: [evidence], limitations: [] };
}

/** The newest samples that are good readings of one scope, oldest first. */
function unbroken(samples: readonly ReadinessSample[]): readonly TreeSample[] {
  const scope = samples.at(-1)?.scope;
  const run: TreeSample[] = [];
  for (let at = samples.length - 1; at >= 0; at--) {
    const sample = samples[at];
    if (sample?.kind !== 'tree' || sample.scope !== scope || sample.qualityWarnings.length > 0) break;
    run.unshift(sample);
  }
  return run;
}

function judge(run: readonly TreeSample[], newest: ReadinessSample | undefined, windowMs: number): Judged {
  const last = run.at(-1);
  if (newest?.kind === 'tree' && newest.obstacle) return kept(newest, newest.obstacle);
  if (last === undefined) return nothingKnown(newest);
  if (last.loading !== null) {
    const { signal, source } = last.loading;
    const still = last.barOnly ? stillness(run, last, windowMs) : null;
    if (still?.state === 'settled') return { ...still, confidence: 0.7, limitations: [restingBar(signal)] };
    const evidence = ofTree(last, 'loading_signal', `${signal} (${source})`);
    return {
      state: 'loading',
      confidence: source === 'native' ? 0.9 : 0.6,
      evidence: [evidence],
      limitations: [],
    };
  }
  const before = run.at(-2);
  if (before === undefined) return { ...unknown, limitations: ['single sample'] };
  if (before.revision !== last.revision) {
    const evidence = ofTree(last, 'change', `revision ${before.revision} became ${last.revision}`);
    return { state: 'transitioning', confidence: 0.9, evidence: [evidence], limitations: [] };
  }
  return stillness(run, last, windowMs);
}

/** A still tree that no input reaches is not settled. */
function kept(newest: TreeSample, { kind, what, nextStep }: Obstacle): Judged {
  const evidence = ofTree(newest, 'focus', `${kind}: ${what}`);
  return { ...unknown, evidence: [evidence], limitations: [`${kind}: ${what}. ${nextStep}`] };
}

const unknown: Judged = { state: 'unknown', confidence: 0, evidence: [], limitations: [] };

function nothingKnown(newest: ReadinessSample | undefined): Judged {
  if (newest === undefined) return { ...unknown, limitations: ['no sample'] };
  if (newest.kind === 'failed') {
    const { reason, capturedAtMs } = newest;
    const evidence: ReadinessEvidence = {
      kind: 'read_failure',
      source: 'screen read',
      captured_at_ms: capturedAtMs,
      detail: reason,
    };
    return {
      ...unknown,
      evidence: [evidence],
      limitations: ['the newest read failed, which proves no state'],
    };
  }
  const qualityWarnings = newest.kind === 'tree' ? newest.qualityWarnings.join('; ') : '';
  return { ...unknown, limitations: [`the newest reading is suspect: ${qualityWarnings}`] };
}

/** How long the newest samples have been equal and without a sign of loading. */
function stillness(run: readonly TreeSample[], last: TreeSample, windowMs: number): Judged {
  let since = last;
  for (let at = run.length - 2; at >= 0; at--) {
    const sample = run[at];
    if (sample === undefined || sample.revision !== last.revision || isLoading(sample)) break;
    since = sample;
  }
  const quietMs = Math.round(last.atMs - since.atMs);
  if (last.atMs - since.atMs < windowMs)
    return { ...unknown, limitations: [`equal samples only ${quietMs} ms apart, ${windowMs} ms are needed`] };
  const evidence = ofTree(last, 'stability', `unchanged over ${quietMs} ms`);
  return { state: 'settled', confidence: 0.9, evidence: [evidence], limitations: [] };
}

function isLoading({ loading, barOnly }: TreeSample): boolean {
  return loading !== null && !barOnly;
}

function restingBar(signal: string): string {
  return `${signal} tells no range; as it and all around it stood still, it is taken for a bar at rest`;
}

function ofTree(sample: TreeSample, kind: ReadinessEvidence['kind'], detail: string): ReadinessEvidence {
  return {
    kind,
    source: 'ui_tree',
    snapshot_revision: sample.revision,
    captured_at_ms: sample.capturedAtMs,
    detail,
  };
}

/** Says what made older samples worthless. */
function brokenBy(samples: readonly ReadinessSample[], run: readonly TreeSample[]): readonly string[] {
  const breaker = run.length === 0 ? undefined : samples[samples.length - run.length - 1];
  if (breaker === undefined) return [];
  if (breaker.scope !== samples.at(-1)?.scope) return ['older samples belong to another device or session'];
  if (breaker.kind === 'failed')
    return [`an earlier read failed (${breaker.reason}), so nothing before it counts`];
  return ['an earlier sample was suspect, so nothing before it counts'];
}
