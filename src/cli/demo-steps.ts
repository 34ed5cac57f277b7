/** Steps that both chapters of the demo are made of, and what their answers have to show. */
import { check, type DemoAnswer, type DemoMemory, type DemoStep, valueAt } from './demo-stage.ts';

export const shop = 'com.example.shop';
/** An address full of what shells would act on. */
export const trickyMail = `o'hara+50%s&"x"@example.com`;
export const quick = { verificationMode: 'none', responseMode: 'compact' };

/** What a call has to say to be about one of several devices. */
export interface DemoDevice {
  readonly platform: 'android' | 'ios';
  readonly deviceId: string;
}

/** The same steps, each about this device. */
export function onDevice(device: DemoDevice, steps: readonly DemoStep[]): readonly DemoStep[] {
  return steps.map((step) => ({ ...step, args: (memory) => ({ ...device, ...step.args(memory) }) }));
}

export function startStep(title: string, appId: string, chapter: string): DemoStep {
  return {
    chapter,
    title,
    tool: 'start_app',
    args: () => ({ appId }),
    check({ data }) {
      const seen = valueAt(data, 'details', 'observed_app');
      check(data['success'] === true && valueAt(seen, 'matchedTarget') === true, `${appId} is not in front.`);
      // No simulator tells whether the app was running, and no iPhone has activities.
      const state = valueAt(data, 'details', 'launch_state');
      const front = valueAt(seen, 'activity') ?? valueAt(seen, 'appId');
      return `${state === 'UNKNOWN' ? '' : `${state} `}start in ${valueAt(data, 'details', 'launch_time_ms')} ms; in front: ${front}`;
    },
  };
}

export function tapStep(title: string, selector: Record<string, unknown>): DemoStep {
  return {
    title,
    tool: 'tap_element',
    args: () => ({ selector, waitFor: { condition: 'clickable', timeoutMs: 8_000 }, ...quick }),
    check: deliveredText,
  };
}

export function deliveredText({ data }: DemoAnswer): string {
  check(data['success'] === true && data['delivery_status'] === 'delivered', 'The input was not delivered.');
  return 'delivered; what it did is for the next steps to prove';
}

export function screenshotStep(title: string, savePath: string, annotate = false): DemoStep {
  return {
    title,
    tool: 'capture_screenshot',
    args: () => ({ savePath, annotate }),
    check({ data, image }) {
      check(image !== null, 'There is no image.');
      const saved = data['saved_to'];
      check(typeof saved === 'string', 'The picture was not saved.');
      return saved;
    },
  };
}

export function guardedTap(
  title: string,
  text: string,
  check: (answer: DemoAnswer, memory: DemoMemory) => string,
): DemoStep {
  return {
    title,
    tool: 'tap_element',
    args: (memory) => ({ selector: { text }, expectedState: memory.get('guard'), ...quick }),
    check,
  };
}

export function provedText({ data }: DemoAnswer): string {
  check(data['success'] === true, String(data['reason']));
  return `observed twice: ${JSON.stringify(valueAt(data, 'observed_state', 'value'))}`;
}

export function outlineStep(title: string): DemoStep {
  return {
    title,
    tool: 'get_ui_tree',
    args: () => ({ responseMode: 'outline' }),
    check({ texts }) {
      const lines = texts.join('\n');
      check(lines.includes('Sign in'), 'The outline does not show the form.');
      return lines;
    },
  };
}
