/** What the demo shows: three apps of the virtual phone, with the claims that every answer has to bear out. */
import { at, type DemoAnswer, type DemoMemory, type DemoStep, need } from './demo-stage.ts';
import { virtualSerial } from './virtual-phone.ts';

const shop = 'com.example.shop';
const device = { platform: 'android', deviceId: virtualSerial };
const quick = { verificationMode: 'none', responseMode: 'compact' };
const trickyMail = `o'hara+50%s&"x"@example.com`;
const unicode = 'Grüße aus Köln 🎉';

function start(title: string, appId: string, chapter: string): DemoStep {
  return {
    chapter,
    title,
    tool: 'start_app',
    args: () => ({ appId }),
    check({ data }) {
      const seen = at(data, 'details', 'observed_app');
      need(data['success'] === true && at(seen, 'matchedTarget') === true, `${appId} is not in front.`);
      return `${at(data, 'details', 'launch_state')} start in ${at(data, 'details', 'launch_time_ms')} ms; in front: ${at(seen, 'activity')}`;
    },
  };
}

function tap(title: string, selector: Record<string, unknown>): DemoStep {
  return {
    title,
    tool: 'tap_element',
    args: () => ({ selector, waitFor: { condition: 'clickable', timeoutMs: 8_000 }, ...quick }),
    check: delivered,
  };
}

function delivered({ data }: DemoAnswer): string {
  need(data['success'] === true && data['delivery_status'] === 'delivered', 'The input was not delivered.');
  return 'delivered; what it did is for the next steps to prove';
}

function screenshot(title: string, savePath: string, annotate = false): DemoStep {
  return {
    title,
    tool: 'capture_screenshot',
    args: () => ({ savePath, annotate }),
    check({ data, image }) {
      need(image !== null, 'There is no image.');
      const saved = data['saved_to'];
      need(typeof saved === 'string', 'The picture was not saved.');
      return saved;
    },
  };
}

const signIn: readonly DemoStep[] = [
  {
    chapter: 'Finding the way',
    title: 'Which devices are there',
    tool: 'list_devices',
    args: () => ({}),
    check({ data }) {
      need(at(data, 'devices', 0, 'id') === virtualSerial, 'The virtual phone is not listed.');
      return `${virtualSerial}, Android ${at(data, 'devices', 0, 'osVersion')}, ${at(data, 'devices', 0, 'state')}`;
    },
  },
  start('Launch the shop', shop, 'Signing in to a shop'),
  {
    title: 'Read the screen, one line per element',
    tool: 'get_ui_tree',
    args: () => ({ responseMode: 'outline' }),
    check({ texts }) {
      const outline = texts.join('\n');
      need(outline.includes('Sign in'), 'The outline does not show the form.');
      return outline;
    },
  },
  {
    title: 'Type an address full of shell characters',
    tool: 'type_text',
    args: () => ({ selector: { resource_id: 'email' }, text: trickyMail, clear: true }),
    check({ data }) {
      need(at(data, 'details', 'matches') === true, 'The field does not hold what was typed.');
      return `read back and equal: ${trickyMail}`;
    },
  },
  {
    title: 'Type a password',
    tool: 'type_text',
    args: () => ({ selector: { resource_id: 'password' }, text: 'secret12' }),
    check({ data }) {
      need(data['success'] === true, 'The password was not typed.');
      return String(at(data, 'details', 'note') ?? 'typed');
    },
  },
  {
    title: 'Note the revision of this very screen',
    tool: 'get_ui_tree',
    args: () => ({ responseMode: 'compact' }),
    check({ data }, memory) {
      const { snapshot_session_id: session, snapshot_revision: revision } = data;
      need(typeof session === 'string' && typeof revision === 'number', 'There is no revision.');
      memory.set('guard', { snapshotSessionId: session, snapshotRevision: revision });
      return `revision ${revision} of ${session}`;
    },
  },
  guardedTap('Tap "Sign in", only if the screen is still that one', 'Sign in', ({ data }) => {
    need(data['success'] === true, 'The guarded tap was refused.');
    return 'condition matched, tap delivered';
  }),
  {
    title: 'Wait until the products are loaded',
    tool: 'wait_for_ui',
    args: () => ({ selector: { text: 'Teapot, blue' }, condition: 'visible', timeout_ms: 20_000 }),
    check({ data }) {
      need(data['status'] === 'success', 'The products did not come.');
      return `there after ${at(data, 'metrics', 'latency_ms')} ms, handle ${at(data, 'element', 'elementId')}`;
    },
  },
  guardedTap('The same guard on the new screen must refuse', 'Refresh', ({ data, isError, texts }) => {
    const text = texts.join('');
    need(isError && text.includes('PRECONDITION_FAILED'), 'The guard let a tap through.');
    need(text.includes('not_delivered'), 'It does not say that nothing was sent.');
    return `PRECONDITION_FAILED, nothing was sent${data['truncated'] === true ? ' (the blocking tree is in a file)' : ''}`;
  }),
  screenshot('Screenshot with the handles drawn on it', 'products.png', true),
];

function guardedTap(
  title: string,
  text: string,
  check: (answer: DemoAnswer, memory: DemoMemory) => string,
): DemoStep {
  return {
    title,
    tool: 'tap_element',
    args: (memory) => ({ ...device, selector: { text }, expectedState: memory.get('guard'), ...quick }),
    check,
  };
}

const order: readonly DemoStep[] = [
  {
    chapter: 'Ordering, with a failure on purpose',
    title: 'Scroll to a product further down',
    tool: 'scroll_to_element',
    args: () => ({ selector: { text: 'Cup, white' }, actionTimeoutMs: 30_000, responseMode: 'compact' }),
    check({ data }) {
      need(data['success'] === true, 'The product was not reached.');
      return 'visible';
    },
  },
  tap('Open it', { text: 'Cup, white' }),
  tap('Put it into the cart', { resource_id: 'add' }),
  {
    title: 'Back to the list',
    tool: 'press_back',
    args: () => quick,
    check: delivered,
  },
  {
    title: 'Prove that the cart holds one piece',
    tool: 'expect_element_visible',
    args: () => ({ selector: { text: 'Cart (1)' } }),
    check({ data }) {
      need(data['success'] === true, String(data['reason']));
      return String(data['reason']);
    },
  },
  {
    title: 'Check out with a coupon that breaks the backend',
    tool: 'run_journey',
    args: () => checkout,
    check({ data }) {
      need(data['success'] === false, 'The checkout should have failed.');
      need(data['stopped_at_step_id'] === 'placed', `It stopped at ${data['stopped_at_step_id']}.`);
      return `as meant, the assertion "Order placed" failed: ${at(data, 'steps', 5, 'result', 'reason') ?? at(data, 'steps', 5, 'result', 'failure_code')}`;
    },
  },
  {
    title: 'Diagnosis: what does the screen say',
    tool: 'find_element',
    args: () => ({ query: 'payment failed' }),
    check({ texts }) {
      const text = texts.join('\n');
      need(text.includes('Payment failed (500)'), 'The screen does not show the failure.');
      return '"Payment failed (500)"';
    },
  },
  {
    title: 'Diagnosis: what does the log say',
    tool: 'get_logs',
    args: () => ({ appId: shop, limit: 4 }),
    check({ texts }) {
      const text = texts.join('\n');
      need(text.includes('checkout failed: HTTP 500'), 'The log does not show the failed request.');
      const lines = text.matchAll(/"level":"(\w+)","tag":"([^"]*)"[^{}]*"message":"([^"]*)"/g);
      return [...lines].map(([, level, tag, message]) => `${level} ${tag}: ${message}`).join('\n');
    },
  },
  {
    title: 'Diagnosis: whose fault is it',
    tool: 'classify_action_outcome',
    args: () => ({
      uiChanged: false,
      actionType: 'tap_element',
      networkRequests: [{ endpoint: '/v1/orders', status: 'retryable' }],
    }),
    check({ data }) {
      need(data['outcome'] === 'backend_failure', `Classified as ${data['outcome']}.`);
      return `backend_failure: ${data['reasoning']}`;
    },
  },
  screenshot('Screenshot of the failure', 'checkout-failed.png'),
];

const checkout = {
  ...device,
  defaults: { verificationMode: 'none' },
  steps: [
    { id: 'cart', type: 'tap', selector: { resource_id: 'open_cart' } },
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
    { id: 'enjoy', type: 'press_back' },
  ],
};

const rest: readonly DemoStep[] = [
  start('Launch the settings', 'com.android.settings', 'A switch and its state'),
  tap('Open "Network & internet"', { text: 'Network & internet' }),
  {
    title: 'Prove that Wi-Fi is on',
    tool: 'expect_state',
    args: () => ({ selector: { resource_id: 'wifi_switch' }, property: 'checked', expected: true }),
    check: proved,
  },
  tap('Turn it off', { resource_id: 'wifi_switch' }),
  {
    title: 'Prove that it is off now',
    tool: 'expect_state',
    args: () => ({ selector: { resource_id: 'wifi_switch' }, property: 'checked', expected: false }),
    check: proved,
  },
  start('Launch the notes', 'com.example.notes', 'Text beyond ASCII'),
  tap('A new note', { text: 'New note' }),
  {
    title: `Type "${unicode}"`,
    tool: 'type_text',
    args: () => ({ selector: { resource_id: 'title_field' }, text: unicode }),
    check({ data, texts, isError }) {
      if (!isError) {
        need(at(data, 'details', 'matches') === true, 'The field does not hold what was typed.');
        return `read back and equal (${at(data, 'details', 'method')})`;
      }
      need(texts.join('').includes('CAPABILITY_MISSING'), 'Neither typed nor honestly refused.');
      return `CAPABILITY_MISSING: this device takes no such text, and the answer says so. ${data['next_step'] ?? ''}`;
    },
  },
  screenshot('Screenshot of the note', 'note.png'),
];

function proved({ data }: DemoAnswer): string {
  need(data['success'] === true, String(data['reason']));
  return `observed twice: ${JSON.stringify(at(data, 'observed_state', 'value'))}`;
}

export const demoJourney: readonly DemoStep[] = [...signIn, ...order, ...rest];
