import { Fault } from '@mobile-debug/core/fault.ts';
import * as z from 'zod';
import { findTarget } from '../../session/action/find-target.ts';
import { checkFocusable, moveFocus } from '../../workflows/move-focus.ts';
import { assertOneTarget, echoTarget, elementTarget, namedTarget } from '../action-request.ts';
import { actionTool } from '../define-tool.ts';

export const focusElement = actionTool({
  name: 'focus_element',
  title: 'Move the focus',
  description:
    'Moves the focus to an element with D-pad keys, on an android tv or phone; read after each key.',
  effect: 'act',
  toolset: 'device',
  needs: ['screen', 'input'],
  sourceModule: 'interact',
  actionTimeoutMs: 20_000,
  guarded: false,
  explainsNoChange: false,
  input: z.object({
    ...elementTarget.shape,
    maxPresses: z.int().min(1).max(100).default(30).meta({ doc: 'Maximum number of keys' }),
  }),
  details: z
    .looseObject({
      focused: z.boolean().meta({ doc: 'Whether a reading showed that the element has the focus' }),
      presses: z.number().meta({ doc: 'Number of keys sent' }),
      keys: z.array(z.string()).meta({ doc: 'The keys in their order: `up`, `down`, `left`, `right`' }),
      focus: z
        .looseObject({
          elementId: z.string().meta({ doc: 'Handle' }),
          label: z.string().nullable().meta({ doc: 'Its label' }),
        })
        .nullable()
        .meta({ doc: 'What has the focus at the end; null when nothing has' }),
    })
    .meta({ doc: 'Where the focus went' }),
  examples: [
    {
      about: 'The field for the password.',
      app: 'com.example.shop',
      input: { selector: { resource_id: 'password' } },
    },
  ],
  target: echoTarget,
  validate: assertOneTarget,
  async prepare({ input, session }, preparation) {
    if (!session.device.input.arrowsMoveFocus) {
      throw new Fault('CAPABILITY_MISSING', 'Arrow keys move no focus on this device.', {
        nextStep: 'Nothing was sent. Use tap_element.',
      });
    }
    const target = await findTarget(preparation, session, namedTarget(input));
    const handle = checkFocusable(target.observation, target.element);
    return {
      target,
      send: (dispatch) =>
        moveFocus(dispatch, session, { first: target.observation, handle, maxPresses: input.maxPresses }),
      // The last key was followed by a reading that shows the focus.
      reached: () => true,
    };
  },
});
