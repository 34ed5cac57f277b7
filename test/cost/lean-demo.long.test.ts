/** The demo with --lean: a reader of the outlines alone learns from each answer what to do next, and on which element. */
import { expect, test } from 'vitest';
import { demoJourney } from '../../src/cli/demo-journey.ts';
import type { DemoMemory, DemoStep } from '../../src/cli/demo-stage.ts';
import { virtualSerial, virtualUdid } from '../../src/cli/virtual-phone.ts';
import { type Answer, makeTestBed } from '../harness.ts';

/** What the first line of an answer says when the step went as it should. */
const verdicts: Readonly<Record<string, RegExp>> = {
  start_app: /^OK start_app: delivered, verified/,
  tap_element: /^OK tap_element e\w+ .*: delivered/,
  type_text: /^OK type_text e\w+ .*: delivered/,
  press_back: /^OK press_back: delivered/,
  scroll_to_element: /^OK scroll_to_element: delivered.*\nfacts: .*element=e\w+ image "Cup, white"/,
  wait_for_ui: /^FOUND wait_for_ui e\w+ /,
  expect_element_visible: /^PROVED expect_element_visible e\w+ .*: visible/,
  expect_state: /^PROVED expect_state e\w+ .*: checked = (?:true|false)/,
  run_journey: /^FAILED run_journey at step 6 placed: ASSERTION_TIMEOUT, not visible/,
  find_element: /^FOUND find_element e\w+ .*"Payment failed \(500\)"/,
};

interface Way {
  readonly platform: 'android' | 'ios';
  /** Whether it takes every text. */
  readonly anyText: boolean;
}

function verdictOf({ tool, title }: DemoStep, { platform, anyText }: Way): RegExp | undefined {
  if (tool === 'press_back' && platform === 'ios')
    return /^FAILED press_back: PLATFORM_NOT_SUPPORTED, not delivered[\s\S]*\nnext: Tap the back control/;
  // Without the helper this device has no way to such text, and the answer says so and what to do.
  if (title.includes('Grüße') && !anyText)
    return /^FAILED type_text .*: CAPABILITY_MISSING, not delivered[\s\S]*\nnext: Use a device/;
  if (!title.includes('must refuse')) return verdicts[tool];
  return /^FAILED tap_element .*: PRECONDITION_FAILED, not delivered, do not repeat unchanged/;
}

/** The call as a reader with defaults makes it; a revision is asked for by name. */
function leanArgs(step: DemoStep, memory: DemoMemory): Record<string, unknown> {
  const { responseMode, verificationMode: _, ...args } = step.args(memory);
  return step.tool === 'get_ui_tree' && responseMode === 'compact' ? { ...args, responseMode } : args;
}

/** The outline of a long screen leaves out ids: then the reader knows the element by its words, and has its handle. */
const shownBy: Readonly<Record<string, string>> = { add_to_cart: 'button "Add to cart"' };

/** How an outline shows what a step names; null where it names nothing or waits for what is not there yet. */
function nameIn({ tool }: DemoStep, { selector }: Record<string, unknown>): string | null {
  if (tool === 'wait_for_ui' || tool === 'scroll_to_element') return null;
  const { text, resource_id: id } = (selector ?? {}) as { text?: string; resource_id?: string };
  if (text !== undefined) return `"${text}`;
  return id === undefined ? null : (shownBy[id] ?? `#${id}`);
}

/** The steps of the demo that are about a device of this platform, or about none. */
function stepsOn(platform: Way['platform']): readonly DemoStep[] {
  const journey = demoJourney({ iphone: platform === 'ios', java: false });
  const of = (step: DemoStep): unknown => step.args(new Map())['platform'] ?? 'android';
  return journey.filter((step) => of(step) === platform);
}

test.each([
  ['android by dumps', { serials: [virtualSerial] }, { platform: 'android', anyText: false }],
  [
    'android by the helper',
    { serials: [virtualSerial], helper: true },
    { platform: 'android', anyText: true },
  ],
  ['an iPhone', { serials: [virtualUdid], ios: {} }, { platform: 'ios', anyText: true }],
] as const)(
  '%s: every step of the demo can be decided from the text before it',
  async (_name, options, way) => {
    const bed = await makeTestBed({ lean: true, ...options });
    const memory: DemoMemory = new Map();
    let shown = '';
    try {
      for (const step of stepsOn(way.platform)) {
        const args = leanArgs(step, memory);
        const name = nameIn(step, args);
        if (name !== null) expect(shown, `${step.title}: nothing showed ${name}`).toContain(name);
        const answer: Answer = await bed.call(step.tool, args);
        const text = answer.texts.join('\n');
        const verdict = verdictOf(step, way);
        if (verdict) {
          expect(text, step.title).toMatch(verdict);
          expect(answer.structured, step.title).toBe(false);
          expect(text.length, step.title).toBeLessThanOrEqual(1_500);
        } else {
          const [image = null] = answer.images.map(({ data, mimeType }) => ({ base64: data, mimeType }));
          step.check({ ...answer, image }, memory);
        }
        shown += `${text}\n`;
      }
    } finally {
      await bed.close();
    }
  },
);
