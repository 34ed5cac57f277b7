/** The demo with --lean: a reader of the outlines alone learns from each answer what to do next, and on which element. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { demoJourney } from '../../src/cli/demo-journey.ts';
import type { DemoMemory, DemoStep } from '../../src/cli/demo-stage.ts';
import { virtualSerial } from '../../src/cli/virtual-phone.ts';
import { type Answer, makeTestBed, type TestBed } from '../harness.ts';

let bed: TestBed;
beforeAll(async () => {
  bed = await makeTestBed({ lean: true, serials: [virtualSerial] });
});
afterAll(async () => await bed.close());

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

function verdictOf({ tool, title }: DemoStep): RegExp | undefined {
  // Without the helper this device has no way to such text, and the answer says so and what to do.
  if (title.includes('Grüße'))
    return /^FAILED type_text .*: CAPABILITY_MISSING, not delivered[\s\S]*\nnext: Use a device/;
  if (!title.includes('must refuse')) return verdicts[tool];
  return /^FAILED tap_element .*: PRECONDITION_FAILED, not delivered, do not repeat unchanged/;
}

/** The call as a reader with defaults makes it; a revision is asked for by name. */
function leanArgs(step: DemoStep, memory: DemoMemory): Record<string, unknown> {
  const { responseMode, verificationMode: _, ...args } = step.args(memory);
  return step.tool === 'get_ui_tree' && responseMode === 'compact' ? { ...args, responseMode } : args;
}

/** How an outline shows what a step names; null where it names nothing or waits for what is not there yet. */
function nameIn({ tool }: DemoStep, { selector }: Record<string, unknown>): string | null {
  if (tool === 'wait_for_ui' || tool === 'scroll_to_element') return null;
  const { text, resource_id: id } = (selector ?? {}) as { text?: string; resource_id?: string };
  return text === undefined ? (id === undefined ? null : `#${id}`) : `"${text}`;
}

const steps = demoJourney({ iphone: false, java: false });

test('every step of the demo can be decided from the text before it', async () => {
  const memory: DemoMemory = new Map();
  let shown = '';
  for (const step of steps) {
    const args = leanArgs(step, memory);
    const name = nameIn(step, args);
    if (name !== null) expect(shown, `${step.title}: nothing showed ${name}`).toContain(name);
    const answer: Answer = await bed.call(step.tool, args);
    const text = answer.texts.join('\n');
    const verdict = verdictOf(step);
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
}, 60_000);
