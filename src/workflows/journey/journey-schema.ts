/** The schema of a journey: checked completely and strictly, step by step, before any device work. */

import * as z from 'zod';
import { stateProperties } from '../../session/state-sample.ts';
import { selectorSchema } from '../../ui/selector.ts';
import {
  appId,
  controlFields,
  coordinate,
  elementId,
  expectedState,
  user,
  waitFor,
} from '../../wire/shapes.ts';
import { scrollSelector } from '../scroll-selector.ts';

export const id = z.string().min(1).max(100).meta({ doc: 'Name of the step, unique in the journey' });
const verificationMode = controlFields.shape.verificationMode;
const timeoutMs = z.int().min(100).max(60_000).meta({ doc: 'Milliseconds to wait' });
const pollIntervalMs = z.int().min(50).max(1_000).meta({ doc: 'Milliseconds between two reads' });
const condition = z.enum(['exists', 'not_exists', 'visible', 'clickable']).meta({
  doc: '`exists`: it is in the tree. `not_exists`: nothing matches. `visible`: part of it can be seen. `clickable`: it is visible, enabled and takes a tap',
});

const kind = <T extends string>(name: T) => z.literal(name).meta({ doc: 'Kind of step' });
const assertionKind = <T extends string>(name: T) =>
  z.literal(name).meta({
    doc: '`element_visible` or `element_absent` (by `selector`), `screen_fingerprint`, or `state_equals`',
  });

const assertion = z
  .discriminatedUnion('kind', [
    z.strictObject({ kind: assertionKind('element_visible'), selector: selectorSchema }),
    z.strictObject({ kind: assertionKind('element_absent'), selector: selectorSchema }),
    z.strictObject({
      kind: assertionKind('screen_fingerprint'),
      fingerprint: z
        .string()
        .min(1)
        .max(200)
        .meta({ doc: 'For `screen_fingerprint`: the fingerprint that the screen must have' }),
    }),
    z.strictObject({
      kind: assertionKind('state_equals'),
      property: z
        .enum(stateProperties)
        .meta({ doc: 'For `state_equals`: what to read, as in `expect_state`' }),
      expected: z
        .union([z.boolean(), z.number(), z.string().max(10_000), z.null()])
        .meta({ doc: 'For `state_equals`: the value that it must have' }),
      selector: selectorSchema.optional(),
      elementId: elementId.optional(),
    }),
  ])
  .meta({ doc: 'What must hold' });

const target = {
  selector: selectorSchema.optional(),
  elementId: elementId.optional(),
  waitFor: waitFor.optional(),
};

export const stepSchema = z.discriminatedUnion('type', [
  z.strictObject({ id, type: kind('start_app'), appId, user, verificationMode }),
  z.strictObject({
    id,
    type: kind('wait'),
    selector: selectorSchema,
    condition: condition.default('exists'),
    timeoutMs: timeoutMs.default(10_000),
    pollIntervalMs: pollIntervalMs.default(100),
  }),
  z.strictObject({
    id,
    type: kind('tap'),
    ...target,
    verificationMode,
    expectedState: expectedState.optional(),
  }),
  z.strictObject({
    id,
    type: kind('assert'),
    assertion,
    timeoutMs: timeoutMs.default(5_000),
    pollIntervalMs: pollIntervalMs.default(100),
  }),
  z.strictObject({
    id,
    type: kind('type_text'),
    ...target,
    text: z.string().max(10_000).meta({ doc: 'Text to type; empty only together with `clear`' }),
    clear: z.boolean().default(false).meta({ doc: 'Empty the field first' }),
    submit: z.boolean().default(false).meta({ doc: 'Press enter afterwards' }),
    verificationMode,
  }),
  z.strictObject({
    id,
    type: kind('swipe'),
    x1: coordinate,
    y1: coordinate,
    x2: coordinate,
    y2: coordinate,
    duration: z.int().min(1).max(20_000).meta({ doc: 'Milliseconds from the first point to the second' }),
    verificationMode,
  }),
  z.strictObject({
    id,
    type: kind('scroll_to'),
    selector: scrollSelector,
    direction: z
      .enum(['down', 'up', 'left', 'right'])
      .default('down')
      .meta({ doc: 'Where in the content the element lies' }),
    maxScrolls: z.int().min(0).max(100).default(10).meta({ doc: 'Scrolls at most' }),
    scrollAmount: z
      .number()
      .min(0.1)
      .max(1)
      .default(0.7)
      .meta({ doc: 'Part of the scrolling area that one scroll covers' }),
    verificationMode,
  }),
  z.strictObject({ id, type: kind('press_back'), verificationMode }),
  z.strictObject({
    id,
    type: kind('long_press'),
    ...target,
    x: coordinate.optional(),
    y: coordinate.optional(),
    durationMs: z.int().min(300).max(10_000).default(700).meta({ doc: 'Milliseconds to hold' }),
    verificationMode,
  }),
]);

export type Step = z.output<typeof stepSchema>;
export type Assertion = z.output<typeof assertion>;
export type StepOf<T extends Step['type']> = Extract<Step, { type: T }>;

/**
 * The schema that models see: one flat step with all fields, since a union of nine would cost a thousand tokens. The
 * strict rules above apply.
 */
export const shownStep = z
  .looseObject({
    id: z.string().meta({ doc: 'Name of the step, unique in the journey' }),
    type: z
      .enum([
        'start_app',
        'wait',
        'tap',
        'assert',
        'type_text',
        'swipe',
        'scroll_to',
        'press_back',
        'long_press',
      ])
      .meta({ doc: 'What the step does; its other fields are listed under Steps' }),
  })
  .describe(
    'Fields as in the tool of that name. assert: assertion { kind: element_visible | element_absent | screen_fingerprint | state_equals, selector, fingerprint, property, expected }',
  );
