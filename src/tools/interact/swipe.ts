import * as z from 'zod';
import { coordinate } from '../../wire/shapes.ts';
import { actionTool } from '../define-tool.ts';
import { inputAction, orientationFacts, pointDetails } from '../input-action.ts';

export const swipe = actionTool({
  ...inputAction,
  name: 'swipe',
  title: 'Swipe',
  description: 'Swipes between two points in duration ms.',
  input: z.object({
    x1: coordinate,
    y1: coordinate,
    x2: coordinate,
    y2: coordinate,
    duration: z.int().min(1).max(20_000).meta({ doc: 'Milliseconds from the first point to the second' }),
  }),
  examples: [
    {
      about: 'Upwards.',
      app: 'com.example.shop',
      input: { x1: 540, y1: 1600, x2: 540, y2: 800, duration: 300 },
    },
  ],
  target: ({ x1, y1, x2, y2 }) => ({ x1, y1, x2, y2 }),
  details: pointDetails.meta({ doc: 'Facts about the points' }),
  async prepare({ input, session }, { op }) {
    const facts = await orientationFacts(op, session.device.input);
    return {
      takesMs: input.duration,
      aim: { point: [input.x1, input.y1], gesture: true },
      async send(dispatch) {
        const { x1, y1, x2, y2, duration } = input;
        await session.device.input.swipe(dispatch, { from: [x1, y1], to: [x2, y2], durationMs: duration });
        return facts;
      },
    };
  },
});
