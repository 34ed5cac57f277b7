import { Fault } from '@mobile-debug/core/fault.ts';
import * as z from 'zod';
import type { Pinch } from '../../devices/port/input.ts';
import { findTarget } from '../../session/action/find-target.ts';
import { coordinate } from '../../wire/shapes.ts';
import { assertOneTarget, echoTarget, elementTarget, namedTarget } from '../action-request.ts';
import { actionTool } from '../define-tool.ts';

export const pinch = actionTool({
  name: 'pinch',
  title: 'Pinch',
  description: 'Moves two fingers on an element: scale over 1 spreads them (zoom in), under 1 closes them.',
  effect: 'act',
  toolset: 'device',
  needs: ['screen', 'input'],
  sourceModule: 'interact',
  actionTimeoutMs: 5_000,
  guarded: false,
  explainsNoChange: true,
  input: elementTarget.extend({
    scale: z.number().min(0.05).max(20).meta({
      doc: 'Factor between the fingers at the end and at the start: over 1 zooms in, under 1 zooms out',
    }),
    center: z
      .array(coordinate)
      .length(2)
      .optional()
      .meta({ doc: '`[x, y]` between the fingers, in input coordinates. Default: where a tap would go' }),
  }),
  details: z.looseObject({ scale: z.number().meta({ doc: 'As given' }) }).meta({ doc: 'What was sent' }),
  examples: [],
  target: echoTarget,
  validate(input) {
    assertOneTarget(input);
    if (input.scale === 1) throw new Fault('INVALID_ARGUMENT', 'scale 1 moves nothing.');
  },
  async prepare({ input, session }, preparation) {
    const { input: touch, info } = session.device;
    const send = touch.pinch?.bind(touch);
    if (!send) {
      throw new Fault(
        'CAPABILITY_MISSING',
        `The input command of ${info.id} supports a single finger only.`,
        {
          nextStep:
            'A pinch needs the resident helper. Without it, use the zoom buttons of the app or a double tap.',
        },
      );
    }
    const target = await findTarget(preparation, session, namedTarget(input));
    const [x = target.point[0], y = target.point[1]] = input.center ?? [];
    const request: Pinch = { center: [x, y], area: target.element.bounds, scale: input.scale };
    return {
      target,
      aim: { point: request.center, gesture: true },
      async send(dispatch) {
        await send(dispatch, request);
        return { scale: input.scale };
      },
    };
  },
});
