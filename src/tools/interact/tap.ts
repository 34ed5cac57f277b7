import * as z from 'zod';
import { coordinate } from '../../wire/shapes.ts';
import { actionTool } from '../define-tool.ts';
import { inputAction, orientationFacts, pointDetails } from '../input-action.ts';

export const tap = actionTool({
  ...inputAction,
  name: 'tap',
  title: 'Tap a point',
  description: 'Taps a point in input coordinates. Prefer tap_element.',
  input: z.object({ x: coordinate, y: coordinate }),
  examples: [{ about: 'A point.', app: 'com.example.shop', input: { x: 540, y: 1200 } }],
  target: ({ x, y }) => ({ x, y }),
  details: pointDetails.meta({ doc: 'Facts about the point' }),
  async prepare({ input: { x, y }, session }, { op }) {
    const facts = await orientationFacts(op, session.device.input);
    return {
      aim: { point: [x, y] },
      async send(dispatch) {
        await session.device.input.tap(dispatch, [x, y]);
        return facts;
      },
    };
  },
});
