/** What the demo shows: three apps of the virtual Android phone and one of the virtual iPhone, and what each has to show. */
import { debuggerSteps } from './demo-debugger.ts';
import { failedCheckout, signInForm, visibleStep } from './demo-shop.ts';
import { check, type DemoStep, valueAt } from './demo-stage.ts';
import {
  deliveredText,
  guardedTap,
  onDevice,
  outlineStep,
  provedText,
  quick,
  screenshotStep,
  shop,
  startStep,
  tapStep,
} from './demo-steps.ts';
import { virtualSerial, virtualUdid } from './virtual-phone.ts';

const android = { platform: 'android', deviceId: virtualSerial } as const;
const iphone = { platform: 'ios', deviceId: virtualUdid } as const;
const unicode = 'Grüße aus Köln 🎉';

function listed(withIphone: boolean): DemoStep {
  return {
    chapter: 'Finding the way',
    title: 'Which devices are there',
    tool: 'list_devices',
    args: () => ({}),
    check({ data }) {
      const ids = withIphone ? [virtualSerial, virtualUdid] : [virtualSerial];
      const lines = ids.map((id, index) => {
        const {
          id: found,
          platform,
          osVersion,
          state,
        } = (valueAt(data, 'devices', index) ?? {}) as Record<string, unknown>;
        check(found === id, `${id} is not listed.`);
        return `${id}, ${platform} ${osVersion}, ${state}`;
      });
      return lines.join('\n');
    },
  };
}

const signIn: readonly DemoStep[] = [
  startStep('Launch the shop', shop, 'Signing in to a shop'),
  outlineStep('Read the screen, one line per element'),
  ...signInForm,
  guardedTap('The same guard on the new screen must refuse', 'Refresh', ({ data, isError, texts }) => {
    const text = texts.join('');
    check(isError && text.includes('PRECONDITION_FAILED'), 'The guard let a tap through.');
    check(text.includes('not_delivered'), 'It does not say that nothing was sent.');
    return `PRECONDITION_FAILED, nothing was sent${data['truncated'] === true ? ' (the blocking tree is in a file)' : ''}`;
  }),
  screenshotStep('Screenshot with the handles drawn on it', 'products.png', true),
];

const order: readonly DemoStep[] = [
  {
    chapter: 'Ordering, with a failure on purpose',
    title: 'Scroll to a product further down',
    tool: 'scroll_to_element',
    args: () => ({ selector: { text: 'Cup, white' }, actionTimeoutMs: 30_000, responseMode: 'compact' }),
    check({ data }) {
      check(data['success'] === true, 'The product was not reached.');
      return 'visible';
    },
  },
  tapStep('Open it', { text: 'Cup, white' }),
  tapStep('Put it into the cart', { resource_id: 'add' }),
  {
    title: 'Back to the list',
    tool: 'press_back',
    args: () => quick,
    check: deliveredText,
  },
  visibleStep('Prove that the cart holds one piece', 'Cart (1)'),
  ...failedCheckout,
  screenshotStep('Screenshot of the failure', 'checkout-failed.png'),
];

/** Whose fault it is, from what was seen; needs no device. */
const verdict: DemoStep = {
  title: 'Diagnosis: app or backend',
  tool: 'classify_action_outcome',
  args: () => ({
    uiChanged: false,
    actionType: 'tap_element',
    networkRequests: [{ endpoint: '/v1/orders', status: 'retryable' }],
  }),
  check({ data }) {
    check(data['outcome'] === 'backend_failure', `Classified as ${data['outcome']}.`);
    return `backend_failure: ${data['reasoning']}`;
  },
};

const rest: readonly DemoStep[] = [
  startStep('Launch the settings', 'com.android.settings', 'A switch and its state'),
  tapStep('Open "Network & internet"', { text: 'Network & internet' }),
  {
    title: 'Prove that Wi-Fi is on',
    tool: 'expect_state',
    args: () => ({ selector: { resource_id: 'wifi_switch' }, property: 'checked', expected: true }),
    check: provedText,
  },
  tapStep('Turn it off', { resource_id: 'wifi_switch' }),
  {
    title: 'Prove that it is off now',
    tool: 'expect_state',
    args: () => ({ selector: { resource_id: 'wifi_switch' }, property: 'checked', expected: false }),
    check: provedText,
  },
  startStep('Launch the notes', 'com.example.notes', 'Text beyond ASCII'),
  tapStep('A new note', { text: 'New note' }),
  {
    title: `Type "${unicode}"`,
    tool: 'type_text',
    args: () => ({ selector: { resource_id: 'title_field' }, text: unicode }),
    check({ data, texts, isError }) {
      if (!isError) {
        check(valueAt(data, 'details', 'matches') === true, 'The field does not hold what was typed.');
        return `read back and equal (${valueAt(data, 'details', 'method')})`;
      }
      check(texts.join('').includes('CAPABILITY_MISSING'), 'Neither typed nor refused.');
      return `CAPABILITY_MISSING: this device takes no such text, and the answer says so. ${data['next_step'] ?? ''}`;
    },
  },
  screenshotStep('Screenshot of the note', 'note.png'),
];

const addFirst: DemoStep = {
  title: 'Put the first product into the cart',
  tool: 'tap_element',
  args: () => ({
    selector: { resource_id: 'add_to_cart' },
    waitFor: { condition: 'clickable', timeoutMs: 8_000, match: { index: 0 } },
    ...quick,
  }),
  check: deliveredText,
};

const noBackKey: DemoStep = {
  title: 'The back key, which no iPhone has',
  tool: 'press_back',
  args: () => ({}),
  check({ data, isError }) {
    check(isError && data['failure_code'] === 'PLATFORM_NOT_SUPPORTED', 'It was not refused.');
    return `PLATFORM_NOT_SUPPORTED: ${data['next_step']}`;
  },
};

/** The same shop on the other platform, by the same calls. */
const onIphone: readonly DemoStep[] = [
  startStep('Launch the shop on the iPhone', shop, 'The same shop on an iPhone'),
  outlineStep('Read its screen, by the companion of idb'),
  ...signInForm,
  screenshotStep('Screenshot with the handles drawn on it', 'iphone-products.png', true),
  noBackKey,
  addFirst,
  visibleStep('Prove that the cart holds one piece', 'Cart (1)'),
  ...failedCheckout,
  screenshotStep('Screenshot of the failure', 'iphone-checkout-failed.png'),
];

export interface DemoParts {
  /** Not on Windows, where no virtual iPhone can be. */
  readonly iphone: boolean;
  /** Whether the shop has a Java part that can be debugged: where there is a JDK. */
  readonly java: boolean;
}

export function demoJourney({ iphone: withIphone, java }: DemoParts): readonly DemoStep[] {
  return [
    listed(withIphone),
    ...onDevice(android, [...signIn, ...order]),
    verdict,
    ...(java ? debuggerSteps((steps) => onDevice(android, steps)) : []),
    ...onDevice(android, rest),
    ...(withIphone ? onDevice(iphone, onIphone) : []),
  ];
}
