/** Finding what an input is meant for, in fresh readings, and where to touch it. Sends nothing. */
import { Fault } from '@mobile-debug/core/fault.ts';
import { obstacleOf } from '../../ui/obstacle.ts';
import { whyUnproved } from '../../ui/quality.ts';
import { assertSelector, type Selector } from '../../ui/selector.ts';
import {
  actionableOf,
  type Candidate,
  type Condition,
  conditionHolds,
  resolveTarget,
  tapPoint,
  whyNotTappable,
} from '../../ui/target.ts';
import type { Point } from '../../ui/ui-tree.ts';
import { candidateToWire } from '../../ui/wire.ts';
import type { DeviceSession } from '../device-session.ts';
import { handleOf, type Observation } from '../observation.ts';
import { FirstValue, foldReadings } from '../readings.ts';
import type { Preparation, ResolvedTarget } from './action-types.ts';

export interface TargetWait {
  readonly condition: Exclude<Condition, 'not_exists'>;
  readonly timeoutMs: number;
  readonly pollIntervalMs: number;
  readonly match?: { readonly index: number } | undefined;
}

export type Named =
  | { readonly elementId: string }
  | { readonly selector: Selector; readonly wait: TargetWait };

export interface Touch extends ResolvedTarget {
  readonly point: Point;
  /** What lies over the centre, when that is why the point is another one. */
  readonly over: string | null;
}

/** Faults: STALE_REFERENCE, ELEMENT_NOT_FOUND, AMBIGUOUS_TARGET, ELEMENT_NOT_INTERACTABLE, OBSERVATION_FAILED. */
export async function findTarget(
  preparation: Preparation,
  session: DeviceSession,
  named: Named,
): Promise<Touch> {
  if ('elementId' in named) return await byHandle(preparation, session, named.elementId);
  return await bySelector(preparation, named.selector, named.wait);
}

async function byHandle({ look }: Preparation, session: DeviceSession, elementId: string): Promise<Touch> {
  session.assertKnown(elementId);
  const observation = await look();
  const element = session.locate(observation, elementId);
  return touch({ observation, element, selectedIndex: null, matchedCount: null });
}

async function bySelector({ op, look }: Preparation, selector: Selector, wait: TargetWait): Promise<Touch> {
  assertSelector(selector);
  // A reading that is slower than the wait still counts: the action's own budget bounds it.
  const pace = { timeoutMs: wait.timeoutMs, intervalMs: wait.pollIntervalMs, uncut: 'all' } as const;
  const ready = new FirstValue((observation) => judge(observation, selector, wait));
  const { value, last, fault } = await foldReadings(op, { observe: () => look() }, pace, ready);
  if (value) return value;
  op.check();
  if (!last) throw fault ?? new Fault('OBSERVATION_FAILED', 'The screen could not be read in time.');
  return settle(last, selector, wait);
}

/** The touch if everything is right already; null to look again. */
function judge(observation: Observation, selector: Selector, wait: TargetWait): Touch | null {
  const { tree } = observation;
  const found = resolveTarget(tree, selector, wait.match?.index);
  if (found.kind !== 'one' || !conditionHolds(tree, found.element, wait.condition)) return null;
  const at = tapPoint(tree, found.actionable);
  if ('why' in at || whyNotTappable(tree, found.actionable) !== null) return null;
  return {
    observation,
    element: found.element,
    point: at.point,
    over: at.over,
    selectedIndex: found.selectedIndex,
    matchedCount: found.matchedCount,
  };
}

/** The wait is over: what exactly is wrong. */
function settle(observation: Observation, selector: Selector, wait: TargetWait): Touch {
  const { tree } = observation;
  const found = resolveTarget(tree, selector, wait.match?.index);
  if (found.kind === 'one') {
    const { element, selectedIndex, matchedCount } = found;
    return touch({ observation, element, selectedIndex, matchedCount });
  }
  if (found.kind === 'ambiguous') {
    throw new Fault('AMBIGUOUS_TARGET', `${found.matchedCount} elements match ${JSON.stringify(selector)}.`, {
      details: {
        matched_count: found.matchedCount,
        candidates: candidatesToWire(observation, found.candidates),
      },
    });
  }
  if (found.matchedCount > 0)
    throw beyond(observation, selector, { ...found, index: wait.match?.index ?? 0 });
  throw notFound(observation, selector, found.near);
}

interface Beyond {
  readonly matchedCount: number;
  readonly near: readonly Candidate[];
  readonly index: number;
}

/** The selector is right, the position among its matches is not. */
function beyond(observation: Observation, selector: Selector, { matchedCount, near, index }: Beyond): Fault {
  const many = matchedCount === 1 ? '1 element matches' : `${matchedCount} elements match`;
  const rest =
    matchedCount === 1 ? 'only index 0 (or -1) is there' : `the last index is ${matchedCount - 1} (or -1)`;
  return new Fault(
    'ELEMENT_NOT_FOUND',
    `${many} ${JSON.stringify(selector)}, but there is none at index ${index}: ${rest}.`,
    {
      nextStep: 'Give an index that is there, a handle of the candidates, or scroll to bring more into view.',
      details: { matched_count: matchedCount, candidates: candidatesToWire(observation, near) },
    },
  );
}

/** A doubtful reading cannot prove that something is absent. */
export function notFound(observation: Observation, selector: unknown, near: readonly Candidate[]): Fault {
  const { quality } = observation.tree;
  const details = near.length > 0 ? { near: candidatesToWire(observation, near) } : {};
  if (quality.status === 'suspect') {
    const why = quality.reasons.join('; ');
    return new Fault(
      'OBSERVATION_FAILED',
      `The reading is suspect (${why}), so it cannot show whether ${JSON.stringify(selector)} is there.`,
      { details },
    );
  }
  const nearest = near[0] ? ` Nearest: ${near[0].why}.` : '';
  const unproved = whyUnproved(observation.tree);
  const obstacle = obstacleOf(observation.tree);
  const instead = obstacle === null ? '' : ` In its place: ${obstacle.what}.`;
  return new Fault(
    'ELEMENT_NOT_FOUND',
    unproved === null
      ? `Nothing on the screen matches ${JSON.stringify(selector)}.${instead}${nearest}`
      : `Nothing that could be read matches ${JSON.stringify(selector)}, which does not prove that it is absent: ${unproved}.${instead}${nearest}`,
    { details, ...(obstacle ? { nextStep: obstacle.nextStep } : {}) },
  );
}

export function candidatesToWire(observation: Observation, candidates: readonly Candidate[]) {
  return candidates
    .slice(0, 5)
    .map((candidate) => candidateToWire(candidate, handleOf(observation, candidate.element)));
}

function touch(target: ResolvedTarget): Touch {
  const { tree } = target.observation;
  const actionable = actionableOf(tree, target.element);
  const at = tapPoint(tree, actionable);
  const why = 'why' in at ? at.why : whyNotTappable(tree, actionable);
  if (why !== null || 'why' in at) {
    throw new Fault('ELEMENT_NOT_INTERACTABLE', `The element cannot be touched: ${why}`, {
      details: {
        element: candidateToWire(
          { element: target.element, why: why ?? '' },
          handleOf(target.observation, target.element),
        ),
      },
    });
  }
  return { ...target, point: at.point, over: at.over };
}
