/** Steps of the demo in its shop: signing in, and a checkout that fails. */
import { check, type DemoStep, valueAt } from './demo-stage.ts';
import { guardedTap, shop, trickyMail } from './demo-steps.ts';

/** Signing in up to the guarded tap on the button. */
export const signInForm: readonly DemoStep[] = [
  {
    title: 'Type an address full of shell characters',
    tool: 'type_text',
    args: () => ({ selector: { resource_id: 'email' }, text: trickyMail, clear: true }),
    check({ data }) {
      check(valueAt(data, 'details', 'matches') === true, 'The field does not hold what was typed.');
      return `read back and equal: ${trickyMail}`;
    },
  },
  {
    title: 'Type a password',
    tool: 'type_text',
    args: () => ({ selector: { resource_id: 'password' }, text: 'secret12' }),
    check({ data }) {
      check(data['success'] === true, 'The password was not typed.');
      return String(valueAt(data, 'details', 'note') ?? 'typed');
    },
  },
  {
    title: 'Note the revision of this very screen',
    tool: 'get_ui_tree',
    args: () => ({ responseMode: 'compact' }),
    check({ data }, memory) {
      const { snapshot_session_id: session, snapshot_revision: revision } = data;
      check(typeof session === 'string' && typeof revision === 'number', 'There is no revision.');
      memory.set('guard', { snapshotSessionId: session, snapshotRevision: revision });
      return `revision ${revision} of ${session}`;
    },
  },
  guardedTap('Tap "Sign in", only if the screen is still that one', 'Sign in', ({ data }) => {
    check(data['success'] === true, 'The guarded tap was refused.');
    return 'condition matched, tap delivered';
  }),
  {
    title: 'Wait until the products are loaded',
    tool: 'wait_for_ui',
    args: () => ({ selector: { text: 'Teapot, blue' }, condition: 'visible', timeout_ms: 20_000 }),
    check({ data }) {
      check(data['status'] === 'success', 'The products did not come.');
      return `there after ${valueAt(data, 'metrics', 'latency_ms')} ms, handle ${valueAt(data, 'element', 'elementId')}`;
    },
  },
];

export function visibleStep(title: string, text: string): DemoStep {
  return {
    title,
    tool: 'expect_element_visible',
    args: () => ({ selector: { text } }),
    check: ({ data }) => {
      check(data['success'] === true, String(data['reason']));
      return String(data['reason']);
    },
  };
}

const checkoutSteps = [
  { id: 'coupon', type: 'tap', selector: { resource_id: 'coupon' }, waitFor: { timeoutMs: 8_000 } },
  { id: 'code', type: 'type_text', selector: { resource_id: 'coupon_code' }, text: 'BROKEN' },
  { id: 'apply', type: 'tap', selector: { text: 'Apply' } },
  { id: 'pay', type: 'tap', selector: { resource_id: 'checkout' }, waitFor: { timeoutMs: 8_000 } },
  {
    id: 'placed',
    type: 'assert',
    assertion: { kind: 'element_visible', selector: { text: 'Order placed' } },
    timeoutMs: 4_000,
  },
] as const;

/** A checkout with a coupon that breaks the backend: the last assertion fails, and screen and log say why. */
export const failedCheckout: readonly DemoStep[] = [
  {
    title: 'Check out with a coupon that breaks the backend',
    tool: 'run_journey',
    args: () => ({
      defaults: { verificationMode: 'none' },
      steps: [{ id: 'cart', type: 'tap', selector: { resource_id: 'open_cart' } }, ...checkoutSteps],
    }),
    check({ data }) {
      check(data['success'] === false, 'The checkout should have failed.');
      check(data['stopped_at_step_id'] === 'placed', `It stopped at ${data['stopped_at_step_id']}.`);
      return `as intended, the assertion "Order placed" failed: ${valueAt(data, 'steps', 5, 'result', 'reason') ?? valueAt(data, 'steps', 5, 'result', 'failure_code')}`;
    },
  },
  {
    title: 'Diagnosis: what does the screen say',
    tool: 'find_element',
    args: () => ({ query: 'payment failed' }),
    check({ texts }) {
      const text = texts.join('\n');
      check(text.includes('Payment failed (500)'), 'The screen does not show the failure.');
      return '"Payment failed (500)"';
    },
  },
  {
    title: 'Diagnosis: what does the log say',
    tool: 'get_logs',
    args: () => ({ appId: shop, limit: 4 }),
    check({ texts }) {
      const text = texts.join('\n');
      check(text.includes('checkout failed: HTTP 500'), 'The log does not show the failed request.');
      const lines = text.matchAll(/"level":"(\w+)","tag":"([^"]*)"[^{}]*"message":"([^"]*)"/g);
      return [...lines].map(([, level, tag, message]) => `${level} ${tag}: ${message}`).join('\n');
    },
  },
];
