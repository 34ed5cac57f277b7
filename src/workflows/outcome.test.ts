/** The rules of classify_action_outcome as a table: the first that holds decides. */
import { expect, test } from 'vitest';
import { classifyOutcome, type Outcome, type OutcomeFacts } from './outcome.ts';

const request = (status: string) => ({ endpoint: '/orders', status });

const table: readonly (readonly [OutcomeFacts, Outcome])[] = [
  [{ uiChanged: true }, 'success'],
  [{ uiChanged: true, actionType: 'tap', networkRequests: [request('failure')] }, 'success'],
  [{ uiChanged: false, expectedElementVisible: true }, 'success'],
  [{ uiChanged: false }, 'unknown'],
  [{ uiChanged: false, networkRequests: [request('failure')] }, 'unknown'],
  [
    { uiChanged: false, actionType: 'tap', networkRequests: [request('success'), request('failure')] },
    'backend_failure',
  ],
  [{ uiChanged: false, actionType: 'tap', networkRequests: [request('retryable')] }, 'backend_failure'],
  [{ uiChanged: false, actionType: 'start_app', networkRequests: [request('failure')] }, 'backend_failure'],
  ...[
    'tap',
    'tap_element',
    'swipe',
    'scroll_to_element',
    'type_text',
    'press_back',
    'long_press',
    'adjust_control',
  ].map((actionType) => [{ uiChanged: false, actionType }, 'no_op'] as const),
  [{ uiChanged: false, actionType: 'tap', networkRequests: [request('success')] }, 'no_op'],
  [{ uiChanged: false, actionType: 'start_app' }, 'unknown'],
  [{ uiChanged: false, actionType: 'start_app', networkRequests: [] }, 'no_op'],
  [{ uiChanged: false, actionType: 'start_app', networkRequests: [request('success')] }, 'ui_failure'],
  [
    { uiChanged: false, actionType: 'start_app', networkRequests: [request('success'), request('odd')] },
    'unknown',
  ],
];

test.each(table)('%j is %s', (facts, outcome) => {
  const classified = classifyOutcome(facts);
  expect(classified.outcome).toBe(outcome);
  expect(classified.reasoning).not.toBe('');
});

test('errors in the log are pointed to and decide nothing', () => {
  const facts = { uiChanged: false, actionType: 'tap' };
  const [plain, withErrors] = [classifyOutcome(facts), classifyOutcome({ ...facts, hasLogErrors: true })];
  expect(withErrors.outcome).toBe(plain.outcome);
  expect(withErrors.reasoning).toContain('get_logs');
});
