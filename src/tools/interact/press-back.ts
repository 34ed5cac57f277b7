import { Fault } from '@mobile-debug/core/fault.ts';
import * as z from 'zod';
import { actionTool } from '../define-tool.ts';
import { inputAction } from '../input-action.ts';

export const pressBack = actionTool({
  ...inputAction,
  name: 'press_back',
  title: 'Press back',
  description: 'Presses android back: closes keyboard or dialog, or goes back.',
  input: z.object({}),
  examples: [{ about: 'One step back.', app: 'com.example.notes', input: {} }],
  target: () => null,
  async prepare({ session }) {
    const { input } = session.device;
    const back = input.back?.bind(input);
    if (!back) {
      throw new Fault('PLATFORM_NOT_SUPPORTED', 'This platform has no back button.', {
        nextStep: "Tap the back control in the app's navigation bar, or swipe from the left edge.",
      });
    }
    return {
      async send(dispatch) {
        await back(dispatch);
        return undefined;
      },
      conclude: (after, before) =>
        after && before && after.snapshot.revision === before.snapshot.revision
          ? { missed: { code: 'NAVIGATION_NO_CHANGE' } }
          : {},
    };
  },
});
