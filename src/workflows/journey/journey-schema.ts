/** What a journey may hold: checked whole, step by step and strictly, before any device work. */

import { Fault } from '@mobile-debug/core/fault.ts';
import * as z from 'zod';
import { stateProperties } from '../../session/expect-state.ts';
import { selectorSchema } from '../../ui/selector.ts';
import { appId, controlFields, coordinate, elementId, expectedState, waitFor } from '../../wire/shapes.ts';
import { scrollSelector } from '../scroll-selector.ts';

const id = z.string().min(1).max(100);
const verificationMode = controlFields.shape.verificationMode;
const timeoutMs = z.int().min(100).max(60_000);
const pollIntervalMs = z.int().min(50).max(1_000);

const assertion = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('element_visible'), selector: selectorSchema }),
  z.strictObject({ kind: z.literal('element_absent'), selector: selectorSchema }),
  z.strictObject({ kind: z.literal('screen_fingerprint'), fingerprint: z.string().min(1).max(200) }),
  z.strictObject({
    kind: z.literal('state_equals'),
    property: z.enum(stateProperties),
    expected: z.union([z.boolean(), z.number(), z.string().max(10_000), z.null()]),
    selector: selectorSchema.optional(),
    elementId: elementId.optional(),
  }),
]);

const target = {
  selector: selectorSchema.optional(),
  elementId: elementId.optional(),
  waitFor: waitFor.optional(),
};

const step = z.discriminatedUnion('type', [
  z.strictObject({ id, type: z.literal('start_app'), appId, verificationMode }),
  z.strictObject({
    id,
    type: z.literal('wait'),
    selector: selectorSchema,
    condition: z.enum(['exists', 'not_exists', 'visible', 'clickable']).default('exists'),
    timeoutMs: timeoutMs.default(10_000),
    pollIntervalMs: pollIntervalMs.default(100),
  }),
  z.strictObject({
    id,
    type: z.literal('tap'),
    ...target,
    verificationMode,
    expectedState: expectedState.optional(),
  }),
  z.strictObject({
    id,
    type: z.literal('assert'),
    assertion,
    timeoutMs: timeoutMs.default(5_000),
    pollIntervalMs: pollIntervalMs.default(100),
  }),
  z.strictObject({
    id,
    type: z.literal('type_text'),
    ...target,
    text: z.string().max(10_000),
    clear: z.boolean().default(false),
    submit: z.boolean().default(false),
    verificationMode,
  }),
  z.strictObject({
    id,
    type: z.literal('swipe'),
    x1: coordinate,
    y1: coordinate,
    x2: coordinate,
    y2: coordinate,
    duration: z.int().min(1).max(20_000),
    verificationMode,
  }),
  z.strictObject({
    id,
    type: z.literal('scroll_to'),
    selector: scrollSelector,
    direction: z.enum(['down', 'up', 'left', 'right']).default('down'),
    maxScrolls: z.int().min(0).max(100).default(10),
    scrollAmount: z.number().min(0.1).max(1).default(0.7),
    verificationMode,
  }),
  z.strictObject({ id, type: z.literal('press_back'), verificationMode }),
  z.strictObject({
    id,
    type: z.literal('long_press'),
    ...target,
    x: coordinate.optional(),
    y: coordinate.optional(),
    durationMs: z.int().min(300).max(10_000).default(600),
    verificationMode,
  }),
]);

export type Step = z.output<typeof step>;
export type Assertion = z.output<typeof assertion>;
export type StepOf<T extends Step['type']> = Extract<Step, { type: T }>;

/**
 * What a model is shown: one flat step with all fields, since a union of nine would cost it a thousand tokens. The
 * strict rules above decide.
 */
export const shownStep = z
  .looseObject({
    id: z.string(),
    type: z.enum([
      'start_app',
      'wait',
      'tap',
      'assert',
      'type_text',
      'swipe',
      'scroll_to',
      'press_back',
      'long_press',
    ]),
  })
  .describe(
    'Fields as in the tool of that name. assert: assertion { kind: element_visible | element_absent | screen_fingerprint | state_equals, selector, fingerprint, property, expected }',
  );

/** INVALID_ARGUMENT naming the step and the field, also for ids that stand twice. */
export function parseSteps(given: readonly { readonly id: string }[]): readonly Step[] {
  const seen = new Set<string>();
  return given.map((one, index) => {
    const parsed = step.safeParse(one);
    if (!parsed.success) throw refused(one.id, index, problems(parsed.error));
    if (seen.has(one.id)) throw refused(one.id, index, 'this id stands twice');
    seen.add(one.id);
    return parsed.data;
  });
}

function problems(error: z.ZodError): string {
  return error.issues
    .slice(0, 3)
    .map(({ path, message }) => (path.length > 0 ? `${path.join('.')}: ${message}` : message))
    .join('; ');
}

export function refused(id: string, index: number, why: string): Fault {
  return new Fault(
    'INVALID_ARGUMENT',
    `Step ${index + 1} (${JSON.stringify(id.slice(0, 60))}): ${why}. Nothing was done.`,
  );
}
