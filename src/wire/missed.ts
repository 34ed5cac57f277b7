/** What a wait or expectation reports when its condition was not met: why, and what the caller may have meant. */
import { candidatesToWire } from '../session/action/find-target.ts';
import type { StateResult } from '../session/expect-state.ts';
import type { MatchQuery, MatchResult } from '../session/wait-match.ts';
import { nearMisses } from '../ui/near-misses.ts';
import { nextAfter, nextAfterNone } from '../ui/not-found.ts';
import { obstacleOf } from '../ui/obstacle.ts';
import { whyUnproved } from '../ui/quality.ts';
import { actionableOf, conditionHolds, whyNotTappable } from '../ui/target.ts';

const mostNear = 3;

/** Half a sentence: `nothing matched`, `it is disabled`, `3 match, but none at index 7`. */
export function whyMissed(seen: MatchResult, { condition, index, handle }: MatchQuery): string {
  const { matchedCount, element, observation } = seen;
  if (observation === null) return 'nothing could be read';
  const { tree } = observation;
  if (condition === 'not_exists')
    return matchedCount === 0 ? 'nothing matched' : `${matchedCount} still match`;
  const obstacle = matchedCount === 0 ? obstacleOf(tree) : null;
  if (matchedCount === 0) return obstacle ? `nothing matched; ${obstacle.what}` : 'nothing matched';
  if (element === null)
    return handle === undefined
      ? `${matchedCount} match, but there is none at index ${index}`
      : `${matchedCount} match, but not the one that the handle names`;
  if (conditionHolds(tree, element, condition)) return `it is ${condition}, but the screen is not settled`;
  const control = condition === 'clickable' ? actionableOf(tree, element) : element;
  const hidden =
    condition === 'clickable' && !element.enabled ? 'it is disabled' : whyNotTappable(tree, control);
  return hidden ?? (condition === 'visible' ? 'it is not visible' : 'nothing there takes a touch');
}

/** The same, with why a reading that nothing matched proves nothing. */
export function whyUnmet(seen: MatchResult, wanted: MatchQuery): string {
  const why = whyMissed(seen, wanted);
  const unproved = seen.matchedCount === 0 && seen.observation ? whyUnproved(seen.observation.tree) : null;
  return unproved === null ? why : `${why}, which does not prove absence: ${unproved}`;
}

export function nextAfterMiss(
  { observation, matchedCount, element }: MatchResult,
  wanted: MatchQuery,
): string {
  if (observation === null) return 'Look at the screen with capture_screenshot.';
  const { tree } = observation;
  const { condition } = wanted;
  if (matchedCount === 0 && condition === 'not_exists')
    return nextAfter(tree, 'Look at a picture with capture_screenshot: it shows whether it is gone.');
  if (matchedCount === 0) return nextAfterNone(tree);
  if (condition === 'not_exists') return nextAfter(tree, 'Wait longer, or close what still matches.');
  if (element === null) return 'Give an index that is there, or leave it out.';
  return nextAfter(
    tree,
    conditionHolds(tree, element, condition)
      ? 'Wait longer, or do without the condition that the screen is settled.'
      : 'Do what the reason says (scroll, close what covers it, enable it), then ask again.',
  );
}

export function nextAfterState({ observation, element, readable }: StateResult): string {
  if (observation === null) return 'Look at the screen with capture_screenshot.';
  if (element === null) return nextAfterNone(observation.tree);
  if (!readable)
    return 'The platform does not tell it: prove another property, or look with capture_screenshot.';
  return nextAfter(observation.tree, 'Do what changes it, or wait for what does, then ask again.');
}

/** The nearest elements when nothing matched, for `observed`. Empty otherwise. */
export function nearToWire({ matchedCount, observation }: MatchResult, { selector, condition }: MatchQuery) {
  if (observation === null || matchedCount > 0 || condition === 'not_exists') return {};
  const { near, hint } = nearMisses(observation.tree, selector);
  return {
    ...(near.length > 0 ? { near: candidatesToWire(observation, near.slice(0, mostNear)) } : {}),
    ...(hint === null ? {} : { hint }),
  };
}
