import { Fault } from '@mobile-debug/core/fault.ts';
import * as z from 'zod';
import { findTarget } from '../../session/action/find-target.ts';
import { coordinate } from '../../wire/shapes.ts';
import {
  assertOneTarget,
  type ElementTarget,
  echoTarget,
  elementTarget,
  namedTarget,
} from '../action-request.ts';
import { actionTool } from '../define-tool.ts';
import { inputAction, orientationFacts } from '../input-action.ts';

interface PressTarget extends ElementTarget {
  readonly x?: number | undefined;
  readonly y?: number | undefined;
}

export const longPress = actionTool({
  ...inputAction,
  name: 'long_press',
  title: 'Press and hold',
  description: 'Presses and holds an element or a point.',
  input: elementTarget.extend({
    x: coordinate.optional(),
    y: coordinate.optional(),
    durationMs: z.int().min(300).max(10_000).default(700).meta({ doc: 'Milliseconds to hold' }),
  }),
  examples: [
    { about: 'Hold a point.', app: 'com.example.notes', input: { x: 540, y: 900, durationMs: 800 } },
  ],
  target: (input) => pointOf(input) ?? echoTarget(input),
  validate(input) {
    if (pointOf(input) === null) assertOneTarget(input);
  },
  async prepare({ input, session }, preparation) {
    const point = pointOf(input);
    const target = point ? undefined : await findTarget(preparation, session, namedTarget(input));
    const at = point ? ([point.x, point.y] as const) : (target?.point ?? ([0, 0] as const));
    const facts = point ? await orientationFacts(preparation.op, session.device.input) : undefined;
    return {
      ...(target ? { target } : {}),
      takesMs: input.durationMs,
      aim: target ?? { point: at },
      async send(dispatch) {
        await session.device.input.longPress(dispatch, { at, durationMs: input.durationMs });
        return { duration_ms: input.durationMs, ...facts };
      },
    };
  },
});

/** A point is given whole and alone, or not at all. */
function pointOf({ x, y, elementId, selector }: PressTarget): { x: number; y: number } | null {
  if (x === undefined && y === undefined) return null;
  if (x !== undefined && y !== undefined && elementId === undefined && selector === undefined)
    return { x, y };
  throw new Fault('INVALID_ARGUMENT', 'Give x and y together and alone, or one of elementId and selector.');
}
