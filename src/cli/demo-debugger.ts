/** The chapter of the demo in which the debugger says why the checkout fails, in the shop's own code. Needs a JDK for that code. */
import { checkoutFile, checkoutLine } from '@mobile-debug/virtual-phone/debuggee/checkout-source.ts';
import { check, type DemoMemory, type DemoStep, valueAt } from './demo-stage.ts';
import { shop, tapStep } from './demo-steps.ts';

/** Where the amount is computed that is wrong for one coupon. */
const line = checkoutLine('int toPay');
/** Every second checkout of the shop meets it, one in 100 ms. */
const stopMs = 10_000;
/** Compiling and starting the shop's Java part included. */
const attachMs = 30_000;

const session = (memory: DemoMemory) => ({ debugSessionId: memory.get('debugSession') });
const stop = (memory: DemoMemory) => ({ ...session(memory), stopId: memory.get('stop') });

const attached: DemoStep = {
  chapter: "In the app's own code",
  title: 'Attach the debugger to the running shop',
  tool: 'attach_debugger',
  args: () => ({ appId: shop, timeoutMs: attachMs }),
  check({ data }, memory) {
    check(data['state'] === 'running', 'The debugger is not attached to a running app.');
    memory.set('debugSession', data['debug_session_id']);
    return `attached to process ${valueAt(data, 'target', 'pid')}, which keeps running`;
  },
};

const tap = tapStep('A tap while the app is stopped must be refused', { text: 'Sign in' });

const refusedTap: DemoStep = {
  ...tap,
  // A compact answer has no next step.
  args: (memory) => ({ ...tap.args(memory), responseMode: 'debug' }),
  check({ data, texts, isError }) {
    check(isError && texts.join('').includes('DEBUGGER_PAUSED'), 'The tap was not refused.');
    const next = valueAt(data, 'next_step');
    check(typeof next === 'string' && next !== '', 'It does not say what to do next.');
    return `DEBUGGER_PAUSED, nothing was sent. ${next}`;
  },
};

const inTheCode: readonly DemoStep[] = [
  {
    title: `A breakpoint in ${checkoutFile}, line ${line}, where a discount is above 100 %`,
    tool: 'set_debugger_breakpoint',
    args: (memory) => ({ ...session(memory), file: checkoutFile, line, condition: 'percent > 100' }),
    check({ data }) {
      check(valueAt(data, 'result', 'status') === 'verified', 'The breakpoint was not set.');
      return 'set; the app keeps running';
    },
  },
  {
    title: 'Wait until it is hit',
    tool: 'wait_for_debugger_event',
    args: (memory) => ({ ...session(memory), afterSequence: 1, timeoutMs: stopMs }),
    check({ data }, memory) {
      check(valueAt(data, 'events', 0, 'kind') === 'stopped', 'The app did not stop there.');
      memory.set('stop', valueAt(data, 'events', 0, 'stop', 'stop_id'));
      memory.set('thread', valueAt(data, 'events', 0, 'stop', 'thread_id'));
      return `stopped in ${valueAt(data, 'events', 0, 'stop', 'locations', 0, 'method')}`;
    },
  },
  {
    title: 'How the app got there',
    tool: 'get_debugger_stack',
    args: (memory) => ({ ...stop(memory), threadId: memory.get('thread') }),
    check({ data }, memory) {
      const frame = valueAt(data, 'result', 'frames', 0, 'frame_id');
      check(typeof frame === 'string', 'There is no frame.');
      memory.set('frame', frame);
      return 'pay, called by main';
    },
  },
  {
    title: 'Its values: the diagnosis',
    tool: 'get_debugger_locals',
    args: (memory) => ({ ...stop(memory), frameId: memory.get('frame') }),
    check({ data }) {
      const values = valueAt(data, 'result', 'values');
      const found = (Array.isArray(values) ? values : []).find(
        (value) => valueAt(value, 'name') === 'percent',
      );
      check(valueAt(found, 'value') === '150', 'The discount was not seen.');
      return 'percent is 150: the coupon takes more than the whole price, the amount to pay is below zero, and that fails';
    },
  },
];

const detached: DemoStep = {
  title: 'Detach: the app keeps running',
  tool: 'detach_debugger',
  args: session,
  check({ data }) {
    check(data['state'] === 'detached', 'The debugger is still attached.');
    check(valueAt(data, 'cleanup', 'status') === 'complete', 'The debugger left something in the app.');
    return 'detached, nothing remains';
  },
};

/** `onDevice` adds the device to steps that name one; steps of a session know theirs. */
export function debuggerSteps(
  onDevice: (steps: readonly DemoStep[]) => readonly DemoStep[],
): readonly DemoStep[] {
  return [...onDevice([attached]), ...inTheCode, ...onDevice([refusedTap]), detached];
}
