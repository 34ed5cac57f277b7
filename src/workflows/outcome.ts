/** The rules of classify_action_outcome: the first one that holds decides. Pure. */

export interface OutcomeFacts {
  readonly uiChanged: boolean;
  readonly expectedElementVisible?: boolean | undefined;
  readonly actionType?: string | undefined;
  readonly networkRequests?: readonly { readonly endpoint: string; readonly status: string }[] | undefined;
  readonly hasLogErrors?: boolean | undefined;
}

export type Outcome = 'success' | 'no_op' | 'backend_failure' | 'ui_failure' | 'unknown';

/** Actions whose effect is on the screen: without a change they did nothing. */
const localActions = new Set([
  'tap',
  'tap_element',
  'swipe',
  'scroll_to_element',
  'type_text',
  'press_back',
  'long_press',
  'adjust_control',
]);

export function classifyOutcome(facts: OutcomeFacts): { outcome: Outcome; reasoning: string } {
  const { uiChanged, expectedElementVisible, actionType, networkRequests } = facts;
  const logs = facts.hasLogErrors ? ' The log has errors: see get_logs.' : '';
  const say = (outcome: Outcome, reasoning: string) => ({ outcome, reasoning: reasoning + logs });
  if (uiChanged) return say('success', 'The screen changed.');
  if (expectedElementVisible) return say('success', 'The expected element is visible.');
  if (actionType === undefined)
    return say('unknown', 'Nothing changed, and without actionType nothing can be concluded.');
  const failed = networkRequests?.find(({ status }) => status === 'failure' || status === 'retryable');
  if (failed) return say('backend_failure', `The request ${failed.endpoint} ended as ${failed.status}.`);
  if (localActions.has(actionType))
    return say('no_op', `${actionType} changes the screen when it works, and the screen stayed the same.`);
  if (networkRequests === undefined)
    return say('unknown', 'The action may have an effect elsewhere; pass networkRequests to tell.');
  if (networkRequests.length === 0) return say('no_op', 'No request was made and nothing changed.');
  if (networkRequests.every(({ status }) => status === 'success')) {
    return say('ui_failure', 'All requests succeeded, but the screen did not follow.');
  }
  return say('unknown', 'The request states are inconclusive.');
}
